"""Run folders: plan.yaml, manifest.json, the chunks, and the log. Only this room reads and writes them.

run = open_run("runs/base-random", Plan)  # anyone, at any time: reads and verifies
run.plan, run.manifest, run.complete
run.rows(rung=0)                        # polars LazyFrame over the finished chunks, in game order
run.sums(rung=0)                        # name -> array: the chunks' sums added up
"""

from __future__ import annotations

import contextlib
import platform
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from pydantic import ValidationError
from ruamel.yaml import YAML

from workbench import __version__
from workbench.document import DocumentError, load_document
from workbench.sim.chunkfile import (
    ChunkOnDisk,
    PackedChunk,
    chunk_number,
    inspect_chunk,
    read_sums,
    rows_path,
    write_chunk,
)
from workbench.sim.disk import TEMPORARY, canonical, disk_error, held, make_folder, sha256, write_whole
from workbench.sim.plan import RunPlan
from workbench.sim.sealed import read_sealed, write_sealed
from workbench.sim.seam import Game, SimError, Sums, add_sums

if TYPE_CHECKING:
    import polars as pl

FORMAT = 2
MANIFEST_FORMAT = 4
LARGEST_MANIFEST = 50_000_000  # bytes
PLAN, MANIFEST, LOG, LOCK = "plan.yaml", "manifest.json", "log", "lock"
NEEDED: dict[str, type] = {
    "game": str,
    "fingerprint": str,
    "plan": dict,
    "about": dict,
    "identity": dict,
    "deciding": dict,
    "versions": dict,
    "created": str,
}
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

    def chunk(self, number: int) -> ChunkOnDisk:
        if number not in self._chunks:
            self._chunks[number] = inspect_chunk(self.path, self.plan.chunk_at(number), self.fingerprint)
        return self._chunks[number]

    def chunk_sums(self, number: int) -> Sums:
        """The sums of a finished chunk: read when they are needed, for together they may be large."""
        return read_sums(self.path, self.chunk(number))

    def finished(self) -> list[ChunkOnDisk]:
        return [found for one in self.plan.chunks() if not (found := self.chunk(one.number)).fault]

    def unfinished(self) -> list[ChunkOnDisk]:
        return [found for one in self.plan.chunks() if (found := self.chunk(one.number)).fault]

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

    def chunk_rows(self, number: int, columns: Sequence[str] | None = None) -> pl.DataFrame:
        """The rows of one finished chunk; all columns, or those that are needed."""
        import polars as pl

        return pl.read_parquet(rows_path(self.path, number), columns=None if columns is None else list(columns))

    def sums(self, rung: int | None = None) -> Sums:
        """The sums of the finished chunks, added up."""
        total: Sums = {}
        for found in self.finished():
            if rung is None or found.chunk.rung == rung:
                add_sums(total, self.chunk_sums(found.chunk.number))
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
        strangers = []
        for found in [*self.path.glob("games-*.parquet"), *self.path.glob("counts-*.json")]:
            if chunk_number(found) not in range(self.plan.chunk_count):
                with contextlib.suppress(OSError):
                    found.rename(found.with_name(found.name + ".foreign"))
                strangers.append(found.name)
        return sorted(strangers)


def open_run(path: str | Path, plan_type: type[P]) -> Run[P]:
    """The run in folder `path`, complete or not; SimError says why it cannot be read."""
    folder = Path(path)
    manifest = load_manifest(folder)
    try:
        plan = plan_type.model_validate(manifest["plan"])
    except (ValueError, RecursionError):
        # The seal of the manifest is whole, so it is as it was written: for another command, or in another version.
        said = f"{folder} holds a run of {manifest['game']!r} that this command cannot read"
        raise SimError(f"{said}: another command played it, or another version (workbench report reads all)") from None
    try:
        plan.check_about(manifest["about"])
        return Run(folder, plan, manifest)
    except (ValueError, LookupError, TypeError, RecursionError):
        raise SimError(_damaged(folder)) from None


def load_manifest(folder: Path) -> dict[str, Any]:
    """A run's manifest, whole and just as it was written; SimError says why it cannot be read."""
    try:
        manifest = read_sealed(folder / MANIFEST, LARGEST_MANIFEST)
    except (FileNotFoundError, NotADirectoryError):
        hint = "it is not a run folder" if folder.is_dir() else "there is no such run folder"
        raise SimError(f"{folder}: {hint} (no {MANIFEST})") from None
    except OSError as problem:
        raise SimError(f"{folder / MANIFEST}: {problem.strerror}") from None
    except ValueError:
        raise SimError(_damaged(folder)) from None
    of_this_version = manifest.get("format") == MANIFEST_FORMAT
    if not of_this_version or not all(isinstance(manifest.get(name), wanted) for name, wanted in NEEDED.items()):
        raise SimError(_damaged(folder))
    return manifest


def _damaged(folder: Path) -> str:
    return f"{folder / MANIFEST} is damaged or from another version: start again in another folder"


@contextlib.contextmanager
def start_run(path: Path, game: Game, plan: P, *, resume: bool) -> Iterator[Run[P]]:
    """The run folder, made or found again, and held for writing until the block ends.

    A plan that the run's own plan has grown into takes its place: the games there are stay as they are.
    """
    make_folder(path)
    if not (path / MANIFEST).exists():
        _refuse_strange_folder(path)
    with held(path / LOCK):
        if not (path / MANIFEST).exists():
            _write_new(path, game, plan)
        elif not resume:
            raise SimError(f"{path} already holds a run: add --resume to go on with it, or choose another --out")
        run = open_run(path, type(plan))
        grows = bool(plan.steps) and plan.games > run.plan.games and plan.grows_from(run.plan)
        _refuse_other_plan(run, game, plan, grows)
        yield grow_run(run, plan) if grows else run


def grow_run(run: Run[P], plan: P) -> Run[P]:
    """A run that is held for writing, with more games to come; what is known of its chunks stays known."""
    _write_grown(run, plan)
    grown = open_run(run.path, type(plan))
    grown._chunks.update({number: found for number, found in run._chunks.items() if not found.fault})
    return grown


def fingerprint(game: Game, plan: RunPlan) -> str:
    """Equal for two runs exactly when a chunk of the one is the same chunk in the other."""
    columns = {name: str(stored) for name, stored in game.columns().items()}
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


def _write_plan(path: Path, plan: RunPlan) -> None:
    text = StringIO()
    YAML(typ="safe", pure=True).dump(plan.written(), text)
    write_whole(path / PLAN, text.getvalue().encode())


def _write_grown(run: Run[P], plan: P) -> None:
    """The same run with more games to come; the manifest is what is read, so it goes first."""
    grown = {"plan": plan.written(), "games": plan.total_games, "chunks": plan.chunk_count}
    write_sealed(run.path / MANIFEST, {**run.manifest, **grown})
    _write_plan(run.path, plan)


def _write_new(path: Path, game: Game, plan: RunPlan) -> None:
    manifest = {
        "format": MANIFEST_FORMAT,
        "game": game.name,
        "fingerprint": fingerprint(game, plan),
        "plan": plan.written(),
        "deciding": plan.deciding(),
        "identity": game.identity(),
        "games": plan.total_games,
        "chunks": plan.chunk_count,
        "columns": {name: str(stored) for name, stored in game.columns().items()},
        "about": game.about(),
        "versions": _versions(),
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    _write_plan(path, plan)
    write_sealed(path / MANIFEST, manifest)


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


def _refuse_other_plan(run: Run[P], game: Game, plan: P, grows: bool) -> None:
    written = read_written_plan(run)
    in_run = {**run.plan.layout(), **run.manifest["deciding"]}
    # a plan.yaml from before the run grew is as good
    told = {**(run.plan if run.plan.grows_from(written) else written).layout(), **written.deciding()}
    asked = {**(run.plan if grows else plan).layout(), **plan.deciding()}
    found = differences(in_run, told, now="in its plan.yaml") or differences(in_run, asked)
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
        only_more = len(found) == 1 and found[0].startswith("games is") and plan.games > run.plan.games
        advice = "--more N plays more of it" if only_more else "choose another --out for a new run"
        raise SimError(f"cannot resume {run.path}: {'; '.join(found)} ({advice})")


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
