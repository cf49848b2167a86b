"""ASCII grids <-> icons."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.icons import BY_LETTER, IconType
from workbench.tileset.grid import GRID_PATTERN, Cell, face_from_icons, format_grid, parse_grid
from workbench.tileset.model import WINDOW, Face, Icon
from workbench.words import Offset

TREBUCHET = """\
.  .  X1 .  .
.  X1 H1 X1 .
.  .  X1 .  .
.  .  .  .  .
.  .  @  .  .
"""


def grid(*rows: str) -> str:
    return "\n".join(rows) + "\n"


def test_origin_offsets_and_groups() -> None:
    read = parse_grid(TREBUCHET)
    assert read.face is not None
    assert read.face.origin == (2, 4)
    hammer = next(icon for icon in read.face.icons if icon.icon is IconType.HAMMER)
    assert hammer.at == Offset(0, 3)
    assert [len(icons) for icons in read.face.groups().values()] == [5]
    assert format_grid(read.face) == TREBUCHET


def test_rows_that_yaml_has_joined_are_one_fault_with_the_way_out() -> None:
    """Without the '|' after the key all lines of the face are folded into one."""
    (fault,) = parse_grid(" ".join(TREBUCHET.split())).faults
    assert fault.code == "E302"
    assert "'starting: |'" in fault.help


@pytest.mark.parametrize(("letter", "kind"), BY_LETTER.items())
def test_every_letter_has_its_kind(letter: str, kind: IconType) -> None:
    face = parse_grid(grid(f". {letter} . . .", ". . . . .", ". . @ . .", ". . . . .", ". . . . .")).face
    assert face is not None
    assert face.icons == (Icon(icon=kind, at=Offset(-1, 2)),)


def test_letters_share_a_cell() -> None:
    face = parse_grid(grid(". . . . .", ". . . . .", ". MC @ . .", ". . . . .", ". . . . .")).face
    assert face is not None
    assert [icon.icon for icon in face.icons] == [IconType.MOVE, IconType.COMMAND]


BLANK = (". . . . .", ". . . . .", ". . @ . .", ". . . . .", ". . . . .")


@pytest.mark.parametrize(
    ("rows", "code", "place"),
    [
        (BLANK[:4], "E302", None),
        ((*BLANK, BLANK[0]), "E302", None),
        ((". . . .", *BLANK[1:]), "E302", (0, 0, 7)),
        ((BLANK[0], ". . . . . .", *BLANK[2:]), "E302", (1, 0, 11)),
        ((BLANK[0],) * 5, "E303", None),
        ((". @ . . .", *BLANK[1:]), "E303", (2, 4, 1)),
        ((*BLANK[:2], ". . M@ . .", *BLANK[3:]), "E304", (2, 4, 2)),
        ((". Q . . .", *BLANK[1:]), "E301", (0, 2, 1)),
        ((". MQ . . .", *BLANK[1:]), "E301", (0, 3, 1)),
        ((". 1 . . .", *BLANK[1:]), "E301", (0, 2, 1)),
        ((". MM . . .", *BLANK[1:]), "E311", (0, 3, 1)),
    ],
)
def test_fault_with_its_place(rows: tuple[str, ...], code: str, place: tuple[int, int, int] | None) -> None:
    read = parse_grid(grid(*rows))
    assert read.face is None
    (fault,) = read.faults
    assert (fault.code, fault.where) == (code, place and Cell(*place))


def test_all_faults_are_told_at_once() -> None:
    codes = [fault.code for fault in parse_grid(grid(". Q . .", ". x . . .", ". . . . .")).faults]
    assert sorted(codes) == ["E301", "E301", "E302", "E302", "E303"]


def test_lower_case_letter_gets_a_suggestion() -> None:
    (fault,) = parse_grid(grid(". x . . .", *BLANK[1:])).faults
    assert "'X'" in fault.help


@st.composite
def faces(draw: st.DrawFn) -> Face:
    origin = (draw(st.integers(0, WINDOW - 1)), draw(st.integers(0, WINDOW - 1)))
    window = [Offset(x - origin[0], origin[1] - y) for y in range(WINDOW) for x in range(WINDOW) if (x, y) != origin]
    kinds = st.lists(st.sampled_from(list(IconType)), max_size=3, unique=True)
    icons = []
    for at in window:
        for kind in sorted(draw(kinds), key=list(IconType).index):
            icons.append(Icon(icon=kind, at=at, group=draw(st.none() | st.integers(1, 9))))
    return Face(icons=tuple(icons), origin=origin)


@given(faces())
def test_grid_and_list_give_the_face_back(face: Face) -> None:
    text = format_grid(face)
    assert parse_grid(text).face == face
    assert face_from_icons(reversed(face.icons), face.origin).face == face
    assert re.match(GRID_PATTERN, text)


@given(st.text("MJSZXCDFAHmj@.19 \t\nQé", max_size=120))
def test_any_text_is_read_or_told(text: str) -> None:
    read = parse_grid(text)
    assert (read.face is None) == bool(read.faults)
    if read.face is not None:
        assert re.match(GRID_PATTERN, text), "the schema refuses no grid that the loader reads"


def test_origin_of_a_list_moves_only_as_far_as_needed() -> None:
    def origin(*offsets: tuple[int, int]) -> tuple[int, int] | None:
        face = face_from_icons(Icon(icon=IconType.JUMP, at=Offset(*at)) for at in offsets).face
        return face.origin if face else None

    assert origin() == (2, 2)
    assert origin((0, 2), (2, -2)) == (2, 2)
    assert origin((0, 3)) == (2, 3)
    assert origin((0, 4), (0, 1)) == (2, 4)
    assert origin((-4, 0)) == (4, 2)
    assert origin((0, 3), (0, -2)) is None


@pytest.mark.parametrize(("at", "code"), [((0, 0), "E304"), ((0, 3), "E312")])
def test_list_faults_name_the_entry(at: tuple[int, int], code: str) -> None:
    icons = [Icon(icon=IconType.JUMP, at=Offset(0, -2)), Icon(icon=IconType.MOVE, at=Offset(*at))]
    assert {(fault.code, fault.where) for fault in face_from_icons(icons, (2, 2)).faults} == {(code, 1)}
