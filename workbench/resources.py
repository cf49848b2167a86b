"""Where the shipped files are: inside the installed package, or at the top of a checkout."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).parent


def shipped(name: str) -> Path:
    """The shipped folder or file `name` ("tilesets", "schemas", "sims", "docs/rules.md")."""
    installed = PACKAGE / "data" / name
    return installed if installed.exists() else PACKAGE.parent / name
