"""Text of a file -> plain data with places."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.document import MAX_BYTES, MAX_DEPTH, DocumentError, load_document, parse_document
from workbench.finding import Finding


def faults(text: str, file: str = "x.yaml") -> list[Finding]:
    with pytest.raises(DocumentError) as caught:
        parse_document(text, file)
    return list(caught.value.findings)


def test_yaml_12_words() -> None:
    text = "a: No\nb: yes\nc: true\nd: ~\ne: 010\nf: 1.5\ng: 2.0\nh: '3'\ni: 0x1f\nj: 12:30\nk:\nl: 2020-01\n"
    assert parse_document(text).data == {
        "a": "No", "b": "yes", "c": True, "d": None, "e": 10, "f": 1.5, "g": 2, "h": "3",
        "i": "0x1f", "j": "12:30", "k": None, "l": "2020-01",
    }  # fmt: skip


def test_places_of_keys_and_values() -> None:
    document = parse_document("name: Set\ntiles:\n  - name: Knight\n    code: Kn\n", "s.yaml")
    place = document.place("tiles", 0, "code")
    assert (place.file, place.line, place.column, place.end_column) == ("s.yaml", 4, 11, 13)
    key = document.key_place("tiles", 0, "code")
    assert (key.line, key.column, key.end_column) == (4, 5, 9)
    assert document.place("tiles", 0, "nowhere", 3).line == 3, "the nearest thing around it"


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("face: |\n  . M\n  . X\n", 3, 5),
        ("face: |2\n   . M\n   . X\n", 3, 6),
        ("a: 1\nface: |+\n    . M\n    . X\n\n", 4, 7),
        ('{"face": ". M\\n. X"}', 1, 18),
        ('{"face": "\\u002e M\\n. X"}', 1, 23),
    ],
)
def test_place_inside_text(text: str, line: int, column: int) -> None:
    document = parse_document(text)
    row = document.data["face"].split("\n")[1]
    place = document.text_place(("face",), 1, row.index("X"), 1)
    assert (place.line, place.column, place.end_column) == (line, column, column + 1)


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("", "E103", 1, 1),
        ("# only a comment\n", "E103", 1, 1),
        ("a: 1\nb: 2\na: 3\n", "E110", 3, 1),
        ("a:\n\t- b\n", "E109", 2, 1),
        ("a: b\t\nc: d\n", "E109", 1, 5),
        ("a: &x 1\n", "E107", 1, 4),
        ("a: *x\n", "E107", 1, 4),
        ("a: !!python/object:os.system x\n", "E107", 1, 4),
        ("a: b: c\n", "E108", 1, 5),
        ("a: [1, 2\n", "E108", 2, 1),
        ("a: 1\n---\nb: 2\n", "E108", 2, 1),
        ("a: x\0y\n", "E104", 1, 5),
        ('a: "x\\0y"\n', "E104", 1, 4),
        ('a: "\\ud800"\n', "E104", 1, 4),
        ("? [a, b]\n: c\n", "E202", 1, 3),
    ],
)
def test_faults_are_findings_with_a_place(text: str, code: str, line: int, column: int) -> None:
    (finding,) = faults(text)
    assert (finding.code, finding.place.line, finding.place.column) == (code, line, column)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("- name: x\n code: y\n", 2, "not indented as those it belongs to"),
        ("a:\n  b: |\n  . . @\n  . . .\n  c: d\n", 3, "a key should stand here"),
    ],
)
def test_bad_indentation_is_told_in_plain_words(text: str, line: int, words: str) -> None:
    (finding,) = faults(text)
    assert finding.place.line == line
    assert words in finding.message


def test_all_duplicate_keys_are_told_at_once() -> None:
    assert [f.place.line for f in faults("a: 1\na: 2\nb: 1\nb: 2\n")] == [2, 4]


@pytest.mark.parametrize("opening", ["[", "- ", "{a: ", "a:\n" + " "])
def test_deep_nesting_ends_at_once(opening: str) -> None:
    depth = 10_000
    text = "".join(" " * level + "a:\n" for level in range(200)) if "\n" in opening else opening * depth
    (finding,) = faults(text)
    assert finding.code == "E106"
    assert max(finding.place.line - 1, (finding.place.column - 1) // len(opening)) <= MAX_DEPTH, "it read on"


def test_depth_up_to_the_limit_is_read() -> None:
    assert parse_document("[" * MAX_DEPTH + "]" * MAX_DEPTH).data == eval("[" * MAX_DEPTH + "]" * MAX_DEPTH)


def test_deep_json() -> None:
    assert faults("[" * 100_000, "x.json")[0].code in ("E106", "E108")
    assert faults("[" * 100_000 + "]" * 100_000, "x.json")[0].code == "E106"


def test_too_many_values_end_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether by commas or by dashes: a value too many is the last that is read."""
    assert faults("[" + "1," * 500_000 + "1]")[0].code == "E209"
    monkeypatch.setattr("workbench.document.MAX_VALUES", 50)
    text = "- 1\n" * 60 + "- [\n"  # the rest is no YAML, and nobody comes to see it
    assert [finding.code for finding in faults(text)] == ["E209"]


def test_alias_bomb_is_refused_at_its_first_anchor() -> None:
    bomb = "a: &a [x]\n" + "".join(f"{b}: &{b} [*{a}, *{a}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True))
    (finding,) = faults(bomb)
    assert (finding.code, finding.place.line) == ("E107", 1)


def test_json_is_strict_and_may_use_tabs() -> None:
    assert parse_document('{\n\t"a": [1, "\\ud83d\\ude00"]\n}', "x.json").data == {"a": [1, "😀"]}
    (finding,) = faults('{"a": 1,}', "x.json")
    assert finding.code == "E108"
    (finding,) = faults("{a: 1}", "x.json")
    assert finding.code == "E108"


def test_byte_order_mark_and_line_ends() -> None:
    document = parse_document("\ufeffa: 1\r\nb: 2\r")
    assert document.data == {"a": 1, "b": 2}
    assert document.place("b").line == 2


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    large = tmp_path / "large.yaml"
    large.write_bytes(b"#" * (MAX_BYTES + 1))
    latin = tmp_path / "latin.yaml"
    latin.write_bytes("a: 1\nb: é\n".encode("latin-1"))
    loop = tmp_path / "loop.yaml"
    loop.symlink_to(loop)
    pipe = tmp_path / "pipe.yaml"
    os.mkfifo(pipe)
    codes = {}
    for path in (large, latin, loop, pipe, tmp_path, tmp_path / "missing.yaml"):
        with pytest.raises(DocumentError) as caught:
            load_document(path)
        (finding,) = caught.value.findings
        codes[path.name] = (finding.code, finding.place.line)
    assert codes == {
        "large.yaml": ("E105", 1),
        "latin.yaml": ("E104", 2),
        "loop.yaml": ("E101", 1),
        "pipe.yaml": ("E101", 1),
        tmp_path.name: ("E101", 1),
        "missing.yaml": ("E101", 1),
    }


values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**15), 10**15) | st.text("abcXYZ é:-#'\"{}[],\n"),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abc: é", max_size=4), inner, max_size=4),
    max_leaves=20,
)


@given(values)
def test_json_text_gives_the_data_that_json_gives(value: object) -> None:
    assert parse_document(json.dumps(value), "x.json").data == value
