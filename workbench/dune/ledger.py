"""The ledger docs/dune-rules.md as data, for commands and tests."""

from __future__ import annotations

import re

from workbench.resources import shipped

ENTRY = re.compile(r"^- \*\*(D[A-Z]{3}-[0-9]+)\*\* (.+)$", re.MULTILINE)
ID = re.compile(r"\bD(?:MAP|SET|DRG|EVT|CON|BID|REC|HID|BAT|TRE|COL|VIC|ACE|FAC|ADV)-[0-9]+\b")


def ledger_text() -> str:
    return shipped("docs/dune-rules.md").read_text(encoding="utf-8")


def read_ledger() -> tuple[dict[str, str], dict[str, str]]:
    """The text of every rule by its id, and of every section by its word (DMAP, DSET ...)."""
    text = ledger_text()
    parts = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    return dict(ENTRY.findall(text)), {part.split(":", 1)[0].strip(): "## " + part.strip() for part in parts}
