"""A studio in a process of its own and real Chromium before it; pages that report every error they meet."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.patience import PATIENCE_SECONDS
from support.studio_client import SET

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
PAGE_PATIENCE_MS = 240_000  # a machine may be busy with other things: nothing here is a test of speed
# Every page that shows a tile has games played for it, on all cores. Where a test is not about them, the page is told
# that there are none: other tests need the cores.
WITHOUT_GAMES = """
const ask = window.fetch;
const none = { key: "", tile: "", told: {}, state: { key: "", tile: "", busy: [], number: 0 } };
window.fetch = async (path, ...rest) => path === "/api/verdict/begin" ? Response.json(none) : ask(path, ...rest);
"""
COMPILES = """
from workbench.sim.duke.plan import Plan
from workbench.sim.duke.play import DukeGame
from workbench.studio.play_work import act
from workbench.studio.verdict_work import warm_all
warm_all()
plan = Plan(name="warm", bots=("random",), games=2)
DukeGame.from_plan(plan).play_batch(plan, 0, 2)
for bot in ("random", "greedy"):
    game = {"id": bot, "asked": {"sets": [], "settings": {}, "south": bot, "north": bot, "seed": 1}}
    act(game, "begin")
    act(game, "advance")
"""


@pytest.fixture(scope="session", autouse=True)
def compiled_rules() -> None:
    """Compiled once and kept, before anybody waits for a page; however long it takes."""
    if "NUMBA_DISABLE_JIT" in os.environ:
        return
    subprocess.run([sys.executable, "-c", COMPILES], check=True, capture_output=True)


class Studio:
    """A running `workbench studio`."""

    def __init__(self, folder: Path, port: int = 0, *arguments: str) -> None:
        self.folder = folder
        code = "from workbench.cli import main; main()"
        options = ["--port", str(port)] if port else []
        environment = {**os.environ, "WORKBENCH_STATE_DIR": str(folder / ".state")}
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, "studio", str(folder), "--no-open", *options, *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment,
        )  # fmt: skip
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/\?token=\S+", line)
        assert found, line or self.process.communicate(timeout=5)[1]
        self.address, self.port = found[0], int(found[1])

    def write(self, name: str, text: str = SET) -> Path:
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def stop(self) -> int:
        """Ctrl-C."""
        self.process.send_signal(signal.SIGINT)
        self.process.communicate(timeout=PATIENCE_SECONDS)
        return self.process.returncode


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    running = Studio(tmp_path_factory.mktemp("studio"))
    yield running
    assert running.stop() == 0


@pytest.fixture(scope="module")  # playwright keeps an event loop running, which other tests must not meet
def browser() -> Iterator[Any]:
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine")
    sync_api = pytest.importorskip("playwright.sync_api")
    sync_api.expect.set_options(timeout=PAGE_PATIENCE_MS)
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


OpenPage = Callable[..., Any]


@pytest.fixture
def visit(browser: Any, studio: Studio) -> Iterator[OpenPage]:
    """`visit(name)` opens a file in a new browser of its own; all pages must stay without errors.

    `expected` are parts of console lines that a test brings about on purpose; only where a test `plays`, games are
    played for the tile that is shown.
    """
    contexts: list[Any] = []
    wrong: list[str] = []
    allowed: list[str] = []

    def watch(page: Any) -> None:
        page.on("console", lambda message: message.type in ("error", "warning") and wrong.append(message.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))

    def open_page(
        name: str = "", address: str = "", expected: tuple[str, ...] = (), plays: bool = False, **options: Any
    ) -> Any:
        options = {"viewport": {"width": 1280, "height": 800}, **options}
        context = browser.new_context(**options)
        context.set_default_timeout(PAGE_PATIENCE_MS)
        contexts.append(context)
        if not plays:
            context.add_init_script(WITHOUT_GAMES)
        context.on("page", watch)
        allowed.extend(expected)
        page = context.new_page()
        page.goto(address or studio.address)
        page.locator("body.ready").wait_for()
        if name:
            open_file(page, name)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert [text for text in wrong if not any(part in text for part in allowed)] == []


def open_file(page: Any, name: str) -> None:
    """By the menu of files."""
    page.get_by_role("button", name="File").click()
    page.get_by_role("menuitem", name=name, exact=True).click()
    page.get_by_role("grid", name="starting side").wait_for()


def face(page: Any, side: str = "starting") -> Any:
    return page.get_by_role("grid", name=f"{side} side of")


def cell(page: Any, place: str, side: str = "starting") -> Any:
    """A cell by where it stands ("2 forward, 1 left"), whatever is on it."""
    return face(page, side).get_by_role("gridcell", name=re.compile(rf"^{place}(:|$|;)"))


def shows(page: Any, place: str, what: str, side: str = "starting") -> None:
    """The cell comes to hold this, whatever is found about it."""
    from playwright.sync_api import expect

    expect(cell(page, place, side)).to_have_accessible_name(re.compile(rf"^{place}: {what}(;|$)"))


def brush(page: Any, name: str) -> Any:
    return page.get_by_role("toolbar", name="Icons").get_by_role("button", name=name, exact=True)


def text_of(page: Any) -> str:
    """The text of the file, from its pane."""
    pane = page.get_by_role("textbox", name="Text of the file")
    if not pane.is_visible():
        page.get_by_text("Text of the file", exact=True).click()
    value: str = pane.input_value()
    return value


def status(page: Any) -> Any:
    return page.get_by_role("status")


def pause(page: Any) -> None:
    """Pause the games, also where they have come to rest by themselves meanwhile."""
    button = page.get_by_role("toolbar", name="Verdict").get_by_role("button", name=re.compile("^(Pause|Play on)$"))
    if button.inner_text() == "Play on":
        button.click()
    page.get_by_role("button", name="Pause").click()
