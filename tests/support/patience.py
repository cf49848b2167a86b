"""Waiting for what must come: on a busy machine it comes late, and a test that fails for that says nothing."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")
PATIENCE_SECONDS = 600.0  # only what never comes takes so long


def wait_until(found: Callable[[], Found], otherwise: str = "it never came") -> Found:
    """What the call returns as soon as that is something."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not (value := found()):
        assert time.monotonic() < deadline, otherwise
        time.sleep(0.02)
    return value
