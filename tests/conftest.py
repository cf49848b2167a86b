"""What all tests share: the long profile (WORKBENCH_LONG=1)."""

from __future__ import annotations

import os

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if os.environ.get("WORKBENCH_LONG"):
        return
    skip = pytest.mark.skip(reason="only in the long profile: WORKBENCH_LONG=1")
    for item in items:
        if item.get_closest_marker("long"):
            item.add_marker(skip)
