"""Emblems: our own, and pictures of users, which may be anything."""

from __future__ import annotations

import contextlib
import io
import os
import time
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from support.places import ROOT
from support.sheet_samples import tile_with

from workbench.check.lettering import check_lettering
from workbench.sheet.art import LARGEST_FILES, emblem_losses, emblem_problem, load_art
from workbench.sheet.emblems import EMBLEMS, draw_emblem
from workbench.sheet.errors import ArtError
from workbench.sheet.shapes import Picture, Ring, Solid
from workbench.sheet.svg_art import parse_svg

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 30">{}</svg>'


def png(width: int, height: int) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGBA", (width, height), (200, 0, 0, 128)).save(buffer, "PNG")
    return buffer.getvalue()


def problem(folder: Path, emblem: str) -> str | None:
    return emblem_problem(tile_with(emblem=emblem), str(folder / "set.yaml"))


@pytest.mark.parametrize("name", EMBLEMS)
def test_our_emblems_fill_their_box_and_no_more(name: str) -> None:
    shapes = draw_emblem(name, 2, 3, 10, 30, "#123456")
    points = [p for s in shapes if isinstance(s, Solid) for ring in s.rings for p in ring]
    assert (not points) == (name == "none")
    for point in points:
        assert 2 <= point.x <= 12
        assert 3 <= point.y <= 33


def test_the_default_depends_on_the_role(tmp_path: Path) -> None:
    assert load_art(tile_with(role="duke"), tmp_path).name == "crown"
    assert load_art(tile_with(), tmp_path).name == "lozenge"
    assert load_art(tile_with(emblem="sword"), tmp_path).name == "sword"


def test_unknown_names_are_answered_with_a_near_one(tmp_path: Path) -> None:
    assert "did you mean 'sword'" in (problem(tmp_path, "sowrd") or "")
    assert "sword" in (problem(tmp_path, "zzzz") or ""), "or with all of them"


def test_a_png_keeps_its_proportions(tmp_path: Path) -> None:
    (tmp_path / "art.png").write_bytes(png(30, 60))
    assert problem(tmp_path, "art.png") is None
    (shape,) = load_art(tile_with(emblem="art.png"), tmp_path).shapes(0, 0, 10, 10, "#000000")
    assert isinstance(shape, Picture)
    assert (shape.x, shape.y, shape.width, shape.height) == pytest.approx((2.5, 0, 5, 10))


def test_an_svg_becomes_solids_of_the_ink(tmp_path: Path) -> None:
    (tmp_path / "art.svg").write_text(SVG.format('<path d="M0 0h10v30h-10z"/>'))
    (shape,) = load_art(tile_with(emblem="art.svg"), tmp_path).shapes(0, 0, 5, 15, "#abcdef")
    assert isinstance(shape, Solid)
    assert shape.colour == "#abcdef"
    assert {(round(p.x), round(p.y)) for p in shape.rings[0]} == {(0, 0), (5, 0), (5, 15), (0, 15)}


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "cannot be read as PNG"),
        (b"GIF89a" + bytes(100), "cannot be read as PNG"),
        (png(50, 50)[:60], "cannot be read as PNG"),
        (bytes(LARGEST_FILES[".png"] + 1), "larger than 4 MB"),
        (png(5000, 2), "5000 x 2 pixels"),
    ],
    ids=["empty", "other format", "cut off", "huge file", "huge picture"],
)
def test_unreadable_pictures_are_named(tmp_path: Path, content: bytes, words: str) -> None:
    (tmp_path / "art.png").write_bytes(content)
    assert words in (problem(tmp_path, "art.png") or "")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("not xml", "not well-formed"),
        ("<html/>", "not an SVG"),
        (SVG.format('<path d="M0 0 L1 1" fill="none" stroke="red"/>'), "no filled shape"),
        (SVG.format('<path d="L0 0 1 1 2 2z"/>'), "begin with M"),
        (SVG.format('<path d="M0 0 C1 1"/>'), "damaged path"),
        ('<!DOCTYPE svg [<!ENTITY a "b">]>' + SVG.format("&a;"), "DOCTYPE"),
        (SVG.format('<rect width="3" height="0"/>'), "no area"),
        (SVG.format("<circle r='1'/>" * 2000), "too detailed"),
        (SVG.format("<g>" * 3000 + "</g>" * 3000), "nested too deeply"),
        (SVG.format('<path d="M0 0 h1e999 v1 z"/>'), "too large"),
        (SVG.format('<path d="M0 0 A1e200 1e200 0 0 1 1e199 5 z"/>'), "too large"),
        (SVG.format('<path d="M0 0 A5 5 1e999 0 1 1 5 z"/>'), "too large"),
        (SVG.format('<g transform="spin(3)"><circle r="1"/></g>'), "transform"),
    ],
)
def test_svg_that_cannot_be_used(tmp_path: Path, content: str, words: str) -> None:
    (tmp_path / "art.svg").write_text(content)
    assert words in (problem(tmp_path, "art.svg") or "")


@pytest.mark.parametrize(
    "hostile",
    [
        '<rect style="{}"/>'.format("a" * 900_000),
        '<rect style="{}"/>'.format("a:" * 450_000),
        '<rect style="{}"/>'.format("a " * 450_000),
        '<rect transform="{}"/>'.format("a" * 900_000),
        '<rect transform="{}"/>'.format("a(" * 450_000),
        '<rect transform="{}"/>'.format("scale(1) " * 100_000),
        '<rect transform="{}"/>'.format(" " * 900_000),
        '<path d="{}"/>'.format("M" * 900_000),
        '<path d="M0 0{}"/>'.format("1" * 900_000),
        '<path d="M0 0{}"/>'.format("a1 1 0 0 1 1 1" * 60_000),
        '<path d="M0 0{}"/>'.format("z" * 900_000),
        '<polygon points="{}"/>'.format("1 " * 450_000),
        "<circle r='1'/>" * 60_000,
        "<g>" * 120_000 + "</g>" * 120_000,
        "<g/>" * 220_000,
    ],
    ids=lambda text: text[:24],
)
def test_a_hostile_svg_takes_time_and_room_in_proportion(hostile: str) -> None:
    """Some of these took hours or gigabytes; a minute of computing is far more than any needs now."""
    began = time.process_time()
    tracemalloc.start()
    try:
        with contextlib.suppress(ArtError):
            parse_svg(SVG.format(hostile))
        assert tracemalloc.get_traced_memory()[1] < 200_000_000
    finally:
        tracemalloc.stop()
    assert time.process_time() - began < 60


def test_an_svg_has_a_size_bound(tmp_path: Path) -> None:
    (tmp_path / "art.svg").write_text(SVG.format("<circle r='1'/>" + " " * LARGEST_FILES[".svg"]))
    assert "larger than 1 MB" in (problem(tmp_path, "art.svg") or "")


def test_pictures_are_ordinary_files(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.svg")
    (tmp_path / "folder.png").mkdir()
    (tmp_path / "loop.png").symlink_to(tmp_path / "loop.png")
    (tmp_path / "notes.txt").write_bytes(png(4, 4))
    (tmp_path / "link.png").symlink_to(tmp_path / "notes.txt")
    (tmp_path / "gone.png").symlink_to(tmp_path / "nowhere.png")
    for name in ("pipe.svg", "folder.png"):
        assert "is not an ordinary file" in (problem(tmp_path, name) or ""), name
    assert "cannot be read" in (problem(tmp_path, "loop.png") or "")
    assert "was not found" in (problem(tmp_path, "gone.png") or "")
    assert "cannot be read" in (problem(tmp_path, "é" * 190 + ".png") or "")
    assert problem(tmp_path, "link.png") is None, "the name says what it is"


def test_paths_that_lead_out_are_refused(tmp_path: Path) -> None:
    inside = tmp_path / "sets"
    inside.mkdir()
    (tmp_path / "secret.png").write_bytes(png(4, 4))
    (inside / "link.png").symlink_to(tmp_path / "secret.png")
    for path in ("../secret.png", str(tmp_path / "secret.png"), "link.png"):
        assert "leads out" in (problem(inside, path) or ""), path
    assert "was not found" in (problem(inside, "none.png") or "")


def rings_of(text: str) -> list[tuple[Ring, ...]]:
    return [part.rings for part in parse_svg(text).parts]


@pytest.mark.parametrize(
    ("fill", "printed"),
    [
        ("#a03", "#aa0033"), ("#0050af", "#0050af"), ("rgb(10, 20, 300)", "#0a14ff"), ("rgb(100%,0%,0%)", "#ff0000"),
        ("Tomato", "#ff6347"), ("white", "#1c1c1c"), ("#fff", "#1c1c1c"), ("black", "#eeeeee"), ("#000", "#eeeeee"),
        ("currentColor", "#eeeeee"), ("url(#g)", "#eeeeee"), ("nonsense", "#eeeeee"), ("a" * 9000, "#eeeeee"),
    ],
)  # fmt: skip
def test_colours_are_printed_and_black_is_the_ink(tmp_path: Path, fill: str, printed: str) -> None:
    (tmp_path / "art.svg").write_text(SVG.format(f'<rect width="3" height="4" style="fill:{fill}"/>'))
    (shape,) = load_art(tile_with(emblem="art.svg"), tmp_path).shapes(0, 0, 9, 9, "#eeeeee", "#1c1c1c")
    assert shape.colour == printed


def test_an_inherited_fill_colours_the_shapes_within() -> None:
    art = parse_svg(SVG.format('<g fill="red"><circle r="1"/><circle r="2" fill="#00f"/></g><circle r="3"/>'))
    assert [part.colour for part in art.parts] == ["#ff0000", "#0000ff", ""]
    assert art.lost == ()


@pytest.mark.parametrize(
    ("more", "lost"),
    [
        ('<circle r="1" fill="url(#g)"/>', "gradients and patterns"),
        ('<circle r="1" stroke="red"/>', "strokes"),
        ('<circle r="1" style="opacity: 0.5"/>', "transparency"),
        ("<style>.a{fill:red}</style>", "colours from a style sheet"),
        ("<text>Fox</text>", "text"),
        ('<image href="x.png"/>', "pictures within it"),
    ],
)
def test_what_is_lost_is_said(tmp_path: Path, more: str, lost: str) -> None:
    (tmp_path / "art.svg").write_text(SVG.format(f'<rect width="3" height="4"/>{more}'))
    tile, path = tile_with(emblem="art.svg"), str(tmp_path / "set.yaml")
    assert lost in (emblem_losses(tile, path) or "")
    assert [remark.code for remark in check_lettering(tile, path)] == ["W516"]
    (tmp_path / "art.svg").write_text(SVG.format('<rect width="3" height="4" stroke="none" opacity="1"/>'))
    assert emblem_losses(tile, path) is None
    assert list(check_lettering(tile, path)) == []


def test_svg_paths_are_followed() -> None:
    (part,) = rings_of(SVG.format('<path d="M0 0 A5 5 0 0 1 10 0 A5 5 0 0 1 0 0 Z m4 0 h2 v1 h-2 z"/>'))
    disc, hole = part
    assert all(abs((p.x - 5) ** 2 + p.y**2 - 25) < 0.01 for p in disc)
    assert [(round(p.x, 6), round(p.y, 6)) for p in hole[:4]] == [(4, 0), (6, 0), (6, 1), (4, 1)]
    (curve,) = rings_of(SVG.format('<path d="M0 0 C0 10 10 10 10 0 S20 -10 20 0 Q25 5 30 0 T40 0"/>'))[0]
    assert max(p.y for p in curve) == pytest.approx(7.5)
    assert min(p.y for p in curve) == pytest.approx(-7.5, abs=0.1), "S mirrors the last control point"
    assert curve[-1] == (40, 0)


def test_svg_transforms_and_shapes() -> None:
    text = '<g transform="translate(1 2) scale(2)"><rect x="1" y="1" width="2" height="3"/></g>'
    text += '<polygon points="0,0 4,0 4,4" transform="rotate(90)"/>'
    text += '<ellipse rx="2" ry="1"/><defs><circle r="9"/></defs>'
    square, triangle, oval = rings_of(SVG.format(text))
    assert square[0][0] == (3, 4)
    assert square[0][2] == (7, 10)
    assert [(round(p.x, 6) + 0, round(p.y, 6)) for p in triangle[0]] == [(0, 0), (0, 4), (-4, 4)]
    assert max(p.x for p in oval[0]) == pytest.approx(2)


def test_errors_are_of_one_kind() -> None:
    with pytest.raises(ArtError):
        load_art(tile_with(emblem="a.png"), Path("/nonexistent"))


def test_the_manual_names_every_emblem() -> None:
    manual = (ROOT / "docs" / "printing.md").read_text(encoding="utf-8")
    section = manual.split("## Emblems")[1].split("## ")[0].replace("\n", " ")
    assert [name for name in EMBLEMS if f" {name}," not in section and f"or {name}." not in section] == []


@given(
    st.text("MmLlHhVvCcSsQqTtAaZz0123456789.-+eE, ", max_size=60),
    st.text("marscletoi()0123456789 ,.-e", max_size=40),
)
def test_no_svg_does_worse_than_being_refused(path: str, transform: str) -> None:
    text = SVG.format(f'<path d="M1 1{path}" transform="{transform}"/>')
    try:
        parts = rings_of(text)
    except ArtError:
        return
    assert all(len(ring) > 2 for part in parts for ring in part)
