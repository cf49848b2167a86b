"""What is shown is what is so, whoever changed it and however fast; and nothing is taken from under one's hands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from studio.conftest import OpenPage, Studio, brush, cell, face, open_file, shows, status
from support.studio_client import SET

expect = pytest.importorskip("playwright.sync_api").expect
LONG = 300_000
TWO = SET + SET.partition("tiles:\n")[2].replace("Lancer", "Page").replace("Ln", "Pg").replace("Knight", "Pikeman")
ALONE = SET.replace(".  .  .  .  .\n      .  .  J", ".  C  .  .  .\n      .  .  J", 1)  # a Command too few
COMMAND_ONE = "error E308"


@contextmanager
def held(page: Any, path: str) -> Iterator[list[Any]]:
    """Requests to `path` are on their way until the block ends."""
    waiting: list[Any] = []
    is_over = False

    def hold(route: Any) -> None:
        if is_over:
            route.continue_()
        else:
            waiting.append(route)

    page.route(f"**{path}", hold)
    page.route(re.compile(r"\?held$"), lambda route: route.fulfill(status=204))
    for _ in range(1000):  # a page goes on asking the server for a moment after `route` has returned
        if page.evaluate("fetch('/?held').then((answer) => answer.status)") == 204:
            break
    yield waiting
    is_over = True
    for route in waiting:
        route.continue_()


def arrives(page: Any, waiting: list[Any], count: int = 1) -> None:
    """So many requests are held."""
    for _ in range(6000):
        if len(waiting) >= count:
            return
        page.wait_for_timeout(10)  # lets what was asked come in
    at = page.evaluate("document.activeElement.outerHTML.slice(0, 300)")
    raise AssertionError(f"nothing was asked; focus on {at}; said: {status(page).inner_text()}")


# ------------------------------------------------------------------------------------------- quick hands


def test_02_undo_takes_back_what_is_on_its_way(visit: OpenPage, studio: Studio) -> None:
    studio.write("quick.yaml")
    page = visit("quick.yaml")
    page.keyboard.press("f")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("d")
    shows(page, "1 back", "dread")
    page.keyboard.press("ArrowLeft")
    with held(page, "/api/edit") as waiting:
        page.keyboard.press("x")
        arrives(page, waiting)
        page.keyboard.press("Control+z")
    expect(status(page)).to_have_text("undone: strike placed")
    shows(page, "1 back, 1 left", "empty")
    shows(page, "1 back", "dread")


def test_02_what_was_undone_does_not_come_back(visit: OpenPage, studio: Studio) -> None:
    studio.write("again.yaml")
    page = visit("again.yaml")
    page.keyboard.press("f")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("d")
    shows(page, "1 back", "dread")
    with held(page, "/api/view") as waiting:
        page.keyboard.press("Control+z")
        arrives(page, waiting)
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("x")
    shows(page, "1 back, 1 left", "strike")
    shows(page, "1 back", "empty")


def test_03_saving_waits_for_the_last_edit(visit: OpenPage, studio: Studio) -> None:
    path = studio.write("last.yaml")
    page = visit("last.yaml")
    page.keyboard.press("f")
    page.keyboard.press("ArrowDown")
    with held(page, "/api/edit") as waiting:
        page.keyboard.press("x")
        arrives(page, waiting)
        page.keyboard.press("Control+s")
    expect(status(page)).to_have_text("last.yaml saved")
    expect(page.get_by_role("button", name="File")).to_contain_text("saved")
    assert ".  .  X  .  ." in path.read_text(encoding="utf-8")


def test_03_saving_takes_what_is_typed(visit: OpenPage, studio: Studio) -> None:
    path = studio.write("typed.yaml")
    page = visit("typed.yaml")
    name = page.get_by_role("textbox", name="Name")
    name.fill("Rider")
    page.keyboard.press("Control+s")
    expect(status(page)).to_have_text("typed.yaml saved")
    expect(page.get_by_role("button", name="File")).to_contain_text("saved")
    expect(name).to_be_focused()
    assert "name: Rider" in path.read_text(encoding="utf-8")


def test_01_a_click_that_leaves_a_field_is_not_lost(visit: OpenPage, studio: Studio) -> None:
    studio.write("leave.yaml", TWO)
    page = visit("leave.yaml")
    page.get_by_role("textbox", name="Name").fill("Rider")
    page.get_by_role("option", name="Page").hover()
    page.mouse.down()  # leaves the field, which writes it
    expect(page.get_by_role("option", name="Rider")).to_be_visible()
    page.mouse.up()
    expect(page.get_by_role("option", name="Page")).to_have_attribute("aria-selected", "true")


def test_02_two_tabs_in_a_hurry(visit: OpenPage, studio: Studio) -> None:
    studio.write("hurry.yaml")
    page = visit("hurry.yaml")
    second = page.context.new_page()
    second.goto(page.url)
    expect(second.get_by_role("option", name="Lancer")).to_be_visible()
    with held(second, "/api/view") as waiting:
        cell(page, "1 back").click()
        arrives(second, waiting)
        cell(page, "own square", "other").click()  # selects, and changes nothing of the text
        page.keyboard.press("Control+s")
        expect(second.get_by_role("button", name="File")).to_contain_text("saved")
    shows(second, "1 back", "move")


# ------------------------------------------------------------------------------------------ what is so


def test_02_fields_show_what_was_undone(visit: OpenPage, studio: Studio) -> None:
    studio.write("fields.yaml")
    page = visit("fields.yaml")
    page.get_by_text("More about this tile").click()
    enhanced = page.get_by_role("checkbox", name="Enhanced play only")
    enhanced.focus()
    page.keyboard.press("Space")
    expect(status(page)).to_have_text(re.compile("enhanced play only changed"))
    page.keyboard.press("Control+z")
    expect(status(page)).to_have_text(re.compile("undone"))
    expect(enhanced).not_to_be_checked()
    replaces = page.get_by_role("combobox", name="Replaces")
    replaces.focus()
    replaces.select_option("Pikeman")
    expect(status(page)).to_have_text(re.compile("replaces changed"))
    page.keyboard.press("Control+z")
    expect(replaces).to_have_value("Knight")


def test_03_a_file_that_was_deleted_is_not_saved(visit: OpenPage, studio: Studio) -> None:
    path = studio.write("gone.yaml")
    page = visit("gone.yaml", expected=("404",))
    file = page.get_by_role("button", name="File")
    expect(file).to_contain_text("saved")
    path.unlink()
    expect(file).to_contain_text("draft")
    expect(status(page)).to_have_text(re.compile("gone.yaml was deleted from the disk"))
    page.get_by_role("button", name="Save").click()
    expect(file).to_contain_text("saved")
    assert path.read_text(encoding="utf-8") == SET
    path.unlink()
    expect(file).to_contain_text("draft")
    studio.write("gone.yaml", SET.replace("Lancer", "Back"))  # as a program does that deletes and writes
    expect(page.get_by_role("option", name="Back")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_06_the_reach_board_has_the_tile_as_it_is(visit: OpenPage, studio: Studio) -> None:
    studio.write("emblem.yaml")
    page = visit("emblem.yaml")
    picture = page.locator("reach-board img")
    expect(picture).to_have_attribute("src", re.compile("/face/"))
    before = picture.get_attribute("src")
    page.get_by_role("combobox", name="Emblem").select_option("spear")
    expect(picture).not_to_have_attribute("src", str(before))


def test_07_the_strip_names_what_is_replaced(visit: OpenPage, studio: Studio) -> None:
    studio.write("named.yaml", ALONE)
    page = visit("named.yaml")
    expect(page.get_by_role("button", name=COMMAND_ONE)).to_be_visible()
    first = page.get_by_role("group", name="When it comes first")
    expect(first).to_contain_text("instead of the Knight")
    page.get_by_role("combobox", name="Replaces").select_option("Pikeman")
    expect(first).to_contain_text("instead of the Pikeman")


def test_07_numbers_of_another_file_are_not_those_before(visit: OpenPage, studio: Studio) -> None:
    studio.write("one.yaml")
    studio.write("other.yaml", ALONE)
    page = visit("one.yaml", plays=True)
    draws = page.get_by_role("group", name="Worth of a draw")
    expect(draws).to_contain_text("instead of 50", timeout=LONG)
    brush(page, "Command").click()
    cell(page, "1 back").click()
    expect(draws).to_contain_text("Before this change")
    open_file(page, "other.yaml")
    expect(draws).to_contain_text("Mend the errors")
    expect(draws).not_to_contain_text("Before this change")


def test_07_heat_that_was_asked_for_comes(visit: OpenPage, studio: Studio) -> None:
    """Also if one saves or goes to the other face before it is there."""
    studio.write("asked.yaml")
    page = visit("asked.yaml", plays=True)
    icons = page.get_by_role("button", name="Icons", exact=True)
    expect(icons).to_be_enabled()
    with held(page, "/api/verdict/more") as waiting:
        icons.click()
        arrives(page, waiting)
        page.keyboard.press("f")
        page.keyboard.press("Tab")
        expect(cell(page, "own square", "other")).to_be_focused()
        expect(icons).to_have_attribute("aria-pressed", "true")
    expect(page.locator("face-grid.heated")).to_have_count(2, timeout=LONG)


def test_01_a_face_that_did_not_come_is_asked_for_again(visit: OpenPage, studio: Studio) -> None:
    studio.write("late.yaml")
    page = visit("late.yaml", expected=("net::ERR",))
    picture = face(page).locator("xpath=..").locator(".art svg")
    expect(picture).to_be_visible()
    before = picture.inner_html()
    page.route("**/face/*.svg", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        cell(page, "1 back").click()
    shows(page, "1 back", "move")
    page.unroute("**/face/*.svg")
    page.keyboard.press("Control+s")
    expect(page.get_by_role("button", name="File")).to_contain_text("saved")
    page.wait_for_function(
        "before => document.querySelector('face-grid .art svg').innerHTML !== before", arg=before, timeout=LONG
    )


def test_08_an_empty_square_asks_for_a_tile(visit: OpenPage, studio: Studio) -> None:
    """Nothing is in hand that could be placed there: that is no fault, and nobody has to be asked."""
    studio.write("empty.yaml")
    page = visit("empty.yaml")
    page.get_by_role("link", name="Play").click()
    page.get_by_role("combobox", name="North").select_option("human")
    page.get_by_role("button", name="Set up a position").click()
    page.get_by_role("button", name="Play from here").click()
    board = page.get_by_role("grid", name="Board")
    expect(page.get_by_text("South: Act", exact=False)).to_be_visible(timeout=LONG)
    board.get_by_role("gridcell", name="e4: empty").click()
    expect(page.get_by_text("e4 is empty: pick one of South's tiles first.")).to_be_visible()


def test_08_nothing_is_played_from_before_its_line_is_there(visit: OpenPage, studio: Studio) -> None:
    """Without a line a game would begin from its start, and a line that was typed too early would be lost."""
    studio.write("early.yaml")
    page = visit("early.yaml")
    page.get_by_role("link", name="Play").click()
    expect(page.locator(".play .board img")).to_have_attribute("src", re.compile("^/scene/"))
    with held(page, "/api/table/sketch") as waiting:
        page.get_by_role("button", name="Set up a position").click()
        arrives(page, waiting)
        expect(page.get_by_role("button", name="Play from here")).to_be_disabled()
        expect(page.get_by_role("textbox", name="Position")).to_be_disabled()
    expect(page.get_by_role("textbox", name="Position")).to_have_value(re.compile("^2dufofo1/6/6/6/6/2DUFOFO1 S"))
    expect(page.get_by_role("button", name="Play from here")).to_be_enabled()


def test_09_games_it_decides_meanwhile_can_be_watched(visit: OpenPage, studio: Studio) -> None:
    studio.write("meanwhile.yaml")
    page = visit(plays=True)
    with held(page, "/api/verdict/begin") as waiting:
        page.get_by_role("button", name="File").click()
        page.get_by_role("menuitem", name="meanwhile.yaml", exact=True).click()
        arrives(page, waiting)
        page.get_by_role("link", name="Watch").click()
        decided = page.get_by_role("button", name="A game my tile decided")
        expect(decided).to_be_disabled()
    expect(decided).to_be_enabled(timeout=LONG)


def test_11_a_batch_knows_when_the_draft_is_saved(visit: OpenPage, studio: Studio) -> None:
    studio.write("batch.yaml")
    page = visit("batch.yaml")
    cell(page, "1 back").click()
    shows(page, "1 back", "move")
    page.get_by_role("link", name="Batch").click()
    notice = page.get_by_text("not with this draft")
    expect(notice).to_be_visible()
    page.keyboard.press("Control+s")
    expect(notice).to_be_hidden()


# ------------------------------------------------------------------------------------- under one's hands


def test_05_an_opened_reason_stays_open(visit: OpenPage, studio: Studio) -> None:
    studio.write("why.yaml", ALONE)
    page = visit("why.yaml")
    found = page.get_by_role("listitem").filter(has=page.get_by_role("button", name=COMMAND_ONE))
    found.get_by_text("Why", exact=True).click()
    reason = found.get_by_role("group")
    expect(reason).to_have_attribute("open", "")
    page.get_by_role("textbox", name="Code").fill("Lr")
    page.keyboard.press("Control+s")
    expect(page.get_by_role("button", name="File")).to_contain_text("saved")
    cell(page, "own square", "other").click()
    expect(reason).to_have_attribute("open", "")


def test_03_the_banner_keeps_the_focus(visit: OpenPage, studio: Studio) -> None:
    studio.write("banner.yaml")
    page = visit("banner.yaml")
    brush(page, "Defense").click()
    for place in ("1 back", "1 back, 1 left"):
        cell(page, place).click()
        shows(page, place, "defense")
    studio.write("banner.yaml", SET.replace("Lancer", "Theirs"))
    difference = page.get_by_role("button", name="Show difference")
    difference.focus()
    page.keyboard.press("Control+z")
    shows(page, "1 back, 1 left", "empty")
    expect(difference).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("list", name="Difference")).to_contain_text("Theirs")
    expect(difference).to_be_focused()


def test_03_a_difference_of_long_files(visit: OpenPage, studio: Studio) -> None:
    long = SET + "# a line\n" * 30_000
    studio.write("long.yaml", long)
    page = visit("long.yaml")
    cell(page, "1 back").click()
    shows(page, "1 back", "move")
    studio.write("long.yaml", long.replace("Lancer", "Theirs"))
    page.get_by_role("button", name="Show difference").click()
    expect(page.get_by_role("list", name="Difference")).to_contain_text("Theirs")


def test_13_keys_are_closed_by_escape(visit: OpenPage, studio: Studio) -> None:
    studio.write("escape.yaml")
    page = visit("escape.yaml")
    page.keyboard.press("f")
    page.keyboard.press("?")
    expect(page.get_by_role("complementary", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("complementary", name="Keys")).to_be_hidden()
    expect(cell(page, "own square")).to_be_focused()
    expect(brush(page, "Move")).to_have_attribute("aria-pressed", "true")  # nothing else was left


@pytest.mark.long
def test_07_fair_edits_keep_the_focus(visit: OpenPage, studio: Studio) -> None:
    studio.write("kept.yaml", TWO)
    page = visit("kept.yaml", plays=True)
    page.get_by_role("button", name="Fair edits", exact=True).click()
    takes = page.get_by_role("list", name="Fair edits").get_by_role("button").first
    expect(takes).to_be_visible(timeout=2 * LONG)
    takes.focus()
    ghost = face(page).locator("xpath=..").locator(".ghost")
    expect(ghost).to_be_visible()
    page.keyboard.press("i")
    expect(page.get_by_role("button", name="Icons", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(takes).to_be_focused()
    expect(ghost).to_be_visible()
    page.keyboard.press("]")  # another tile: no ghost of this one
    expect(page.get_by_role("option", name="Page")).to_have_attribute("aria-selected", "true")
    expect(ghost).to_be_hidden()
