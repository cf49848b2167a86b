"""A game that goes on step by step: people decide when they like, bots by the luck that they have in simulations."""

from __future__ import annotations

from workbench.dune.bots import Bot
from workbench.dune.chance import BOT, MASK, Luck, luck_key, mix
from workbench.dune.decision import KINDS, Option
from workbench.dune.game import new_game
from workbench.dune.play import KIND_NUMBERS
from workbench.dune.record import Taken
from workbench.dune.rules import Rules


class Session:
    """Bots by faction; None is a person."""

    def __init__(self, rules: Rules, seed: int, game: int, players: list[Bot | None]) -> None:
        self.rules, self.seed, self.game = rules, seed, game
        self.players = players
        self.taken: list[Taken] = []
        self._begin()

    def _begin(self) -> None:
        self.state = new_game(self.rules, self.seed, self.game, log=True)
        self._counts = [[0] * len(KINDS) for _ in range(4)]
        self._keys = [luck_key(self.state.key, faction, BOT, 0) for faction in range(4)]

    @property
    def is_over(self) -> bool:
        return self.state.decision() is None

    @property
    def waits_for_person(self) -> bool:
        asked = self.state.decision()
        return asked is not None and self.players[asked.seat] is None

    def take(self, option: Option) -> None:
        """Decide what has to be decided; the option must be one of the decision's."""
        asked = self.state.decision()
        if asked is None or option not in asked.options:
            raise ValueError("this is not among the options")
        self._counts[asked.seat][KIND_NUMBERS[asked.kind]] += 1
        self.taken.append(Taken(self.state.turn, self.state.round, asked.seat, asked.kind, option))
        self.state.take(option)

    def let_bot_decide(self) -> None:
        asked = self.state.decision()
        bot = self.players[asked.seat] if asked else None
        if asked is None or bot is None:
            raise ValueError("no bot has to decide")
        kind = KIND_NUMBERS[asked.kind]
        luck = Luck(mix(self._keys[asked.seat] + (kind << 40), self._counts[asked.seat][kind] + 1) & MASK)
        self.take(bot.choose(self.state.view(asked.seat) if bot.looks else None, asked, luck))

    def take_back(self, faction: int) -> bool:
        """Undo the last decision of a faction and all after it; False where there is none."""
        places = [place for place, one in enumerate(self.taken) if one.faction == faction]
        if not places:
            return False
        kept = self.taken[: places[-1]]
        self.taken = []
        self._begin()
        for one in kept:
            self.take(one.option)
        return True
