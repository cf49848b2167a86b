"""Saved printer corrections: one small JSON file in the user's config folder."""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from workbench.document import DocumentError, load_text
from workbench.sheet.calibration import Printer
from workbench.sheet.errors import SheetError
from workbench.sheet.shapes import Correction
from workbench.sheet.units import LARGEST_OFFSET_MM, LEAST_SCALE, MOST_SCALE

LARGEST_FILE = 1_000_000  # bytes
LONGEST_NAME = 60  # characters
CORRECTION = tuple(field.name for field in fields(Correction))


def printers_file() -> Path:
    from platformdirs import user_config_path

    return user_config_path("duke-workbench") / "printers.json"


def load_printers() -> dict[str, Printer]:
    """All saved printers; raises SheetError when the file is damaged."""
    path = printers_file()
    if not path.exists():
        return {}
    try:
        raw = json.loads(load_text(path, LARGEST_FILE))
        return {str(name): _read_printer(entry) for name, entry in raw.items()}
    except (DocumentError, RecursionError, ValueError, KeyError, TypeError, IndexError, AttributeError):
        raise SheetError(f"{path} cannot be read; mend or delete it, then calibrate again") from None


def _read_printer(entry: Any) -> Printer:
    """Raises some error for anything that `save_printer` would not have written."""
    correction = {key: _measure(entry["correction"][key]) for key in CORRECTION}
    if set(entry["correction"]) != set(correction) or not isinstance(entry["back_offset"], list):
        raise ValueError
    if not all(LEAST_SCALE <= correction[key] <= MOST_SCALE for key in ("scale_x", "scale_y")):
        raise ValueError
    right, down = (_measure(value) for value in entry["back_offset"])
    return Printer(Correction(**correction), (right, down))


def _measure(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < LARGEST_OFFSET_MM:
        raise ValueError
    return float(value)


def load_printer(name: str) -> Printer:
    printers = load_printers()
    if name not in printers:
        known = f"saved are: {', '.join(sorted(printers))}" if printers else "none is saved yet"
        raise SheetError(f"there is no printer '{name}' ({known}); see `workbench calibrate --help`")
    return printers[name]


def save_printer(name: str, printer: Printer) -> Path:
    """Add or replace one printer; the file is replaced in one step."""
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise SheetError(f"a printer's name has at most {LONGEST_NAME} characters that can be seen")
    printers = load_printers() | {name: printer}
    path = Path(os.path.realpath(printers_file()))
    data = {key: asdict(value) for key, value in sorted(printers.items())}
    scratch = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, scratch = tempfile.mkstemp(dir=path.parent, prefix=".printers-")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(json.dumps(data, indent=2) + "\n")
        os.replace(scratch, path)
    except OSError as problem:
        if scratch:
            Path(scratch).unlink(missing_ok=True)
        raise SheetError(f"cannot write {path}: {problem.strerror}") from None
    return path
