"""Where things are."""

from __future__ import annotations

from pathlib import Path

SUPPORT = Path(__file__).parent
TESTS = SUPPORT.parent
ROOT = TESTS.parent
DATA, FIXTURES = TESTS / "data", TESTS / "fixtures"
