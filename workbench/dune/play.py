"""Whole games between bots, and games again from their options."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from workbench.dune.bots import Bot
from workbench.dune.chance import BOT, MASK, Luck, luck_key, mix
from workbench.dune.decision import KINDS, Option
from workbench.dune.game import new_game
from workbench.dune.rules import Rules
from workbench.dune.state import State
from workbench.dune.views import view_of

KIND_NUMBERS = {kind: number for number, kind in enumerate(KINDS)}


class BotLuck:
    """The luck of one decision; its key is mixed only if something is drawn, which most decisions do not."""

    __slots__ = ("base", "luck", "ordinal")

    def __init__(self, base: int, ordinal: int) -> None:
        self.base, self.ordinal = base, ordinal
        self.luck: Luck | None = None

    def below(self, limit: int) -> int:
        """A value from 0 to limit - 1."""
        if self.luck is None:
            self.luck = Luck(mix(self.base, self.ordinal) & MASK)
        return self.luck.below(limit)


def play_game(rules: Rules, seed: int, game: int, bots: Sequence[Bot], log: bool = False) -> State:
    """Plays a game to its end; `bots` are by faction (D, E, G, O)."""
    state = new_game(rules, seed, game, log)
    play_on(state, bots)
    return state


def play_on(state: State, bots: Sequence[Bot]) -> None:
    """Plays a state to its end. A bot's luck is keyed by faction, kind of decision and how often it was asked."""
    counts = [[0] * len(KINDS) for _ in range(4)]
    keys = [luck_key(state.key, faction, BOT, 0) for faction in range(4)]
    while (decision := state.asked) is not None:
        seat = decision.seat
        kind = KIND_NUMBERS[decision.kind]
        row = counts[seat]
        row[kind] += 1
        bot = bots[seat]
        luck = BotLuck(keys[seat] + (kind << 40), row[kind])
        view = view_of(state, seat) if bot.looks else None
        state.take(bot.choose(view, decision, luck))


def replay(rules: Rules, seed: int, game: int, options: Iterable[Option], log: bool = False) -> State:
    """The game in which these options were taken, one after the other; raises ValueError at an illegal one."""
    state = new_game(rules, seed, game, log)
    for number, option in enumerate(options):
        decision = state.decision()
        if decision is None:
            raise ValueError(f"option {number + 1}: the game is over")
        if option not in decision.options:
            raise ValueError(f"option {number + 1}: {option} is no option of '{decision.kind}'")
        state.take(option)
    return state
