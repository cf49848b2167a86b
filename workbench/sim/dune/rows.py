"""A game of Dragon Dune, played -> one row, and its part of the sums.

Columns that end in a letter are by faction (`castles_D`). Seats are 1 to 4, seat 1 is the first starting player.
`earned_*` and `spent_*` are gold by where it came from and what it went for; with the gold at the start they make up
the gold at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from workbench.dune.game import GAMES_OF_BLOCK, State
from workbench.dune.names import LETTERS
from workbench.dune.state import CASTLES_REASON, DEFAULT_REASON
from workbench.sim.seam import Sums

if TYPE_CHECKING:
    import polars as pl

SOURCES = ("start", "income", "castles", "land", "artifact", "hire", "treachery", "plunder")
USES = ("artifact", "hire", "revive", "disband")
DEATHS = ("battle", "dragon", "red dragon", "troll")
REASONS_TO_WIN = (CASTLES_REASON, DEFAULT_REASON)
PLAIN = ("game", "block", "rung", "shift", "starter", "winner", "turns", "red_dragons", "alliances")
TALLIED = ("battles", "won", "treacheries")  # of each faction, from the log
BY_FACTION = (
    "seat",
    "castles",
    "gold",
    *TALLIED,
    *(f"lost_{why.replace(' ', '_')}" for why in DEATHS),
    *(f"earned_{source}" for source in SOURCES),
    *(f"spent_{use}" for use in USES),
)
TIE_SHARES = 12  # a tie of two, three or four is split without remainder

_DEATH = {why: 3 + len(TALLIED) + place for place, why in enumerate(DEATHS)}
_EARNED = {source: 3 + len(TALLIED) + len(DEATHS) + place for place, source in enumerate(SOURCES)}
_SPENT = {use: 3 + len(TALLIED) + len(DEATHS) + len(SOURCES) + place for place, use in enumerate(USES)}


def row_columns() -> dict[str, pl.DataType]:
    import polars as pl

    found: dict[str, pl.DataType] = {name: pl.Int64() if name in ("game", "block") else pl.Int32() for name in PLAIN}
    found["reason"] = pl.Enum(REASONS_TO_WIN)
    found |= {f"{what}_{letter}": pl.Int32() for what in BY_FACTION for letter in LETTERS}
    return found


class Tally:
    """What the games of one batch come to."""

    def __init__(self, territories: int) -> None:
        self.plain: list[tuple[int, ...]] = []
        self.reasons: list[str] = []
        self.by_faction: list[list[list[int]]] = []
        self.stood = np.zeros((4, territories), dtype=np.int64)  # turn ends with units there
        self.units = np.zeros((4, territories), dtype=np.int64)  # units there, added up over turn ends
        self.fought = np.zeros((4, territories), dtype=np.int64)

    def add(self, state: State, game: int, luck: int, rung: int, shift: int) -> None:
        """Reads the end and the log of a game."""
        result = state.standing()
        table = [[state.seat_of(faction), result.castles[faction], result.gold[faction]] for faction in range(4)]
        for row in table:
            row += [0] * (len(BY_FACTION) - len(row))
        red_dragons, alliances = self._read_log(state.log or [], table)
        starter = state.order[state.first]
        plain = (game, luck // GAMES_OF_BLOCK, rung, shift, starter, result.winner, result.turn)
        self.plain.append((*plain, red_dragons, alliances))
        self.reasons.append(result.reason)
        self.by_faction.append(table)

    def _read_log(self, log: Sequence[tuple[Any, ...]], table: list[list[int]]) -> tuple[int, int]:
        red_dragons = alliances = 0
        for entry in log:
            what = entry[2]
            if what == "gold":
                source, sink, amount, why = entry[3:7]
                if sink < 4:
                    table[sink][_EARNED[why]] += amount
                if source < 4:
                    table[source][_SPENT[why]] += amount
            elif what == "die":
                table[entry[3]][_DEATH[entry[6]]] += entry[5]
            elif what == "battle":
                at, attacker, defender, winner = entry[3:7]
                self.fought[attacker, at] += 1
                self.fought[defender, at] += 1
                table[attacker][3] += 1
                table[defender][3] += 1
                if winner >= 0:
                    table[winner][4] += 1
            elif what == "treachery":
                table[entry[3]][5] += 1
            elif what == "stood":
                units = np.array(entry[3], dtype=np.int64)
                self.units += units
                self.stood += units > 0
            elif what == "red_dragon":
                red_dragons += 1
            elif what == "ally":
                alliances += 1
        return red_dragons, alliances

    def rows(self) -> pl.DataFrame:
        import polars as pl

        plain = np.array(self.plain, dtype=np.int64).reshape(-1, len(PLAIN))
        table = np.array(self.by_faction, dtype=np.int64).reshape(-1, 4, len(BY_FACTION))
        data: dict[str, Any] = {name: plain[:, place] for place, name in enumerate(PLAIN)}
        data["reason"] = self.reasons
        for place, what in enumerate(BY_FACTION):
            for faction, letter in enumerate(LETTERS):
                data[f"{what}_{letter}"] = table[:, faction, place]
        return pl.DataFrame(data).cast(row_columns())  # type: ignore[arg-type]

    def sums(self) -> Sums:
        wins = np.zeros((4, 2), dtype=np.int64)
        for row, reason in zip(self.plain, self.reasons, strict=True):
            wins[row[PLAIN.index("winner")], REASONS_TO_WIN.index(reason)] += 1
        castles = np.array([[row[1] for row in table] for table in self.by_faction], dtype=np.int64).reshape(-1, 4)
        most = np.rint(TIE_SHARES * most_castles(castles)).astype(np.int64).sum(axis=0)
        return {"wins": wins, "most": most, "stood": self.stood, "units": self.units, "fought": self.fought}


def most_castles(castles: NDArray[np.int64]) -> NDArray[np.float64]:
    """A row per game, a column per faction -> each faction's share of "held most castles"; ties are split."""
    is_most = castles == castles.max(axis=1, keepdims=True)
    return np.asarray(is_most / is_most.sum(axis=1, keepdims=True))
