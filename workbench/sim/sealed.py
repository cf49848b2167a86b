"""JSON files that carry a hash of themselves: a byte that flips, or a hand that changes one, does not go unnoticed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from workbench.sim.disk import canonical, read_ordinary, sha256, write_whole

SEAL = "sha256"
LARGEST_SEALED = 5_000_000  # bytes, where nobody says otherwise


def write_sealed(path: Path, data: Mapping[str, Any]) -> None:
    """The data with a hash of it as it will be read."""
    whole = {key: value for key, value in data.items() if key != SEAL}
    whole[SEAL] = sha256(canonical(json.loads(canonical(whole))))
    write_whole(path, json.dumps(whole, indent=1, ensure_ascii=False).encode())


def read_sealed(path: Path, largest: int = LARGEST_SEALED) -> dict[str, Any]:
    """The data just as it was written; OSError where it cannot be read, ValueError where it is not whole."""
    try:
        data = json.loads(read_ordinary(path, largest))
        claimed = data.pop(SEAL)
        whole = isinstance(data, dict) and claimed == sha256(canonical(data))
    except (KeyError, TypeError, AttributeError, RecursionError) as problem:
        raise ValueError(f"{path} is no file with a hash of itself") from problem
    if not whole:
        raise ValueError(f"{path} is not as it was written")
    return dict(data)
