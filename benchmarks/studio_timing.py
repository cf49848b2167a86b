"""How quick the studio is, in real Chromium: python benchmarks/studio_timing.py [--times 10] [--json].

Measured are the start until the address is printed, the first paint, the first numbers after an edit, a tile three
standard deviations off until its verdict is settled, and how soon the games end when they are asked to. Medians, with
the slowest beside them; nothing else should run.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parent.parent / "tests"
sys.path[:0] = [str(TESTS / "studio"), str(TESTS)]

from conftest import CHROMIUM, FLAGS, Studio, brush, open_file  # noqa: E402
from support.studio_client import SET  # noqa: E402

LIMITS = {
    "start until the address is printed": 1.0,
    "first paint": 0.3,
    "first numbers after an edit": 2.0,
    "a weak tile settled after an edit": 5.0,
    "games ended after Pause": 0.2,
}
WEAK = """\
name: Mine
tiles:
  - name: Novice
    code: No
    replaces: Knight
    starting: |
      .  .  .  .  .
      .  .  M  .  .
      .  .  @  .  .
      .  .  .  .  .
      .  .  .  .  .
    other: |
      .  .  .  .  .
      .  .  M  .  .
      .  .  @  .  .
      .  .  .  .  .
      .  .  .  .  .
"""
UNTIL = """([selector, attribute, wanted]) => new Promise((done) => {
  const place = document.querySelector(selector), began = performance.now();
  const eye = new MutationObserver(look);
  function look() {
    if (!new RegExp(wanted).test(place.getAttribute(attribute) ?? "")) return;
    eye.disconnect();
    done((performance.now() - began) / 1000);
  }
  eye.observe(place, {attributes: true});
  look();
})"""
STOP = """async () => {
  const began = performance.now();
  const asked = {method: "POST", headers: {"content-type": "application/json"}, body: "{}"};
  const told = await (await fetch("/api/verdict/stop", asked)).json();
  return [told.busy.length, (performance.now() - began) / 1000];
}"""


def start_and_paint(browser: Any, folder: Path, times: int, found: dict[str, list[float]]) -> None:
    for _ in range(times):
        began = time.perf_counter()
        studio = Studio(folder)
        found["start until the address is printed"].append(time.perf_counter() - began)
        page = browser.new_page()
        page.goto(studio.address)
        page.locator("body.ready").wait_for()
        paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime / 1000"
        page.wait_for_function(paint)
        found["first paint"].append(page.evaluate(paint))
        page.close()
        studio.stop()


def verdicts(browser: Any, folder: Path, times: int, found: dict[str, list[float]]) -> None:
    """Every time another edit, for what was played once is known at once."""
    studio = Studio(folder)
    for number in range(times):
        weak = number % 2 == 1
        name = f"mine{number}.yaml"
        studio.write(name, WEAK if weak else SET)
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(studio.address)
        page.locator("body.ready").wait_for()
        open_file(page, name)
        page.evaluate(UNTIL, [".draws", "data-fresh", "true"])
        face = page.get_by_role("grid", name="starting side")
        brush(page, "Jump").click()
        cells = face.get_by_role("gridcell")
        cells.nth(number).click()  # an edit that was not played yet
        page.evaluate(UNTIL, [".draws", "data-fresh", "false"])
        found["first numbers after an edit"].append(page.evaluate(UNTIL, [".draws", "data-fresh", "true"]))
        if weak:
            began = found["first numbers after an edit"][-1]
            wait = page.evaluate(UNTIL, [".draws", "data-verdict", "weak|strong|fair|line"])
            found["a weak tile settled after an edit"].append(began + wait)
        busy, seconds = page.evaluate(STOP)
        assert busy == 0
        found["games ended after Pause"].append(seconds)
        page.close()
    studio.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    from playwright.sync_api import sync_playwright

    found: dict[str, list[float]] = {name: [] for name in LIMITS}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        start_and_paint(browser, Path(folder), asked.times, found)
        verdicts(browser, Path(folder), asked.times, found)
        browser.close()
    if asked.json:
        print(json.dumps({name: {"seconds": times, "limit": LIMITS[name]} for name, times in found.items()}, indent=1))
        return
    print(f"{'':40}{'median':>9}{'slowest':>9}{'aim':>7}")
    for name, times in found.items():
        print(f"{name:40}{statistics.median(times):>8.2f} s{max(times):>7.2f} s{LIMITS[name]:>5.1f} s")


if __name__ == "__main__":
    main()
