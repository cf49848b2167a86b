"""The state of a game and what every round does with it: units, gold and cards.

`decision()` and `take()` run the game; the rounds register themselves in `flow`. Rules ids: docs/dune-rules.md.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from workbench.dune.chance import ARTIFACT_DECK, EVENT_DECK, NEUTRAL, shuffled
from workbench.dune.decision import Decision, Drawing, Option, Options
from workbench.dune.flow import STEPS, TAKERS, Step
from workbench.dune.names import BANK, DWARVES, LAND, NO_CARD, NOBODY
from workbench.dune.tables import Tables

CASTLES_REASON, DEFAULT_REASON = "castles", "default"


class Result(NamedTuple):
    """How the game stands, or ended. `winner` is -1 while nobody has won."""

    winner: int
    reason: str  # "castles", "default", or "" while the game goes on
    castles: tuple[int, ...]  # controlled, by faction
    gold: tuple[int, ...]
    turn: int


class Fight:
    """One battle. Index 0 is the attacker's, 1 the defender's."""

    def __init__(self, at: int, attacker: int, defender: int) -> None:
        self.at = at
        self.sides = (attacker, defender)
        self.stage = 0
        self.asked = [0, 0]  # what this side asks the other: 0, COLOUR or ARMY
        self.answer = [-1, -1]  # what this side has answered
        self.planned = [False, False]
        self.card = [NO_CARD, NO_CARD]
        self.elites = [0, 0]
        self.army = [0, 0]
        self.blessed = [False, False]
        self.way = [-2, -2]  # treachery: -2 not declared, -1 by Queen and Jack, else the Ace

    def copy(self) -> Fight:
        new: Fight = Fight.__new__(Fight)
        kept = new.__dict__
        kept.update(self.__dict__)
        for name in ("asked", "answer", "planned", "card", "elites", "army", "blessed", "way"):
            kept[name] = kept[name][:]
        return new


Row = tuple[int, ...]


def with_more(row: Row, at: int, count: int) -> Row:
    """A row with so many more at a territory. Rows are never changed: views and copies of a state share them."""
    return (*row[:at], row[at] + count, *row[at + 1 :])


class State:
    """A game. Factions are 0 to 3 (D, E, G, O); rows are by territory."""

    __slots__ = (  # quicker than a dictionary of so many attributes
        "ally", "artifact_discard", "artifact_mixes", "artifacts", "asked", "bank", "bidder", "blessed", "card",
        "dragon", "elite_bank", "elite_grave", "elites", "event_discard", "event_mixes", "event_peeked",
        "events", "events_known", "fight", "first", "gold", "grave", "hands", "hid", "high", "high_by", "jack",
        "key", "known", "known_top", "land", "log", "loot", "loser", "losses", "met_troll", "no_hire", "offer",
        "order", "partner", "passed", "plunders", "pos", "queen", "queue", "reason", "removed", "resume",
        "round", "seen", "seq", "shared_at", "shown_jacks", "shown_queens", "start", "step", "tables", "troll",
        "turn", "turn_of", "units", "winner",
    )  # fmt: skip

    def __init__(self, tables: Tables, key: int, order: tuple[int, ...], start: int) -> None:
        self.tables = tables
        self.key = key  # of all chance
        self.log: list[tuple[Any, ...]] | None = None
        self.order = order  # player order, a circle
        self.first = start  # place in `order` of the first starting player: seat 1
        self.start = start  # of this turn's starting player
        self.turn = 1
        self.round = 0
        self.step = Step.PLACE
        self.asked: Decision | None = None
        self.winner = NOBODY
        self.reason = ""
        self._set_board(tables)
        self._set_cards()
        self._set_round()

    def _set_board(self, tables: Tables) -> None:
        cap = tables.settings.unit_cap
        self.gold = [0, 0, 0, 0]
        self.units: list[Row] = [(0,) * tables.size] * 4
        self.seen = [0, 0, 0, 0]  # masks of territories with visible units
        self.hid = [0, 0, 0, 0]  # masks of territories with hidden units
        self.bank = [cap] * 4
        self.grave = [0, 0, 0, 0]
        self.removed = [0, 0, 0, 0]
        self.elites: Row = (0,) * tables.size  # of the Dwarves
        self.elite_bank = min(cap, tables.settings.elite_units) if tables.elite else 0
        self.elite_grave = 0
        self.land: Row = (0,) * tables.size
        self.dragon = 0  # nowhere
        self.troll = True
        self.ally = [NOBODY] * 4
        self.losses = 0  # of the Elves in combat

    def _set_cards(self) -> None:
        self.events: list[int] = []  # the last is the top
        self.event_discard: list[int] = []
        self.events_known = 0  # so many cards at the bottom everybody has seen
        self.event_peeked = False  # the Elves know the top
        self.event_mixes = 0
        self.artifacts: list[int] = []  # the last is the top
        self.artifact_discard: list[int] = []
        self.artifact_mixes = 0
        self.known_top = NO_CARD  # of the artifact deck: known to the Elves
        self.offer: list[int] = []  # still to be auctioned, the last is next
        self.hands: list[list[int]] = [[], [], [], []]
        self.queen = [-1] * 4
        self.jack = [-1] * 4
        self.shown_queens = 0  # masks of factions whose Queen or Jack everybody has seen
        self.shown_jacks = 0
        self.known = [0] * 16  # at viewer * 4 + holder: mask of cards that the viewer knows to be there
        self.plunders = 0

    def _set_round(self) -> None:
        self.pos = 0  # whose turn it is within a round
        self.seq: tuple[int, ...] = ()  # order of round IV
        self.queue: tuple[int, ...] = ()  # what is still to be asked in a step
        self.partner = NOBODY  # who was proposed an alliance
        self.card = NO_CARD  # up for bid
        self.bidder = 0  # place in `order` of the starting bidder
        self.turn_of = 0  # place in `order` of who bids now
        self.high = 0
        self.high_by = NOBODY
        self.passed = 0
        self.no_hire = 0  # mask of factions that may not hire this turn
        self.met_troll = False
        self.shared_at = -1
        self.resume = Step.OVER  # the step after hiding
        self.blessed = False  # the Elves, this turn
        self.fight: Fight | None = None
        self.loot = NO_CARD
        self.loser = NOBODY

    # ------------------------------------------------------------------------------------------- running the game
    def decision(self) -> Decision | None:
        """What has to be decided next; None when the game is over."""
        return self.asked

    def take(self, option: Option) -> None:
        """Decides. The option must be one of the decision's: this is not checked, for speed."""
        asked = self.asked
        assert asked is not None, "the game is over"
        if self.log is not None:
            self.log.append((self.turn, self.round, "take", asked.seat, asked.kind, option))
        self.asked = None
        TAKERS[asked.kind](self, asked.seat, option)
        self.run()

    def run(self) -> None:
        """Goes on until somebody has a choice or the game is over."""
        while self.asked is None and self.step:
            STEPS[self.step](self)

    def ask(self, seat: int, kind: str, options: Options) -> None:
        self.asked = tuple.__new__(Decision, (seat, kind, options, self.round))  # as Decision(...), but quicker

    def copy(self) -> State:
        """An independent state; it keeps no log."""
        new: State = State.__new__(State)
        for name in State.__slots__:
            setattr(new, name, getattr(self, name))
        new.log = None
        new.gold = self.gold[:]
        new.units = self.units[:]
        new.seen = self.seen[:]
        new.hid = self.hid[:]
        new.bank = self.bank[:]
        new.grave = self.grave[:]
        new.removed = self.removed[:]
        new.ally = self.ally[:]
        new.events = self.events[:]
        new.event_discard = self.event_discard[:]
        new.artifacts = self.artifacts[:]
        new.artifact_discard = self.artifact_discard[:]
        new.offer = self.offer[:]
        new.hands = [hand[:] for hand in self.hands]
        new.queen = self.queen[:]
        new.jack = self.jack[:]
        new.known = self.known[:]
        if self.fight is not None:
            new.fight = self.fight.copy()
        return new

    def view(self, seat: int) -> Any:
        """What a faction may see, frozen (a `views.View`)."""
        from workbench.dune.views import view_of

        return view_of(self, seat)

    def guess(self, seat: int, luck: Drawing) -> State:
        """A full state that fits what the faction sees; what it cannot know, future chance too, is drawn anew."""
        from workbench.dune.guesses import guess_from

        return guess_from(self.view(seat), luck)

    def standing(self) -> Result:
        castles = self.tables.castle_mask
        held = tuple((self.controlled(f) & castles).bit_count() for f in range(4))
        return Result(self.winner, self.reason, held, tuple(self.gold), self.turn)

    # ------------------------------------------------------------------------------------------------------- units
    def controlled(self, faction: int) -> int:
        """Mask of the territories where it alone has visible units (DMAP-5)."""
        seen = self.seen
        others = seen[faction ^ 1] | seen[faction ^ 2] | seen[faction ^ 3]
        return seen[faction] & ~others

    def full_castles(self, faction: int) -> int:
        """Mask of the castles where two other factions stand (DMAP-6)."""
        a, b, c = self.seen[faction ^ 1], self.seen[faction ^ 2], self.seen[faction ^ 3]
        return (a & b | a & c | b & c) & self.tables.castle_mask

    def blocked(self) -> int:
        """Mask of the territories that the dragon closes (DDRG-5)."""
        return self.tables.blocked_of[self.dragon]

    def put(self, faction: int, at: int, count: int, elites: int = 0, hidden: bool = False) -> None:
        """Units come to a territory; they join a stack that is there, hidden or not (DHID-7)."""
        row = self.units[faction]
        if row[at] == 0:
            if hidden:
                self.hid[faction] |= 1 << at
            else:
                self.seen[faction] |= 1 << at
        self.units[faction] = with_more(row, at, count)
        if elites:
            self.elites = with_more(self.elites, at, elites)

    def lift(self, faction: int, at: int, count: int, elites: int = 0) -> None:
        """Units leave a territory."""
        row = self.units[faction] = with_more(self.units[faction], at, -count)
        if row[at] == 0:
            self.seen[faction] &= ~(1 << at)
            self.hid[faction] &= ~(1 << at)
        if elites:
            self.elites = with_more(self.elites, at, -elites)

    def recruit(self, faction: int, at: int, count: int) -> None:
        """Units come from the bank, elites first (DADV-2)."""
        elites = 0
        if faction == DWARVES and self.elite_bank:
            elites = min(count, self.elite_bank)
            self.elite_bank -= elites
        self.bank[faction] -= count
        self.put(faction, at, count, elites)

    def last_elites(self, faction: int, at: int, count: int) -> int:
        """How many elites are among `count` units when ordinary units go first (DADV-2)."""
        if faction != DWARVES or not self.elites[at]:
            return 0
        return max(0, count - (self.units[DWARVES][at] - self.elites[at]))

    def disband(self, faction: int, at: int, count: int) -> None:
        """Units go back to the bank."""
        elites = self.last_elites(faction, at, count)
        self.lift(faction, at, count, elites)
        self.bank[faction] += count
        self.elite_bank += elites
        if self.log is not None:
            self.note("disband", faction, at, count)

    def kill(self, faction: int, at: int, count: int, why: str, elites: int = -1) -> None:
        """Units die; by dragon and Red Dragon for good where the rules say so (DMAP-8). Elites -1: ordinary first."""
        if count == 0:
            return
        if elites < 0:
            elites = self.last_elites(faction, at, count)
        self.lift(faction, at, count, elites)
        if self.tables.permanent and why in ("dragon", "red dragon"):
            self.removed[faction] += count
        else:
            self.grave[faction] += count
            self.elite_grave += elites
        if self.log is not None:
            self.note("die", faction, at, count, why)

    # -------------------------------------------------------------------------------------------- gold, cards, log
    def note(self, *parts: Any) -> None:
        """Writes into the log; call it only where there is one."""
        assert self.log is not None
        self.log.append((self.turn, self.round, *parts))

    def pay(self, source: int, sink: int, amount: int, why: str, at: int = -1) -> None:
        """Moves gold between factions (0 to 3), BANK and LAND (at a territory)."""
        if amount == 0:
            return
        if source < 4:
            self.gold[source] -= amount
        elif source == LAND:
            self.land = with_more(self.land, at, -amount)
        if sink < 4:
            self.gold[sink] += amount
        elif sink == LAND:
            self.land = with_more(self.land, at, amount)
        if self.log is not None:
            self.note("gold", source, sink, amount, why, at)

    def halved(self, price: int) -> int:
        return (price + self.tables.rounding) >> 1

    def aces(self, faction: int) -> list[int]:
        return [card for card in self.hands[faction] if card % 6 == 0]

    def lose_card(self, faction: int, card: int) -> None:
        """A card leaves a hand: what anybody knew of it there is no longer true."""
        self.hands[faction].remove(card)
        keep = ~(1 << card)
        known = self.known
        known[faction] &= keep
        known[4 + faction] &= keep
        known[8 + faction] &= keep
        known[12 + faction] &= keep

    def discard(self, faction: int, card: int, why: str) -> None:
        self.lose_card(faction, card)
        self.artifact_discard.append(card)
        if self.log is not None:
            self.note("discard", faction, card, why)

    def draw_artifact(self) -> int:
        """The top card; an empty deck is made of the discards (DBID-10). NO_CARD if there is none."""
        if not self.artifacts:
            if not self.artifact_discard:
                return NO_CARD
            self.artifact_mixes += 1
            self.artifacts = shuffled(self.artifact_discard, self.key, NEUTRAL, ARTIFACT_DECK, self.artifact_mixes)
            self.artifact_discard = []
        card = self.artifacts.pop()
        if card == self.known_top:
            self.known_top = NO_CARD
        return card

    def draw_event(self) -> int:
        """The top card; an empty deck is made of the discards but their top (DEVT-8). NO_CARD if there is none."""
        if not self.events:
            if len(self.event_discard) < 2:
                return NO_CARD
            self.event_mixes += 1
            again = self.event_discard[:-1]
            self.events = shuffled(again, self.key, NEUTRAL, EVENT_DECK, self.event_mixes)
            self.event_discard = self.event_discard[-1:]
            self.events_known = 0
        self.event_peeked = False
        card = self.events.pop()
        self.events_known = min(self.events_known, len(self.events))
        return card

    def seat_of(self, faction: int) -> int:
        """1 to 4: how long after the first starting player a faction sits."""
        return (self.order.index(faction) - self.first) % 4 + 1

    def from_start(self) -> tuple[int, ...]:
        """The factions in player order, from this turn's starting player."""
        return self.order[self.start :] + self.order[: self.start]


__all__ = ["BANK", "CASTLES_REASON", "DEFAULT_REASON", "Fight", "Result", "State"]
