"""The lowest versions that are stated are those that CI tries."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
BOUND = re.compile(r"([\w.-]+)(?:\[\w+\])?>=([\d.]+)")


def release(version: str) -> tuple[int, ...]:
    """'1.26' and '1.26.0' are the same."""
    numbers = [int(part) for part in version.split(".")]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)


def test_every_lower_bound_is_tried() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needs = [*project["dependencies"], *project["optional-dependencies"]["cluster"]]
    stated = {}
    for need in needs:
        found = BOUND.match(need)
        assert found, f"{need} states no lower bound"
        stated[found[1].lower()] = release(found[2])
    text = (ROOT / "tests/lowest.txt").read_text(encoding="utf-8")
    tried = {name.lower(): release(version) for name, version in re.findall(r"(?m)^([\w.-]+)==([\d.]+)$", text)}
    assert tried.pop("distributed") == stated["dask"], "dask brings it"
    assert tried == stated
