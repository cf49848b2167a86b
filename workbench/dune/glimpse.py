"""A quick stand-in for a view, for games that are only imagined: it shares the state's lists, so it is never kept.

It has the fields that seekers read, and shows of a state what `views.view_of` shows. A bot in a real game never gets
one: it could look through it at the state.
"""

from __future__ import annotations

from typing import cast

from workbench.dune.names import ELVES, NO_CARD, ORCS
from workbench.dune.state import State
from workbench.dune.views import View, fight_view, shown_cards


class Glimpse:
    """What a seat sees of an imagined game."""

    __slots__ = (
        "ally", "bank", "card", "dragon", "elites", "fight", "gold", "grave", "hand", "hand_sizes", "hid", "high",
        "jack", "known", "land", "loot", "order", "pos", "queen", "round", "seat", "seen", "seq", "shared_at",
        "shown_jacks", "shown_queens", "start", "tables", "troll", "turn", "units",
    )  # fmt: skip

    def __init__(self, s: State, seat: int) -> None:
        self.seat, self.tables, self.turn, self.round = seat, s.tables, s.turn, s.round
        self.order, self.start, self.seq, self.pos = s.order, s.start, s.seq, s.pos
        self.gold, self.units, self.seen, self.hid = s.gold, s.units, s.seen, s.hid
        self.bank, self.grave, self.elites, self.land = s.bank, s.grave, s.elites, s.land
        self.dragon, self.troll, self.ally, self.shared_at = s.dragon, s.troll, s.ally, s.shared_at
        hands = s.hands
        self.hand = hands[seat]
        self.hand_sizes = (len(hands[0]), len(hands[1]), len(hands[2]), len(hands[3]))
        self.queen, self.jack, self.high = s.queen[seat], s.jack[seat], s.high
        self.card = s.card if seat == ELVES else NO_CARD
        self.loot = s.loot if seat == ORCS else NO_CARD
        if s.fight is None:
            self.fight = None
        else:
            self.fight = fight_view(s.fight, seat)
            self.known = s.known[4 * seat : 4 * seat + 4]
            self.shown_queens = shown_cards(s.queen, s.shown_queens)
            self.shown_jacks = shown_cards(s.jack, s.shown_jacks)


def glimpse_of(s: State, seat: int) -> View:
    return cast(View, Glimpse(s, seat))
