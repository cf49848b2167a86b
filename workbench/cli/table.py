"""A game at the table: who sits where, bots that move by themselves, and the record of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.bots.choose import Chooser
    from workbench.duke.game import Game, Position
    from workbench.words import Owner

HUMAN = "human"


class Table:
    """A game in play. `players` are the names of South's and North's player: a bot, or `human`."""

    def __init__(self, game: Game, players: tuple[str, str], seed: int, number: int = 0, twin: int = 0) -> None:
        from workbench.duke.record import Recorder

        self.game = game
        self.players = players
        self.choosers: dict[Owner, Chooser] = {}
        self.think_seconds = 0.0
        self.expected: float | None = None  # South's score, by the bot that decided last
        self.position = game.dealt(seed, number, twin)
        header = {"south": players[0], "north": players[1], "seed": str(seed)}
        self.recorder = Recorder(game, self.position, True, header)

    @classmethod
    def from_position(cls, game: Game, start: Position, players: tuple[str, str], seed: int) -> Table:
        """A game that begins at a given position; its bags are shuffled by the seed."""
        from workbench.duke.record import Recorder

        table = cls(game, players, seed)
        table.position = game.shuffled(start, seed)
        header = {"south": players[0], "north": players[1], "seed": str(seed)}
        table.recorder = Recorder(game, start, False, header)
        return table

    @property
    def waits_for_human(self) -> bool:
        here = self.position
        return not here.is_over and not here.is_chance and self.players[here.owner] == HUMAN

    def go_on(self) -> str:
        """Let chance or a bot make the next step; returns it. Not when a human is to decide."""
        before = self.position
        if before.is_chance:
            step, self.position = self.game.let_luck(before)
        else:
            step, self.position = self._bot_step(before)
        self.recorder.add(before, step)
        return step

    def _bot_step(self, before: Position) -> tuple[str, Position]:
        referee = self.game.referee
        state = before.state
        chooser = self._chooser(before.owner)
        pool = referee.load(state)
        if self.think_seconds:
            code = chooser.think(referee.rules, pool, self.think_seconds)
        else:
            code = chooser(referee.rules, pool)
        self.expected = chooser.expected_score
        return referee.text(state, code), self.game.after(before, code)

    def _chooser(self, owner: Owner) -> Chooser:
        """The bot of a seat; what it remembers is its own."""
        from workbench.bots.choose import Chooser
        from workbench.bots.registry import parse_bot

        if owner not in self.choosers:
            self.choosers[owner] = Chooser(parse_bot(self.players[owner]), self.game.referee.rules)
        return self.choosers[owner]

    def play(self, text: str) -> None:
        """A human's decision; raises IllegalTurn or BadTurn."""
        from workbench.duke.game import parse_turn

        before = self.position
        self.position = self.game.after(before, parse_turn(before, text))
        self.recorder.add(before, text)

    def undo(self) -> bool:
        """Back to the human's decision before this one; False where there is none."""
        steps = self.recorder.steps
        mine = [
            number
            for number, (before, _) in enumerate(steps)
            if not before.is_chance and self.players[before.owner] == HUMAN
        ]
        if not mine:
            return False
        self.position = self.recorder.undo_to(mine[-1])
        return True

    def owner_name(self) -> str:
        return ("South", "North")[self.position.owner]
