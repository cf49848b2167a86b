"""What must hold after every step of every game, whatever the rules in force; and what a mirror must not change."""

from __future__ import annotations

import dataclasses
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from support import engine_nodes as nodes
from support import generate, symmetry
from support.engine_nodes import engine_game
from support.seeded_games import FAMILIES, SEED, game_of_family, walk

from workbench.duke.board.packed import has, hash_mark, square_of, type_of
from workbench.duke.board.state import ASKING, DIVINING, FIRST_LUCK, HISTORY, OVER, PLACING, TURN
from workbench.duke.game import Position
from workbench.duke.turn.engine import open_by_hand
from workbench.tileset.compose import Composition
from workbench.tileset.model import Face, Tile
from workbench.words import Offset

GAMES = 2  # of each family
ON_BOARD = ("occ", "n", "duke", "mountains", "forts", "dragon", "enraged", "skip", "reorient", "flag", "score")
BESIDE = ("nbag", "pool", "declined", "off", "boxed", "front", "held", "frozen")
PROGRESS = ("to_move", "phase", "ply", "idle", "winner", "reason", "hash", "stores_hash")
FOR_LATER = ("held", "frozen", "idle")  # not written once the game is over
SET_UP = ("ph=draft", "ph=duke", "ph=foot", "ph=flag", "ph=?mountain", "ph=?fort", "ph=?nest")


def troops(s: Any, owner: int) -> list[int]:
    return [int(key) for key in s["tiles"][owner, : int(s["n"][owner])]]


def check_board(position: Position) -> None:
    """The three ways in which a state knows where troops stand agree."""
    s = position.state[0]
    assert not int(s["occ"][0]) & int(s["occ"][1]), "two troops on a square"
    for owner in range(2):
        keys = troops(s, owner)
        squares = [square_of(key) for key in keys]
        assert sum(1 << square for square in squares) == int(s["occ"][owner])
        assert len(set(squares)) == len(squares)
        assert all(key >> 6 & 1 == owner for key in keys)
        assert [int(s["where"][square]) for square in squares] == list(range(len(squares)))
    assert not int(s["mountains"]) & (int(s["occ"][0]) | int(s["occ"][1]) | int(s["forts"]))
    if int(s["dragon"]) >= 0:
        assert not (int(s["occ"][0]) | int(s["occ"][1])) >> int(s["dragon"]) & 1


def check_dukes(position: Position) -> None:
    """One Duke each until the end; none with the Dark Rider; with Flags a Duke may fall and the game go on."""
    s, rules = position.state[0], position.game.referee.tables[0]
    objective = position.game.composition.settings.objective
    for owner in range(2):
        dukes = [square_of(key) for key in troops(s, owner) if rules["is_duke"][type_of(key)]]
        assert (dukes or [-1]) == [int(s["duke"][owner])]
        if objective in ("capture_the_duke", "dynastic_dispute") and int(s["phase"]) == TURN:
            assert len(dukes) == 1
        if objective == "dark_rider":
            assert not dukes


def tiles_of(position: Position) -> Counter[tuple[int, int]]:
    """(owner, type) of every tile that belongs to somebody, wherever it is."""
    s = position.state[0]
    count: Counter[tuple[int, int]] = Counter()
    for owner in range(2):
        count.update((owner, type_of(key)) for key in troops(s, owner))
        count.update((owner, int(kind)) for kind in s["bag"][owner, : int(s["nbag"][owner])])
        for kind in range(len(position.game.letters.codes)):
            stored = s["off"][owner, :, kind].sum() + s["boxed"][owner, kind] + s["front"][owner, kind]
            count[owner, kind] += int(stored)
    if int(s["phase"]) in (PLACING, ASKING):
        count[int(s["to_move"]), int(s["drawn"])] += 1
    if int(s["phase"]) == DIVINING:
        count.update((int(s["to_move"]), int(kind)) for kind in s["hand"][: int(s["nhand"])])
    return +count


def check_conserved(before: Position, after: Position) -> None:
    """No tile appears or vanishes, but for what one owner takes from the pool."""
    taken = int(before.state[0]["pool"]) & ~int(after.state[0]["pool"])
    gained = tiles_of(after) - tiles_of(before)
    assert not tiles_of(before) - tiles_of(after)
    assert sum(1 << kind for _, kind in gained.elements()) == taken


def check_hashes(position: Position) -> None:
    """The hashes kept up to date are the hashes from scratch."""
    kept = position.state[0]
    pool = position.game.referee.load(position.state)
    s = pool.states[0]
    open_by_hand(position.game.referee.rules, s, pool.pasts[0])
    assert int(s["hash"]) == int(kept["hash"])
    assert int(s["stores_hash"]) == int(kept["stores_hash"])


def check_history(position: Position) -> None:
    """`seen` holds the mark of every hash in the past but the newest (TURN-5b is looked for only where it does)."""
    s = position.state[0]
    first, last = int(s["past_from"]), int(s["past_to"])
    assert 0 <= last - first <= HISTORY
    assert first < last or int(s["phase"]) != TURN
    earlier = [s["hashes"][n % HISTORY] for n in range(first, last - 1)]
    assert {mark for mark in range(64) if has(s["seen"], mark)} >= {hash_mark(int(one)) for one in earlier}


def check_text(position: Position) -> None:
    """The state read from its own text is the same state, hashes included."""
    ours, read = position.state[0], position.game.position(position.line).state[0]
    for field in (*ON_BOARD, *BESIDE, *PROGRESS):
        if position.is_over and field in FOR_LATER:
            continue
        assert ours[field].tolist() == read[field].tolist(), field
    for owner in range(2):
        assert sorted(troops(ours, owner)) == sorted(troops(read, owner))
        count = int(ours["nbag"][owner])
        assert sorted(ours["bag"][owner, :count].tolist()) == sorted(read["bag"][owner, :count].tolist())


@pytest.fixture(scope="module")
def games() -> dict[str, list[list[Position]]]:
    """Whole random games of every family, all their positions."""
    return {
        family: [
            [position for _, position in walk(game_of_family(family), SEED + 1, number)] for number in range(GAMES)
        ]
        for family in FAMILIES
    }


def is_set_up(position: Position) -> bool:
    phase = int(position.state[0]["phase"])
    return phase in (TURN, PLACING, ASKING, DIVINING) or FIRST_LUCK + 3 <= phase <= OVER


@pytest.mark.parametrize("family", FAMILIES)
def test_every_position_of_random_games(family: str, games: dict[str, list[list[Position]]]) -> None:
    for positions in games[family]:
        for position in positions:
            try:
                check_board(position)
                check_dukes(position)
                check_hashes(position)
                check_history(position)
                check_text(position)
            except AssertionError as error:
                raise AssertionError(f"{position.line}: {error}") from error
        for before, after in pairwise(positions):
            if is_set_up(before):
                check_conserved(before, after)
        assert positions[-1].is_over
        assert positions[-1].ply > 0


# ----------------------------------------------------------------------------------------------- symmetry


def below(game: Composition, line: str) -> dict[str, Any]:
    """Next positions with their chances (1 for a decision)."""
    if nodes.node_kind(line) == "chance":
        return {after: share for share, _, after in nodes.chance(game, line)}
    return dict.fromkeys(nodes.decisions(game, line).values(), 1)


def compare(game: Composition, twin: Composition, line: str, seat: bool) -> None:
    to_line = symmetry.other_seat if seat else symmetry.mirrored
    expected = {to_line(after): share for after, share in below(game, line).items()}
    assert below(twin, to_line(line)) == expected, line


def has_seats(line: str, objective: str) -> bool:
    """Whether the owners' parts can be exchanged: who begins cannot."""
    return objective != "dark_rider" and not any(phase in line for phase in SET_UP)


def test_generated_positions_in_a_mirror() -> None:
    for data, _, line in generate.cases(21, 120):
        compare(engine_game(data), engine_game(symmetry.mirrored_game(data)), line, seat=False)


def test_generated_positions_from_the_other_seat() -> None:
    for data, _, line in generate.cases(22, 120):
        if has_seats(line, data["settings"]["objective"]):
            compare(engine_game(data), engine_game(symmetry.other_seat_game(data)), line, seat=True)


def mirrored_tile(tile: Tile) -> Tile:
    def mirrored(face: Face) -> Face:
        icons = [icon.model_copy(update={"at": Offset(-icon.at.right, icon.at.forward)}) for icon in face.icons]
        return face.model_copy(update={"icons": tuple(icons)})

    return tile.model_copy(update={"starting": mirrored(tile.starting), "other": mirrored(tile.other)})


def some(positions: list[list[Position]]) -> list[str]:
    lines = [position.line for game in positions for position in game if not position.is_over]
    return lines[:: max(1, len(lines) // 12)]


@pytest.mark.parametrize("family", FAMILIES)
def test_real_games_in_a_mirror(family: str, games: dict[str, list[list[Position]]]) -> None:
    game = game_of_family(family).composition
    twin = dataclasses.replace(game, tiles=tuple(mirrored_tile(tile) for tile in game.tiles))
    for line in some(games[family]):
        compare(game, twin, line, seat=False)


@pytest.mark.parametrize("family", FAMILIES)
def test_real_games_from_the_other_seat(family: str, games: dict[str, list[list[Position]]]) -> None:
    game = game_of_family(family).composition
    south, north = game.armies
    twin = dataclasses.replace(game, armies=(north, south))
    for line in some(games[family]):
        if has_seats(line, game.settings.objective):
            compare(game, twin, line, seat=True)
