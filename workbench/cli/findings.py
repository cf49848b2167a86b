"""Findings as text for people, as one line each, as JSON or as GitHub annotations (no printing here)."""

from __future__ import annotations

import json
import os
import sys
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from workbench.finding import Finding, Severity

WIDEST_LINE = 100  # characters of a source line that are shown
LARGEST_SOURCE = 5 * 1024 * 1024
_COLOURS = {Severity.ERROR: "31", Severity.WARNING: "33", Severity.NOTICE: "36"}

Paint = Callable[[str, str], str]


def wants_colour() -> bool:
    """Colour only on a terminal that can and a user who did not say no (NO_COLOR, FORCE_COLOR, TERM)."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def _painted(text: str, style: str) -> str:
    return f"\x1b[{style}m{text}\x1b[0m"


def _plain(text: str, style: str) -> str:
    return text


def format_text(findings: Iterable[Finding], colour: bool = False) -> str:
    """Each with its source line, a caret and what to do; a blank line between."""
    paint = _painted if colour else _plain
    return "\n\n".join(_block(finding, paint) for finding in findings)


def _block(finding: Finding, paint: Paint) -> str:
    place, line = finding.place, _source_line(finding.place.file, finding.place.line)
    margin = " " * len(str(place.line))
    head = paint(f"{finding.severity}[{finding.code}]", f"1;{_COLOURS[finding.severity]}")
    bar = paint("|", "1;34")
    about = f"  ({visible(finding.tile)})" if finding.tile else ""
    rows = [f"{head}: {paint(visible(finding.message), '1')}"]
    if line is None:
        rows.append(f"{margin}{paint('-->', '1;34')} {visible(place.file)}{about}")
    else:
        shown, before, marked = _excerpt(line, place.column, place.end_column)
        where = f"{visible(place.file)}:{place.line}:{place.column}"
        carets = " " * before + paint("^" * marked, f"1;{_COLOURS[finding.severity]}")
        rows.append(f"{margin}{paint('-->', '1;34')} {where}{about}")
        number = paint(str(place.line), "1;34")
        rows += [f"{margin} {bar}", f"{number} {bar} {shown}", f"{margin} {bar} {carets}"]
    if finding.help:
        rows.append(f"{margin} {paint('=', '1;34')} help: {visible(finding.help)}")
    return "\n".join(rows)


@lru_cache(maxsize=64)
def _source(file: str) -> tuple[str, ...] | None:
    """The lines of a file as the loader counts them; None where there is nothing to show."""
    try:
        path = Path(file)
        if not path.is_file() or path.stat().st_size > LARGEST_SOURCE:
            return None
        text = path.read_bytes().decode("utf-8-sig", "replace")
    except (OSError, ValueError):
        return None
    return tuple(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))


def _source_line(file: str, number: int) -> str | None:
    lines = _source(file)
    return lines[number - 1] if lines and 0 < number <= len(lines) and any(lines) else None


def _excerpt(line: str, column: int, end_column: int) -> tuple[str, int, int]:
    """The part of a line to show, the blanks before the carets, and the number of carets."""
    start = max(0, min(column - 1, len(line)))
    end = max(start + 1, min(end_column - 1, len(line)))
    first = 0 if len(line) <= WIDEST_LINE else max(0, min(start - 20, len(line) - WIDEST_LINE))
    last = first + WIDEST_LINE
    lead = "…" if first else ""
    shown = lead + visible(line[first:last]) + ("…" if last < len(line) else "")
    before = len(lead) + _width(visible(line[first:start]))
    return shown.rstrip(), before, max(1, _width(visible(line[start : min(end, last)])))


def _width(text: str) -> int:
    """Columns of a terminal: wide characters take two, joined marks none."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def visible(text: str) -> str:
    """Text that cannot move the cursor, reverse the line or break it: such characters are written out."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_shown(character) for character in text)


def _shown(character: str) -> str:
    if character == "\t":
        return " "
    is_hidden = unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
    return f"\\u{ord(character):04x}" if is_hidden else character


def format_concise(findings: Iterable[Finding]) -> str:
    """file:line:column: CODE message"""
    return "\n".join(
        f"{visible(f.place.file)}:{f.place.line}:{f.place.column}: {f.code} {visible(f.message)}" for f in findings
    )


def findings_json(findings: Iterable[Finding], summary: Mapping[str, int]) -> str:
    """The versioned envelope of `check --format json`."""
    rows = [
        {
            "code": f.code,
            "severity": str(f.severity),
            "file": f.place.file,
            "line": f.place.line,
            "column": f.place.column,
            "end_column": f.place.end_column,
            "message": f.message,
            "help": f.help,
            "tile": f.tile,
        }
        for f in findings
    ]
    return json.dumps({"version": 1, "findings": rows, "summary": dict(summary)}, indent=2)


def format_github(findings: Iterable[Finding], titles: Mapping[str, str]) -> str:
    """Workflow commands that show as annotations beside the changed lines."""
    return "\n".join(
        f"::{f.severity} file={_property(f.place.file)},line={f.place.line},col={f.place.column},"
        f"endColumn={f.place.end_column},title={_property(f'{f.code} {titles[f.code]}')}"
        f"::{_data(f.message + (f' ({f.help})' if f.help else ''))}"
        for f in findings
    )


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def plural(count: int, word: str) -> str:
    """'1 error', '2 errors'."""
    return f"{count} {word}{'' if count == 1 else 's'}"


def counted(findings: Sequence[Finding]) -> str:
    """'2 errors, 1 warning', only what there is."""
    numbers = [(sum(f.severity is severity for f in findings), str(severity)) for severity in Severity]
    return ", ".join(plural(number, word) for number, word in numbers if number)
