"""What a faction may see: a `View` is frozen and holds nothing that is hidden from its seat."""

from __future__ import annotations

from typing import NamedTuple

from workbench.dune.combat import NOT_DECLARED
from workbench.dune.names import ELVES, NO_CARD, NOBODY, ORCS
from workbench.dune.state import Fight, State
from workbench.dune.tables import Tables

NONE_SHOWN = (-1, -1, -1, -1)
PLANS_SHOWN = 8  # the stage of a battle from which on both plans are public


class FightView(NamedTuple):
    """A battle as one seat sees it; index 0 is the attacker's, 1 the defender's."""

    at: int
    attacker: int
    defender: int
    stage: int
    asked: tuple[int, int]  # what this side asked: 0, COLOUR or ARMY
    answer: tuple[int, int]  # what this side answered, -1 for nothing
    # (card, elites, army, blessed) of each side; None while it is not made, or is secret
    plans: tuple[tuple[int, int, int, bool] | None, tuple[int, int, int, bool] | None]
    planned: tuple[bool, bool]
    blessed: bool  # whether the viewer has called a blessing for this battle
    way: int  # how the viewer has declared treachery, -2 if it has not


class View(NamedTuple):
    """Tuples are by faction (D, E, G, O), those of territories by their number; masks have bit t for territory t."""

    seat: int
    tables: Tables
    turn: int
    round: int
    step: int  # a `flow.Step`
    order: tuple[int, ...]  # of play, a circle
    start: int  # place in `order` of this turn's starting player
    first: int  # of the first turn's
    seq: tuple[int, ...]  # order of round IV
    pos: int  # whose turn it is within the round
    gold: tuple[int, ...]
    units: tuple[tuple[int, ...], ...]  # by faction and territory, hidden ones too
    seen: tuple[int, ...]  # masks of visible stacks
    hid: tuple[int, ...]  # masks of hidden stacks
    bank: tuple[int, ...]
    grave: tuple[int, ...]
    removed: tuple[int, ...]
    elites: tuple[int, ...]  # of the Dwarves, by territory
    elite_bank: int
    elite_grave: int
    land: tuple[int, ...]  # gold by territory
    dragon: int  # number, 0: nowhere
    troll: bool
    ally: tuple[int, ...]
    losses: int  # of the Elves in combat
    blessed: bool  # the blessing was used this turn
    no_hire: int  # mask of factions
    met_troll: bool
    hand: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    queen: int  # suit
    jack: int
    shown_queens: tuple[int, ...]  # suits that all have seen, -1 where not
    shown_jacks: tuple[int, ...]
    known: tuple[int, ...]  # by holder: mask of artifacts that the seat knows to be in that hand
    shown: tuple[int, ...]  # by holder: mask of those that everybody knows
    artifacts_left: int
    artifact_discard: tuple[int, ...]
    next_artifact: int  # for the Elves, if they know it
    is_top_known: bool  # whether the Elves know the top of the artifact deck
    offer_left: int  # cards still to come up for bid
    card: int  # up for bid; only the Elves see which
    is_bidding: bool
    bidder: int
    turn_of: int
    high: int
    high_by: int
    passed: int  # mask of factions
    events_left: int
    event_discard: tuple[int, ...]  # the last lies on top
    events_known: tuple[int, ...]  # at the bottom of the deck, the first is the lowest
    next_event: int  # for the Elves after round III
    event_peeked: bool  # whether they know it
    partner: int  # who was proposed an alliance
    shared_at: int  # where somebody may hide, or whence the Orcs may ride
    queue: tuple[int, ...]
    resume: int  # the step after hiding
    fight: FightView | None
    loser: int  # whom the Orcs plunder
    loot: int  # what they drew; only they see it
    asked_seat: int  # who has to decide, -1 when the game is over
    asked_kind: str
    winner: int
    reason: str


def view_of(s: State, seat: int) -> View:
    """The fields in their order: the board, all of it public; own cards and what is known of others'; decks; the round.

    One tuple without calls of our own: a bot that looks gets a view for every decision.
    """
    hands, known, asked, fight, is_elf = s.hands, s.known, s.asked, s.fight, seat == ELVES
    first = 4 * seat
    return tuple.__new__(View, (  # as View(...), but quicker
        seat, s.tables, s.turn, s.round, s.step, s.order, s.start, s.first, s.seq, s.pos,
        tuple(s.gold), tuple(s.units), tuple(s.seen), tuple(s.hid),
        tuple(s.bank), tuple(s.grave), tuple(s.removed), s.elites, s.elite_bank, s.elite_grave,
        s.land, s.dragon, s.troll, tuple(s.ally), s.losses, s.blessed, s.no_hire, s.met_troll,
        tuple(hands[seat]), (len(hands[0]), len(hands[1]), len(hands[2]), len(hands[3])), s.queen[seat], s.jack[seat],
        shown_cards(s.queen, s.shown_queens) if s.shown_queens else NONE_SHOWN,
        shown_cards(s.jack, s.shown_jacks) if s.shown_jacks else NONE_SHOWN,
        (known[first], known[first + 1], known[first + 2], known[first + 3]),
        (
            known[8] and known[4] & known[8] & known[12],  # most are 0: the Elves alone know much
            known[9] and known[1] & known[9] & known[13],
            known[14] and known[2] & known[6] & known[14],
            known[11] and known[3] & known[7] & known[11],
        ),
        len(s.artifacts), tuple(s.artifact_discard), s.known_top if is_elf else NO_CARD, s.known_top != NO_CARD,
        len(s.offer), s.card if is_elf else NO_CARD, s.card != NO_CARD, s.bidder, s.turn_of, s.high, s.high_by,
        s.passed, len(s.events), tuple(s.event_discard), tuple(s.events[: s.events_known]),
        s.events[-1] if is_elf and s.event_peeked else NO_CARD, s.event_peeked,
        s.partner, s.shared_at, s.queue, s.resume, None if fight is None else fight_view(fight, seat),
        s.loser, s.loot if seat == ORCS else NO_CARD,
        asked.seat if asked else NOBODY, asked.kind if asked else "", s.winner, s.reason,
    ))  # fmt: skip


def shown_cards(cards: list[int], mask: int) -> tuple[int, ...]:
    if mask == 0:
        return NONE_SHOWN
    d, e, g, o = cards
    return (d if mask & 1 else -1, e if mask & 2 else -1, g if mask & 4 else -1, o if mask & 8 else -1)


def fight_view(battle: Fight, seat: int) -> FightView:
    """Plans are secret until both are made; a declared treachery is secret until the battle is settled."""
    plans: list[tuple[int, int, int, bool] | None] = [None, None]
    for side in (0, 1):
        if battle.planned[side] and (battle.stage >= PLANS_SHOWN or battle.sides[side] == seat):
            plans[side] = (battle.card[side], battle.elites[side], battle.army[side], battle.blessed[side])
    mine = battle.sides.index(seat) if seat in battle.sides else -1
    return FightView(
        battle.at,
        *battle.sides,
        battle.stage,
        (battle.asked[0], battle.asked[1]),
        (battle.answer[0], battle.answer[1]),
        (plans[0], plans[1]),
        (battle.planned[0], battle.planned[1]),
        mine >= 0 and battle.blessed[mine],
        battle.way[mine] if mine >= 0 else NOT_DECLARED,
    )
