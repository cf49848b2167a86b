"""The text of a file -> plain data, with the place of every key and value.

YAML 1.2 (and so JSON) is read event by event rather than composed: depth, size, anchors and repeated
keys are judged as they come, so no file can make the reader recurse, swell or hang.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from workbench.codes import found
from workbench.finding import Finding, Place, UnusableInput

MAX_BYTES = 5 * 1024 * 1024
MAX_DEPTH = 40
MAX_VALUES = 20_000

KeyPath = tuple[str | int, ...]

_UNSHOWABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
_INT = re.compile(r"[-+]?[0-9]{1,18}")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]{1,4})?")
_WORDS: dict[str, Any] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}


class DocumentError(UnusableInput):
    """The text could not be turned into data."""


NO_COLON = "could not find expected ':'"  # as the parser says it


class Span(NamedTuple):
    """Where a key or value stands; lines and columns count from 0. `style` is the YAML scalar style."""

    line: int
    column: int
    end_line: int
    end_column: int
    style: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """Plain data (dict, list, str, int, float, bool, None) and where each part of it was written."""

    file: str
    text: str
    data: Any
    values: dict[KeyPath, Span] = field(repr=False)
    keys: dict[KeyPath, Span] = field(repr=False)
    lines: tuple[str, ...] = field(repr=False)

    def place(self, *path: str | int) -> Place:
        """The place of the value at `path`, or of the nearest thing around it."""
        return self._place(_nearest(self.values, path))

    def key_place(self, *path: str | int) -> Place:
        """The place of the key at `path` (of the value, where it has no key)."""
        span = self.keys.get(path)
        return self._place(span) if span else self.place(*path)

    def text_place(self, path: KeyPath, row: int, column: int, length: int) -> Place:
        """The place of `length` characters at a row and column (from 0) of the text value at `path`."""
        span = _nearest(self.values, path)
        if span.style in ("|", ">"):
            at = self._in_block(span, path, row, column)
        else:
            at = self._in_scalar(span, path, row, column)
        if at is None:
            return self._place(span)
        line, start = at
        return Place(self.file, line + 1, start + 1, start + 1 + max(1, length))

    def _place(self, span: Span) -> Place:
        end = span.end_column
        if span.end_line != span.line:
            end = len(self.lines[span.line].rstrip()) if span.line < len(self.lines) else span.column + 1
        return Place(self.file, span.line + 1, span.column + 1, max(end, span.column + 1) + 1)

    def _value_line(self, path: KeyPath, row: int) -> str | None:
        value = self.data
        for step in path:
            value = value[step]
        rows = value.split("\n") if isinstance(value, str) else []
        return rows[row] if row < len(rows) else None

    def _in_block(self, span: Span, path: KeyPath, row: int, column: int) -> tuple[int, int] | None:
        line = span.line + 1 + row
        decoded = self._value_line(path, row)
        if decoded is None or line >= len(self.lines) or not self.lines[line].endswith(decoded):
            return None
        return line, len(self.lines[line]) - len(decoded) + column

    def _in_scalar(self, span: Span, path: KeyPath, row: int, column: int) -> tuple[int, int] | None:
        """Walks the written form on its first line, where an escape such as \\n takes several characters."""
        raw, at = self.lines[span.line], span.column + (1 if span.style else 0)
        while row or column:
            if at >= len(raw):
                return None
            escape = raw[at] == "\\" and span.style == '"'
            newline = escape and raw[at + 1 : at + 2] == "n"
            if newline and not row:
                return None
            if newline:
                row -= 1
            elif not row:
                column -= 1
            at += {"x": 4, "u": 6, "U": 10}.get(raw[at + 1 : at + 2], 2) if escape else 1
        return span.line, at


def _nearest(spans: dict[KeyPath, Span], path: Sequence[str | int]) -> Span:
    for length in range(len(path), -1, -1):
        span = spans.get(tuple(path[:length]))
        if span is not None:
            return span
    return Span(0, 0, 0, 1)


def load_document(path: Path) -> Document:
    """Reads and parses a file; raises DocumentError."""
    return parse_document(load_text(path), str(path))


def parse_document(text: str, file: str = "<text>") -> Document:
    """Parses YAML or JSON text; `file` is only a name for messages. Raises DocumentError."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    unshowable = _UNSHOWABLE.search(text)
    if unshowable:
        raise DocumentError([_unshowable(_place_at(file, text, unshowable.start()), unshowable.group())])
    if file.endswith(".json"):
        _check_json(text, file)
    if text.count("\n") + text.count(",") > 5 * MAX_VALUES:  # known beforehand, and reading takes its time
        raise DocumentError([_too_many(Place(file))])
    # Tabs are white space in JSON but not in YAML; a JSON string holds none, so columns stay right.
    readable = text.replace("\t", " ") if text.lstrip()[:1] in ("{", "[") else text
    reader = _Reader(file)
    reader.run(readable)
    return Document(file, text, reader.data, reader.values, reader.keys, tuple(text.split("\n")))


def load_text(path: Path, largest: int = MAX_BYTES) -> str:
    """The text of an ordinary file of at most `largest` bytes; raises DocumentError."""
    place = Place(str(path))
    try:
        mode = os.stat(path).st_mode
        if stat.S_ISDIR(mode):
            raise DocumentError([found("E101", place, "this is a folder, not a file")])
        if not stat.S_ISREG(mode):
            raise DocumentError([found("E101", place, "this is not an ordinary file")])
        with path.open("rb") as stream:
            raw = stream.read(largest + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        message = f"the file cannot be read: {reason[:1].lower()}{reason[1:]}"
        help = "Check the path and its permissions."
        raise DocumentError([found("E101", place, message, help)]) from None
    if len(raw) > largest:
        limit = f"The limit is {largest // 1_000_000} MB; such files take a few kilobytes."
        raise DocumentError([found("E105", place, "the file is too large", limit)])
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        message = f"byte {raw[error.start]:#04x} is not UTF-8 text"
        where = Place(str(path), line)
        raise DocumentError([found("E104", where, message, "Save the file as UTF-8.")]) from None


def _place_at(file: str, text: str, index: int) -> Place:
    before = text[:index]
    column = index - (before.rfind("\n") + 1) + 1
    return Place(file, before.count("\n") + 1, column, column + 1)


def _unshowable(place: Place, character: str) -> Finding:
    name = "a NUL byte" if character == "\0" else f"the character U+{ord(character):04X}"
    return found("E104", place, f"{name} cannot stand in a tile file", "Delete it, or retype the line.")


def _check_json(text: str, file: str) -> None:
    """A .json file must be JSON for every other program too, not only YAML that looks like it."""
    if not text.strip():
        return
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        place = Place(file, error.lineno, error.colno, error.colno + 1)
        message = f"not well-formed JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        help = "JSON knows no comments, no trailing commas and only double quotes."
        raise DocumentError([found("E108", place, message, help)]) from None
    except RecursionError:
        raise DocumentError([_too_deep(Place(file))]) from None
    except ValueError:
        pass  # a number too long to convert: the reader keeps it as text and its key's type is judged


def _too_deep(place: Place) -> Finding:
    return found("E106", place, f"values are nested deeper than {MAX_DEPTH} levels", "Unnest them.")


def _too_many(place: Place) -> Finding:
    return found("E209", place, f"the file holds more than {MAX_VALUES:,} values", "Split it.")


class _Frame:
    """A mapping or list that is being read."""

    __slots__ = ("keys", "path", "pending", "span", "value")

    def __init__(self, value: Any, path: KeyPath, span: Span) -> None:
        self.value = value
        self.path = path
        self.span = span
        self.pending: str | None = None  # a key that still waits for its value
        self.keys: set[str] = set()


class _Reader:
    """Builds data and places from parse events."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.data: Any = None
        self.values: dict[KeyPath, Span] = {}
        self.keys: dict[KeyPath, Span] = {}
        self.findings: list[Finding] = []
        self.stack: list[_Frame] = []
        self.documents = 0
        self.last = Span(0, 0, 0, 1)

    def run(self, text: str) -> None:
        for event in self._events(text):
            self.last = _span(event)
            self._take(event)
            if len(self.values) > MAX_VALUES:
                raise DocumentError([*self.findings, _too_many(self._here())])
        if not self.documents:
            self.last = Span(0, 0, 0, 1)
            self._stop("E103", "the file is empty", "Start one with 'workbench new SET.yaml'.")
        if self.findings:
            raise DocumentError(self.findings)

    def _events(self, text: str) -> Iterator[Any]:
        from ruamel.yaml import YAML
        from ruamel.yaml.error import MarkedYAMLError

        try:
            yield from YAML(typ="safe", pure=True).parse(text)
        except DocumentError:
            raise
        except MarkedYAMLError as error:
            self._syntax(error)
        except Exception as error:  # the scanner lets ValueError and worse through on broken escapes
            self._stop("E108", f"not well-formed YAML near here ({type(error).__name__})", "")

    def _syntax(self, error: Any) -> None:
        problem = str(error.problem or error.context or "it cannot be parsed")
        # A key without its colon is noticed lines later: where it began is what the writer looks for.
        mark = (problem == NO_COLON and error.context_mark) or error.problem_mark or error.context_mark
        if mark is not None:
            self.last = Span(mark.line, mark.column, mark.line, mark.column + 1)
        if "'\\t'" in problem:
            self._stop("E109", "a tab stands where only spaces may", "Use spaces instead.")
        self._stop("E108", f"not well-formed YAML: {_plain_problem(problem)}", _syntax_help(problem))

    def _take(self, event: Any) -> None:
        event_type = type(event).__name__
        if event_type == "DocumentStartEvent":
            self.documents += 1
            if self.documents > 1:
                self._stop("E108", "a second document begins here", "One set per file: delete the '---'.")
        elif event_type in ("MappingEndEvent", "SequenceEndEvent"):
            frame = self.stack.pop()
            end = frame.span._replace(end_line=event.end_mark.line, end_column=event.end_mark.column)
            self.values[frame.path] = end
        elif event_type == "AliasEvent":
            self._stop("E107", "aliases (*name) are not used in tile files", "Write the value out.")
        elif event_type in ("ScalarEvent", "MappingStartEvent", "SequenceStartEvent"):
            self._take_node(event_type, event)

    def _take_node(self, event_type: str, event: Any) -> None:
        if event.anchor is not None:
            self._stop("E107", "anchors (&name) are not used in tile files", "Write the value out.")
        if event.tag not in (None, "!"):
            self._stop("E107", "tags (!name) are not used in tile files", "Delete the tag.")
        top = self.stack[-1] if self.stack else None
        if top is not None and isinstance(top.value, dict) and top.pending is None:
            self._take_key(top, event_type, event)
        elif event_type == "ScalarEvent":
            self._put(self._scalar(event), event)
        else:
            value: Any = {} if event_type == "MappingStartEvent" else []
            path = self._put(value, event)
            self.stack.append(_Frame(value, path, _span(event)))
            if len(self.stack) > MAX_DEPTH:
                raise DocumentError([*self.findings, _too_deep(self._here())])

    def _take_key(self, top: _Frame, event_type: str, event: Any) -> None:
        if event_type != "ScalarEvent":
            self._stop("E202", "a key must be plain text", "Brackets are not used in keys.")
        key = self._text(event)
        if key in top.keys:
            message = f"the key '{key}' is given twice here"
            self.findings.append(found("E110", self._here(), message, "Keep one of them."))
        top.keys.add(key)
        top.pending = key
        self.keys.setdefault((*top.path, key), _span(event))

    def _put(self, value: Any, event: Any) -> KeyPath:
        if not self.stack:
            self.data = value
            path: KeyPath = ()
        else:
            top = self.stack[-1]
            if isinstance(top.value, list):
                path = (*top.path, len(top.value))
                top.value.append(value)
            else:
                assert top.pending is not None
                path = (*top.path, top.pending)
                top.value[top.pending] = value
                top.pending = None
        self.values[path] = _span(event)
        return path

    def _text(self, event: Any) -> str:
        """The text of a scalar; JSON's surrogate pairs are joined, anything unshowable is a finding."""
        text: str = event.value
        if _UNSHOWABLE.search(text):
            joined = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
            text = joined.replace("\ufffd", "\ud800")
            bad = _UNSHOWABLE.search(text)
            if bad:
                self.findings.append(_unshowable(self._here(), bad.group()))
        return text

    def _scalar(self, event: Any) -> Any:
        text = self._text(event)
        if event.style or event.tag == "!":
            return text
        if text in _WORDS:
            return _WORDS[text]
        if _INT.fullmatch(text):
            return int(text)
        if _FLOAT.fullmatch(text) and not text.lstrip("+-").isdigit():
            number = float(text)
            return int(number) if number.is_integer() and abs(number) < 1e15 else number
        return text

    def _here(self) -> Place:
        line, column, end_line, end_column, _ = self.last
        end = end_column if end_line == line else column + 1
        return Place(self.file, line + 1, column + 1, max(end, column + 1) + 1)

    def _stop(self, code: str, message: str, help: str) -> None:
        raise DocumentError([*self.findings, found(code, self._here(), message, help)])


def _plain_problem(problem: str) -> str:
    """The parser's own words, save where only those who know parsers understand them."""
    if problem == NO_COLON:
        return "a key should stand here, with a ':' after it"
    if problem.startswith("expected <block end>"):
        return "this line is not indented as those it belongs to"
    return problem


def _syntax_help(problem: str) -> str:
    if problem == NO_COLON:
        return "Add the ':', or indent a row of a face deeper than its key."
    if problem.startswith("expected <block end>"):
        return "Indent all keys of a tile alike; a new tile begins with '- '."
    if "mapping values are not allowed" in problem:
        return "Put text that contains ': ' in quotes, and check the indentation."
    if "found character '@'" in problem or "found character '`'" in problem:
        return "Put the text in quotes, or a face after 'starting: |' with its rows indented."
    return "Check quotes, brackets and indentation around here."


def _span(event: Any) -> Span:
    start, end = event.start_mark, event.end_mark
    return Span(start.line, start.column, end.line, end.column, getattr(event, "style", None) or "")
