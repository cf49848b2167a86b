"""Saved printer corrections: one small JSON file in the user's config folder."""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import asdict
from pathlib import Path

from workbench.sheet.calibration import Printer
from workbench.sheet.errors import SheetError
from workbench.sheet.shapes import Correction


def printers_file() -> Path:
    from platformdirs import user_config_path

    return user_config_path("duke-workbench") / "printers.json"


def load_printers() -> dict[str, Printer]:
    """All saved printers; raises SheetError when the file is damaged."""
    path = printers_file()
    if not path.exists():
        return {}
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
        return {
            name: Printer(Correction(**entry["correction"]), (entry["back_offset"][0], entry["back_offset"][1]))
            for name, entry in raw.items()
        }
    except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError):
        raise SheetError(f"{path} cannot be read; mend or delete it, then calibrate again") from None


def load_printer(name: str) -> Printer:
    printers = load_printers()
    if name not in printers:
        known = f"saved are: {', '.join(sorted(printers))}" if printers else "none is saved yet"
        raise SheetError(f"there is no printer '{name}' ({known}); see `workbench calibrate --help`")
    return printers[name]


def save_printer(name: str, printer: Printer) -> Path:
    """Add or replace one printer; the file is replaced in one step."""
    printers = load_printers() | {name: printer}
    path = printers_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    data = {key: asdict(value) for key, value in sorted(printers.items())}
    handle, scratch = tempfile.mkstemp(dir=path.parent, prefix=".printers-")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(json.dumps(data, indent=2) + "\n")
    os.replace(scratch, path)
    return path
