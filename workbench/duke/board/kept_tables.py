"""Rule tables kept on disk: building them takes longer than a thousand games.

A file is named by a hash of the composition and of all sources that decide what is in the tables. It holds the fixed
fields and the rows of slots that are in use, with a hash of both: a damaged file is built anew.
"""

from __future__ import annotations

import hashlib
import logging
import os
import tempfile
from collections.abc import Collection
from pathlib import Path

import numpy as np

from workbench.cache import cache_folder, keep_small, mark_used
from workbench.duke.board.packed import MAX_ROWS
from workbench.duke.board.sources import source_hash
from workbench.duke.board.tables import RULES, build_rules
from workbench.tileset.compose import Composition

_LOGGER = logging.getLogger("workbench.engine")
DECIDING = ("duke", "icons", "objectives", "reach", "tileset", "words")
ROWS = ("slots", "via_a", "via_b")
DIGEST = 16
MOST_TABLE_BYTES = 100 * 2**20  # about forty games


def rules_of(game: Composition, turning: Collection[int] = frozenset()) -> np.recarray:
    """The tables of a game, from the cache if they are there."""
    text = f"{source_hash('workbench.duke.board.tables', rooms=DECIDING)} {sorted(turning)} {game!r} {np.__version__}"
    path = cache_folder("tables") / f"{hashlib.sha256(text.encode()).hexdigest()[:32]}.tables"
    kept = _read(path)
    if kept is not None:
        return kept
    rules = build_rules(game, turning)
    _write(path, rules)
    return rules


def _fixed_bytes() -> int:
    return int(RULES.fields[ROWS[0]][1]) if RULES.fields else 0


def _read(path: Path) -> np.recarray | None:
    try:
        data = path.read_bytes()
    except OSError:
        return None
    digest, body, fixed = data[:DIGEST], data[DIGEST:], _fixed_bytes()
    rows, left = divmod(len(body) - fixed, 8 * len(ROWS))
    if left or not 0 <= rows <= MAX_ROWS or _digest(body) != digest:
        _LOGGER.info("%s is damaged and is made anew", path)
        return None
    mark_used(path)
    rules = np.zeros(1, RULES)
    rules.view(np.uint8)[:fixed] = np.frombuffer(body, np.uint8, fixed)
    found = np.frombuffer(body, np.int64, rows * len(ROWS), fixed).reshape(len(ROWS), rows)
    for name, values in zip(ROWS, found, strict=True):
        rules[name][0, :rows] = values
    return rules.view(np.recarray)


def _write(path: Path, rules: np.recarray) -> None:
    table = np.asarray(rules)
    used = int(np.flatnonzero(table["slots"][0])[-1]) + 1 if table["slots"].any() else 0
    body = table.view(np.uint8)[: _fixed_bytes()].tobytes()
    body += b"".join(table[name][0, :used].tobytes() for name in ROWS)
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".writing-")
        with os.fdopen(handle, "wb") as file:
            file.write(_digest(body) + body)
        Path(name).replace(path)
        keep_small(path.parent, MOST_TABLE_BYTES)
    except OSError as problem:
        _LOGGER.info("the tables are not kept: %s", problem)


def _digest(body: bytes) -> bytes:
    return hashlib.blake2b(body, digest_size=DIGEST).digest()
