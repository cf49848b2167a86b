"""Makes the pictures of docs/studio.md: python docs/pictures.py (needs playwright, Pillow and Chromium)."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

IMAGES = Path(__file__).parent / "images"
EXAMPLE = Path(__file__).parent.parent / "tilesets" / "examples" / "workshop.yaml"
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
LONG = 900_000  # milliseconds: games take what they take
COLOURS = 160  # enough for a page of text and lines, and its few hues


def save(page: Any, name: str, width: int) -> None:
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    picture = picture.resize((width, round(picture.height * width / picture.width)), Image.Resampling.LANCZOS)
    path = IMAGES / f"studio-{name}.png"
    picture.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(path, optimize=True)
    print(f"{path.name}: {path.stat().st_size // 1000} kB")


def visit(browser: Any, address: str, width: int = 1280, height: int = 800, **options: Any) -> Any:
    page = browser.new_context(viewport={"width": width, "height": height}, **options).new_page()
    page.goto(address)
    page.get_by_role("option", name="Lancer").wait_for()
    return page


def draw(browser: Any, address: str) -> None:
    for scheme in ("light", "dark"):
        page = visit(browser, address, color_scheme=scheme)
        page.get_by_role("option", name="Witch" if scheme == "dark" else "Lancer").click()
        page.get_by_role("gridcell", name=re.compile("^c3: ")).wait_for(timeout=LONG)
        if scheme == "light":
            page.get_by_role("button", name="Command", exact=True).click()
            page.get_by_role("gridcell", name="1 forward, 1 left: empty").first.click()
            page.get_by_role("button", name="error E308").wait_for()
            page.get_by_role("gridcell", name=re.compile("^c3: ")).hover()
            page.get_by_role("gridcell", name=re.compile(r"^c3 \(an enemy\)")).wait_for()
        if scheme == "light":
            page.get_by_role("button", name="Undo").click()
            page.locator("[data-verdict=fair]").wait_for(timeout=LONG)
            page.locator(".swap b").wait_for(timeout=LONG)
            page.get_by_role("gridcell", name=re.compile("^own square")).first.hover()
        save(page, scheme, 1000)
        if scheme == "light":
            draw_live(page)
    page.get_by_role("link", name="Print").click()
    page.get_by_role("img", name=re.compile("^Page 1")).wait_for()
    page.wait_for_timeout(500)
    save(page, "print", 1000)
    page = visit(browser, address, 390, 844, has_touch=True, is_mobile=True)
    save(page, "phone", 390)


def draw_live(page: Any) -> None:
    """The heat of the icons, a game, and twins."""
    page.get_by_role("button", name="Icons", exact=True).click()
    page.get_by_text("pairs; blue helps").wait_for(timeout=LONG)  # no longer "still playing"
    page.locator("face-grid.heated").first.wait_for()
    save(page, "heat", 1000)
    page.get_by_role("link", name="Play").click()
    page.get_by_text("Terrain, luck and time").click()
    page.get_by_role("spinbutton", name="Seed").fill("5")
    page.get_by_role("button", name="Begin a game").click()
    question = page.locator(".question")
    question.get_by_text("Put your Duke").wait_for(timeout=LONG)
    for words, *squares in (("two Footmen", "c1"), ("draw a new tile", "b1", "d1")):
        for square in squares:
            page.locator(f".play [data-square={square}]").click()
        question.get_by_text(words).wait_for(timeout=LONG)
    page.get_by_role("button", name="Draw a tile").click()
    question.get_by_text("Place your").wait_for(timeout=LONG)
    page.locator(".play [data-square=c2]").click()
    question.get_by_text("South: Act").wait_for(timeout=LONG)
    page.locator(".play [data-square=c2]").click()
    page.wait_for_timeout(1_000)
    save(page, "play", 1000)
    page.get_by_role("link", name="Edit").click()
    page.get_by_role("button", name="A game it decided").click()
    page.locator(".boards figure").nth(1).wait_for(timeout=LONG)
    page.get_by_role("button", name="Where they part").click()
    page.wait_for_timeout(1_500)
    save(page, "watch", 1000)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        shutil.copy(EXAMPLE, folder)
        code = "from workbench.cli import main; main()"
        command = [sys.executable, "-c", code, "studio", str(Path(folder) / EXAMPLE.name), "--no-open"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as studio:
            assert studio.stdout is not None
            address = studio.stdout.readline().split()[-1]
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
            try:
                draw(browser, address)
            finally:
                browser.close()
                studio.terminate()


if __name__ == "__main__":
    main()
