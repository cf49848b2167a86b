"""One chunk on disk: `games-N.parquet` holds its rows, `counts-N.json` its sums and the hash of the rows.

The counts are written last, so a chunk without them was never finished.
"""

from __future__ import annotations

import io
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from workbench.sim.disk import canonical, read_ordinary, sha256, write_whole
from workbench.sim.plan import Chunk
from workbench.sim.seam import Batch, SimError, Sums

CHUNK_FORMAT = 2
LARGEST_ROWS, LARGEST_COUNTS = 1_000_000_000, 100_000_000  # bytes


@dataclass(frozen=True)
class PackedChunk:
    """A played chunk as bytes: what workers send back and the store writes, byte for byte."""

    chunk: Chunk
    rows: bytes
    counts: bytes
    sums: Sums


def rows_path(folder: Path, number: int) -> Path:
    return folder / f"games-{number:05d}.parquet"


def counts_path(folder: Path, number: int) -> Path:
    return folder / f"counts-{number:05d}.json"


def pack_chunk(chunk: Chunk, batch: Batch, fingerprint: str) -> PackedChunk:
    buffer = io.BytesIO()
    # One row group whatever the size, so that the bytes depend on the rows alone.
    batch.rows.write_parquet(
        buffer, compression="zstd", compression_level=1, row_group_size=chunk.count, statistics=False
    )
    rows = buffer.getvalue()
    body: dict[str, Any] = {
        "format": CHUNK_FORMAT,
        "run": fingerprint,
        "chunk": asdict(chunk),
        "rows_sha256": sha256(rows),
        "sums": {key: np.asarray(values).tolist() for key, values in batch.sums.items()},
    }
    body["sha256"] = sha256(canonical(body))
    return PackedChunk(chunk, rows, canonical(body), dict(batch.sums))


def write_chunk(folder: Path, packed: PackedChunk) -> None:
    write_whole(rows_path(folder, packed.chunk.number), packed.rows)
    write_whole(counts_path(folder, packed.chunk.number), packed.counts)


@dataclass(frozen=True)
class ChunkOnDisk:
    """A chunk as found: `fault` is empty when it is whole and belongs to this run."""

    chunk: Chunk
    fault: str = ""
    missing: bool = False
    rows_sha256: str = ""
    sums_sha256: str = ""


def chunk_number(path: Path) -> int:
    """The number in the name of a chunk's file; -1 if the name is not just as it would be written."""
    digits = path.stem.partition("-")[2]
    number = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else -1
    return number if digits == f"{number:05d}" else -1


def inspect_chunk(folder: Path, chunk: Chunk, fingerprint: str) -> ChunkOnDisk:
    """Read a chunk's counts and judge both files by hash."""
    try:
        text = read_ordinary(counts_path(folder, chunk.number), LARGEST_COUNTS)
        rows = read_ordinary(rows_path(folder, chunk.number), LARGEST_ROWS)
    except FileNotFoundError:
        return ChunkOnDisk(chunk, "not played yet", missing=True)
    except OSError as problem:
        return ChunkOnDisk(chunk, f"unreadable: {problem.strerror}")
    try:
        body = json.loads(text)
        claimed = body.pop("sha256")
        genuine = claimed == sha256(canonical(body)) and body["format"] == CHUNK_FORMAT
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        genuine = False
    if not genuine:
        return ChunkOnDisk(chunk, "its counts are damaged")
    if body.get("run") != fingerprint or body.get("chunk") != asdict(chunk):
        return ChunkOnDisk(chunk, "it belongs to another run or another place in this one")
    if body.get("rows_sha256") != sha256(rows):
        return ChunkOnDisk(chunk, "its rows are damaged or not its own")
    if not isinstance(body.get("sums"), dict):
        return ChunkOnDisk(chunk, "its counts are damaged")
    return ChunkOnDisk(chunk, "", False, body["rows_sha256"], sha256(canonical(body["sums"])))


def read_sums(folder: Path, found: ChunkOnDisk) -> Sums:
    """The sums of a chunk that was found whole; SimError if its file has changed since."""
    path = counts_path(folder, found.chunk.number)
    try:
        sums = json.loads(read_ordinary(path, LARGEST_COUNTS))["sums"]
        if sha256(canonical(sums)) == found.sums_sha256:
            return {key: np.array(values, dtype=np.int64) for key, values in sums.items()}
    except (OSError, ValueError, TypeError, KeyError):
        pass
    raise SimError(f"{path} has changed while it was read: try again")
