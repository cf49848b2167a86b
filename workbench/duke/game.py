"""The Duke for people: positions as values, legal turns as texts, chance with its probabilities.

>>> from workbench.duke import Position, legal_turns, play, outcome
>>> start = Position("2fodu2/3fo2/6/3KN'2/2FO3/2DUFO2 S BoPi3/BoPi3 - 9")
>>> legal_turns(start)[:3]
>>> after = play(start, "d3-d4")
>>> outcome(after) is None
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from workbench.duke.board.state import FIRST_LUCK, HOPPING, LUCK_DRAGON, LUCK_FACING, OVER, REASONS, TURN
from workbench.duke.referee import Referee
from workbench.duke.text import contents
from workbench.duke.text.contents import Troop
from workbench.duke.text.lettering import Lettering
from workbench.duke.text.position_read import parse_state
from workbench.duke.text.position_write import IN_SETUP, format_state
from workbench.duke.text.turn_read import BadTurn
from workbench.duke.text.whole_turns import split_whole
from workbench.tileset.compose import Composition, compose
from workbench.tileset.load import load_sets
from workbench.tileset.settings import Settings
from workbench.words import Owner, parse_square, square_name


class IllegalTurn(ValueError):
    """A turn that the rules forbid: `rule` is the ledger id, `words` say it in words."""

    def __init__(self, turn: str, rule: str, words: str) -> None:
        self.turn = turn
        self.rule = rule
        self.words = words
        super().__init__(f"{turn} is not legal ({rule}): {words}")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended; `winner` is None for a draw. Reasons are listed in docs/notation.md."""

    winner: Owner | None
    reason: str


@dataclass(frozen=True, slots=True)
class Chance:
    """One way a chance node may turn out."""

    probability: Fraction
    event: str
    position: Position


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a turn is legal, by which rule, and why in words."""

    legal: bool
    rule: str
    words: str


class Game:
    """A composition of tile sets and house rules, ready to be played. Make one with `game_of`."""

    def __init__(self, composition: Composition, sets: Iterable[str] = ()) -> None:
        self.composition = composition
        self.sets = tuple(name for name in sets if name != "base")  # as they were named, beside the base set
        self.letters = Lettering(composition)
        self.referee = Referee(composition, self.letters)

    def start(self) -> Position:
        """The first set-up choice."""
        return self._position(self.referee.start())

    def dealt(self, seed: int, number: int = 0, south_army: int = 0, tops: tuple[int, int] = (-1, -1)) -> Position:
        """The same with shuffled bags: `let_luck` then follows the luck of game `number` of this seed.

        `tops` are the bag places of South and North to be drawn first (-1: as shuffled).
        """
        return self._position(self.referee.dealt(seed, number, south_army, tops))

    def let_luck(self, position: Position) -> tuple[str, Position]:
        """What the game's own luck brings at a chance node: the event, and the position after it."""
        event, state = self.referee.resolved(position.state)
        return event, self._position(state)

    def shuffled(self, position: Position, seed: int) -> Position:
        """The same position with its bags in a hidden order and its luck keyed by the seed."""
        return self._position(self.referee.shuffled(position.state, seed))

    def with_next_draw(self, position: Position, owner: Owner, tile_type: int) -> Position:
        """The same position with a tile of this type on top of an owner's bag; ValueError if none is in it."""
        return self._position(self.referee.with_next_draw(position.state, int(owner), tile_type))

    def after(self, position: Position, code: int) -> Position:
        """The position after a legal turn that is already packed."""
        return self._position(self.referee.played(position.state, code))

    def position(self, line: str) -> Position:
        """A position of this game from its line; raises BadPosition with every fault of it."""
        return Position(line, game=self)

    def _position(self, state: np.recarray) -> Position:
        return Position(format_state(state[0], self.letters), game=self, state=state)


class Position:
    """A checked position: a value that never changes.

    `sets` are names or files of tile sets beside the base set, `settings` the house rules; both may be left
    out. Terrain that the line shows needs no setting.
    """

    __slots__ = ("_chances", "_state", "_turns", "game", "line")

    line: str
    game: Game
    _state: np.recarray
    _turns: dict[str, int] | None
    _chances: tuple[Chance, ...] | None

    def __init__(
        self,
        line: str,
        *,
        sets: Iterable[str] = (),
        settings: Settings | Mapping[str, Any] | None = None,
        game: Game | None = None,
        state: np.recarray | None = None,
    ) -> None:
        put = object.__setattr__
        if game is None:
            game = game_of(sets, settings if settings is not None else implied_settings(line))
        if state is None:
            raw = parse_state(line, game.letters)
            line = format_state(raw[0], game.letters)
            state = game.referee.opened(raw)
        put(self, "game", game)
        put(self, "line", line)
        put(self, "_state", state)
        put(self, "_turns", None)
        put(self, "_chances", None)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Position never changes; play() gives a new one")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.line == other.line and self.game.composition == other.game.composition

    def __hash__(self) -> int:
        return hash(self.line)

    def __str__(self) -> str:
        return self.line

    def __repr__(self) -> str:
        return f"Position({self.line!r})"

    @property
    def owner(self) -> Owner:
        """Whose decision it is; at a chance node, for whom it is drawn."""
        return Owner(int(self._state[0]["to_move"]))

    @property
    def ply(self) -> int:
        return int(self._state[0]["ply"])

    @property
    def is_chance(self) -> bool:
        return FIRST_LUCK <= int(self._state[0]["phase"]) < OVER

    @property
    def is_over(self) -> bool:
        return int(self._state[0]["phase"]) == OVER

    @property
    def in_guard(self) -> Owner | None:
        """Whose Duke the opponent could capture with the next turn (GUARD-8), where the game has Guard at all.

        Said of the one who is to open a turn; within a turn and before the Dragon acts, of the mover's opponent.
        """
        if self.is_over or self.phase in IN_SETUP or not int(self.game.referee.tables[0]["guard"]):
            return None
        mover = Owner(int(self._state[0]["mover"]))
        loser = self.owner if self.phase == TURN else mover.other
        return loser if self.game.referee.attack(self._state, int(loser.other)) else None

    @property
    def phase(self) -> int:
        return int(self._state[0]["phase"])

    @property
    def state(self) -> np.recarray:
        """A copy of the engine's record, as an array of one."""
        return self._state.copy().view(np.recarray)

    def troops(self) -> dict[str, Troop]:
        """What stands on the board, by the names of the squares."""
        return contents.troops(self._state[0], self.game.letters)

    def at(self, square: str) -> Troop | None:
        """What stands on a square such as "d3"; raises ValueError where there is no such square."""
        return self.troops().get(square_name(parse_square(square)))

    def terrain(self) -> dict[str, str]:
        """Mountains, Forts and the Dragon, by the names of their squares."""
        return contents.terrain(self._state[0])

    def bag(self, owner: Owner) -> dict[str, int]:
        """How many tiles of each name an owner may still draw."""
        return contents.bag(self._state[0], self.game.letters, owner)

    def _repr_svg_(self) -> str:
        """How a notebook shows it."""
        from workbench.duke.picture import position_svg

        return position_svg(self._state[0], self.game.letters, self.line)

    def turns(self) -> dict[str, int]:
        """The legal turns by their texts, packed as the engine has them."""
        found = self._turns
        if found is None:
            found = {} if self.is_chance or self.is_over else self.game.referee.turns(self._state)
            object.__setattr__(self, "_turns", found)
        return found


@lru_cache(maxsize=16)
def _game_of(sets: tuple[str, ...], settings: Settings, said: frozenset[str], light: Owner) -> Game:
    """`said` are the settings that were named: equal settings may differ in what sets may still ask for."""
    return Game(compose(load_sets(sets), settings, light), sets)


def game_of(
    sets: Iterable[str] = (),
    settings: Settings | Mapping[str, Any] | None = None,
    light: Owner = Owner.SOUTH,
) -> Game:
    """The game with these tile sets (base is implied) and house rules; equal arguments give the same one."""
    rules = settings if isinstance(settings, Settings) else Settings.model_validate(dict(settings or {}))
    return _game_of(tuple(sets), rules, frozenset(rules.model_fields_set), light)


def implied_settings(line: str) -> Settings:
    """House rules that a line cannot do without: the terrain it shows, Counting Coup where it has points."""
    extras = line.split()[3] if len(line.split()) == 5 else "-"
    items = dict(item.partition("=")[::2] for item in extras.split(";"))
    terrain = {
        "mountain": len(items["mt"].split(",")) if "mt" in items else 0,
        "fort": len(items["ft"].split(",")) if "ft" in items else 0,
        "dragon": "dr" in items,
    }
    rules: dict[str, Any] = {"terrain": terrain} if max(terrain["mountain"], terrain["fort"]) <= 8 else {}
    if "sc" in items:
        rules["objective"] = "counting_coup"
    return Settings.model_validate(rules)


def gives_guard(before: Position, after: Position) -> bool:
    """Whether the step between two positions ends its owner's part of a turn and threatens the enemy Duke (GUARD-8)."""
    is_ended = after.phase in (TURN, HOPPING, LUCK_FACING, LUCK_DRAGON)
    is_of_a_turn = before.phase not in IN_SETUP and before.phase not in (HOPPING, LUCK_FACING, LUCK_DRAGON)
    return is_ended and is_of_a_turn and after.in_guard is before.owner.other


def legal_turns(position: Position) -> tuple[str, ...]:
    """Every legal turn, as text; none at a chance node or when the game is over."""
    return tuple(position.turns())


def play(position: Position, turn: str) -> Position:
    """The position after a turn: one decision (`+`), the event of a chance node (`+Kn`), or a whole turn with
    its draws (`+Kn@d2`). Raises IllegalTurn with the rule that forbids it, or BadTurn if it is no turn."""
    if position.is_chance:
        return _play_event(position, turn)
    code = position.turns().get(turn)
    if code is not None:
        return position.game._position(position.game.referee.played(position._state, code))
    steps = split_whole(turn)
    if len(steps) > 1:
        for step in steps:
            position = play(position, step)
        return position
    verdict = why(position, turn)
    raise IllegalTurn(turn, verdict.rule, verdict.words)


def _play_event(position: Position, event: str) -> Position:
    found = [chance for chance in chance_outcomes(position) if chance.event == event]
    if not found:
        known = ", ".join(chance.event for chance in chance_outcomes(position)[:12])
        raise BadTurn(f"'{event}' cannot happen here; possible: {known}")
    return found[0].position


def outcome(position: Position) -> Outcome | None:
    """Winner and reason, or None while the game goes on."""
    state = position._state[0]
    if not position.is_over:
        return None
    winner = int(state["winner"])
    return Outcome(Owner(winner) if winner >= 0 else None, REASONS[int(state["reason"])])


def chance_outcomes(position: Position) -> tuple[Chance, ...]:
    """Everything that may happen at a chance node, with its probability; nothing elsewhere."""
    if not position.is_chance:
        return ()
    found = position._chances
    if found is None:
        game = position.game
        found = tuple(
            Chance(probability, event, Position(line, game=game, state=state))
            for line, (probability, event, state) in game.referee.outcomes(position._state).items()
        )
        object.__setattr__(position, "_chances", found)
    return found


def why(position: Position, turn: str) -> Verdict:
    """Which rule makes a turn legal or illegal; raises BadTurn for a text that is no turn at all."""
    from workbench.duke.explain import explain

    return Verdict(*explain(position, turn))


def parse_position(
    line: str, sets: Iterable[str] = (), settings: Settings | Mapping[str, Any] | None = None
) -> Position:
    """The same as Position(line, sets=..., settings=...)."""
    return Position(line, sets=sets, settings=settings)


def format_position(position: Position) -> str:
    """The line of a position."""
    return position.line


def parse_turn(position: Position, text: str) -> int:
    """A legal turn as the engine packs it; raises IllegalTurn or BadTurn."""
    code = position.turns().get(text)
    if code is None:
        verdict = why(position, text)
        raise IllegalTurn(text, verdict.rule, verdict.words)
    return code


def format_turn(position: Position, turn: int) -> str:
    """The text of a packed turn."""
    return position.game.referee.text(position.state, turn)
