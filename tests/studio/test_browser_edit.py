"""Behaviours 1 to 6 in a real browser: paint, undo, saved or draft, broken files, lint, reach."""

from __future__ import annotations

import re
from typing import Any

import pytest
from studio.conftest import OpenPage, Studio, brush, cell, face, shows, status, text_of
from support.studio_client import SET

expect = pytest.importorskip("playwright.sync_api").expect


def drag(page: Any, *stops: Any, button: str = "left") -> None:
    """With the mouse from the middle of one cell to the next."""
    points = []
    for stop in stops:
        box = stop.bounding_box() if not isinstance(stop, tuple) else None
        points.append((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) if box else stop)
    page.mouse.move(*points[0])
    page.mouse.down(button=button)
    for point in points[1:]:
        page.mouse.move(*point, steps=6)
    page.mouse.up(button=button)


def test_01_paint(visit: OpenPage, studio: Studio) -> None:
    studio.write("paint.yaml")
    page = visit("paint.yaml")
    brush(page, "Strike").click()
    empty = cell(page, "2 forward, 2 left")
    empty.click()
    shows(page, "2 forward, 2 left", "strike")
    expect(status(page)).to_have_text("strike placed; 1 warning")
    assert "X  J  .  J  ." in text_of(page)
    empty.click()  # the same again takes it away
    shows(page, "2 forward, 2 left", "empty")
    drag(page, cell(page, "1 back, 2 left"), cell(page, "1 back"), cell(page, "1 back, 2 right"))
    for place in ("1 back, 2 left", "1 back, 1 left", "1 back", "1 back, 1 right", "1 back, 2 right"):
        shows(page, place, "strike")
    drag(page, cell(page, "1 back, 2 left"), cell(page, "1 back, 1 left"))  # a stroke that begins so takes away
    shows(page, "1 back, 1 left", "empty")
    cell(page, "1 back").click(button="right")
    shows(page, "1 back", "empty")


def test_01_cells_lie_on_the_picture(visit: OpenPage, studio: Studio) -> None:
    """What is drawn and what is clicked are the same cell: the own square is black on the other side."""
    studio.write("lie.yaml")
    page = visit("lie.yaml")
    for side in ("starting", "other"):
        whole, own, corner = (
            one.bounding_box()
            for one in (face(page, side), cell(page, "own square", side), cell(page, "2 back, 2 right", side))
        )
        assert abs(own["width"] * 5 - whole["width"]) < 1
        assert abs(corner["x"] + corner["width"] - whole["x"] - whole["width"]) < 1
        assert abs(own["y"] - whole["y"] - 2 * own["height"]) < 1


def test_01_paint_pairs_and_two_icons(visit: OpenPage, studio: Studio) -> None:
    studio.write("pairs.yaml")
    page = visit("pairs.yaml")
    brush(page, "Command").click()
    cell(page, "1 right").click(modifiers=["Shift"])
    shows(page, "1 right", "move and command")
    shows(page, "1 left", "move and command")
    brush(page, "Jump").click()
    cell(page, "1 right").click()  # takes the place of the move, not of the command
    shows(page, "1 right", "command and jump")


def test_01_move_and_drop_icons(visit: OpenPage, studio: Studio) -> None:
    studio.write("move.yaml")
    page = visit("move.yaml")
    face(page).get_by_role("gridcell").first.focus()
    page.keyboard.press("Escape")
    expect(brush(page, "Pointer")).to_have_attribute("aria-pressed", "true")
    drag(page, cell(page, "2 forward, 1 left"), cell(page, "1 back"))
    shows(page, "1 back", "jump")
    shows(page, "2 forward, 1 left", "empty")
    box = face(page).bounding_box()
    drag(page, cell(page, "1 back"), (box["x"] - 40, box["y"] + 20))  # off the face
    shows(page, "1 back", "empty")
    drag(page, cell(page, "own square"), cell(page, "1 back"))
    shows(page, "3 forward, 1 right", "jump")  # all counted anew


def test_01_area_groups(visit: OpenPage, studio: Studio) -> None:
    studio.write("area.yaml")
    page = visit("area.yaml")
    brush(page, "Strike").click()
    drag(page, cell(page, "2 back, 2 left"), cell(page, "2 back, 1 left"))
    shows(page, "2 back, 1 left", "strike")
    brush(page, "Area group").click()
    drag(page, cell(page, "2 back, 2 left"), cell(page, "2 back, 1 left"))
    shows(page, "2 back, 2 left", "strike in area group 1")
    cell(page, "2 back, 1 left").focus()
    page.keyboard.press("0")
    expect(cell(page, "2 back, 1 left")).to_have_accessible_name(re.compile("^2 back, 1 left: strike(;|$)"))
    page.keyboard.press("1")
    shows(page, "2 back, 1 left", "strike in area group 1")


def test_01_whole_faces(visit: OpenPage, studio: Studio) -> None:
    studio.write("faces.yaml")
    page = visit("faces.yaml")
    tools = page.get_by_role("toolbar", name="Faces")
    tools.get_by_role("button", name="Swap sides").click()
    shows(page, "1 back, 1 left", "slide")
    brush(page, "Jump").click()
    cell(page, "2 forward, 2 left").click()
    shows(page, "2 forward, 2 left", "jump")
    tools.get_by_role("button", name="Mirror").click()
    shows(page, "2 forward, 2 right", "jump")
    tools.get_by_role("button", name="Copy to the other side").click()
    shows(page, "2 forward, 2 right", "jump", "other")


def test_02_undo_over_everything(visit: OpenPage, studio: Studio) -> None:
    path = studio.write("history.yaml")
    page = visit("history.yaml")
    page.get_by_role("textbox", name="Name").fill("Rider")
    page.get_by_role("textbox", name="Name").press("Tab")
    expect(page.get_by_role("option", name="Rider")).to_be_visible()
    page.get_by_role("button", name="+ New tile").click()
    expect(page.get_by_role("option", name="New Tile")).to_have_attribute("aria-selected", "true")
    brush(page, "Slide").click()
    drag(page, cell(page, "1 back, 1 left"), cell(page, "1 back, 1 right"))  # one stroke, one step
    expect(cell(page, "1 back, 1 right")).to_have_accessible_name(re.compile("slide"))
    page.keyboard.press("Control+s")
    expect(status(page)).to_have_text("history.yaml saved")
    page.reload()
    expect(page.get_by_role("option", name="New Tile")).to_have_attribute("aria-selected", "true")
    for _ in range(3):
        page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("listbox", name="Tiles of the set").get_by_role("option")).to_have_count(1)
    expect(page.get_by_role("option", name="Lancer")).to_be_visible()
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    assert text_of(page) == SET
    for _ in range(3):
        page.keyboard.press("Control+Shift+z")
    expect(page.get_by_role("option", name="New Tile")).to_be_visible()
    assert text_of(page) == path.read_text(encoding="utf-8")


def test_03_saved_draft_changed(visit: OpenPage, studio: Studio) -> None:
    path = studio.write("state.yaml")
    page = visit("state.yaml")
    file = page.get_by_role("button", name="File")
    expect(file).to_contain_text("saved")
    cell(page, "1 back").click()
    expect(file).to_contain_text("draft")
    assert path.read_text(encoding="utf-8") == SET  # nothing is written by itself
    page.keyboard.press("Control+s")
    expect(file).to_contain_text("saved")
    text = path.read_text(encoding="utf-8")
    assert "code: Ln     # two letters" in text  # comments and layout stay
    assert text.count("M") == SET.count("M") + 1
    page.get_by_role("option", name="Lancer").focus()
    studio.write("state.yaml", text.replace("Lancer", "Rider"))  # by another program
    expect(page.get_by_role("option", name="Rider")).to_have_attribute("aria-selected", "true")
    expect(file).to_contain_text("saved")


def test_03_conflict(visit: OpenPage, studio: Studio) -> None:
    path = studio.write("conflict.yaml")
    page = visit("conflict.yaml", expected=("409",))
    cell(page, "1 back").click()
    shows(page, "1 back", "move")
    theirs = SET.replace("Lancer", "Theirs")
    studio.write("conflict.yaml", theirs)
    banner = page.get_by_role("alert").filter(has_text="conflict.yaml was changed on the disk")
    expect(banner).to_be_visible()
    expect(page.get_by_role("button", name="File")).to_contain_text("changed on disk")
    page.keyboard.press("Control+s")
    expect(status(page)).to_have_text(re.compile("nothing was written"))
    assert path.read_text(encoding="utf-8") == theirs
    banner.get_by_role("button", name="Show difference").click()
    expect(page.get_by_role("list", name="Difference")).to_contain_text("Theirs")
    page.get_by_role("button", name="Load from disk").click()
    expect(page.get_by_role("option", name="Theirs")).to_be_visible()
    expect(banner).to_be_hidden()
    page.keyboard.press("Control+z")  # and the draft is not lost
    shows(page, "1 back", "move")
    studio.write("conflict.yaml", SET.replace("Lancer", "Again"))
    page.get_by_role("button", name="Keep mine").click()
    page.keyboard.press("Control+s")
    expect(page.get_by_role("button", name="File")).to_contain_text("saved")
    assert "Lancer" in path.read_text(encoding="utf-8")
    page.get_by_role("button", name="Menu").click()
    versions = page.get_by_role("group", name="Earlier versions").get_by_role("menuitem")
    versions.first.click()
    expect(page.get_by_role("option", name="Again")).to_be_visible()


def test_04_broken_file(visit: OpenPage, studio: Studio) -> None:
    broken = SET + "  - name: Page\n    code: [Pg\n    notes: x\n"
    path = studio.write("broken.yaml", broken)
    page = visit()
    page.get_by_role("button", name="File").click()
    page.get_by_role("menuitem", name="broken.yaml", exact=True).click()
    pane = page.get_by_role("textbox", name="Text of the file")
    expect(pane).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("broken.yaml cannot be read as a whole")
    expect(page.get_by_role("option", name="Lancer")).to_be_visible()  # what parses is shown
    expect(page.get_by_role("group", name="Worth of a draw")).to_have_text("Mend the text: then it is played.")
    page.get_by_role("list", name="Findings by line").get_by_role("button").first.click()
    expect(pane).to_be_focused()
    pane.fill(broken.replace("[Pg", "Pg").replace("    notes: x\n", ""))
    expect(page.get_by_role("alert")).to_be_hidden()
    expect(page.get_by_role("option", name="Page")).to_be_visible()
    page.keyboard.press("Control+s")
    expect(status(page)).to_have_text("broken.yaml saved")
    assert "code: Pg" in path.read_text(encoding="utf-8")


def test_04_text_and_picture_are_one(visit: OpenPage, studio: Studio) -> None:
    studio.write("one.yaml")
    page = visit("one.yaml")
    text = text_of(page)
    page.get_by_role("textbox", name="Text of the file").fill(text.replace(".  M  @  M  .", ".  M  @  F  ."))
    shows(page, "1 right", "defense")
    brush(page, "Smash").click()
    cell(page, "1 right").click()
    expect(page.get_by_role("textbox", name="Text of the file")).to_have_value(re.compile(r"\.  M  @  FA \."))


def test_05_live_lint(visit: OpenPage, studio: Studio) -> None:
    studio.write("lint.yaml")
    page = visit("lint.yaml")
    brush(page, "Command").click()
    cell(page, "2 back, 2 right").click()
    finding = page.get_by_role("button", name="error E308")
    expect(finding).to_be_visible()
    shows(page, "2 back, 2 right", "command; error E308")
    expect(page.get_by_role("option", name=re.compile("Lancer ?; 1 found, worst: error"))).to_be_visible()
    finding.click()
    expect(cell(page, "2 back, 2 right")).to_be_focused()
    code = page.get_by_role("textbox", name="Code")
    code.fill("L1")
    code.press("Tab")
    expect(code).to_have_accessible_description(re.compile("E207"))
    page.get_by_role("button", name="error E207").click()
    expect(code).to_be_focused()
    cell(page, "2 back, 2 right").click()
    expect(page.get_by_role("button", name="error E308")).to_be_hidden()


def test_05_intended_findings(visit: OpenPage, studio: Studio) -> None:
    studio.write("intended.yaml", SET.replace(".  J  .  J  .", ".  .  .  J  ."))
    page = visit("intended.yaml")
    item = page.get_by_role("listitem").filter(has_text="W505")
    item.get_by_text("Why").click()
    item.get_by_role("button", name="This is intended").click()
    expect(page.get_by_text("1 finding marked as intended.")).to_be_visible()
    assert "accept: [W505]" in text_of(page)


def test_06_reach_board(visit: OpenPage, studio: Studio) -> None:
    studio.write("reach.yaml")
    page = visit("reach.yaml")
    board = page.get_by_role("grid", name="Reach board")

    def square(name: str) -> Any:
        return board.get_by_role("gridcell", name=re.compile(rf"^{name}( |:)"))

    expect(square("b4")).to_have_accessible_name("b4: a Jump (JUMP-2)")
    expect(square("a6")).to_have_accessible_name("a6: no icon on this side reaches it (TURN-1)")
    square("c3").hover()
    expect(square("c3")).to_have_accessible_name("c3 (an enemy): a Move (MOVE-3)")
    page.get_by_role("radio", name="Mountain").check()
    square("c3").hover()
    blocked = re.compile(r"^c3 \(a Mountain\): the Lancer on c2 .* cannot end on c3")
    expect(square("c3")).to_have_accessible_name(blocked)
    page.get_by_role("radio", name="Mountain").press("ArrowLeft")  # another piece, while the pointer rests there
    expect(square("c3")).to_have_accessible_name(re.compile(r"^c3 \(an own tile\): "))
    cell(page, "1 forward").hover()
    expect(square("c3")).to_have_accessible_name("c3: a Move (MOVE-3)")
    cell(page, "1 back", "other").focus()  # the board follows the side that is worked on
    expect(page.get_by_role("heading", name="Reach other side")).to_be_visible()
    square("c2").focus()
    page.keyboard.press("ArrowUp")
    expect(square("c3")).to_be_focused()
    expect(square("c4")).to_have_accessible_name(re.compile(r"^c4: the way of .* is blocked \(MOVE-2\)$"))


def test_06_numbers_push_nothing_away(visit: OpenPage, studio: Studio) -> None:
    """What comes in above the reach board leaves it under the pointer."""
    studio.write("calm.yaml")
    page = visit("calm.yaml")
    board = page.get_by_role("grid", name="Reach board")
    here = board.get_by_role("gridcell", name=re.compile("^c3"))
    here.hover()
    expect(here).to_have_accessible_name("c3 (an enemy): a Move (MOVE-3)")
    place = board.bounding_box()
    page.locator("verdict-strip .more-known").evaluate("one => one.append('much to tell '.repeat(300))")
    assert board.bounding_box() == place
    expect(here).to_have_accessible_name("c3 (an enemy): a Move (MOVE-3)")
    cell(page, "1 forward").hover()
    expect(here).to_have_accessible_name("c3: a Move (MOVE-3)")
    assert board.bounding_box()["y"] != place["y"]  # it has its room now
