"""Any file at all: generated documents and mutations of shipped sets (500; 20,000 with WORKBENCH_LONG=1)."""

from __future__ import annotations

import json
import os
import random
import re
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from workbench.check.run import Checked, check_loaded
from workbench.cli.findings import findings_json, format_concise, format_github, format_text
from workbench.codes import CODES
from workbench.finding import Severity
from workbench.resources import shipped
from workbench.tileset.compose import compose
from workbench.tileset.load import load_tileset
from workbench.tileset.settings import Settings

LONG = bool(os.environ.get("WORKBENCH_LONG"))
EXAMPLES = 20_000 if LONG else 500


def words(text: str) -> list[str]:
    return text.split()


# ---------------------------------------------------------------------------------------- generated documents
KEYS = words(
    "name code tiles starting other copies starts replaces army role abilities linked_to enhanced accept"
    " emblem notes source mode version icons icon at group origin $schema"
)
VALUES = words("Knight Duke Kn light duke terrain pool link summon W505 E301 jump slide strike @ 騎 \u202e")
WORDS = st.sampled_from([*KEYS, *VALUES, "", " ", ". . @ . .", "x" * 40])
SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(-9, 99), st.integers(), st.floats(), WORDS, st.text(max_size=12)
)
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(WORDS, inner, max_size=5)),
    max_leaves=12,
)
CELLS = st.sampled_from([*"....MJSZXCDFAHmj@", *words("MC X1 X1 H2 M1 SS MM Q @M")])
GRIDS = st.one_of(
    st.lists(st.lists(CELLS, min_size=5, max_size=5).map("  ".join), min_size=5, max_size=5).map("\n".join),
    st.lists(st.lists(CELLS, max_size=6).map(" ".join), max_size=6).map("\n".join),
)
KINDS = st.sampled_from(words("move jump slide jump_slide strike hammer command dread"))
ICONS = st.fixed_dictionaries(
    {"icon": KINDS},
    optional={"at": st.lists(st.integers(-3, 3), min_size=2, max_size=2), "group": st.integers(1, 3)},
)
FACES = st.one_of(GRIDS, st.lists(ICONS, max_size=6), ANYTHING)


@st.composite
def tiles(draw: st.DrawFn) -> Any:
    """Nearly a tile: any field may be missing, of another kind, or joined by a stranger."""
    tile: dict[str, Any] = {
        "name": draw(st.sampled_from(["Lancer", "Page", "Knight", "Duke", "Arthur"])),
        "code": draw(st.sampled_from(["La", "Pg", "Kn", "Du", "zz"])),
        "starting": draw(FACES),
        "other": draw(FACES),
    }
    if draw(st.booleans()):
        fields = st.one_of(WORDS, ANYTHING, st.lists(WORDS, max_size=3))
        tile |= draw(st.dictionaries(WORDS, fields, max_size=3))
    if draw(st.integers(0, 5)) == 0:
        tile.pop(draw(st.sampled_from(sorted(tile))))
    return tile


SETS = st.fixed_dictionaries(
    {
        "name": st.sampled_from(["Set", "Robin Hood"]),
        "tiles": st.lists(st.one_of(tiles(), tiles(), ANYTHING), max_size=3),
    },
    optional={"mode": st.sampled_from(["bag", "pool", "x"]), "version": st.integers(0, 2)},
)


def written(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False).encode("utf-8", "replace")


WRITTEN = st.one_of(SETS, SETS, ANYTHING).map(written)

# --------------------------------------------------------------------------------- mutations of shipped files
SHIPPED = [path.read_text(encoding="utf-8") for path in sorted(shipped("tilesets").rglob("*.yaml"))]
CELL_TEXTS = words("M J S Z X C D F A H m j @ . X1 H1 Q SS")
SCRAPS = words("&a *a <<:*a !!str --- ... { [ ] } \" ' : - | > # ? ~ @ M1 SS 1e999")
SCRAPS += ["\t", "  ", "\n", "\n\n", "\x00", "\u202e", "\u2028", "\ufeff", "%YAML 1.1", "name: x"]
SCRAPS += ["    copies: 0\n", "    accept: [W999]\n", "    linked_to: [Duke]\n", "    role: duke\n"]


def extract(chance: random.Random) -> str:
    """The head of a shipped set and one or two of its tiles: whole files take long."""
    head, *parts = re.split(r"(?m)^(?=  - name:)", chance.choice(SHIPPED))
    return head + "".join(chance.sample(parts, min(len(parts), chance.randint(1, 2))))


def changed(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    at, row = chance.randrange(len(text) + 1), chance.randrange(len(lines))
    kind = chance.randrange(7)
    if kind == 0:
        return text[:at] + chance.choice(SCRAPS) + text[at:]
    if kind == 1:
        return text[:at] + text[at + chance.randint(1, 12) :]
    if kind == 2:
        return "\n".join([*lines[:row], *lines[row + 1 :]])
    if kind == 3:
        return "\n".join([*lines[: row + 1], *lines[row:]])
    if kind == 4:
        return "\n".join([*lines[:row], " " * chance.randrange(9) + lines[row].strip(), *lines[row + 1 :]])
    if kind == 5:
        cells = [match.span() for match in re.finditer(r"(?<=\s)[.@A-Zmj]\d?(?=\s)", text)] or [(0, 0)]
        first, last = chance.choice(cells)
        return text[:first] + chance.choice(CELL_TEXTS) + text[last:]
    found = re.findall(r"\w+", text) or ["x"]
    return text.replace(chance.choice(found), chance.choice([*found, "7", "null", "''"]), 1)


def mutated(seed: int) -> bytes:
    chance = random.Random(seed)
    text = extract(chance)
    for _ in range(chance.randint(1, 4)):
        text = changed(text, chance)
    data = text.encode("utf-8", "surrogatepass")
    return data[: chance.randrange(len(data))] if data and chance.random() < 0.05 else data


MUTATED = st.integers(0, 2**32).map(mutated)
SCRIBBLE = st.one_of(st.binary(max_size=60), st.text(max_size=60).map(str.encode))
CONTENTS = st.one_of(MUTATED, MUTATED, MUTATED, WRITTEN, WRITTEN, SCRIBBLE)
ENDINGS = st.sampled_from([".yaml", ".yaml", ".yaml", ".json"])


@settings(
    max_examples=EXAMPLES,
    deadline=10_000 if LONG else None,  # otherwise the machine may be busy
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(content=CONTENTS, ending=ENDINGS)
def test_any_file_is_checked(content: bytes, ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"any{ending}"
    path.write_bytes(content)
    loaded = load_tileset(path)
    told, accepted = check_loaded(loaded, "capture_the_duke")
    checked = Checked((str(path),), tuple(told), tuple(accepted))
    lines = content.replace(b"\r\n", b"\n").replace(b"\r", b"\n").count(b"\n") + 1
    for finding in checked.findings:
        assert finding.severity is CODES[finding.code].severity
        assert finding.message
        assert 1 <= finding.place.line <= lines
        assert 1 <= finding.place.column < finding.place.end_column
    assert "\x1b" not in format_text(checked.findings) + format_concise(checked.findings)
    annotations = format_github(checked.findings, dict.fromkeys(CODES, "title"))
    assert annotations.count("\n") == max(0, len(checked.findings) - 1)
    assert len(json.loads(findings_json(checked.findings, checked.summary()))["findings"]) == len(told)
    if checked.count(Severity.ERROR) == 0:  # a set that passes cannot fail later
        compose([loaded.require()], Settings())
        compose([loaded.require()], Settings(enhanced="both"))
    else:
        assert checked.exit_code(strict=False) in (1, 2)


def test_mutations_meet_many_findings(tmp_path: Path) -> None:
    """The mutations above are worth something only if they meet many kinds of faults, and none at times."""
    path = tmp_path / "any.yaml"
    met: set[str] = set()
    clean = 0
    for seed in range(150):
        path.write_bytes(mutated(seed))
        told, _ = check_loaded(load_tileset(path), "capture_the_duke")
        met |= {finding.code for finding in told}
        clean += not told
    assert len(met) >= 15, sorted(met)
    assert clean >= 5
