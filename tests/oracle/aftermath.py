"""What follows an opener: points, wins, hop, Dragon, the next turn."""

from __future__ import annotations

from .geometry import adjacent, home_edge
from .openers import Openers
from .position import Pos, change
from .rules import (
    Turn,
)
from .text import repetition_key


class Aftermath(Openers):
    """Steps 10 to 14 of the pipeline."""

    def open_turn(self, pos: Pos, turn: Turn) -> Pos:
        """The node that follows an opener."""
        after = turn.pos
        after.frz = self.dreaded(pos)
        after.held = frozenset()
        if turn.win:
            return self.over(after, pos.owner, "=" if turn.win == "both" else "SN"[pos.owner], turn.win)
        if turn.chance and turn.chance != "?facing":
            after.phase = turn.chance
            return after
        return self.settle(after, pos.owner, pos.flags, turn.moved, turn.progress, facing=bool(turn.chance))

    def settle(
        self,
        pos: Pos,
        mover: int,
        flags_before: tuple[int | None, int | None],
        moved: tuple[tuple[int | None, int], ...],
        progress: bool,
        facing: bool = False,
    ) -> Pos:
        """Steps 10 and 11 of the pipeline."""
        scored = self.scores_coup(pos, mover, moved)
        if scored:
            pos.scores = change(pos.scores, mover, pos.scores[mover] + 1)
        pos.np = 0 if progress or scored else pos.np + 1
        winner, reason = self.objective_result(pos, mover, flags_before)
        if reason:
            return self.over(pos, mover, winner, reason)
        if facing:
            pos.phase = "?facing:hop" if scored else "?facing"
            pos.owner = mover
            return pos
        return self.to_hop(pos, mover) if scored else self.to_dragon(pos, mover)

    def scores_coup(self, pos: Pos, mover: int, moved: tuple[tuple[int | None, int], ...]) -> bool:
        """COUP-5."""
        flag = pos.flags[1 - mover]
        if self.rules.objective != "counting_coup" or flag is None:
            return False
        near = adjacent(flag)
        return any(end in near and start not in near for start, end in moved)

    def objective_result(self, pos: Pos, mover: int, flags_before: tuple[int | None, int | None]) -> tuple[str, str]:
        """Step 10: (winner, reason), reason empty while the game goes on."""
        objective = self.rules.objective
        if objective == "counting_coup" and pos.scores[mover] >= 3:
            return "SN"[mover], "coup"
        trophy = pos.flags[1 - mover]
        if objective == "trophy_hunters" and trophy in home_edge(mover) and trophy != flags_before[1 - mover]:
            return "SN"[mover], "trophy"
        if objective == "dark_rider":
            return self.rider_result(pos)
        if objective == "robin_hood":
            return self.hunt_result(pos)
        return self.troops_result(pos)

    def rider_result(self, pos: Pos) -> tuple[str, str]:
        """RIDER-4 to RIDER-6, RIDER-8."""
        if not pos.squares(1) and any(pos.off[1]):
            return "S", "rider"
        if len(self.resting(pos)) >= 3:
            return "S", "edge"
        if len(pos.off[0][0]) >= 3:
            return "N", "riders-toll"
        if not set(pos.squares(0)) - self.resting(pos) and self.rules.settings["rider_dead"] == "draw":  # RIDER-9
            return "=", "rider-dead"
        return "", ""

    def hunt_result(self, pos: Pos) -> tuple[str, str]:
        """ROBIN-3."""
        light = self.rules.light
        if any(pos.board[square][0] in self.rules.hunted for square in pos.squares(1 - light)):
            return "", ""
        return "SN"[light], "villains"

    def troops_result(self, pos: Pos) -> tuple[str, str]:
        """COUP-8, TROPHY-5."""
        if self.rules.objective not in ("counting_coup", "trophy_hunters"):
            return "", ""
        alive = [bool(pos.squares(0)), bool(pos.squares(1))]
        if all(alive):
            return "", ""
        return ("S" if alive[0] else "N" if alive[1] else "="), "no-troops"

    def over(self, pos: Pos, mover: int, winner: str, reason: str) -> Pos:
        """The end of the game within or right after a turn of `mover`."""
        pos.owner = 1 - mover
        pos.ply += 1
        return self.end(pos, winner, reason)

    def end(self, pos: Pos, winner: str, reason: str) -> Pos:
        pos.held = pos.frz = frozenset()
        pos.np = 0
        pos.phase = f"over:{winner}:{reason}"
        return pos

    def to_hop(self, pos: Pos, mover: int) -> Pos:
        """COUP-6."""
        pos.owner = 1 - mover
        pos.phase = "hop"
        return pos

    def to_dragon(self, pos: Pos, mover: int) -> Pos:
        if pos.dragon is None:
            return self.next_turn(pos, mover)
        pos.owner = mover
        pos.phase = "?dragon"
        return pos

    def next_turn(self, pos: Pos, mover: int) -> Pos:
        """Step 13."""
        own = {square for square, tile in pos.board.items() if tile[1] == mover}
        pos.held = frozenset(pos.frz & own)  # DREAD-1
        pos.frz = frozenset()
        pos.ply += 1
        pos.owner = 1 - mover
        pos.phase = ""
        return self.test_draws(pos)

    def test_draws(self, pos: Pos) -> Pos:
        """TURN-4, then TURN-5."""
        settings = self.rules.settings
        if next(self.openers(pos), None) is None:
            if self.rules.guards(pos.owner) and self.attacks(pos, 1 - pos.owner):
                return self.end(pos, "NS"[pos.owner], "mate")
            return self.end(pos, "=" if settings["no_turn"] == "draw" else "NS"[pos.owner], "stuck")
        if settings["repetition"] and self.seen.get(repetition_key(pos), 0) + 1 >= settings["repetition"]:
            return self.end(pos, "=", "repetition")
        if settings["no_progress"] and pos.np >= settings["no_progress"]:
            return self.end(pos, "=", "no-progress")
        if settings["max_turns"] and pos.ply >= settings["max_turns"]:
            return self.end(pos, "=", "max-turns")
        return pos
