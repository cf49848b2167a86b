"""Pictures that were harmed, and harmed sets printed and played: refused in words, or they work."""

from __future__ import annotations

import contextlib
import io
import random
from pathlib import Path

import pytest
from cli.test_any_file import mutated
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from support.mutations import EXAMPLES, FEW, harmed
from support.sheet_samples import tile_with
from typer.testing import CliRunner

from workbench.cli.app import app
from workbench.finding import UnusableInput
from workbench.sheet.art import load_art
from workbench.sheet.errors import ArtError
from workbench.sim.duke.plan import Plan
from workbench.sim.duke.play import DukeGame
from workbench.sim.seam import SimError
from workbench.tileset.load import load_tileset

SVG = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 30">
<g transform="translate(1 2) rotate(30)" fill="none">
<path style="fill:#123;stroke:none"
d="M0 0 L10 0 C1 2 3 4 5 6 S7 8 9 10 Q1 1 2 2 T3 3 A5 5 0 0 1 10 0 Z m4 0 h2 v1 h-2 z"/>
<polygon fill="red" points="0,0 4,0 4,4"/><ellipse fill="black" rx="2" ry="1"/></g><circle r="3"/></svg>"""
SEEDS = st.integers(0, 2**32)


def picture() -> bytes:
    buffer = io.BytesIO()
    Image.new("RGBA", (20, 30), (200, 0, 0, 128)).save(buffer, "PNG")
    return buffer.getvalue()


PNG = picture()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz")


@settings(**FEW)
@given(SEEDS)
def test_svg_emblems(folder: Path, seed: int) -> None:
    (folder / "art.svg").write_text(harmed(SVG, seed), encoding="utf-8", errors="replace")
    with contextlib.suppress(ArtError):
        load_art(tile_with(emblem="art.svg"), folder).shapes(0, 0, 5, 15, "#000000")


@settings(**FEW)
@given(SEEDS)
def test_png_emblems(folder: Path, seed: int) -> None:
    chance, data = random.Random(seed), bytearray(PNG)
    for _ in range(chance.randint(1, 6)):
        data[chance.randrange(len(data))] = chance.randrange(256)
    (folder / "art.png").write_bytes(bytes(data[: chance.randrange(len(data))] if chance.random() < 0.2 else data))
    with contextlib.suppress(ArtError):
        load_art(tile_with(emblem="art.png"), folder).shapes(0, 0, 5, 15, "#000000")


@settings(**{**FEW, "max_examples": max(EXAMPLES // 20, 8)})
@given(SEEDS)
def test_sets_through_the_printer(folder: Path, seed: int) -> None:
    """A set that the loader takes is printed, or refused in words."""
    path = folder / "any.yaml"
    path.write_bytes(mutated(seed))
    result = CliRunner().invoke(app, ["sheet", str(path), "-o", str(folder / "x.svg"), "--force"])
    assert result.exception is None or isinstance(result.exception, SystemExit | UnusableInput), result.exception
    assert (result.exit_code == 0) <= (load_tileset(path).tileset is not None)


@settings(**{**FEW, "max_examples": max(EXAMPLES // 50, 4), "deadline": None})
@given(SEEDS)
def test_sets_through_the_simulation(folder: Path, seed: int) -> None:
    """Fifty games with any set that can be composed."""
    path = folder / "played.yaml"
    path.write_bytes(mutated(seed))
    with contextlib.suppress(UnusableInput, SimError):
        plan = Plan(games=50, sets=(str(path),), chunk=50)
        batch = DukeGame.from_plan(plan).play_batch(plan, 0, 50)
        assert batch.rows.height == 50
