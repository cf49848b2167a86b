"""Behaviours 7 to 9 in a real browser: the live verdict, the table, games watched again."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from studio.conftest import OpenPage, Studio, brush, cell, pause, status
from support.studio_client import SET

sync_api = pytest.importorskip("playwright.sync_api")
expect = sync_api.expect
LONG = 300_000  # where games have to be played first
WEAK = SET.replace("J  .  J", ".  .  .").replace("M  @  M", ".  @  .").replace(".  .  J  .  .", ".  .  .  .  .")
WEAK = WEAK.replace("S  .  S", ".  .  .").replace("Lancer", "Novice").replace("Ln ", "No ")


def worth(page: Any) -> Any:
    return page.get_by_role("group", name="Worth of a draw")


def swap(page: Any) -> Any:
    return page.get_by_role("group", name="When it comes first")


def square(page: Any, name: str) -> Any:
    return page.get_by_role("grid", name="Board").get_by_role("gridcell", name=re.compile(f"^{name}:"))


def question(page: Any, words: str) -> None:
    expect(page.locator(".question")).to_contain_text(words, timeout=LONG)


def fix_luck(page: Any, seed: int) -> None:
    page.get_by_text("Terrain, luck and time").click()
    page.get_by_role("spinbutton", name="Seed").fill(str(seed))


def test_07_verdict(visit: OpenPage, studio: Studio) -> None:
    """Numbers come by themselves, with their words; an edit takes them away and an undo brings them back."""
    studio.write("worth.yaml", WEAK)
    page = visit("worth.yaml", plays=True)
    below = page.get_by_role("heading", name="Findings")
    place = below.bounding_box()["y"]
    expect(worth(page)).to_contain_text("of 100", timeout=LONG)
    expect(worth(page)).to_have_attribute("data-fresh", "true", timeout=LONG)
    expect(worth(page)).to_contain_text(re.compile(r"wins about \d+ of 100 instead of 50"))
    expect(worth(page)).to_contain_text("greedy")
    expect(worth(page)).to_have_attribute("data-verdict", re.compile("weak"), timeout=LONG)  # a 3-SD tile settles
    expect(swap(page)).to_contain_text("instead of the Knight")
    expect(swap(page)).to_contain_text("pairs of twin games", timeout=LONG)
    expect(page.get_by_role("button", name="A game it decided")).to_be_enabled()
    assert abs(below.bounding_box()["y"] - place) < 24  # nothing jumps away under the pointer when numbers come
    pause(page)
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    expect(status(page)).to_have_text("the verdict is paused")
    brush(page, "Jump").click()
    cell(page, "1 left").click()
    expect(worth(page)).to_have_attribute("data-fresh", "false")  # another tile: its number is not known yet
    expect(worth(page)).to_contain_text("A guess from its icons")
    expect(worth(page)).to_contain_text("Before this change")
    page.get_by_role("button", name="Undo").click()
    expect(worth(page)).to_have_attribute("data-fresh", "true")
    expect(worth(page)).to_have_attribute("data-verdict", re.compile("weak"))
    page.get_by_role("button", name="Go on").click()
    # what is measured may have rested before the pause: then there is more to play only when asked for
    expect(page.get_by_role("button", name=re.compile("^(Pause|Play on)$"))).to_be_visible()
    page.get_by_role("button", name="Redo").click()
    expect(worth(page)).to_contain_text("Before this change")
    expect(worth(page)).to_have_attribute("data-fresh", "true", timeout=LONG)  # and is played by itself


def test_07_errors_have_no_worth(visit: OpenPage, studio: Studio) -> None:
    studio.write("faulty.yaml", SET.replace("J  .  J", "C  .  J"))
    page = visit("faulty.yaml")
    expect(worth(page)).to_contain_text("Mend the errors")
    expect(page.get_by_role("button", name="Icons", exact=True)).to_be_disabled()


@pytest.mark.long
def test_07_heat_of_the_icons(visit: OpenPage, studio: Studio) -> None:
    studio.write("heat.yaml", WEAK)
    page = visit("heat.yaml", plays=True)
    page.keyboard.press("v")
    expect(page.get_by_role("heading", name="Worth")).to_be_focused()
    page.get_by_role("button", name="Icons", exact=True).click()
    parts = page.get_by_role("list", name="Heat of the icons").get_by_role("listitem")
    expect(parts.first).to_contain_text(re.compile(r"[+−]\d+\.\d.*±"), timeout=LONG)
    expect(page.locator("face-grid.heated")).to_have_count(2)
    page.get_by_role("button", name="Icons", exact=True).click()
    expect(page.locator("face-grid.heated")).to_have_count(0)


@pytest.mark.long
def test_07_fair_edits(visit: OpenPage, studio: Studio) -> None:
    """What to change: ghosts on the faces, and taken with a click."""
    studio.write("edits.yaml", WEAK)
    page = visit("edits.yaml", plays=True)
    expect(worth(page)).to_have_attribute("data-fresh", "true", timeout=LONG)
    page.get_by_role("button", name="Fair edits", exact=True).click()
    edits = page.get_by_role("list", name="Fair edits").get_by_role("listitem")
    expect(edits).to_have_count(3, timeout=2 * LONG)
    edits.first.hover()
    expect(page.locator("face-grid .ghost").first).to_be_visible()
    edits.first.get_by_role("button").click()
    expect(page.get_by_role("button", name="File")).to_contain_text("draft")


def test_08_play(visit: OpenPage, studio: Studio, tmp_path: Path) -> None:
    """Set-up, a draw of the new tile, click-click and drag, refusals with their rule, hint, take back, save."""
    studio.write("played.yaml")
    page = visit("played.yaml")
    page.keyboard.press("p")
    fix_luck(page, 5)
    page.get_by_role("button", name="Begin a game").click()
    question(page, "Put your Duke on c1 or d1")
    square(page, "c1").click()
    question(page, "two Footmen")
    square(page, "b1").click()
    square(page, "d1").click()
    question(page, "draw a new tile")
    page.get_by_role("button", name="Draw a tile").click()
    question(page, "Place your Lancer")
    square(page, "c2").click()
    question(page, "South: Act with a tile")
    expect(square(page, "c2")).to_have_accessible_name("c2: South's Lancer")
    square(page, "c2").click()
    expect(square(page, "c3")).to_have_accessible_name("c3: empty; a target")
    square(page, "f6").click()
    expect(page.locator(".said")).to_contain_text(re.compile(r"\([A-Z]+-\d+\)"))
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".said")).to_contain_text("greedy would play")
    square(page, "d1").drag_to(square(page, "e1"))
    expect(page.get_by_role("list", name="Record")).to_contain_text("d1-e1")
    question(page, "South: Act with a tile")
    page.get_by_role("button", name="Take back").click()
    expect(square(page, "d1")).to_have_accessible_name("d1: South's Footman")
    page.get_by_role("textbox", name="Turn in writing").fill("d1 e1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("list", name="Record")).to_contain_text("d1-e1")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the game").click()
    download.value.save_as(tmp_path / "game.txt")
    assert "S d1-e1" in (tmp_path / "game.txt").read_text(encoding="utf-8")
    page.get_by_label("Go on with a saved game").set_input_files(tmp_path / "game.txt")
    expect(square(page, "e1")).to_have_accessible_name("e1: South's Footman, other side")


def test_08_bots_objectives_and_positions(visit: OpenPage, studio: Studio) -> None:
    page = visit("")
    page.get_by_role("link", name="Play").click()
    page.get_by_role("combobox", name="South").select_option("random")
    page.get_by_role("combobox", name="North").select_option("random")
    page.get_by_role("combobox", name="What wins").select_option(label="Counting Coup")
    fix_luck(page, 7)  # a long game: it is not over before somebody can halt it
    page.get_by_role("spinbutton", name="Mountains").fill("2")
    page.get_by_role("button", name="Begin a game").click()
    question(page, "random (South)")
    page.get_by_role("button", name="Step", exact=True).click()
    expect(page.get_by_role("list", name="Record").get_by_role("listitem")).to_have_count(1)
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.get_by_role("list", name="Record").get_by_role("listitem").nth(4)).to_be_visible()
    page.get_by_role("button", name="Halt").click()
    expect(page.get_by_text("point").first).to_be_visible()
    page.get_by_role("button", name="Set up a position").click()
    page.get_by_role("textbox", name="Position").fill("2dufofo1/6/6/6/6/2DUFOFO1 S -/- sc=0/0 0")
    page.get_by_role("textbox", name="Position").press("Tab")
    page.get_by_role("combobox", name="Tile", exact=True).select_option(label="Footman")
    square(page, "a3").click()
    expect(page.get_by_role("textbox", name="Position")).to_have_value(re.compile("FO5/6/2DUFOFO1"))
    expect(square(page, "a3")).to_have_accessible_name("a3: South's Footman")
    page.get_by_role("combobox", name="Tile", exact=True).select_option(label="Mountain")
    square(page, "d4").click()
    expect(page.get_by_role("textbox", name="Position")).to_have_value(re.compile("mt=d4;sc=0/0"))
    page.get_by_role("combobox", name="South").select_option("human")
    page.get_by_role("button", name="Play from here").click()
    question(page, "South: Act with a tile")
    expect(square(page, "a3")).to_have_accessible_name("a3: South's Footman")
    expect(square(page, "d4")).to_have_accessible_name("d4: Mountain")
    square(page, "a3").press("x")
    expect(page.get_by_role("heading", name="Footman on a3")).to_be_visible()


def test_08_a_position_before_any_game(visit: OpenPage, browser: Any, tmp_path: Path) -> None:
    """The board is there at once, and can be set up with the tiles of the draft and full bags."""
    (tmp_path / "mine.yaml").write_text(SET, encoding="utf-8")
    fresh = Studio(tmp_path)
    try:
        page = visit(address=fresh.address)
        page.get_by_role("link", name="Play").click()
        board = page.locator(".play .board img")
        expect(board).to_have_attribute("src", re.compile("^/scene/"))
        bare = board.get_attribute("src")
        page.get_by_role("button", name="Set up a position").click()
        expect(page.get_by_role("textbox", name="Position")).to_have_value(
            re.compile("^2dufofo1/6/6/6/6/2DUFOFO1 S AsBo")
        )
        expect(board).not_to_have_attribute("src", str(bare))
        expect(square(page, "c6")).to_have_accessible_name("c6: North's Duke")
        page.get_by_role("combobox", name="Tile", exact=True).select_option(label="Lancer")
        square(page, "c4").click()
        expect(square(page, "c4")).to_have_accessible_name("c4: South's Lancer")
        page.get_by_role("button", name="Leave it").click()
        expect(page.get_by_role("group", name="Set up a position")).to_be_hidden()
        page.context.close()
    finally:
        assert fresh.stop() == 0


def test_09_watch(visit: OpenPage, studio: Studio) -> None:
    """Twins that the tile parted, side by side; and a game again, step by step."""
    studio.write("watched.yaml", WEAK)
    page = visit("watched.yaml", plays=True)
    game = page.get_by_role("region", name="Game")
    page.get_by_role("button", name="A game it decided").click(timeout=LONG)
    expect(game.get_by_text("They part at step")).to_be_visible(timeout=LONG)
    expect(page.get_by_role("grid", name="with Knight")).to_be_visible()
    expect(page.get_by_role("grid", name="with Novice")).to_be_visible()
    count = page.get_by_text(re.compile(r"^step \d+ of \d+$"))
    before = int(count.inner_text().split()[1])
    page.get_by_role("button", name="Step on").click()
    expect(count).to_have_text(re.compile(f"^step {before + 1} of"))
    page.keyboard.press("ArrowLeft")
    expect(count).to_have_text(re.compile(f"^step {before} of"))
    words = [page.locator(".boards .words").nth(place) for place in (0, 1)]
    page.get_by_role("button", name="Where they part").click()
    assert words[0].inner_text() != words[1].inner_text()
    pairs = page.get_by_role("list", name="Games that it decided").get_by_role("button")
    pairs.nth(1).click()
    expect(pairs.nth(1)).to_have_attribute("aria-current", "true", timeout=LONG)
    page.get_by_role("button", name="Last step").click()
    expect(page.locator(".boards")).to_contain_text("wins")


def test_09_watch_a_saved_game(visit: OpenPage, studio: Studio) -> None:
    page = visit("")
    page.get_by_role("link", name="Watch").click()
    record = "duke game record 1\nsets: base\n\n0 S Du@c1\n0 S Fo@b1,Fo@d1\n0 N Du@c6\n0 N Fo@b6,Fo@d6\n0 S b1-a1\n"
    page.get_by_label("A saved game").set_input_files(
        {"name": "game.txt", "mimeType": "text/plain", "buffer": record.encode()}
    )
    page.get_by_role("button", name="Last step").click(timeout=LONG)
    expect(page.locator(".boards")).to_contain_text("South's Footman goes from b1 to a1")
    page.get_by_role("button", name="First step").click()
    expect(page.locator(".boards")).to_contain_text("The beginning")
