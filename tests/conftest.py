"""What all tests share: the long profile (WORKBENCH_LONG=1), a way to call the workbench, and the order they run in."""

from __future__ import annotations

import os
from typing import Any

import pytest
from hypothesis import settings
from support.command import Runner

settings.register_profile("workbench", deadline=None)  # never a timed test: machines are busy
settings.load_profile("workbench")

IN_A_BROWSER = "tests/studio/test_browser_"
# What takes longest comes first, so that nothing is left for one process at the end.
EARLY = (
    IN_A_BROWSER,
    "tests/test_readme",
    "tests/test_pages",
    "tests/studio/",
    "tests/cli/",
    "tests/duke/",
    "tests/sim/",
)


@pytest.fixture
def workbench(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    """`workbench("check", path)` -> exit code, stdout, stderr."""
    return Runner(capsys, monkeypatch)


@pytest.hookimpl(trylast=True)  # the terminal is there by then
def pytest_configure(config: pytest.Config) -> None:
    terminal = config.pluginmanager.get_plugin("terminalreporter")
    if terminal is not None and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Told(terminal), "failures are told at once")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Before all tests, what they need is compiled together; a few tests compile by themselves what they need."""
    config = session.config
    is_whole = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    if is_whole and not hasattr(config, "workerinput") and not config.option.collectonly:
        from support.compiled import compile_for_tests

        compile_for_tests()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: next((n for n, place in enumerate(EARLY) if item.nodeid.startswith(place)), len(EARLY)))
    is_long = bool(os.environ.get("WORKBENCH_LONG"))
    skip = pytest.mark.skip(reason="only in the long profile: WORKBENCH_LONG=1")
    for item in items:
        if item.get_closest_marker("long"):
            item.add_marker(pytest.mark.timeout(0) if is_long else skip)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """A file of tests is one process's, and everything in a browser as well: two of them at once would be slow."""
    from xdist.scheduler import LoadFileScheduling

    class Scheduling(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return IN_A_BROWSER if nodeid.startswith(IN_A_BROWSER) else str(super()._split_scope(nodeid))

    return Scheduling(config, log) if config.getoption("dist") == "loadfile" else None


class Told:
    """Says which test failed as soon as it does: whoever stops a run, or has it stopped, knows that much."""

    def __init__(self, terminal: Any) -> None:
        self.terminal = terminal

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            why = report.longreprtext.strip().splitlines()
            self.terminal.ensure_newline()
            self.terminal.write_line(f"FAILED {report.nodeid} ({report.when}): {why[-1] if why else ''}")
