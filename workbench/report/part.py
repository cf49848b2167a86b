"""What every model of a report is built on."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


class Num(Part):
    """A number with its 95 % interval and the count it rests on."""

    value: float
    low: float | None
    """Absent where the records cannot tell (one chunk only)."""
    high: float | None
    n: int
