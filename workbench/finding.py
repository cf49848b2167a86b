"""A finding: something to say about a file, with its place and what to do about it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"
    NOTICE = "notice"


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where in a file; lines and columns count from 1, `end_column` is exclusive."""

    file: str
    line: int = 1
    column: int = 1
    end_column: int = 2


@dataclass(frozen=True, slots=True)
class Finding:
    code: str
    severity: Severity
    place: Place
    message: str
    help: str = ""
    tile: str = ""


class UnusableInput(Exception):
    """Something given by the user cannot be used; the findings say why. The CLI prints them, exit code 2."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__("; ".join(f"{f.place.file}: {f.message}" for f in self.findings))
