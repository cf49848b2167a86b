"""What one side of a tile reaches from a square, and why not the rest: the engine's own answers.

Runs in a process of its own (`sim.aside`): the engine takes a while to load, and much longer to be compiled.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from workbench.tileset.model import Face, Tile, TileSet
from workbench.words import BOARD, SQUARES, square_name

if TYPE_CHECKING:
    from workbench.duke.game import Game, Position

WARM = "workbench.studio.reach:warm"
REACH = "workbench.studio.reach:reach"
OWN, OTHER = "Zq", "Fo"  # codes on this board: the tile in question, and what stands in its way
NO_ICON = "TURN-1"


def warm() -> None:
    """Load (or compile) the rules."""
    blank = Tile(name="Blank", code="Bl", starting=Face(), other=Face())
    reach(blank.model_dump(mode="json"), "starting", "c2", {})


def reach(tile: dict[str, Any], side: str, square: str, pieces: dict[str, str]) -> dict[str, Any]:
    """For every square what the tile could do there, with the rule and its words.

    `pieces` are put on the board: square -> enemy, friend or mountain. An empty square is also asked about with an
    enemy on it, for captures and strikes.
    """
    game = _game(Tile.model_validate(tile))
    board = {name: what for name, what in pieces.items() if name != square}
    here = _position(game, side, square, board)
    has_areas = any(icon.group is not None for icon in Tile.model_validate(tile).face(side == "other").icons)
    squares = {}
    for number in range(SQUARES):
        name = square_name(number)
        if name == square:
            continue
        found = _judged(here, square, name, board) or _refused(here, square, name, board)
        if not found["how"] and name not in board and (has_areas or found["rule"] != NO_ICON):
            threat = _judged(_position(game, side, square, {**board, name: "enemy"}), square, name, {name: "enemy"})
            found = {**threat, "how": f"{threat['how']}-only"} if threat else found
        squares[name] = found
    return {"square": square, "side": side, "squares": squares, "commands": _commands(here, square)}


@lru_cache(maxsize=8)
def _game(tile: Tile) -> Game:
    """A game that knows the tile by a code of its own and without what needs other tiles."""
    from workbench.duke.game import Game
    from workbench.tileset.compose import compose
    from workbench.tileset.settings import Settings, Terrain

    plain = {"code": OWN, "name": f"{tile.name} " if _is_official(tile.name) else tile.name, "copies": 1, "starts": 0}
    plain |= {"replaces": None, "army": None, "role": None, "abilities": (), "linked_to": (), "enhanced": False}
    alone = TileSet(id="reach", name="Reach", tiles=(tile.model_copy(update=plain),))
    return Game(compose([alone], Settings(terrain=Terrain(mountain=8))))


def _is_official(name: str) -> bool:
    from workbench.tileset.compose import base_set

    return name.casefold() in {tile.name.casefold() for tile in base_set().tiles}


def _position(game: Game, side: str, square: str, board: dict[str, str]) -> Position:
    """The tile and what stands around it, without Dukes: Guard is no part of the question."""
    from workbench.duke.game import Position
    from workbench.duke.text.position_read import parse_state

    signs = {"enemy": OTHER.lower(), "friend": OTHER.upper()}
    placed = {name: signs[what] for name, what in board.items() if what in signs}
    placed[square] = OWN.upper() + ("'" if side == "other" else "")
    ranks = ["".join(placed.get(f"{file}{rank}", "1") for file in "abcdef") for rank in range(BOARD, 0, -1)]
    mountains = sorted(name for name, what in board.items() if what == "mountain")
    extras = f"mt={','.join(mountains)}" if mountains else "-"
    line = f"{'/'.join(ranks)} S -/- {extras} 9"
    state = parse_state(line, game.letters, needs_dukes=False)
    return Position(line, game=game, state=game.referee.opened(state, settled=False))


def _texts(square: str, target: str, board: dict[str, str]) -> list[str]:
    """The turns that would act on the target: going there, or striking it."""
    if board.get(target) == "enemy":
        return [f"{square}x{target}", f"{square}*{target}"]
    return [f"{square}-{target}", f"{square}*{target}"]


def _judged(here: Position, square: str, target: str, board: dict[str, str]) -> dict[str, str] | None:
    """How the target is reached, or None."""
    from workbench.duke.game import why

    for text in _texts(square, target, board):
        if text in here.turns():
            verdict = why(here, text)
            how = {"-": "go", "x": "capture", "*": "strike"}[text[len(square)]]
            return {"how": how, "rule": verdict.rule, "words": verdict.words.split(" by ")[0]}
    for text in here.turns():
        if "**" in text and target in text.partition("**")[2].split(","):
            return {"how": "area", "rule": "AREA-1", "words": "an area effect"}
    return None


def _refused(here: Position, square: str, target: str, board: dict[str, str]) -> dict[str, str]:
    """Why not: of going and striking the one that says more than that there is no such icon."""
    from workbench.duke.game import why

    verdicts = [why(here, text) for text in _texts(square, target, board)]
    best = min(verdicts, key=lambda verdict: verdict.rule == NO_ICON)
    words = "no icon on this side reaches it" if best.rule == NO_ICON else best.words.replace("  ", " ")
    return {"how": "", "rule": best.rule, "words": words}


def _commands(here: Position, square: str) -> list[dict[str, str]]:
    """Which own tile may be commanded where."""
    found = []
    for text in here.turns():
        if text.startswith(f"{square}:"):
            found.append({"from": text[3:5], "to": text[6:8], "captures": "x" if text[5] == "x" else ""})
    return found
