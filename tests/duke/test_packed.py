"""One module knows where the bits are: what it packs it reads again, and nobody else shifts or masks by number."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.places import ROOT

from workbench.duke.board import kinds, packed
from workbench.duke.board.state import MAX_BAG, MAX_TYPES, NO_SQUARE

PACKAGE = ROOT / "workbench"
ROOMS = ("duke", "bots", "sim", "lab", "report")  # where packed numbers are met
# What may shift, and why.
MAY_SHIFT = {
    "duke/board/packed.py": "the module that knows",
    "duke/board/geometry.py": "builds masks of whole lines and edges",
    "duke/board/luck.py": "32-bit lanes of random numbers and hashes",
}
SHIFTS = (ast.LShift, ast.RShift)
MASKS = (ast.BitAnd, ast.BitOr, ast.BitXor)


def number_of(node: ast.expr) -> int | None:
    """The number that is written there, also with - or ~ before it."""
    if isinstance(node, ast.UnaryOp):
        node = node.operand
    return node.value if isinstance(node, ast.Constant) and type(node.value) is int else None


def bare_bits(text: str) -> list[str]:
    """Lines that shift, or mask with a bare number."""
    found = []
    for node in ast.walk(ast.parse(text)):
        sides: tuple[ast.expr, ...] = ()
        if isinstance(node, ast.BinOp):
            sides = (node.left, node.right)
        elif isinstance(node, ast.AugAssign):
            sides = (node.value,)
        else:
            continue
        is_mask = isinstance(node.op, MASKS) and any(number_of(side) is not None for side in sides)
        if isinstance(node.op, SHIFTS) or is_mask:
            found.append(f"line {node.lineno}: {ast.unparse(node)}")
    return found


def sources() -> list[str]:
    return sorted(path.relative_to(PACKAGE).as_posix() for room in ROOMS for path in (PACKAGE / room).rglob("*.py"))


@pytest.mark.parametrize("name", sources())
def test_nobody_else_shifts(name: str) -> None:
    found = bare_bits((PACKAGE / name).read_text(encoding="utf-8"))
    if name in MAY_SHIFT:
        assert found, "it need not stand in the list"
    else:
        assert found == [], "give it a name in duke/board/packed.py"


def test_a_bare_shift_is_noticed() -> None:
    assert bare_bits("key >> 10")
    assert bare_bits("mask |= 1 << square")
    assert bare_bits("mask & ~63")
    assert bare_bits("side ^= 1")
    assert bare_bits("types: set[int] | None = own & ~theirs") == []


squares = st.integers(0, 35)
places = squares | st.just(NO_SQUARE)
types = st.integers(0, MAX_TYPES - 1)
owners = st.integers(0, 1)
rows = st.integers(0, packed.MAX_ROWS - 1)


@given(st.integers(1, len(kinds.KIND_NAMES) - 1), places, places, places, st.integers(0, 255), st.integers(0, 255))
def test_turns(kind: int, at: int, via: int, to: int, arg: int, arg2: int) -> None:
    turn = packed.pack(kind, at, via, to, arg, arg2)
    fields = (packed.kind_of, packed.at_of, packed.via_of, packed.to_of, packed.arg_of, packed.arg2_of)
    assert [field(turn) for field in fields] == [kind, at, via, to, arg, arg2]
    assert packed.link_of(turn) == -1
    if kind != kinds.DIVINE_PICK:
        assert packed.unpack(turn) == packed.Fields(kind, at, via, to, arg, arg2)
        assert packed.unpack(turn).packed == turn


@given(places, squares, squares)
def test_link_chains(at: int, to: int, link: int) -> None:
    turn = packed.pack(kinds.GO, at, NO_SQUARE, to, 3, 0)
    chain = packed.with_link(turn, link)
    assert packed.link_of(chain) == link == packed.unpack(chain).link
    assert packed.without_link(chain) == turn
    assert packed.unpack(chain).packed == chain


@given(types, owners, squares, st.lists(types, max_size=2))
def test_picks_from_a_hand(chosen: int, swapped: int, to: int, destroyed: list[int]) -> None:
    first, second = [*destroyed, -1, -1][:2]
    turn = packed.pack_pick(chosen, swapped, to, first, second)
    assert (packed.first_destroyed(turn), packed.second_destroyed(turn)) == (first, second)
    fields = packed.unpack(turn)
    assert fields == packed.Fields(kinds.DIVINE_PICK, to=to, arg=chosen, arg2=swapped, destroyed=tuple(destroyed))
    assert fields.packed == turn


@given(types, owners, st.integers(0, 3), owners, squares, squares)
def test_keys(tile_type: int, side: int, quarters: int, owner: int, square: int, other: int) -> None:
    key = packed.key_of(tile_type, side, quarters, owner, square)
    fields = (packed.type_of, packed.side_of, packed.quarters_of, packed.owner_of, packed.square_of)
    told = [tile_type, side, quarters, owner, square]
    assert [field(key) for field in fields] == told
    assert packed.face_of(key) == 2 * tile_type + side
    assert [field(packed.flipped(key)) for field in fields] == [tile_type, 1 - side, quarters, owner, square]
    assert [field(packed.moved(key, other)) for field in fields] == [tile_type, side, quarters, owner, other]
    assert packed.quarters_of(packed.rotated(key, 3)) == (quarters + 3) % 4
    assert packed.side_of(packed.starting_side(key)) == 0
    assert packed.troop_of(key) == packed.troop_of(packed.moved(key, other))
    assert range(packed.KEYS)[packed.keys_of_type(tile_type)].index(key) >= 0
    assert packed.new_key(tile_type, owner, square) == packed.key_of(tile_type, 0, 0, owner, square)


@given(st.integers(0, 15), squares, squares, st.integers(0, 2**36 - 1), owners)
def test_slots(icon: int, source: int, target: int, mask: int, double: int) -> None:
    slot = packed.pack_slot(icon, source, target, mask, double)
    fields = (packed.icon_of, packed.source_of, packed.target_of, packed.path_of, packed.is_double)
    assert [field(slot) for field in fields] == [icon, source, target, mask, bool(double)]


@given(rows, st.integers(0, packed.MAX_RUN), st.integers(0, 15))
def test_runs_of_rows(first: int, count: int, icon: int) -> None:
    run = packed.pack_run(first, count)
    assert (packed.first_row(run), packed.row_count(run), packed.end_row(run)) == (first, count, first + count)
    assert packed.without_rows(run) == packed.pack_run(first, 0)
    area = packed.pack_slot(icon, 0, 0, packed.pack_members(first, count), 0)
    assert (packed.first_member(area), packed.end_of_members(area)) == (first, first + count)


@given(owners, st.integers(0, 255), st.integers(0, 255))
def test_extras(links: int, in_chain: int, alone: int) -> None:
    extras = packed.pack_extras(links, in_chain, alone)
    fields = (packed.extras_of_link, packed.extras_in_chain, packed.extras_alone)
    assert [field(extras) for field in fields] == [links, in_chain, alone]


@given(owners, owners, types, st.integers(-1, MAX_BAG - 1), st.integers(-1, MAX_BAG - 1))
def test_records(owner: int, taken: int, tile_type: int, south: int, north: int) -> None:
    offer = packed.pack_offer(owner, taken, tile_type)
    assert (packed.offer_owner(offer), packed.offer_taken(offer), packed.offer_type(offer)) == (owner, taken, tile_type)
    entry = packed.pack_log(2 * taken + owner, tile_type)
    assert (packed.log_how(entry), packed.log_type(entry)) == (2 * taken + owner, tile_type)
    assert entry < 256
    spilt = packed.pack_spilt(tile_type + 4000, owner, entry)
    found = (packed.spilt_game(spilt), packed.spilt_list(spilt), packed.spilt_entry(spilt))
    assert found == (tile_type + 4000, owner, entry)
    standing = packed.pack_standing(owner, tile_type)
    assert (packed.standing_owner(standing), packed.standing_type(standing)) == (owner, tile_type)
    deal = packed.pack_deal(owner, south, north)
    assert packed.deal_swapped(deal) == owner
    assert (packed.deal_top_south(deal), packed.deal_top_north(deal)) == (south, north)


@given(st.sets(squares))
def test_masks(members: set[int]) -> None:
    mask = 0
    for square in members:
        mask |= packed.bit(square)
    assert {square for square in range(36) if packed.has(mask, square)} == members


def test_the_rows_of_the_kinds_stand_in_the_order_of_their_numbers() -> None:
    numbers = {name: number for name, number in vars(kinds).items() if name.lower() in kinds.KINDS}
    assert len(numbers) == len(kinds.KINDS) - 1, "only FLIP_BLANK is called otherwise"
    assert all(kinds.KIND_NAMES[number] == name.lower() for name, number in numbers.items())
    assert kinds.KIND_NAMES[kinds.FLIP_BLANK] == "flip"
