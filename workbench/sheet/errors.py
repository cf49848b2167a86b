"""What a user can mend: the message says what is wrong and what to do."""

from __future__ import annotations


class SheetError(ValueError):
    """A wish that cannot be met."""


class PlanError(SheetError):
    """The wishes for the paper do not go together."""


class ArtError(SheetError):
    """A picture cannot be used."""
