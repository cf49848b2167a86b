"""The server as a whole: print and batch, an end without remains, and memory that stays where it is."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from studio.conftest import Studio
from support.command import Runner
from support.patience import PATIENCE_SECONDS, wait_until
from support.studio_client import SET, Asker


@pytest.fixture
def studio_app(tmp_path: Path) -> Iterator[Asker]:
    (tmp_path / "mine.yaml").write_text(SET, encoding="utf-8")
    with Asker(tmp_path) as asker:
        yield asker


def wait_for(studio: Asker, *phases: str, seconds: float = 600) -> Any:
    until = time.monotonic() + seconds
    while studio.desk.batch.state.phase not in phases:
        assert time.monotonic() < until, studio.desk.batch.state
        time.sleep(0.05)
    return studio.desk.batch.state


def test_pages_are_those_of_the_pdf(studio_app: Asker) -> None:
    asked = {"name": "mine.yaml", "text": SET, "layout": "duplex", "theme": "light-on-dark"}
    sheet = studio_app.post("/api/print/pages", asked).json()
    assert [(page["number"], page["back"]) for page in sheet["pages"]] == [(1, False), (2, True)]
    picture = studio_app.get(f"/face/{sheet['pages'][0]['picture']}.svg").text
    assert picture.count("<use ") == 2  # one for each army
    assert studio_app.post("/api/print/pdf", asked).content.startswith(b"%PDF")
    refused = studio_app.post("/api/print/pages", {**asked, "stock": "lp70-25sq", "tile_mm": 60}).json()
    assert "larger than a label" in refused["refused"]
    broken = studio_app.post("/api/print/pages", {**asked, "text": SET.replace("Ln", "L1")}).json()
    assert "code" in broken["refused"]
    choices = studio_app.get("/api/print/choices").json()
    assert "a4" in choices["papers"]
    assert any(stock["id"] == "lp70-25sq" for stock in choices["stocks"])


def test_a_batch_is_stopped_and_another_reported(studio_app: Asker) -> None:
    asked = {"file": "mine.yaml", "games": 9_000_000, "bots": "random", "seed": 3}
    run = studio_app.post("/api/batch/start", asked).json()["run"]
    assert studio_app.post("/api/batch/start", asked).status_code == 409  # one at a time
    wait_for(studio_app, "running")
    studio_app.post("/api/batch/stop", {})
    state = wait_for(studio_app, "stopped")
    assert state.done < state.total
    small = studio_app.post("/api/batch/start", {**asked, "games": 400}).json()["run"]
    assert small == f"{run}-2"
    state = wait_for(studio_app, "done", "failed")
    assert (state.phase, state.done) == ("done", 400)
    listed = {row["name"]: row for row in studio_app.get("/api/batch").json()["runs"]}
    assert listed[small]["done"] == listed[small]["total"] == 400
    report = studio_app.get(f"/report/{small}")
    assert "Lancer" in report.text
    policy = report.headers["content-security-policy"]
    assert policy.startswith("sandbox allow-scripts; default-src 'none'; script-src 'sha256-")
    assert "connect-src" not in policy


def test_batches_that_cannot_be(studio_app: Asker, tmp_path: Path) -> None:
    assert studio_app.post("/api/batch/start", {"file": "nothing.yaml"}).status_code == 404
    for name in ("..", "../..", "x", ".hidden"):
        assert studio_app.post("/api/batch/resume", {"run": name}).status_code in (404, 422)
        assert studio_app.get(f"/report/{name.replace('.', '%2e')}").status_code in (404, 422)
    (tmp_path / "mine.yaml").write_text(SET.replace("Ln", "L1"), encoding="utf-8")
    refused = studio_app.post("/api/batch/start", {"file": "mine.yaml", "games": 10})
    assert refused.status_code == 422
    assert "code" in refused.text


@pytest.mark.parametrize("way", ["ctrl-c", "kill"])
def test_nothing_is_left_when_it_ends(tmp_path: Path, way: str) -> None:
    """However the server ends, in the midst of a verdict: none of its processes lives on, or lies about dead."""
    (tmp_path / "mine.yaml").write_text(SET, encoding="utf-8")
    studio = Studio(tmp_path)
    with page_of(studio) as client:
        begun = client.post("/api/verdict/begin", json={"name": "mine.yaml", "text": SET, "tile": 0, "tab": "a"})
        assert begun.json()["state"]["busy"] == ["draws", "swap"]
        # the engine's process, and two that play
        children = wait_until(lambda: len(found := _children(studio.process.pid)) >= 4 and found)
    if way == "kill":
        studio.process.kill()
        studio.process.communicate(timeout=PATIENCE_SECONDS)
    else:
        assert studio.stop() == 0
    wait_until(lambda: not any(_is_there(child) for child in children), "processes are left")


@contextmanager
def page_of(studio: Studio) -> Iterator[Any]:
    """A client that has been let in, and asks as the page does."""
    import httpx

    headers = {"sec-fetch-site": "same-origin"}
    base = f"http://127.0.0.1:{studio.port}"
    with httpx.Client(base_url=base, follow_redirects=True, headers=headers, timeout=PATIENCE_SECONDS) as client:
        assert "Duke workbench" in client.get(studio.address).text
        yield client


def test_a_closed_tab_ends_its_verdict(tmp_path: Path) -> None:
    """Heard by another tab that stays open."""
    (tmp_path / "mine.yaml").write_text(SET, encoding="utf-8")
    studio = Studio(tmp_path)
    try:
        with page_of(studio) as client, client.stream("GET", "/api/events?tab=stays") as stays:
            lines = stays.iter_lines()
            with client.stream("GET", "/api/events?tab=leaves") as leaves:
                heard = leaves.iter_lines()
                assert next(heard)
                asked = {"name": "mine.yaml", "text": SET, "tile": 0, "tab": "leaves"}
                assert client.post("/api/verdict/begin", json=asked).json()["state"]["busy"]
                assert busy_after(lines, lambda busy: bool(busy))
            assert busy_after(lines, lambda busy: not busy) == []
    finally:
        assert studio.stop() == 0


def busy_after(lines: Iterator[str], wanted: Callable[[list[str]], bool]) -> list[str]:
    """The parts at work, as soon as they are as wanted."""
    for line in lines:
        if line.startswith("data: ") and '"state"' in line:
            busy: list[str] = json.loads(line.removeprefix("data: "))["state"]["busy"]
            if wanted(busy):
                return busy
    raise AssertionError("the stream ended")


def test_fifty_tabs(tmp_path: Path) -> None:
    """All hear of a change, and the page still answers."""
    path = tmp_path / "mine.yaml"
    path.write_text(SET, encoding="utf-8")
    studio = Studio(tmp_path)
    try:
        with page_of(studio) as client, ExitStack() as stack:
            streams = [
                stack.enter_context(client.stream("GET", f"/api/events?tab={number}")).iter_lines()
                for number in range(50)
            ]
            for lines in streams:
                assert any(line == "event: hello" for line in lines)
            path.write_text(SET.replace("Lancer", "Rider"), encoding="utf-8")
            for lines in streams:
                assert any(line == "event: file" for line in lines)
            assert client.get("/api/project").status_code == 200
    finally:
        assert studio.stop() == 0


def _children(pid: int) -> list[int]:
    """Processes that were started by this one, near and far."""
    table = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    parents = [tuple(map(int, line.split())) for line in table.splitlines()]
    found, waiting = [], [pid]
    while waiting:
        at = waiting.pop()
        below = [child for child, parent in parents if parent == at]
        found += below
        waiting += below
    return found


def _is_there(pid: int) -> bool:
    """Whether it lives; who buries the dead of a server that was killed is for the system to say."""
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return bool(state.strip()) and not state.startswith("Z")


@pytest.mark.long
def test_memory_stays_flat_over_many_edits(studio_app: Asker) -> None:
    def resident_mb() -> float:
        status = Path("/proc/self/status").read_text(encoding="utf-8")
        return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024

    def edit(number: int) -> None:
        rows = [["."] * 5 for _ in range(5)]
        rows[2][2] = "@"
        rows[number % 2][number % 5] = "J"
        edits = [
            {"op": "cells", "tile": 0, "side": "starting", "rows": rows},
            {"op": "field", "tile": 0, "key": "name", "value": f"Rider {number}"},
        ]
        answer = studio_app.post("/api/edit", {"name": "mine.yaml", "text": SET, "edits": edits})
        assert answer.status_code == 200

    for number in range(1100):  # until every cache is full
        edit(number)
    before = resident_mb()
    for number in range(2000):
        edit(number)
    assert resident_mb() - before < 25


def test_paths_and_ports_that_cannot_be_used(workbench: Runner, tmp_path: Path) -> None:
    for path, words in ((tmp_path / "no.yaml", "there is no file"), (tmp_path / "x.txt", "neither a folder nor"),
                        (tmp_path / "no" / "x.yaml", "there is no folder")):  # fmt: skip
        code, _, error = workbench("studio", str(path), "--no-open")
        assert code == 2
        assert words in error
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        code, _, error = workbench("studio", str(tmp_path), "--no-open", "--port", str(taken.getsockname()[1]))
    assert code == 2
    assert "cannot answer on port" in error


def test_small_answers_are_sent_at_once() -> None:
    """asyncio turns Nagle's waiting off only for sockets that are named as TCP; else each answer takes 40 ms more."""
    import socket

    from workbench.studio.server import open_socket

    with open_socket(None) as listener:
        assert listener.proto == socket.IPPROTO_TCP


def test_the_page_names_all_its_modules_and_paints_before_they_come(studio_app: Asker) -> None:
    from workbench.studio.routes.page import static_files

    text = studio_app.get("/").text
    for name in static_files():
        if name.endswith(".js"):
            assert f"/{name}" in text
    assert "{" not in text
    assert "Duke workbench</span>" in text
