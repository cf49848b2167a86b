"""Run folders: plan.yaml, manifest.json, the chunks, and the log. Only this room reads and writes them.

run = open_run("runs/base-random")     # anyone, at any time: reads and verifies
run.plan, run.manifest, run.complete
run.rows(rung=0)                        # polars LazyFrame over the finished chunks, in game order
run.sums(rung=0)                        # name -> array: the chunks' sums added up
"""

from __future__ import annotations

import contextlib
import json
import platform
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from pydantic import ValidationError
from ruamel.yaml import YAML

from workbench import __version__
from workbench.document import DocumentError, load_document
from workbench.sim.chunkfile import ChunkOnDisk, PackedChunk, inspect_chunk, rows_path, write_chunk
from workbench.sim.disk import TEMPORARY, canonical, disk_error, held, make_folder, sha256, write_whole
from workbench.sim.plan import Chunk, Plan, RunPlan
from workbench.sim.seam import Game, SimError, Sums, add_sums

if TYPE_CHECKING:
    import polars as pl

FORMAT = 1
PLAN, MANIFEST, LOG, LOCK = "plan.yaml", "manifest.json", "log", "lock"
NEEDED = {"game", "fingerprint", "about", "identity", "deciding"}
RECORDED_VERSIONS = ("numpy", "numba", "polars", "pydantic")


P = TypeVar("P", bound=RunPlan)


@dataclass
class Run(Generic[P]):
    """A run folder, read. What is known of its chunks is read once; `written` keeps it up to date."""

    path: Path
    plan: P
    manifest: dict[str, Any]
    _chunks: dict[int, ChunkOnDisk] = field(default_factory=dict)

    @property
    def about(self) -> dict[str, Any]:
        """What the game says of itself: names of numbers, armies, settings."""
        about: dict[str, Any] = self.manifest["about"]
        return about

    @property
    def fingerprint(self) -> str:
        return str(self.manifest["fingerprint"])

    @cached_property
    def _planned(self) -> tuple[Chunk, ...]:
        return self.plan.chunks()

    def chunk(self, number: int) -> ChunkOnDisk:
        if number not in self._chunks:
            self._chunks[number] = inspect_chunk(self.path, self._planned[number], self.fingerprint)
        return self._chunks[number]

    def finished(self) -> list[ChunkOnDisk]:
        return [found for c in self._planned if not (found := self.chunk(c.number)).fault]

    def unfinished(self) -> list[ChunkOnDisk]:
        return [found for c in self._planned if (found := self.chunk(c.number)).fault]

    @property
    def games_done(self) -> int:
        return sum(found.chunk.count for found in self.finished())

    @property
    def complete(self) -> bool:
        return not self.unfinished()

    def rows(self, rung: int | None = None) -> pl.LazyFrame:
        """The rows of the finished chunks in game order, of one rung or of all."""
        import polars as pl

        numbers = [f.chunk.number for f in self.finished() if rung is None or f.chunk.rung == rung]
        if not numbers:
            raise SimError(f"{self.path} holds no finished games yet")
        return pl.scan_parquet([rows_path(self.path, number) for number in numbers])

    def sums(self, rung: int | None = None) -> Sums:
        """The sums of the finished chunks, added up."""
        total: Sums = {}
        for found in self.finished():
            if rung is None or found.chunk.rung == rung:
                add_sums(total, found.sums or {})
        return total

    def content_hash(self) -> str:
        """Equal for runs with equal rows and sums, whoever played them and in which order."""
        return sha256(canonical([[f.chunk.number, f.rows_sha256, f.sums_sha256] for f in self.finished()]))

    def write(self, packed: PackedChunk) -> None:
        write_chunk(self.path, packed)
        self._chunks.pop(packed.chunk.number, None)

    def sweep(self) -> list[str]:
        """Remove what killed writers left, and set aside chunk files that this plan does not have."""
        for left in self.path.glob(TEMPORARY):
            with contextlib.suppress(OSError):
                left.unlink()
        expected = {f"{c.number:05d}" for c in self._planned}
        strangers = []
        for found in [*self.path.glob("games-*.parquet"), *self.path.glob("counts-*.json")]:
            if found.stem.partition("-")[2] not in expected:
                with contextlib.suppress(OSError):
                    found.rename(found.with_name(found.name + ".foreign"))
                strangers.append(found.name)
        return sorted(strangers)


@overload
def open_run(path: str | Path) -> Run[Plan]: ...
@overload
def open_run(path: str | Path, plan_type: type[P]) -> Run[P]: ...
def open_run(path: str | Path, plan_type: type[Any] = Plan) -> Run[Any]:
    """The run in folder `path`, complete or not; SimError says why it cannot be read."""
    folder = Path(path)
    try:
        manifest = json.loads((folder / MANIFEST).read_bytes())
        plan = plan_type.model_validate(manifest["plan"])
        if manifest["format"] != FORMAT or not manifest.keys() >= NEEDED:
            raise KeyError
    except (FileNotFoundError, NotADirectoryError):
        hint = "it is not a run folder" if folder.is_dir() else "there is no such run folder"
        raise SimError(f"{folder}: {hint} (no {MANIFEST})") from None
    except OSError as problem:
        raise SimError(f"{folder / MANIFEST}: {problem.strerror}") from None
    except (ValueError, KeyError, TypeError):
        text = f"{folder / MANIFEST} is damaged or from another version: start again in another folder"
        raise SimError(text) from None
    return Run(folder, plan, manifest)


@contextlib.contextmanager
def start_run(path: Path, game: Game, plan: P, *, resume: bool) -> Iterator[Run[P]]:
    """The run folder, made or found again, and held for writing until the block ends."""
    make_folder(path)
    if not (path / MANIFEST).exists():
        _refuse_strange_folder(path)
    with held(path / LOCK):
        if not (path / MANIFEST).exists():
            _write_new(path, game, plan)
        elif not resume:
            raise SimError(f"{path} already holds a run: add --resume to go on with it, or choose another --out")
        run = open_run(path, type(plan))
        _refuse_other_plan(run, game, plan)
        yield run


def fingerprint(game: Game, plan: RunPlan) -> str:
    """Equal for two runs exactly when a chunk of the one is the same chunk in the other."""
    columns = {name: str(kind) for name, kind in game.columns().items()}
    return sha256(canonical([FORMAT, game.name, plan.deciding(), game.identity(), columns]))


def read_written_plan(run: Run[P]) -> P:
    """plan.yaml as it is now: someone may have edited it since the run began."""
    try:
        if not (run.path / PLAN).exists():
            return run.plan
        return type(run.plan).model_validate(load_document(run.path / PLAN).data)
    except (DocumentError, ValidationError):
        text = f"{run.path / PLAN} can no longer be read as a plan: restore it, or delete it"
        raise SimError(text) from None


def _write_new(path: Path, game: Game, plan: RunPlan) -> None:
    text = StringIO()
    YAML(typ="safe", pure=True).dump(plan.written(), text)
    manifest = {
        "format": FORMAT,
        "game": game.name,
        "fingerprint": fingerprint(game, plan),
        "plan": plan.written(),
        "deciding": plan.deciding(),
        "identity": game.identity(),
        "games": plan.total_games,
        "chunks": len(plan.chunks()),
        "columns": {name: str(kind) for name, kind in game.columns().items()},
        "about": game.about(),
        "versions": _versions(),
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    write_whole(path / PLAN, text.getvalue().encode())
    write_whole(path / MANIFEST, json.dumps(manifest, indent=1, ensure_ascii=False).encode())


def _versions() -> dict[str, str]:
    found = {"workbench": __version__, "python": platform.python_version(), "platform": platform.platform()}
    for name in RECORDED_VERSIONS:
        with contextlib.suppress(PackageNotFoundError):
            found[name] = version(name)
    return found


def _refuse_strange_folder(path: Path) -> None:
    try:
        names = sorted(p.name for p in path.iterdir() if not p.match(TEMPORARY))
    except OSError as problem:
        raise disk_error(problem, path) from None
    strange = [name for name in names if name not in {PLAN, LOG, LOCK}]
    if strange:
        raise SimError(f"{path} is not empty and not a run folder (it holds {strange[0]}): choose another --out")


def _refuse_other_plan(run: Run[P], game: Game, plan: P) -> None:
    written = read_written_plan(run)
    found = differences(run.manifest["deciding"], written.deciding(), now="in its plan.yaml")
    found = found or differences(run.manifest["deciding"], plan.deciding())
    if run.manifest["game"] != game.name:
        found = [f"the game is {run.manifest['game']} in the run, {game.name} now"]
    identity = game.identity()
    for key in sorted(run.manifest["identity"].keys() | identity.keys()):
        then, now = run.manifest["identity"].get(key), identity.get(key)
        if then != now:
            what = "is new" if then is None else "is gone" if now is None else "has changed since"
            found.append(f"{key} {what}")
    if not found and run.fingerprint != fingerprint(game, plan):
        found = ["what is recorded has changed"]
    if found:
        raise SimError(f"cannot resume {run.path}: {'; '.join(found)} (choose another --out for a new run)")


def differences(then: Any, now_value: Any, where: str = "", now: str = "now") -> list[str]:
    """What differs between two pieces of plain data, each difference in a few words."""
    if isinstance(then, Mapping) and isinstance(now_value, Mapping):
        found: list[str] = []
        for key in [*then, *(k for k in now_value if k not in then)]:
            inner = f"{where}.{key}" if where else str(key)
            found += differences(then.get(key), now_value.get(key), inner, now)
        return found
    if then == now_value:
        return []
    return [f"{where} is {_brief(then)} in the run, {_brief(now_value)} {now}"]


def _brief(value: Any) -> str:
    if isinstance(value, list):
        return ",".join(str(part) for part in value)
    return "not given" if value is None else str(value)
