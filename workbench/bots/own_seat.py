"""A bot of one's own in its seat of one game: asked for a turn, it is shown what its owner may know, and no more."""

from __future__ import annotations

import contextlib
import random
import reprlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from workbench.bots.own import OwnBot, choose_of, line_of
from workbench.duke.board.kinds import NO_TURN
from workbench.duke.board.state import DIVINING
from workbench.duke.game import Game, Position
from workbench.duke.text.position_write import format_state

# What of a state is the table's: its luck, and what the engine left on its desk.
HIDDEN_LUCK = ("seed", "count", "choices", "scripted", "tape_at", "tape_len", "tape", "radix", "upto")


def seen_state(state: np.recarray) -> np.recarray:
    """The state as its players know it: bags in the order of their types, the luck of the game left out."""
    seen = state.copy().view(np.recarray)
    s = seen[0]
    for owner in range(2):
        n = int(s["nbag"][owner])
        s["bag"][owner, :n].sort()
        s["bag"][owner, n:] = 0  # drawn tiles may linger behind the last
    for field in HIDDEN_LUCK if int(s["phase"]) == DIVINING else (*HIDDEN_LUCK, "nhand", "hand"):
        s[field] = 0  # a hand that was put back is forgotten
    return seen


class OwnSeat:
    """One seat of one game; a new object of their class serves it. Called like a `Chooser`."""

    expected_score: float | None = None

    def __init__(self, bot: OwnBot, game: Game) -> None:
        self.bot = bot
        self.game = game  # not the table's own: what that has on its desk would tell the order of the bags
        self.player: Any = None

    def __call__(self, rules: Any, pool: Any, b: int = 0) -> int:
        """The packed turn for the decision at pool[b]."""
        return self.decide(pool.saved(b))

    def forget(self) -> None:
        """After a turn was taken back: a new player, who has seen nothing of it."""
        self.player = None

    def think(self, rules: Any, pool: Any, seconds: float) -> int:
        """The same: how long it thinks is its own business."""
        return self(rules, pool)

    def decide(self, state: np.recarray) -> int:
        """The packed turn that it chooses, or NO_TURN where there is none; raises OwnBotError."""
        shown = seen_state(state)
        seen = Position(format_state(shown[0], self.game.letters), game=self.game, state=shown)
        turns = dict(seen.turns())
        if not turns:
            return NO_TURN
        with own_luck(state[0]):
            if self.player is None or not int(state[0]["choices"][seen.owner]):
                self.player = self.bot.make()
            choose = choose_of(self.bot, self.player)
            answer = self.bot.guarded(choose, seen, tuple(turns), line=line_of(choose), asked=seen.line)
        if not isinstance(answer, str) or answer not in turns:
            raise self.bot.error(refusal(answer, tuple(turns)), line_of(choose), seen.line)
        return turns[answer]


def refusal(answer: object, turns: tuple[str, ...]) -> str:
    """Why an answer is not taken."""
    if not isinstance(answer, str):
        given = f"{type(answer).__name__} {reprlib.repr(answer)}" if answer is not None else "nothing"
        return f"it answered {given}; choose must return one of its turns, such as {turns[0]!r}"
    some = ", ".join(turns[:6]) + (" ..." if len(turns) > 6 else "")
    return f"it answered {answer[:60]!r}, which is none of the {len(turns)} legal turns ({some})"


@contextlib.contextmanager
def own_luck(s: np.record) -> Iterator[None]:
    """Python's `random` by the luck of the game, decision and seat: the same game comes out the same again."""
    before = random.getstate()
    random.seed(f"{s['seed'].tolist()} {int(s['to_move'])} {s['choices'].tolist()}")
    try:
        yield
    finally:
        random.setstate(before)
