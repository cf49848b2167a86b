"""Round III: artifacts are sold to the highest bidder (section DBID)."""

from __future__ import annotations

from workbench.dune.decision import Option, Options, Ranged
from workbench.dune.flow import Step, step, taker
from workbench.dune.names import BANK, BIDDING, DWARVES, ELVES, FACTIONS, GOBLINS, NO_CARD, NOBODY
from workbench.dune.state import State

GOLD = (NO_CARD,)  # the option of paying in gold


def has_room(s: State, faction: int) -> bool:
    return len(s.hands[faction]) < s.tables.hand_limit[faction]


def most_bid(s: State, faction: int) -> int:
    """Own gold, or with an Ace a little more than the richest has (DBID-5)."""
    for card in s.hands[faction]:
        if card % 6 == 0:
            return max(s.gold[faction], max(s.gold) + s.tables.settings.ace_bid_margin)
    return s.gold[faction]


def bids(s: State, faction: int) -> Ranged:
    if len(s.hands[faction]) >= s.tables.hand_limit[faction]:
        return Ranged([])
    settings = s.tables.settings
    least = s.high + settings.min_raise if s.high_by != NOBODY else settings.min_bid
    most = most_bid(s, faction)
    return Ranged([(least, most)] if most >= least else [])


def price(s: State, faction: int, bid: int) -> int:
    """What a bid costs: the Dwarves' ally pays half (DFAC-4)."""
    return s.halved(bid) if s.ally[faction] == DWARVES else bid


def payments(s: State, faction: int, bid: int) -> Options:
    """In gold where it suffices, or with an Ace held before (DBID-6)."""
    aces: Options = tuple((card,) for card in s.aces(faction))
    return (GOLD, *aces) if price(s, faction, bid) <= s.gold[faction] and bid <= s.gold[faction] else aces


def win_card(s: State, faction: int, card: int, bid: int, ace: int) -> None:
    """The winner pays and takes the card (DBID-6, DBID-7); the Goblins take one more (DBID-8)."""
    cost = 0
    if ace == NO_CARD:
        cost = price(s, faction, bid)
        s.pay(faction, BANK if faction == DWARVES else DWARVES, cost, "artifact")
    else:
        s.discard(faction, ace, "payment")
    s.hands[faction].append(card)
    if faction != ELVES:
        s.known[4 * ELVES + faction] |= 1 << card
    if s.log is not None:
        s.note("card", faction, card, cost, ace)
    if faction == GOBLINS and s.tables.settings.goblin_extra_card and has_room(s, GOBLINS):
        extra = s.draw_artifact()
        if extra != NO_CARD:
            s.hands[GOBLINS].append(extra)
            if s.log is not None:
                s.note("extra_card", GOBLINS, extra)


@step(Step.OFFER)
def make_offer(s: State) -> None:
    """One card for each player who has room (DBID-1)."""
    s.round = BIDDING
    s.offer = []
    for faction in FACTIONS:
        if has_room(s, faction):
            card = s.draw_artifact()
            if card != NO_CARD:
                s.offer.insert(0, card)
    s.bidder = s.start
    s.step = Step.NEXT_CARD


@step(Step.NEXT_CARD)
def next_card(s: State) -> None:
    if not s.offer:
        end_bidding(s)
        return
    open_card(s, s.offer.pop())
    s.step = Step.BID


def open_card(s: State, card: int) -> None:
    s.card = card
    s.turn_of = s.bidder
    s.high, s.high_by, s.passed = 0, NOBODY, 0


@step(Step.BID)
def ask_bid(s: State) -> None:
    """Around the table until one bidder is left, or none (DBID-3, DBID-4)."""
    while s.passed != 15:
        bidder = s.order[s.turn_of]
        if bidder == s.high_by:
            s.step = Step.PAY
            return
        if not s.passed >> bidder & 1:
            options = bids(s, bidder)
            if options.heads:
                s.ask(bidder, "bid", options)
                return
            s.passed |= 1 << bidder
        s.turn_of = (s.turn_of + 1) % 4
    return_offer(s)


@taker("bid")
def take_bid(s: State, seat: int, option: Option) -> None:
    if option:
        s.high, s.high_by = option[0], seat
    else:
        s.passed |= 1 << seat
    s.turn_of = (s.turn_of + 1) % 4


@step(Step.PAY)
def ask_payment(s: State) -> None:
    options = payments(s, s.high_by, s.high)
    if len(options) > 1:
        s.ask(s.high_by, "pay_ace", options)
    else:
        take_payment(s, s.high_by, options[0])


@taker("pay_ace")
def take_payment(s: State, seat: int, option: Option) -> None:
    card, s.card = s.card, NO_CARD
    win_card(s, seat, card, s.high, option[0])
    s.bidder = (s.bidder + 1) % 4
    s.step = Step.NEXT_CARD


def return_offer(s: State) -> None:
    """Nobody wants it: this card and the rest go back on the deck in their order (DBID-9)."""
    s.known_top = s.card
    s.artifacts += [*s.offer, s.card]
    s.offer, s.card = [], NO_CARD
    end_bidding(s)


def end_bidding(s: State) -> None:
    """The Elves see the next event card (DBID-11)."""
    s.event_peeked = bool(s.events)
    s.step = Step.UNHIDE
