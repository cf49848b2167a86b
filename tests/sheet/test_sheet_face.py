"""Faces as shapes: goldens are lists of shapes; the rules of the layout hold for every shipped tile."""

from __future__ import annotations

import os
from dataclasses import fields
from itertools import combinations, pairwise

import pytest
from support.places import DATA
from support.sheet_samples import official, tile_with

from workbench.icons import IconType
from workbench.sheet.face import CELL, ENHANCED_CELL, TILE_MM, draw_face, fit_name
from workbench.sheet.icons import draw_icon
from workbench.sheet.shapes import Disc, Hoop, Line, Shape, Solid, Text
from workbench.sheet.text import text_width
from workbench.sheet.themes import THEMES
from workbench.tileset.load import load_sets, shipped_sets
from workbench.tileset.model import Tile
from workbench.words import Ability, Offset

GOLDENS = DATA / "sheet"
CLASSIC = THEMES["classic"]
EVERY_TILE = [tile for one in load_sets(list(shipped_sets())) for tile in one.tiles]
ALL_ICONS = tile_with(
    *((kind, index % 5 - 2, 2 - index // 5) for index, kind in enumerate(IconType) if index != 12),
    name="Señor Ævar Łuć",
    abilities=tuple(Ability),
)


def written(shape: Shape) -> str:
    """One shape as a line of text with millimetres to three decimals."""

    def text(value: object) -> str:
        if isinstance(value, float):
            return f"{value + 0:.3f}"
        if isinstance(value, tuple):
            return "(" + " ".join(text(part) for part in value) + ")"
        return str(value)

    return type(shape).__name__ + " " + " ".join(text(getattr(shape, f.name)) for f in fields(shape))


@pytest.mark.parametrize(
    ("name", "tile", "side", "theme"),
    [
        ("knight-starting", official("Knight"), 0, "classic"),
        ("marshall-other", official("Marshall"), 1, "classic"),
        ("assassin-other", official("Assassin"), 1, "colour"),
        ("longbowman-other", official("Longbowman"), 1, "classic"),
        ("duchess-starting", official("Duchess"), 0, "light-on-dark"),
        ("trebuchet-other", official("Trebuchet", "siege-engines"), 1, "classic"),
        ("dark-agnes-other", official("Dark Agnes de Chastillon", "robert-e-howard"), 1, "classic"),
        ("all-icons-starting", ALL_ICONS, 0, "classic"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_goldens(name: str, tile: Tile, side: int, theme: str) -> None:
    """Update with WORKBENCH_UPDATE_GOLDENS=1 and read the difference."""
    lines = "".join(written(shape) + "\n" for shape in draw_face(tile, side, theme=THEMES[theme]))
    path = GOLDENS / f"{name}.txt"
    if os.environ.get("WORKBENCH_UPDATE_GOLDENS"):
        path.write_text(lines, encoding="utf-8")
    assert lines == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("size", [TILE_MM, 38.1])
@pytest.mark.parametrize("side", [0, 1])
def test_every_shipped_face_stays_inside_and_legible(size: float, side: int) -> None:
    for tile in EVERY_TILE:
        for shape in draw_face(tile, side, size):
            for x, y in points(shape):
                assert -1e-6 <= x <= size + 1e-6, (tile.name, shape)
                assert -1e-6 <= y <= size + 1e-6, (tile.name, shape)
            if isinstance(shape, Line):
                assert shape.width >= 0.2, tile.name
            if isinstance(shape, Hoop):
                assert shape.width >= 0.35, tile.name


def points(shape: Shape) -> list[tuple[float, float]]:
    match shape:
        case Solid(rings, _):
            return [(p.x, p.y) for ring in rings for p in ring]
        case Disc(x, y, r, _) | Hoop(x, y, r, _, _):
            return [(x - r, y - r), (x + r, y + r)]
        case Line():
            return [(shape.x1, shape.y1), (shape.x2, shape.y2)]
        case Text():
            half = text_width(shape.text, shape.size, shape.font) / 2
            return [(shape.x - half, shape.y - shape.size * 0.6), (shape.x + half, shape.y)]
    raise AssertionError(shape)


def test_no_shipped_name_is_cut_short() -> None:
    for tile in EVERY_TILE:
        fitted = fit_name(tile.name, TILE_MM, bool(tile.abilities))
        assert fitted.fits, tile.name
        assert " ".join(fitted.lines) == tile.name


def test_the_grid_has_the_games_proportions() -> None:
    for tile, cell in ((official("Knight"), CELL), (official("Duchess"), ENHANCED_CELL)):
        lines = [shape for shape in draw_face(tile, 0, 100.0) if isinstance(shape, Line)]
        uprights = sorted({round(line.x1, 3) for line in lines if line.x1 == line.x2})
        steps = [b - a for a, b in pairwise(uprights)]
        assert sum(step == pytest.approx(100 * cell, abs=0.01) for step in steps) == 5
        assert uprights[0] == pytest.approx(3.0)


def frame_count(tile: Tile) -> int:
    """Full-height upright lines at the left: one for a single frame, two for a double one."""
    lines = [shape for shape in draw_face(tile, 0, 100.0) if isinstance(shape, Line)]
    return sum(line.x1 == line.x2 and line.x1 < 6 and line.y2 - line.y1 > 80 for line in lines)


def test_enhanced_tiles_have_a_double_frame_and_their_numerals() -> None:
    assert frame_count(official("Knight")) == 1
    assert frame_count(official("Duchess")) == 2
    assert frame_count(tile_with(enhanced=True)) == 2
    for ability, numeral in zip(Ability, ("I", "II", "III", "IV", "V", "VI"), strict=True):
        texts = [s.text for s in draw_face(tile_with(abilities=(ability,)), 0) if isinstance(s, Text)]
        assert texts == ["Sample", numeral]


def test_the_own_cell_shows_a_pawn_and_its_inverse() -> None:
    """Starting side: ink pawn on paper. Other side: paper pawn on an ink cell, also when displaced."""
    bow = official("Longbowman")
    middle = 24.3 * (0.03 + 2.5 * CELL), 24.3 * (0.03 + 3.5 * CELL)
    heads = [[s for s in draw_face(bow, side) if isinstance(s, Disc)][-1] for side in (0, 1)]
    assert [head.colour for head in heads] == [CLASSIC.ink, CLASSIC.paper]
    for head in heads:
        assert head.x == pytest.approx(middle[0])
        assert abs(head.y - middle[1]) < 24.3 * CELL / 2


@pytest.mark.parametrize("kind", list(IconType))
def test_each_icon_keeps_to_its_cell(kind: IconType) -> None:
    for at in (Offset(0, 1), Offset(1, 1), Offset(-1, 0), Offset(-1, -1)):
        for shape in draw_icon(kind, 10, 10, 4.0, "#000000", at):
            for x, y in points(shape):
                assert 8 <= x <= 12, shape
                assert 8 <= y <= 12, shape


@pytest.mark.parametrize("kind", [IconType.SLIDE, IconType.JUMP_SLIDE])
@pytest.mark.parametrize("at", [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)])
def test_slides_point_where_they_lead(kind: IconType, at: tuple[int, int]) -> None:
    (shape,) = draw_icon(kind, 0, 0, 4.0, "#000000", Offset(*at))
    assert isinstance(shape, Solid)
    apex = max(shape.rings[0], key=lambda p: p.x**2 + p.y**2)
    length = (at[0] ** 2 + at[1] ** 2) ** 0.5
    along = (apex.x * at[0] - apex.y * at[1]) / length  # y points down, forward is up
    assert along == pytest.approx((apex.x**2 + apex.y**2) ** 0.5, rel=1e-6)


@pytest.mark.parametrize("kind", [IconType.STRIKE, IconType.JUMP_SLIDE])
def test_hollow_icons_have_lines_that_survive_printing(kind: IconType) -> None:
    (shape,) = draw_icon(kind, 0, 0, ENHANCED_CELL * TILE_MM, "#000000")
    assert isinstance(shape, Solid)
    outer, inner = shape.rings
    for (a, b), c in zip(pairwise(outer), inner, strict=False):
        across = abs((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x))
        assert across / ((b.x - a.x) ** 2 + (b.y - a.y) ** 2) ** 0.5 >= 0.35 - 1e-9


def test_command_shares_its_cell_with_a_move() -> None:
    both = draw_face(tile_with((IconType.MOVE, 1, 0), (IconType.COMMAND, 1, 0)), 0)
    move = draw_face(tile_with((IconType.MOVE, 1, 0)), 0)
    command = draw_face(tile_with((IconType.COMMAND, 1, 0)), 0)
    assert set(both) == set(move) | set(command)


def test_two_other_icons_in_a_cell_stand_beside_each_other() -> None:
    face = draw_face(tile_with((IconType.MOVE, 1, 0), (IconType.DEFENSE, 1, 0)), 0)
    disc = next(s for s in face if isinstance(s, Disc))
    square = next(s for s in face if isinstance(s, Solid) and len(s.rings[0]) == 4 and s.rings[0][0].x > 0.1)
    assert disc.x + disc.radius < min(p.x for p in square.rings[0]) or disc.y < min(p.y for p in square.rings[0])


def test_area_lines_join_the_whole_group() -> None:
    """Trebuchet: five icons, the middle one joined to each of the four around it."""
    trebuchet = official("Trebuchet", "siege-engines")
    thick = [s for s in draw_face(trebuchet, 1) if isinstance(s, Line) and s.width >= 0.33]
    assert len(thick) == 4
    middles = {(round((s.x1 + s.x2) / 2, 2), round((s.y1 + s.y2) / 2, 2)) for s in thick}
    assert len(middles) == 4


def test_heat_lies_under_the_icons_in_its_own_cells() -> None:
    knight = official("Knight")
    face = draw_face(knight, 0, heat={Offset(0, -1): "#ff0000", Offset(9, 9): "#00ff00"})
    plain = draw_face(knight, 0)
    added = [shape for shape in face if shape not in plain]
    assert [shape.colour for shape in added if isinstance(shape, Solid)] == ["#ff0000"]
    assert face.index(added[0]) == 1, "directly on the paper"
    x, y = (sum(p.x for p in added[0].rings[0]) / 4, sum(p.y for p in added[0].rings[0]) / 4)
    assert (x, y) == pytest.approx((24.3 * (0.03 + 2.5 * CELL), 24.3 * (0.03 + 3.5 * CELL)))


def channel(value: int) -> float:
    share = value / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def luminance(colour: str) -> float:
    red, green, blue = (channel(int(colour[k : k + 2], 16)) for k in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_icons_stand_out_from_the_paper(theme: object) -> None:
    assert theme in THEMES.values()
    for kind in IconType:
        light, dark = sorted((luminance(theme.icon(kind)), luminance(theme.paper)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 3, kind


SEEN_WITH = {  # linear RGB as people without one kind of cone see it (Machado, Oliveira, Fernandes 2009)
    "protanopia": ((0.1523, 1.0526, -0.2049), (0.1145, 0.7863, 0.0992), (-0.0039, -0.0481, 1.0520)),
    "deuteranopia": ((0.3673, 0.8606, -0.2280), (0.2801, 0.6725, 0.0474), (-0.0118, 0.0429, 0.9689)),
    "tritanopia": ((1.2555, -0.0767, -0.1788), (-0.0784, 0.9308, 0.1476), (0.0047, 0.6914, 0.3039)),
}  # fmt: skip


def lab(linear: list[float]) -> list[float]:
    """CIE L*a*b* of linear sRGB."""
    red, green, blue = (min(1.0, max(0.0, share)) for share in linear)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)]


@pytest.mark.parametrize("sight", SEEN_WITH)
def test_colour_blind_people_can_tell_the_families_apart(sight: str) -> None:
    colours = sorted({THEMES["colour"].icon(kind) for kind in IconType})
    assert len(colours) == 6
    seen = {}
    for colour in colours:
        linear = [channel(int(colour[k : k + 2], 16)) for k in (1, 3, 5)]
        seen[colour] = lab([sum(a * b for a, b in zip(row, linear, strict=True)) for row in SEEN_WITH[sight]])
    for first, second in combinations(colours, 2):
        apart = sum((a - b) ** 2 for a, b in zip(seen[first], seen[second], strict=True)) ** 0.5
        assert apart > 25, (first, second, apart)
