"""The report in a real browser: sorting, keyboard, phone width, dark mode, no network."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.planted_game import PlantedGame, base_tiles, write_run

from workbench.games import find_runs
from workbench.report.build import build_report
from workbench.report.html import render_html
from workbench.sim.duke.plan import Plan

BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(BROWSER is None, reason="no Chromium on this machine")


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("browser")
    tiles = tuple(t for t in base_tiles() if t.name not in ("Duchess", "Oracle"))
    game = PlantedGame(tiles, frozenset({"Knight"}))
    write_run(folder / "run", game, Plan(name="run", games=600, chunk=100))
    path = folder / "report.html"
    path.write_text(render_html(build_report(find_runs([folder / "run"])), find_runs([folder / "run"])))
    return path


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=BROWSER, args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        )
        yield chromium
        chromium.close()


def test_page_in_a_browser(browser: Any, report: Path) -> None:
    page = browser.new_page(viewport={"width": 1200, "height": 900})
    asked: list[str] = []
    wrong: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(report.as_uri())
    assert asked == [report.as_uri()]
    assert wrong == []
    page.locator("details.whole").first.evaluate("part => (part.open = true)")
    names = page.locator("table.sortable").first.locator("tbody th")
    by_swing = names.all_inner_texts()
    heading = page.get_by_role("button", name="First draws")
    heading.focus()
    page.keyboard.press("Enter")  # by keyboard: most first draws on top
    assert names.all_inner_texts()[0].startswith("Pikeman")
    heading.click()
    assert names.all_inner_texts()[-1].startswith("Pikeman")
    page.get_by_role("button", name="Points a draw").click()
    assert names.all_inner_texts() == by_swing
    page.close()


@pytest.mark.parametrize("width", [390, 1200])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_width_and_scheme(browser: Any, report: Path, width: int, scheme: str) -> None:
    page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
    page.goto(report.as_uri())
    for details in page.locator("details").all():
        details.evaluate("part => (part.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    dark = sum(int(part) for part in paper.strip("rgb()").split(",")) < 150
    assert dark == (scheme == "dark")
    zeros = page.locator(".forest .zero").evaluate_all(
        "lines => lines.map(line => Math.round(line.getBoundingClientRect().x))"
    )
    assert len(set(zeros)) == 1  # all rows of the plot share one axis
    page.close()
