"""Positions for tests of the rules, as drawings or as lists of tiles.

    board = Board("DUc1 KN'd3 dud6")                 # tiles with their squares; South's in CAPITALS
    board = Board('''. . . du . .                    # or the board itself, rank 6 first
                     ...''')
    board.may("d3-d4"); board.may_not("c1-c2", "TURN-1"); board.after("d3-d4").tile("d4")

A failing check prints the drawing, the line to paste into `workbench show`, and the rule's text.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from workbench.cli.rules import read_rules
from workbench.duke.game import (
    Game,
    Position,
    chance_outcomes,
    game_of,
    implied_settings,
    legal_turns,
    outcome,
    play,
    why,
)
from workbench.duke.text.draw import draw_board
from workbench.duke.text.position_write import format_troop, troops_of
from workbench.tileset.compose import compose
from workbench.tileset.load import load_tileset_text
from workbench.tileset.settings import Settings
from workbench.words import parse_square

FORWARD = """
      .  .  .  .  .
      .  .  M  .  .
      .  .  @  .  .
      .  .  .  .  .
      .  .  .  .  ."""
CROSS = """
      .  .  .  .  .
      .  .  M  .  .
      .  M  @  M  .
      .  .  M  .  .
      .  .  .  .  ."""
AHEAD = """
      .  .  .  .  .
      .  .  S  .  .
      .  .  @  .  .
      .  .  .  .  .
      .  .  .  .  ."""
BLANK = """
      .  .  .  .  .
      .  .  .  .  .
      .  .  @  .  .
      .  .  .  .  .
      .  .  .  .  ."""
# Tiles that no shipped set has, each for a rule; all have codes that begin with X, Y or Z.
LAB_TILES: dict[str, tuple[str, str, str, str]] = {
    "Xd": (
        "Dreadful",
        "",
        """
      .  .  D  .  .
      .  .  D  .  .
      .  M  @  D  .
      .  .  .  .  .
      .  .  .  .  .""",
        FORWARD,
    ),
    "Xs": (
        "Shield",
        "",
        """
      .  .  .  .  .
      .  F  F  F  .
      .  F  @  F  .
      .  .  M  .  .
      .  .  .  .  .""",
        FORWARD,
    ),
    "Xf": (
        "Far Shield",
        "",
        """
      F  .  .  .  F
      .  .  .  .  .
      .  .  @  .  .
      .  .  M  .  .
      F  .  .  .  F""",
        FORWARD,
    ),
    "Xk": (
        "Half Shield",
        "",
        """
      .  .  .  .  .
      .  .  F  .  .
      .  .  @  .  .
      .  .  M  .  .
      .  .  .  .  .""",
        FORWARD,
    ),
    "Xm": (
        "Smasher",
        "",
        """
      .  .  A  .  .
      .  .  A  .  .
      .  .  @  .  .
      .  .  .  .  .
      .  .  .  .  .""",
        FORWARD,
    ),
    "Xh": (
        "Hammerer",
        "",
        """
      .  .  H  .  .
      .  .  .  .  .
      .  H  @  .  .
      .  .  .  .  .
      .  .  .  .  .""",
        FORWARD,
    ),
    "Xn": (
        "Cart",
        "",
        """
      .  .  j  .  .
      .  m  m  .  .
      .  .  @  .  .
      .  .  .  .  .
      .  .  .  .  .""",
        FORWARD,
    ),
    "Xa": (
        "Area",
        "redeploy",
        """
      .  .  .  .  .
      .  .  m  .  .
      .  .  @  .  .
      .  .  .  .  .
      .  .  .  .  .""",
        """
      .  .  X1 .  .
      .  X1 H1 X1 .
      .  .  .  .  .
      .  .  .  .  .
      .  .  @  .  .""",
    ),
    "Xl": ("Linker", "link", CROSS, BLANK),
    "Xe": ("Escaper", "escape", CROSS, CROSS),
    "Xr": ("Ransomer", "ransom", CROSS, CROSS),
    "Xb": ("Blank", "", BLANK, FORWARD),
    "Xg": (
        "Guardian",
        "",
        """
      .  .  .  .  .
      .  .  F  .  .
      .  .  @  .  .
      .  .  .  .  .
      .  .  .  .  .""",
        FORWARD,
    ),
    "Xx": (
        "Archer",
        "",
        """
      .  X  X  .  X
      .  .  .  .  .
      .  .  @  .  .
      .  .  .  .  .
      .  .  .  .  .""",
        """
      .  .  .  X  .
      .  .  .  .  .
      .  .  .  .  .
      .  .  @  .  .
      .  .  .  .  .""",
    ),
    "Xt": (
        "Twofold",
        "",
        """
      .  .  MJ .  .
      .  .  .  .  .
      .  .  @  .  .
      .  .  .  .  .
      .  .  XH .  .""",
        FORWARD,
    ),
    "Xc": (
        "Caller",
        "",
        """
      .  .  C  .  .
      .  .  C  .  .
      .  .  @  .  .
      .  .  .  .  .
      .  .  .  .  .""",
        FORWARD,
    ),
    "Xp": ("Pool Rider", "", CROSS, CROSS),
    "Xv": ("Vanguard", "redeploy, summon", CROSS, FORWARD),
    "Xw": (
        "Wagon",
        "",
        """
      .  .  z  .  .
      .  .  .  .  .
      .  .  @  s  .
      .  .  .  .  .
      .  .  .  .  .""",
        FORWARD,
    ),
    "Xo": ("Diviner", "divination", CROSS, AHEAD),
}


def lab_text() -> str:
    tiles = []
    for code, (name, abilities, starting, other) in LAB_TILES.items():
        more = f"    abilities: [{abilities}]\n" if abilities else ""
        more += "    linked_to: [Area, Pool Rider, Diviner]\n" if "link" in abilities else ""
        faces = f"    starting: |{starting}\n    other: |{other}\n"
        tiles.append(f"  - name: {name}\n    code: {code}\n{more}{faces}")
    return "name: Lab\ntiles:\n" + "".join(tiles)


@lru_cache(maxsize=32)
def lab_game(settings: Settings, sets: tuple[str, ...]) -> Game:
    if sets:
        return game_of(sets, settings)
    return Game(compose([load_tileset_text(lab_text(), "lab.yaml").require()], settings))


def line_of(troops: str, owner: str = "S", bags: str = "-/-", extras: str = "-", ply: int = 0) -> str:
    """The line of a position given as 'DUc1 KN'd3' or as a drawing of six rows of six cells."""
    rows = [row.split() for row in troops.strip().splitlines()]
    if len(rows) == 6:
        names = [f"{file}{rank}" for rank in "654321" for file in "abcdef"]
        cells = [cell for row in rows for cell in row]
        placed = {name: cell for name, cell in zip(names, cells, strict=True) if cell != "."}
    else:
        placed = {word[-2:]: word[:-2] for word in troops.split()}
    ranks = [_joined([placed.get(file + rank, "") for file in "abcdef"]) for rank in "654321"]
    return f"{'/'.join(ranks)} {owner} {bags} {extras} {ply}"


def _joined(cells: list[str]) -> str:
    text, empty = "", 0
    for cell in cells:
        if not cell:
            empty += 1
            continue
        text += str(empty) if empty else ("." if text.endswith("v") else "")
        text, empty = text + cell, 0
    return text + (str(empty) if empty else "")


class Board:
    """A position of the lab's game, with checks that explain themselves."""

    def __init__(
        self,
        troops: str = "",
        owner: str = "S",
        bags: str = "-/-",
        extras: str = "-",
        ply: int = 0,
        *,
        sets: tuple[str, ...] = (),
        position: Position | None = None,
        **settings: Any,
    ) -> None:
        if position is None:
            line = line_of(troops, owner, bags, extras, ply)
            implied = implied_settings(line).model_dump(exclude_defaults=True)
            rules = Settings.model_validate({**implied, **settings})
            position = lab_game(rules, sets).position(line)
        self.position = position

    @classmethod
    def start(cls, *, sets: tuple[str, ...] = (), **settings: Any) -> Board:
        """The first set-up choice."""
        return cls(position=lab_game(Settings.model_validate(settings), sets).start())

    def __str__(self) -> str:
        drawing = draw_board(self.position.state[0], self.position.game.letters)
        return f'\n{drawing}\nworkbench show "{self.position.line}"'

    @property
    def line(self) -> str:
        return self.position.line

    @property
    def turns(self) -> set[str]:
        return set(legal_turns(self.position))

    def may(self, *texts: str) -> None:
        missing = [text for text in texts if text not in self.turns]
        told = "".join(f"\n{text}: {self._reason(text)}" for text in missing)
        assert not missing, f"{self}\nshould be legal:{told}\nlegal: {sorted(self.turns)}"

    def _reason(self, text: str) -> str:
        try:
            verdict = why(self.position, text)
        except ValueError as error:
            return str(error)
        return f"{verdict.rule} {read_rules()[0].get(verdict.rule, '')}"

    def may_not(self, text: str, rule: str = "") -> None:
        assert text not in self.turns, f"{self}\nshould not be legal: {text}"
        if rule:
            found = why(self.position, text)
            told = f"{text}: refused by {found}, not by {rule}: {self._reason(text)}"
            assert found.rule == rule, f"{self}\n{told}"

    def of(self, square: str) -> set[str]:
        """The turns of the tile on a square, without the square's name."""
        return {text[2:] for text in self.turns if text.startswith(square)}

    def after(self, *steps: str) -> Board:
        position = self.position
        for step in steps:
            try:
                position = play(position, step)
            except ValueError as error:
                raise AssertionError(f"{self}\n{error}\nlegal: {sorted(self.turns)}") from error
        return Board(position=position)

    def tile(self, square: str) -> str:
        """The tile on a square as it is written on the board; '' for none."""
        troops = troops_of(self.position.state[0])
        key = troops.get(parse_square(square))
        return "" if key is None else format_troop(key, self.position.game.letters)

    @property
    def extras(self) -> dict[str, str]:
        text = self.line.split()[3]
        return dict(item.split("=", 1) for item in text.split(";")) if text != "-" else {}

    @property
    def phase(self) -> str:
        return self.extras.get("ph", "")

    @property
    def owner(self) -> str:
        return self.line.split()[1]

    @property
    def bags(self) -> tuple[str, str]:
        south, north = self.line.split()[2].split("/")
        return south, north

    @property
    def end(self) -> tuple[str, str] | None:
        """(winner, reason) once the game is over; the winner is S, N or =."""
        found = outcome(self.position)
        return None if found is None else ("=" if found.winner is None else "SN"[found.winner], found.reason)

    @property
    def chances(self) -> dict[str, Fraction]:
        return {one.event: one.probability for one in chance_outcomes(self.position)}

    def attacks(self, owner: str) -> bool:
        """Whether an owner threatens the enemy Duke (GUARD-1)."""
        return self.position.game.referee.attack(self.position.state, "SN".index(owner))
