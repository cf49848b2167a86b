"""A position line -> a state record. Every fault of the line is listed, not only the first."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np

from workbench.duke.board.packed import bit, key_of, owner_of, square_of
from workbench.duke.board.state import (
    ASKING,
    DIVINING,
    HOPPING,
    MAX_BAG,
    NO_SQUARE,
    PLACING,
    REASONS,
    SAVED,
    TURN,
)
from workbench.duke.text.lettering import CODE, MULTISET, SQUARE, Lettering, parse_squares
from workbench.duke.text.position_check import OWNER_NAMES, check_state
from workbench.duke.text.position_write import CAPTORS, FACINGS, OWNERS, PHASE_NAMES
from workbench.words import BOARD, parse_square, square_name

FIELDS = "board owner bags extras ply"
LONGEST_LINE = 10_000  # characters; the fullest board with the fullest bags takes some 2,000
_CELL = re.compile(r"([1-9])|([A-Za-z]{2})('?)(>|<|\^|v(?![A-Za-z]))?\.?")
_PHASES = {name: number for number, name in enumerate(PHASE_NAMES)}
_AFTER_PHASE = {
    "?redeploy": f":{SQUARE}",
    "?call": f":{SQUARE}",
    "?facing": "(?::hop)?",
    "place": rf":{CODE}(?::(?:{SQUARE}|L))?",
    "ask": f":{CODE}:{SQUARE}",
    "divine": f":{MULTISET}",
    "over": r":[SN=]:[a-z-]+",
}
EXTRAS = ("mt", "ft", "dr", "fl", "sc", "off", "box", "pool", "no", "front", "held", "frz", "np", "ph")


class BadPosition(ValueError):
    """A position line that cannot be used; `faults` lists everything that is wrong with it."""

    def __init__(self, line: str, faults: list[str]) -> None:
        self.line = line
        self.faults = tuple(faults)
        super().__init__("; ".join(faults))


def neutral_states(count: int) -> np.recarray:
    """States with an empty board and no history; South opens a turn."""
    states = np.zeros(count, SAVED).view(np.recarray)
    for name in ("duke", "flag", "dragon", "winner", "in_guard", "stores_hash"):
        states[name] = -1
    states["source"] = NO_SQUARE
    states["phase"] = TURN
    return states


def stand(s: np.record, key: int, is_duke: bool) -> None:
    """Stand a tile on a free square of a state that is being set up."""
    owner, square = owner_of(key), square_of(key)
    count = int(s["n"][owner])
    s["where"][square] = count
    s["tiles"][owner, count] = key
    s["n"][owner] = count + 1
    s["occ"][owner] |= bit(square)
    if is_duke:
        s["duke"][owner] = square


def fill_bag(s: np.record, owner: int, types: list[int]) -> None:
    s["nbag"][owner] = len(types)
    s["bag"][owner, : len(types)] = types


def parse_state(line: str, letters: Lettering, *, needs_dukes: bool = True) -> np.recarray:
    """The state of a line, as an array of one; raises BadPosition with all faults.

    `needs_dukes`: whether a game that is won by capturing the Duke must show both.
    """
    if len(line) > LONGEST_LINE:
        raise BadPosition(line[:80], [f"the line has {len(line):,} characters; {LONGEST_LINE:,} is the limit"])
    fields = line.split()
    if len(fields) != 5:
        raise BadPosition(line, [f"a position has five fields ({FIELDS}), this has {len(fields)}"])
    states = neutral_states(1)
    reader = _Reader(states[0], letters)
    board, owner, bags, extras, ply = fields
    reader.read_board(board)
    reader.read_owner(owner)
    reader.read_bags(bags)
    reader.read_extras(extras)
    reader.read_ply(ply)
    reader.derive()
    # a tile that could not be read may be the Duke
    reader.faults += check_state(states[0], letters, needs_dukes and not reader.faults)
    if reader.faults:
        raise BadPosition(line, reader.faults)
    return states


class _Reader:
    """Fills one state, field by field, and notes every fault."""

    def __init__(self, s: np.record, letters: Lettering) -> None:
        self.s = s
        self.letters = letters
        self.faults: list[str] = []
        self.items: dict[str, Callable[[str], None]] = {
            "mt": lambda text: self._set_mask("mountains", text, "mt"),
            "ft": lambda text: self._set_mask("forts", text, "ft"),
            "held": lambda text: self._set_mask("held", text, "held"),
            "frz": lambda text: self._set_mask("frozen", text, "frz"),
            "dr": self._read_dragon,
            "fl": self._read_flags,
            "sc": self._read_scores,
            "off": self._read_off,
            "box": lambda text: self._read_counts(self.s["boxed"], text, "box"),
            "front": lambda text: self._read_counts(self.s["front"], text, "front"),
            "pool": self._read_pool,
            "no": self._read_declined,
            "np": self._read_idle,
            "ph": self._read_phase,
        }

    # board, owner, bags, ply

    def read_board(self, text: str) -> None:
        ranks = text.split("/")
        if len(ranks) != BOARD:
            self.faults.append(f"the board has {len(ranks)} ranks, not {BOARD} (rank 6 first, parted by '/')")
            return
        for row, rank in enumerate(ranks):
            self._read_rank(rank, BOARD - 1 - row)

    def _read_rank(self, text: str, rank: int) -> None:
        column = place = 0
        while place < len(text):
            cell = _CELL.match(text, place)
            if cell is None:
                self.faults.append(f"rank {rank + 1}: cannot read '{text[place:]}'")
                return
            place = cell.end()
            if cell[1]:
                column += int(cell[1])
                continue
            if column < BOARD:
                self._read_troop(cell, rank * BOARD + column)
            column += 1
        if column != BOARD:
            self.faults.append(f"rank {rank + 1}: '{text}' fills {column} squares, not {BOARD}")

    def _read_troop(self, cell: re.Match[str], square: int) -> None:
        code, side, mark = cell[2], bool(cell[3]), cell[4] or "^"
        tile_type = self.letters.type_of(code)
        if tile_type is None:
            self.faults.append(f"{square_name(square)}: {self.letters.unknown(code)}")
        elif not (code.isupper() or code.islower()):
            written = f"{code.upper()} for South or {code.lower()} for North"
            self.faults.append(f"{square_name(square)}: '{code}' must be {written}")
        else:
            turned, owner = "^>v<".index(mark), int(code.islower())
            is_duke = self.letters.is_duke(tile_type)
            if is_duke and int(self.s["duke"][owner]) >= 0:
                places = f"{square_name(int(self.s['duke'][owner]))} and {square_name(square)}"
                self.faults.append(f"{OWNER_NAMES[owner]} has two Dukes, on {places} (SETUP-1b)")
            stand(self.s, key_of(tile_type, side, turned, owner, square), is_duke)

    def read_owner(self, text: str) -> None:
        if text in OWNERS and len(text) == 1:
            self.s["to_move"] = OWNERS.index(text)
        else:
            self.faults.append(f"the owner to decide is 'S' or 'N', not '{text}'")

    def read_bags(self, text: str) -> None:
        for owner, bag in enumerate(self._two(text, "bags")):
            name = OWNER_NAMES[owner]
            counts = self.letters.parse_counts(bag, self.faults, f"{name}'s bag")
            types = [tile_type for tile_type, count in enumerate(counts) for _ in range(count)]
            if len(types) > MAX_BAG:
                self.faults.append(f"{name}'s bag holds {len(types)} tiles; at most {MAX_BAG} are possible")
            else:
                fill_bag(self.s, owner, types)

    def read_ply(self, text: str) -> None:
        self._set_number("ply", text, "ply")

    # extras

    def read_extras(self, text: str) -> None:
        if text == "-":
            return
        seen: list[str] = []
        for item in text.split(";"):
            name, equals, value = item.partition("=")
            if name not in self.items or not equals or not value:
                self.faults.append(f"extras: cannot read '{item}' (known: {', '.join(EXTRAS)}; '-' for none)")
            elif name in seen:
                self.faults.append(f"extras: '{name}' is given twice")
            else:
                seen.append(name)
                self.items[name](value)
        if seen != sorted(seen, key=EXTRAS.index):
            self.faults.append(f"extras: the order is {', '.join(EXTRAS)}")
        self.s["mover"] = self.s["to_move"]

    def _two(self, text: str, what: str) -> list[str]:
        parts = text.split("/")
        if len(parts) == 2:
            return parts
        self.faults.append(f"{what}: '{text}' must have two parts, South's/North's ('-' for none)")
        return []

    def _set_mask(self, field: str, text: str, what: str) -> None:
        self.s[field] = parse_squares(text, self.faults, what)

    def _set_number(self, field: str, text: str, what: str) -> None:
        if text.isascii() and text.isdigit() and len(text) < 10:
            self.s[field] = int(text)
        else:
            self.faults.append(f"{what}: '{text}' is not a whole number")

    def _read_dragon(self, text: str) -> None:
        match = re.fullmatch(rf"({SQUARE})([{FACINGS}])(!?)(s?)(r?)", text)
        if match is None:
            self.faults.append(f"dr: '{text}' is not a square, a facing (N E S W), then marks '!', 's', 'r'")
            return
        self.s["dragon"] = parse_square(match[1])
        self.s["facing"] = FACINGS.index(match[2])
        self.s["enraged"], self.s["skip"], self.s["reorient"] = (bool(match[i]) for i in (3, 4, 5))

    def _read_flags(self, text: str) -> None:
        for owner, part in enumerate(self._two(text, "fl")):
            if part != "-":
                mask = parse_squares(part, self.faults, "fl")
                if mask.bit_count() > 1:
                    self.faults.append(f"fl: '{part}' names more than one square for one Flag")
                self.s["flag"][owner] = mask.bit_length() - 1

    def _read_scores(self, text: str) -> None:
        for owner, part in enumerate(self._two(text, "sc")):
            if part in ("0", "1", "2", "3"):
                self.s["score"][owner] = int(part)
            else:
                self.faults.append(f"sc: '{part}' is not a score from 0 to 3")

    def _read_off(self, text: str) -> None:
        for owner, part in enumerate(self._two(text, "off")):
            for group in part.split(",") if part != "-" else []:
                captor, _, tiles = group.partition(":")
                if captor not in tuple(CAPTORS):
                    self.faults.append(f"off: '{group}' must start with x: (opponent), o: (own) or t:")
                    continue
                counts = self.letters.parse_counts(tiles, self.faults, "off")
                self.s["off"][owner, CAPTORS.index(captor), : len(counts)] += np.array(counts, np.int64)

    def _read_counts(self, field: np.ndarray, text: str, what: str) -> None:
        for owner, part in enumerate(self._two(text, what)):
            counts = self.letters.parse_counts(part, self.faults, what)
            field[owner, : len(counts)] = counts

    def _mask_of_types(self, text: str, what: str) -> int:
        counts = self.letters.parse_counts(text, self.faults, what)
        for tile_type, count in enumerate(counts):
            if count > 1:
                self.faults.append(f"{what}: {self.letters.codes[tile_type]} is named {count} times, not once")
        return sum(bit(tile_type) for tile_type, count in enumerate(counts) if count)

    def _read_pool(self, text: str) -> None:
        self.s["pool"] = self._mask_of_types(text, "pool")

    def _read_declined(self, text: str) -> None:
        for owner, part in enumerate(self._two(text, "no")):
            self.s["declined"][owner] = self._mask_of_types(part, "no")

    def _read_idle(self, text: str) -> None:
        self._set_number("idle", text, "np")

    # phase

    def _read_phase(self, text: str) -> None:
        name, _, rest = text.partition(":")
        phase = _PHASES.get(name, TURN)
        if phase == TURN or not re.fullmatch(_AFTER_PHASE.get(name, ""), text[len(name) :]):
            self.faults.append(f"ph: '{text}' is not a phase (see docs/notation.md)")
            return
        self.s["phase"] = phase
        if name in ("?redeploy", "?call"):
            self.s["source"] = parse_square(rest)
        elif name in ("place", "ask"):
            self._read_drawn(*rest.split(":"))
        elif name == "divine":
            self._read_hand(rest)
        elif name == "over":
            self._read_end(*rest.split(":"))
        elif name == "?facing":
            self.s["scored"] = rest == "hop"

    def _read_drawn(self, code: str, source: str = "") -> None:
        tile_type = self.letters.type_of(code)
        if tile_type is None:
            self.faults.append(f"ph: {self.letters.unknown(code)}")
        else:
            self.s["drawn"] = tile_type
        self.s["called"] = source == "L"
        self.s["source"] = parse_square(source) if source not in ("", "L") else NO_SQUARE

    def _read_hand(self, text: str) -> None:
        counts = self.letters.parse_counts(text, self.faults, "ph")
        hand = [tile_type for tile_type, count in enumerate(counts) for _ in range(count)]
        if len(hand) > 3:
            self.faults.append(f"ph: a hand has at most 3 tiles, '{text}' has {len(hand)} (ENH-II-1)")
            return
        self.s["nhand"] = len(hand)
        self.s["hand"][: len(hand)] = hand

    def _read_end(self, winner: str, reason: str) -> None:
        if reason not in REASONS[1:]:
            self.faults.append(f"ph: '{reason}' is not a reason ({', '.join(REASONS[1:])})")
            return
        self.s["winner"] = OWNERS.index(winner) if winner in OWNERS else -1
        self.s["reason"] = REASONS.index(reason)

    # what the line implies

    def derive(self) -> None:
        """Fields of the record that follow from the line."""
        s = self.s
        phase, owner = int(s["phase"]), int(s["to_move"])
        s["mover"] = 1 - owner if phase == HOPPING else owner
        in_hand = int(s["nhand"]) if phase == DIVINING else int(phase in (PLACING, ASKING))
        s["bag_before"] = int(s["nbag"][owner]) + in_hand
