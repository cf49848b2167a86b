"""A game at the table: who sits where, bots that move by themselves, taking back, and the record of it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from workbench.bot_options import UnknownBot
from workbench.bots.registry import parse_bot
from workbench.table.asking import understand
from workbench.table.telling import tell
from workbench.table.view import View

if TYPE_CHECKING:
    from workbench.bots.choose import Chooser
    from workbench.bots.own import OwnBot
    from workbench.bots.own_seat import OwnSeat
    from workbench.duke.game import Game, Position, Verdict
    from workbench.duke.record import GameRecord
    from workbench.words import Owner

HUMAN = "human"
DRAFT = "draft"
SET_UP = ("duke", "foot", "pike", "rider", "flag", DRAFT)
USUAL_ADVISER = "greedy"  # where no bot sits at the table, or only one that plays anything


@dataclass(frozen=True, slots=True)
class Step:
    """What has just happened: the position before, the text of it, it in words, and whether it gives Guard."""

    before: Position
    text: str
    words: str
    guard: bool


@dataclass(frozen=True, slots=True)
class Hint:
    """What a bot would do, and the share of the points that it expects for the one to decide (None: nothing)."""

    bot: str
    turn: str
    words: str
    expects: float | None


class Table:
    """A game in play. `players` are the names of South's and North's player: a bot, or `human`."""

    def __init__(
        self,
        game: Game,
        players: tuple[str, str],
        seed: int,
        number: int = 0,
        twin: int = 0,
        tops: tuple[int, int] = (-1, -1),
    ) -> None:
        from workbench.duke.record import Recorder

        self.game = game
        self.players = players
        self.seed = seed
        self.own: dict[str, OwnBot] = {}  # bots of one's own, by name
        self.choosers: dict[Owner, Chooser | OwnSeat] = {}
        self.think_seconds = 0.0
        self.expected: float | None = None  # South's score, by the bot that decided last
        self.wishes: dict[Owner, int] = {}  # types to be drawn first, once a draft has filled the bags
        self.position = game.dealt(seed, number, twin, tops)
        self.recorder = Recorder(game, self.position, True, _header(players, seed))

    @classmethod
    def from_position(cls, game: Game, start: Position, players: tuple[str, str], seed: int) -> Table:
        """A game that begins at a given position; its bags are shuffled by the seed."""
        from workbench.duke.record import Recorder

        table = cls(game, players, seed)
        table.position = game.shuffled(start, seed)
        table.recorder = Recorder(game, start, False, _header(players, seed))
        return table

    @classmethod
    def from_record(cls, record: GameRecord, players: tuple[str, str], seed: int, entries: int | None = None) -> Table:
        """A recorded game, gone on with after so many of its entries; what is not drawn yet is shuffled anew.

        Raises BadRecord where an entry is not possible.
        """
        from workbench.duke.record import Recorder, replay_entries

        steps = [step for _, played in replay_entries(record, entries) for step in played]
        start = steps[0].before if steps else record.first_position()
        game = start.game
        table = cls(game, players, seed)
        table.recorder = Recorder(game, start, "start" not in record.header, _header(players, seed))
        for step in steps:
            table.recorder.add(step.before, step.text)
        table.position = game.shuffled(steps[-1].after if steps else start, seed)
        return table

    def put_first(self, owner: Owner, tile_type: int) -> None:
        """The next draw of an owner brings this type of tile, which must be in the bag or may still be drafted."""
        if View.of(self.position).phase == DRAFT:
            self.wishes[owner] = tile_type
        else:
            self.position = self.game.with_next_draw(self.position, owner, tile_type)

    def _grant_wishes(self, before: Position) -> None:
        """When the draft is over, what was wished for comes first where it was picked."""
        if not self.wishes or View.of(before).phase != DRAFT or View.of(self.position).phase == DRAFT:
            return
        for owner, tile_type in self.wishes.items():
            if View.of(self.position).bags[owner][self.game.composition.tiles[tile_type].code.capitalize()]:
                self.put_first(owner, tile_type)

    @property
    def waits_for_human(self) -> bool:
        here = self.position
        return not here.is_over and not here.is_chance and self.players[here.owner] == HUMAN

    @property
    def deciding_bot(self) -> str:
        """The bot that is to decide, or ''."""
        here = self.position
        return "" if here.is_over or here.is_chance or self.waits_for_human else self.players[here.owner]

    def advance(self) -> Step:
        """Let chance or a bot make the next step. Not when a human is to decide."""
        before = self.position
        text = self.go_on()
        return self._told(before, text)

    def go_on(self) -> str:
        """The same; only its text."""
        before = self.position
        if before.is_chance:
            text, self.position = self.game.let_luck(before)
        else:
            code = self._decision(self._chooser(before.owner), before, self.think_seconds)
            self.expected = self._chooser(before.owner).expected_score
            text, self.position = self.game.referee.text(before.state, code), self.game.after(before, code)
        self._grant_wishes(before)
        self.recorder.add(before, text)
        return text

    def _decision(self, chooser: Chooser | OwnSeat, at: Position, seconds: float) -> int:
        referee = self.game.referee
        pool = referee.load(at.state)
        return chooser.think(referee.rules, pool, seconds) if seconds else chooser(referee.rules, pool)

    def _chooser(self, owner: Owner) -> Chooser | OwnSeat:
        """The bot of a seat; what it remembers is its own."""
        if owner not in self.choosers:
            self.choosers[owner] = self._new_chooser(self.players[owner])
        return self.choosers[owner]

    def _new_chooser(self, name: str) -> Chooser | OwnSeat:
        from workbench.bots.choose import open_bot
        from workbench.bots.own_seat import OwnSeat
        from workbench.duke.game import Game

        if name in self.own:
            return OwnSeat(self.own[name], Game(self.game.composition, self.game.sets))
        return open_bot(parse_bot(name), self.game.referee.rules)

    def play(self, text: str) -> Step:
        """A human's decision, in any form that `understand` takes; raises IllegalTurn or BadTurn."""
        from workbench.duke.game import parse_turn

        before = self.position
        turn = understand(before, text)
        self.position = self.game.after(before, parse_turn(before, turn))
        self._grant_wishes(before)
        self.recorder.add(before, turn)
        return self._told(before, turn)

    def _told(self, before: Position, text: str) -> Step:
        from workbench.duke.game import gives_guard

        return Step(before, text, tell(before, text), gives_guard(before, self.position))

    def last_changed(self) -> frozenset[str]:
        """The squares that have changed since the opponent of the one to decide opened the last turn of theirs."""
        theirs = self.position.owner.other
        for before, _ in reversed(self.recorder.steps):
            view = View.of(before)
            if before.owner is theirs and (not view.phase or view.phase in SET_UP):
                return View.of(self.position).changed(view)
        return frozenset()

    def why(self, text: str) -> tuple[str, Verdict]:
        """The turn that is meant, and by which rule it is legal or not; raises BadTurn."""
        from workbench.duke.game import why

        turn = understand(self.position, text)
        return turn, why(self.position, turn)

    def undo(self) -> bool:
        """Back to the human's decision before this one; False where there is none."""
        mine = [
            number
            for number, (before, _) in enumerate(self.recorder.steps)
            if not before.is_chance and self.players[before.owner] == HUMAN
        ]
        if not mine:
            return False
        self.position = self.recorder.undo_to(mine[-1])
        for chooser in self.choosers.values():
            chooser.forget()
        return True

    @property
    def adviser(self) -> str:
        """Whom `hint` asks: the bot at the table, unless it plays anything."""
        bots = [name for name in self.players if name not in (HUMAN, "random")]
        return bots[0] if bots else USUAL_ADVISER

    def hint(self, bot: str = "") -> Hint:
        """What a bot would do here, without any effect on the game; raises UnknownBot."""
        name = bot or self.adviser
        chooser = self._new_chooser(name)
        here = self.position
        text = self.game.referee.text(here.state, self._decision(chooser, here, self.think_seconds))
        return Hint(name, text, tell(here, text), share_of(here.owner, chooser.expected_score))

    def expectation(self, owner: Owner) -> float | None:
        """The score that the bot that decided last expects for an owner, from 0 to 1."""
        return share_of(owner, self.expected)

    def record(self) -> GameRecord:
        return self.recorder.record(self.position)


def share_of(owner: Owner, souths: float | None) -> float | None:
    return souths if souths is None or owner == 0 else 1 - souths


def _header(players: tuple[str, str], seed: int) -> dict[str, str]:
    return {"south": players[0], "north": players[1], "seed": str(seed)}


def require_player(name: str, own: Collection[str] = ()) -> str:
    """A player's name as it is; raises UnknownBot where it is neither a bot, one's own included, nor a person."""
    if name != HUMAN and name not in own:
        try:
            parse_bot(name)
        except UnknownBot as error:
            yours = "".join(f"; yours is '{bot}'" for bot in own)
            raise UnknownBot(f"{error}{yours}; a person is '{HUMAN}'") from None
    return name
