"""Behaviours 10 to 13 in a real browser, the library, and the first visit: print, batch, share, keys."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from studio.conftest import OpenPage, Studio, brush, cell, open_file, shows, status, text_of
from support.studio_client import SET

sync_api = pytest.importorskip("playwright.sync_api")
expect = sync_api.expect


def test_10_print(visit: OpenPage, studio: Studio, tmp_path: Path) -> None:
    import pypdfium2

    studio.write("print.yaml")
    page = visit("print.yaml", accept_downloads=True)
    page.get_by_role("link", name="Print").click()
    expect(page.get_by_text("4 stickers on 1 page")).to_be_visible()
    sheet = page.get_by_role("img", name="Page 1 of print.yaml")
    plain = sheet.get_attribute("src")
    page.get_by_role("combobox", name="Labels").select_option("lp70-25sq")
    expect(sheet).not_to_have_attribute("src", str(plain))
    page.get_by_role("combobox", name="Labels").select_option("")
    page.get_by_role("combobox", name="Layout").select_option("duplex")
    expect(page.get_by_text("4 stickers on 2 pages")).to_be_visible()
    expect(page.get_by_role("img", name="Page 2, back of print.yaml")).to_be_visible()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download PDF").click()
    waiting.value.save_as(tmp_path / "sheet.pdf")
    pdf = pypdfium2.PdfDocument(tmp_path / "sheet.pdf")
    assert len(pdf) == 2
    assert "LANCER" in pdf[0].get_textpage().get_text_range().upper()


def test_10_print_shows_the_draft_and_says_why_not(visit: OpenPage, studio: Studio) -> None:
    studio.write("print-draft.yaml")
    page = visit("print-draft.yaml")
    brush(page, "Command").click()
    cell(page, "1 back").click()
    shows(page, "1 back", "command")
    page.get_by_role("link", name="Print").click()
    expect(page.get_by_text("Nothing can be printed yet: Lancer: a single command square")).to_be_visible()
    expect(page.get_by_role("button", name="Download PDF")).to_be_disabled()
    page.keyboard.press("Control+z")
    expect(page.get_by_text("4 stickers on 1 page")).to_be_visible()


def test_11_batch(visit: OpenPage, studio: Studio) -> None:
    studio.write("batch.yaml")
    page = visit("batch.yaml")
    page.get_by_role("link", name="Batch").click()
    expect(page.get_by_text("No runs yet.")).to_be_visible()
    page.get_by_role("spinbutton", name="Games").fill("9000000")  # more than anybody waits for
    page.get_by_role("button", name="Run").click()
    now = page.get_by_role("region", name="Progress")
    expect(now).to_contain_text("Playing")
    expect(page.get_by_role("button", name="Run")).to_be_disabled()
    now.get_by_role("button", name="Stop").click()
    expect(now).to_contain_text("Stopped")
    run = page.get_by_role("listitem", name=re.compile("^batch"))
    expect(run).to_contain_text("of 9,000,000 games")
    run.get_by_role("button", name=re.compile("^Resume")).click()
    expect(now).to_contain_text("Playing")
    now.get_by_role("button", name="Stop").click()
    expect(now).to_contain_text("Stopped")


def test_11_report(visit: OpenPage, studio: Studio) -> None:
    """A whole run, and its report in a page of its own: its scripts run, and it is shut off from the studio."""
    studio.write("report.yaml")
    page = visit("report.yaml")
    page.get_by_role("link", name="Batch").click()
    page.get_by_role("spinbutton", name="Games").fill("600")
    page.get_by_role("button", name="Run").click()
    expect(page.get_by_role("region", name="Progress")).to_contain_text("Done", timeout=240_000)
    run = page.get_by_role("listitem", name=re.compile("^report"))
    expect(run).to_contain_text("600 of 600 games")
    with page.context.expect_page() as waiting:
        run.get_by_role("link", name=re.compile("^Open the report")).click()
    report = waiting.value
    expect(report.get_by_role("heading", name="Lancer").first).to_be_visible()
    report.get_by_text(re.compile("^All numbers")).last.click()
    report.get_by_role("button", name="First draws").click()
    expect(report.locator("th[aria-sort]").first).to_be_visible()
    assert report.evaluate("location.origin !== origin && origin === 'null'")


def test_12_share_by_address(visit: OpenPage, studio: Studio) -> None:
    studio.write("share.yaml")
    page = visit("share.yaml", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("menuitem", name="Copy a link that holds this tile").click()
    expect(status(page)).to_have_text(re.compile("link copied"))
    link = page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(rf"http://127\.0\.0\.1:{studio.port}/#tile=[\w-]+", link)
    other = page.context.new_page()
    asked: list[str] = []
    other.on("request", lambda request: asked.append(request.url))
    other.goto(link)
    offer = other.get_by_role("alert").filter(has_text="A tile was shared with you: Lancer")
    expect(offer).to_be_visible()
    assert not any("tile=" in address for address in asked)  # never sent to the server
    offer.get_by_role("button", name="Add it to this set").click()
    expect(other.get_by_role("option", name="Lancer 2")).to_have_attribute("aria-selected", "true")


def test_12_copy_and_save(visit: OpenPage, studio: Studio, tmp_path: Path) -> None:
    studio.write("copy.yaml")
    page = visit("copy.yaml", permissions=["clipboard-read", "clipboard-write"], accept_downloads=True)

    def choose(name: str) -> None:
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("menuitem", name=name).click()

    choose("Copy this tile as YAML")
    expect(status(page)).to_have_text("YAML copied")
    assert "- name: Lancer\n    code: Ln" in page.evaluate("navigator.clipboard.readText()")
    choose("Copy the picture")
    expect(status(page)).to_have_text("picture copied")
    kinds = page.evaluate("navigator.clipboard.read().then((items) => items.flatMap((item) => item.types))")
    assert kinds == ["image/png"]
    with page.expect_download() as waiting:
        choose("Save the picture as SVG")
    assert waiting.value.suggested_filename == "lancer.svg"


def test_13_keys_and_menu(visit: OpenPage, studio: Studio) -> None:
    studio.write("keys.yaml")
    page = visit("keys.yaml")
    page.get_by_role("option", name="Lancer").focus()
    page.keyboard.press("?")
    keys = page.get_by_role("complementary", name="Keys")
    expect(keys).to_be_visible()
    listed = keys.get_by_role("definition").all_inner_texts()
    page.keyboard.press("?")
    expect(keys).to_be_hidden()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("menu", name="Menu").get_by_role("menuitem", name="Undo")).to_be_visible()
    entries = page.get_by_role("menu", name="Menu").get_by_role("menuitem").all_inner_texts()
    names = {entry.split("\n")[0] for entry in entries}
    assert {"Save", "Undo", "Next tile", "Reach board", "Keys", "Print", "Swap the two sides"} <= names
    assert {"Save", "Undo", "Next tile", "Reach board"} <= set(listed)  # what has a key is in the menu too
    menu = page.get_by_role("menu", name="Menu").bounding_box()
    for place in (one.bounding_box() for one in page.get_by_role("menu", name="Menu").get_by_role("menuitem").all()):
        assert menu["x"] <= place["x"] < place["x"] + place["width"] <= menu["x"] + menu["width"]  # all can be seen
    page.keyboard.press("End")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("menuitem", name="New set or example")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Menu")).to_be_focused()


def test_first_visit(visit: OpenPage, browser: Any, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("empty")
    fresh = Studio(folder)
    try:
        page = visit(address=fresh.address)
        expect(page.get_by_role("heading", name="Invent a tile")).to_be_visible()
        page.get_by_role("button", name="Open the library").click()
        expect(page.get_by_role("listitem", name="Knight", exact=True)).to_be_visible()
        page.go_back()
        page.get_by_role("button", name="Open the example set").click()
        expect(page.get_by_role("option", name="Archmage")).to_be_visible()
        assert list(folder.glob("*.yaml")) == []
        page.get_by_role("button", name="File").click()
        page.get_by_role("menuitem", name="New set or example").click()
        page.get_by_role("textbox", name="Name of the file").fill("heroes")
        page.get_by_role("button", name="New set").click()
        expect(page.get_by_role("option", name="New Tile")).to_be_visible()
        page.keyboard.press("Control+s")
        expect(status(page)).to_have_text("heroes.yaml saved")
        assert "name: Heroes" in (folder / "heroes.yaml").read_text(encoding="utf-8")
        page.get_by_role("button", name="File").click()  # the draft of the example is still there
        expect(page.get_by_role("menuitem", name="workshop.yaml")).to_be_visible()
        page.context.close()
    finally:
        assert fresh.stop() == 0


def test_library(visit: OpenPage, studio: Studio) -> None:
    studio.write("library.yaml")
    page = visit("library.yaml")
    page.get_by_role("link", name="Library").click()
    expect(page.get_by_role("listitem", name="Wizard", exact=True)).to_be_visible()
    page.get_by_role("searchbox", name="Search the library").fill("dread")
    expect(page.get_by_role("listitem", name="Wizard", exact=True)).to_be_hidden()
    page.get_by_role("searchbox").fill("knight duke")
    card = page.get_by_role("listitem", name="Knight", exact=True)
    expect(card.get_by_role("img", name="Knight, other side")).to_be_visible()
    card.get_by_role("button", name="Start from this").click()
    expect(page.get_by_role("option", name="New Knight")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("combobox", name="Replaces")).to_have_value("Knight")
    shows(page, "2 forward, 1 left", "jump")
    page.get_by_role("link", name="Library").click()
    page.get_by_role("searchbox").fill("wizard")
    page.get_by_role("listitem", name="Wizard", exact=True).get_by_role("button", name="Take its faces").click()
    shows(page, "1 forward, 1 left", "move")
    page.get_by_role("button", name="Undo").click()
    shows(page, "2 forward, 1 left", "jump")


def test_plans_are_not_sets(visit: OpenPage, studio: Studio) -> None:
    studio.write("plan.yaml", "sets: [base]\nbots: [random]\ngames: 10\n")
    studio.write("set.yaml", SET)
    page = visit("set.yaml")
    page.get_by_role("button", name="File").click()
    expect(page.get_by_role("menuitem", name="plan.yaml")).to_be_hidden()
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Batch").click()
    expect(page.get_by_role("combobox", name="Play")).to_contain_text("plan: plan.yaml")
    open_file(page, "set.yaml")
    assert "Lancer" in text_of(page)
