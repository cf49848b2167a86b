"""Full states that fit a view: everything that its seat cannot know is drawn anew, future chance too.

A guess is made of the view and of luck alone, so it cannot leak what is hidden.
"""

from __future__ import annotations

from workbench.dune.battle import plans
from workbench.dune.chance import Luck
from workbench.dune.combat import treacheries
from workbench.dune.decision import Drawing, draw_option
from workbench.dune.flow import STEPS, Step
from workbench.dune.names import ELVES, FACTIONS, NO_CARD, NOBODY, ORCS
from workbench.dune.state import Fight, State
from workbench.dune.views import PLANS_SHOWN, FightView, View

MOST_TRIES = 5000
ATTACKER_BLESSED, DEFENDER_BLESSED, ATTACKER_BETRAYED, DEFENDER_BETRAYED = 4, 6, 8, 9  # stages that ask for it


def guess_from(view: View, luck: Drawing) -> State:
    """A state whose view for the same seat is equal, with the same decision waiting."""
    for _ in range(MOST_TRIES):
        mixed = Luck(luck.below(1 << 62))
        s = _public_state(view)
        s.key = luck.below(1 << 62)
        _deal_player_cards(s, view, mixed)
        _deal_artifacts(s, view, mixed)
        _deal_events(s, view, mixed)
        if not _is_sound(s, view, mixed):
            continue
        if view.asked_seat == NOBODY:
            return s
        STEPS[s.step](s)
        asked = s.asked
        if asked is None or (asked.seat, asked.kind) != (view.asked_seat, view.asked_kind):
            continue
        if (s.step, s.pos, s.turn_of, s.queue) == (view.step, view.pos, view.turn_of, view.queue):
            return s
    raise RuntimeError(f"no state found that fits the view of faction {view.seat} ({view.asked_kind})")


def _public_state(view: View) -> State:
    """What the view shows, with empty decks and hands."""
    s = State(view.tables, 0, view.order, view.first)
    s.start, s.turn, s.round, s.step = view.start, view.turn, view.round, Step(view.step)
    s.winner, s.reason = view.winner, view.reason
    s.gold, s.units = list(view.gold), list(view.units)
    s.seen, s.hid, s.bank = list(view.seen), list(view.hid), list(view.bank)
    s.grave, s.removed, s.elites = list(view.grave), list(view.removed), view.elites
    s.elite_bank, s.elite_grave = view.elite_bank, view.elite_grave
    s.land, s.dragon, s.troll, s.ally = view.land, view.dragon, view.troll, list(view.ally)
    s.losses, s.blessed, s.no_hire, s.met_troll = view.losses, view.blessed, view.no_hire, view.met_troll
    s.pos, s.seq, s.queue, s.partner = view.pos, view.seq, view.queue, view.partner
    s.bidder, s.turn_of, s.high, s.high_by = view.bidder, view.turn_of, view.high, view.high_by
    s.passed, s.shared_at, s.resume, s.loser = view.passed, view.shared_at, Step(view.resume), view.loser
    s.artifact_discard, s.event_discard = list(view.artifact_discard), list(view.event_discard)
    s.events_known, s.event_peeked = len(view.events_known), view.event_peeked
    s.shown_queens = sum(1 << f for f in FACTIONS if view.shown_queens[f] >= 0)
    s.shown_jacks = sum(1 << f for f in FACTIONS if view.shown_jacks[f] >= 0)
    s.fight = _public_fight(view.fight, view.seat) if view.fight else None
    return s


def _public_fight(fight: FightView, seat: int) -> Fight:
    battle = Fight(fight.at, fight.attacker, fight.defender)
    battle.stage = fight.stage
    battle.asked, battle.answer, battle.planned = list(fight.asked), list(fight.answer), list(fight.planned)
    for side, plan in enumerate(fight.plans):
        if plan is not None:
            battle.card[side], battle.elites[side], battle.army[side], battle.blessed[side] = plan
    if seat in battle.sides:
        side = battle.sides.index(seat)
        battle.blessed[side], battle.way[side] = fight.blessed, fight.way
    return battle


def _deal_player_cards(s: State, view: View, luck: Luck) -> None:
    """Queens and Jacks that were never shown."""
    if view.queen < 0:
        return  # not dealt yet
    for cards, own, shown in ((s.queen, view.queen, view.shown_queens), (s.jack, view.jack, view.shown_jacks)):
        for faction in FACTIONS:
            cards[faction] = own if faction == view.seat else shown[faction]
        rest = [suit for suit in range(4) if suit not in cards]
        luck.shuffle(rest)
        for faction in FACTIONS:
            if cards[faction] < 0:
                cards[faction] = rest.pop()


def _deal_artifacts(s: State, view: View, luck: Luck) -> None:
    """Hands of others, the offer and the deck, but for what the seat knows of them."""
    if view.queen < 0:
        return  # not dealt yet
    seat = view.seat
    s.known = [view.shown[holder] if holder != viewer else 0 for viewer in FACTIONS for holder in FACTIONS]
    s.known[4 * seat : 4 * seat + 4] = view.known
    held = list(view.known)
    if s.fight is not None and s.fight.stage >= PLANS_SHOWN:
        for faction, card in zip(s.fight.sides, s.fight.card, strict=True):
            if card != NO_CARD:
                held[faction] |= 1 << card  # it lies open
    held[seat] = sum(1 << card for card in view.hand)
    away = held[0] | held[1] | held[2] | held[3]
    for card in (*view.artifact_discard, view.next_artifact, view.card):
        if card != NO_CARD:
            away |= 1 << card
    pool = [card for card in view.tables.rules.artifacts if not away >> card & 1]
    luck.shuffle(pool)
    for faction in FACTIONS:
        if faction == seat:
            s.hands[faction] = list(view.hand)
            continue
        hand = [card for card in range(24) if held[faction] >> card & 1]
        hand += [pool.pop() for _ in range(view.hand_sizes[faction] - len(hand))]
        s.hands[faction] = hand
    if view.is_bidding:
        s.card = view.card if view.card != NO_CARD else pool.pop()
    s.offer = [pool.pop() for _ in range(view.offer_left)]
    s.artifacts = pool if view.next_artifact == NO_CARD else [*pool, view.next_artifact]
    s.known_top = s.artifacts[-1] if view.is_top_known else NO_CARD


def _deal_events(s: State, view: View, luck: Luck) -> None:
    if view.queen < 0:
        return
    away = {*view.event_discard, *view.events_known, view.next_event}
    pool = [card for card, _, _ in view.tables.rules.events if card not in away]
    luck.shuffle(pool)
    is_top_apart = view.next_event != NO_CARD and view.next_event not in view.events_known
    s.events = [*view.events_known, *pool, *([view.next_event] if is_top_apart else [])]


def _is_sound(s: State, view: View, luck: Luck) -> bool:
    """Draws secret plans and loot; False where the guessed cards contradict what was said or done."""
    if not s.tables.settings.own_suit_dealt and any(s.queen[f] == s.tables.suit[f] for f in FACTIONS):
        return False
    bidder = s.high_by
    if s.card != NO_CARD and bidder != NOBODY and s.high > s.gold[bidder] and not s.aces(bidder):
        return False  # who bids more than its gold holds an Ace
    if view.loser != NOBODY:
        hand = s.hands[s.loser]
        s.loot = view.loot if view.seat == ORCS else hand[luck.below(len(hand))]
        s.known[4 * ORCS + s.loser] |= 1 << s.loot
    return s.fight is None or _draw_plans(s, s.fight, view.seat, luck)


def _draw_plans(s: State, battle: Fight, seat: int, luck: Luck) -> bool:
    """Another side's secret plan becomes any that fits its answer; False if its guessed hand fits none."""
    for side in (0, 1):
        faction = battle.sides[side]
        if faction == seat:
            continue
        if battle.stage < PLANS_SHOWN:
            options = plans(s, battle, side)
            if not options.heads:
                return False
            if battle.planned[side]:
                battle.card[side], battle.elites[side], battle.army[side] = draw_option(options, luck)
            if faction == ELVES and battle.stage > (DEFENDER_BLESSED if side else ATTACKER_BLESSED):
                battle.blessed[side] = _may_have_blessed(s) and luck.below(2) == 1
        elif battle.stage > (DEFENDER_BETRAYED if side else ATTACKER_BETRAYED):
            option = draw_option(treacheries(s, battle, side), luck)
            battle.way[side] = option[0] if option else battle.way[side]
    return True


def _may_have_blessed(s: State) -> bool:
    return s.tables.blessing and not s.blessed and s.losses >= s.tables.settings.blessing_losses
