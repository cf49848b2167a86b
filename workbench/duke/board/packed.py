"""Where the bits are: the only module that knows how a turn, a placed tile, a slot and their like lie in an int64.

All functions serve compiled code and plain Python alike. Numbers in a field are whole and not negative, unless said.

A *turn* (or a follow-up, or a set-up choice): kind 0-4, at 5-10, via 11-16, to 17-22, arg 23-30, arg2 31-38,
link 39-45, arg3 46-53. `link` is 1 + the square of the Link tile when the turn is played by its linked tile.

A *key* is a placed tile: square 0-5, owner 6, quarters turned 7-8, side 9, tile type from 10 on. Rule tables are
indexed by it. A *face* is tile type and side.

A *slot* is a thing that a placed tile might do on an empty board: mask 0-35, target 36-41, source 42-47, icon 48-51,
52 "a slot earlier in the run leads to the same turn" (A-0). The mask is the path that must be free of troops, for
strikes the ray that Mountains and Forts stop (G-8); for an area effect it is the row of its first member 0-17 and
their number 18-35. A *run* is the slots of one key: how many 0-7, first row from 8 on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

from workbench.duke.board.anywhere import anywhere
from workbench.duke.board.kinds import DIVINE_PICK
from workbench.duke.board.state import MAX_TYPES, NO_SQUARE

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Whole = TypeVar("Whole", int, NDArray[np.int64])

# Masks of squares, or of tile types


@anywhere
def bit(number: int) -> int:
    """The mask of one square, or of one tile type."""
    return 1 << number


@anywhere
def has(mask: int, number: int) -> bool:
    return mask >> number & 1 != 0


@anywhere
def hash_mark(number: int) -> int:
    """The last bits of a hash: its number in a mask of hashes that were seen."""
    return number & 63


# Turns


@anywhere
def pack(kind: int, at: int, via: int, to: int, arg: int, arg2: int) -> int:
    return kind | at << 5 | via << 11 | to << 17 | arg << 23 | arg2 << 31


@anywhere
def kind_of(turn: int) -> int:
    return turn & 31


@anywhere
def at_of(turn: int) -> int:
    return turn >> 5 & 63


@anywhere
def via_of(turn: int) -> int:
    return turn >> 11 & 63


@anywhere
def to_of(turn: int) -> int:
    return turn >> 17 & 63


@anywhere
def arg_of(turn: int) -> int:
    return turn >> 23 & 255


@anywhere
def arg2_of(turn: int) -> int:
    return turn >> 31 & 255


@anywhere
def link_of(turn: int) -> int:
    """Square of the Link tile whose chain this turn ends, or -1."""
    return (turn >> 39 & 127) - 1


@anywhere
def with_link(turn: int, square: int) -> int:
    return turn | square + 1 << 39


@anywhere
def without_link(turn: int) -> int:
    return turn & ~(127 << 39)


@anywhere
def pack_pick(chosen: int, swapped: int, to: int, first: int, second: int) -> int:
    """A DIVINE_PICK; `first` and `second` are the destroyed types or -1."""
    turn = pack(DIVINE_PICK, NO_SQUARE, NO_SQUARE, to, chosen, swapped)
    return turn | first + 1 << 39 | second + 1 << 46


@anywhere
def first_destroyed(turn: int) -> int:
    """The first type that a DIVINE_PICK destroys, or -1."""
    return (turn >> 39 & 127) - 1


@anywhere
def second_destroyed(turn: int) -> int:
    return (turn >> 46 & 255) - 1


class Fields(NamedTuple):
    """The fields of a packed turn, for plain Python; what each holds depends on its kind."""

    kind: int
    at: int = NO_SQUARE
    via: int = NO_SQUARE
    to: int = NO_SQUARE
    arg: int = 0
    arg2: int = 0
    link: int = -1  # square of the Link tile whose chain this turn ends
    destroyed: tuple[int, ...] = ()  # types destroyed by a pick from a hand

    @property
    def packed(self) -> int:
        if self.kind == DIVINE_PICK:
            first, second = (*self.destroyed, -1, -1)[:2]
            return pack_pick(self.arg, self.arg2, self.to, first, second)
        return with_link(pack(*self[:6]), self.link)


def unpack(turn: int) -> Fields:
    fields = Fields(kind_of(turn), at_of(turn), via_of(turn), to_of(turn), arg_of(turn), arg2_of(turn), link_of(turn))
    if fields.kind != DIVINE_PICK:
        return fields
    destroyed = (first_destroyed(turn), second_destroyed(turn))
    return fields._replace(link=-1, destroyed=tuple(one for one in destroyed if one >= 0))


# Placed tiles

KEYS_PER_TYPE = 1 << 10
KEYS = MAX_TYPES * KEYS_PER_TYPE
FLIP = 1 << 9


@anywhere
def key_of(tile_type: int, side: int, quarters: int, owner: int, square: int) -> int:
    return tile_type << 10 | side << 9 | quarters << 7 | owner << 6 | square


@anywhere
def new_key(tile_type: int, owner: int, square: int) -> int:
    """A tile as it enters play: starting side up, not turned (SETUP-6)."""
    return tile_type << 10 | owner << 6 | square


@anywhere
def type_of(key: int) -> int:
    return key >> 10


@anywhere
def face_of(key: int) -> int:
    return key >> 9


@anywhere
def side_of(key: int) -> int:
    """0: the starting side is up, 1: the other."""
    return key >> 9 & 1


@anywhere
def quarters_of(key: int) -> int:
    """How far the tile is turned, clockwise."""
    return key >> 7 & 3


@anywhere
def owner_of(key: int) -> int:
    return key >> 6 & 1


@anywhere
def square_of(key: int) -> int:
    return key & 63


@anywhere
def troop_of(key: int) -> int:
    """The key without its square: equal for tiles that differ only in where they stand."""
    return key & ~63


@anywhere
def moved(key: int, square: int) -> int:
    """Side and turn stay (ENH-V-6)."""
    return key & ~63 | square


@anywhere
def flipped(key: int) -> int:
    return key ^ FLIP


@anywhere
def starting_side(key: int) -> int:
    """The same tile with its starting side up."""
    return key & ~FLIP


@anywhere
def rotated(key: int, quarters: int) -> int:
    return key & ~(3 << 7) | ((key >> 7) + quarters & 3) << 7


def keys_of_type(tile_type: int) -> slice:
    """Where the tables of a type lie in arrays indexed by key."""
    return slice(tile_type * KEYS_PER_TYPE, (tile_type + 1) * KEYS_PER_TYPE)


@anywhere
def store_key(owner: int, store: int, tile_type: int) -> int:
    """A tile out of play, in the place of a key: `store` stands for the square."""
    return new_key(tile_type, owner, store)


# Slots and runs of slots

MAX_ROWS = 1 << 18  # that an area slot can name its members by
MAX_RUN = 255


@anywhere
def pack_slot(icon: int, source: int, target: int, mask: int, double: int) -> int:
    return mask | target << 36 | source << 42 | icon << 48 | double << 52


@anywhere
def icon_of(slot: int) -> int:
    return slot >> 48 & 15


@anywhere
def source_of(slot: int) -> int:
    return slot >> 42 & 63


@anywhere
def target_of(slot: int) -> int:
    return slot >> 36 & 63


@anywhere
def path_of(slot: int) -> int:
    """The squares that must be free; of a strike, its ray."""
    return slot & (1 << 36) - 1


@anywhere
def is_double(slot: int) -> bool:
    return slot >> 52 & 1 != 0


@anywhere
def pack_members(first: int, count: int) -> int:
    """The mask of an area slot."""
    return first | count << 18


@anywhere
def first_member(slot: int) -> int:
    return slot & MAX_ROWS - 1


@anywhere
def end_of_members(slot: int) -> int:
    """The row after the last member."""
    return (slot & MAX_ROWS - 1) + (slot >> 18 & MAX_ROWS - 1)


@anywhere
def pack_run(first: int, count: int) -> int:
    return first << 8 | count


@anywhere
def first_row(run: Whole) -> Whole:
    return run >> 8


@anywhere
def row_count(run: Whole) -> Whole:
    return run & 255


@anywhere
def end_row(run: Whole) -> Whole:
    """The row after the last."""
    return (run >> 8) + (run & 255)


@anywhere
def without_rows(run: Whole) -> Whole:
    """A run as long as nothing, in the same place."""
    return run & ~255


# How many candidates a face has beside its slots


@anywhere
def pack_extras(links: int, in_chain: int, alone: int) -> int:
    return links << 16 | in_chain << 8 | alone


@anywhere
def extras_of_link(extras: int) -> int:
    """Whether the face links other tiles."""
    return extras >> 16


@anywhere
def extras_in_chain(extras: int) -> int:
    return extras >> 8 & 255


@anywhere
def extras_alone(extras: int) -> int:
    return extras & 255


# Records of games


@anywhere
def pack_offer(owner: int, taken: int, tile_type: int) -> int:
    """A pool tile was offered to the owner for a drawn tile of this type."""
    return owner << 8 | taken << 7 | tile_type


@anywhere
def offer_owner(offer: Whole) -> Whole:
    return offer >> 8


@anywhere
def offer_taken(offer: Whole) -> Whole:
    return offer >> 7 & 1


@anywhere
def offer_type(offer: Whole) -> Whole:
    return offer & 127


@anywhere
def pack_log(how: int, tile_type: int) -> int:
    """A tile left or entered a bag; `how` is 0 to 3, so that it fits a byte."""
    return how << 6 | tile_type


@anywhere
def log_how(entry: Whole) -> Whole:
    return entry >> 6


@anywhere
def log_type(entry: Whole) -> Whole:
    return entry & 63


@anywhere
def pack_spilt(game: int, listed: int, entry: int) -> int:
    """An entry of one of a game's lists (`sim.duke.batch`) that its row has no room for."""
    return game << 16 | listed << 8 | entry


@anywhere
def spilt_game(spilt: Whole) -> Whole:
    return spilt >> 16


@anywhere
def spilt_list(spilt: Whole) -> Whole:
    return spilt >> 8 & 255


@anywhere
def spilt_entry(spilt: Whole) -> Whole:
    return spilt & 255


@anywhere
def pack_standing(owner: int, tile_type: int) -> int:
    """Who stands on a square."""
    return owner << 8 | tile_type


@anywhere
def standing_owner(standing: int) -> int:
    return standing >> 8


@anywhere
def standing_type(standing: int) -> int:
    return standing & 255


@anywhere
def pack_deal(swapped: int, top_south: int, top_north: int) -> int:
    """How games are dealt: whether the armies have swapped seats, and places in the bags to be drawn first (-1: none).

    Luck follows the armies into their seats. Places are those of the bag's file order.
    """
    return swapped | top_south + 1 << 1 | top_north + 1 << 9


@anywhere
def deal_swapped(deal: int) -> int:
    return deal & 1


@anywhere
def deal_top_south(deal: int) -> int:
    return (deal >> 1 & 255) - 1


@anywhere
def deal_top_north(deal: int) -> int:
    return (deal >> 9 & 255) - 1
