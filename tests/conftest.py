"""What all tests share: the long profile (WORKBENCH_LONG=1) and a way to call the workbench."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings
from support.command import Runner

settings.register_profile("workbench", deadline=None)  # never a timed test: machines are busy
settings.load_profile("workbench")


@pytest.fixture
def workbench(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    """`workbench("check", path)` -> exit code, stdout, stderr."""
    return Runner(capsys, monkeypatch)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if os.environ.get("WORKBENCH_LONG"):
        return
    skip = pytest.mark.skip(reason="only in the long profile: WORKBENCH_LONG=1")
    for item in items:
        if item.get_closest_marker("long"):
            item.add_marker(skip)
