"""The only place that turns millimetres into pixels and points, and text into millimetres."""

from __future__ import annotations

import re

from workbench.sheet.errors import SheetError

MM_PER_INCH = 25.4
POINTS_PER_INCH = 72.0

LARGEST_OFFSET_MM = 1000.0
LEAST_SCALE, MOST_SCALE = 0.5, 2.0

_LENGTH = re.compile(r"\s*([+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+))\s*(mm|cm|in|pt)?\s*", re.IGNORECASE)
_MM_PER_UNIT = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, "pt": MM_PER_INCH / POINTS_PER_INCH}


def mm_to_px(mm: float, dpi: float) -> float:
    return mm * dpi / MM_PER_INCH


def mm_to_pt(mm: float) -> float:
    return mm * POINTS_PER_INCH / MM_PER_INCH


def parse_mm(text: str) -> float:
    """'24.3', '24.3mm', '2.43cm', '0.957in' -> millimetres; raises SheetError."""
    found = _LENGTH.fullmatch(text)
    if not found:
        raise SheetError(f"'{text}' is not a length: write for example 24.3, 24.3mm or 0.955in")
    return float(found[1].replace(",", ".")) * _MM_PER_UNIT[(found[2] or "mm").lower()]


def parse_pair(text: str, what: str) -> tuple[float, float]:
    """'0.5,-1.25' -> (0.5, -1.25); `what` names the option in the message."""
    parts = text.split(",")
    try:
        first, second = (float(part) for part in parts)
    except ValueError:
        raise SheetError(f"{what} '{text}' needs two numbers with a comma between: x,y") from None
    if not (abs(first) < LARGEST_OFFSET_MM and abs(second) < LARGEST_OFFSET_MM):
        raise SheetError(f"{what} '{text}' is out of range")
    return first, second
