"""Checks files: the loader first, then every family of checks, then what the tiles accept."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path

from workbench.check.company import check_company
from workbench.check.compare import Yardstick, check_against
from workbench.check.design import check_design
from workbench.check.lettering import check_lettering
from workbench.check.remark import About, TileRemark
from workbench.check.together import check_together
from workbench.check.walk import Files, find_files, no_sets
from workbench.finding import Finding, Severity
from workbench.resources import shipped
from workbench.tileset.load import Loaded, load_tileset, shipped_sets
from workbench.tileset.model import Tile, TileSet
from workbench.tileset.settings import ObjectiveName

UNUSABLE = {"E101", "E102"}  # nothing could be checked


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of checking: findings to tell, by file and line, and those that tiles accept."""

    files: tuple[str, ...]
    findings: tuple[Finding, ...]
    accepted: tuple[Finding, ...]
    skipped: tuple[str, ...] = ()  # files of walked folders that are something else than tile sets
    sets: tuple[TileSet, ...] = ()  # the sets without errors

    def count(self, severity: Severity) -> int:
        return sum(finding.severity is severity for finding in self.findings)

    def summary(self) -> dict[str, int]:
        """The numbers for programs."""
        return {
            "files": len(self.files),
            "errors": self.count(Severity.ERROR),
            "warnings": self.count(Severity.WARNING),
            "accepted": len(self.accepted),
        }

    def exit_code(self, strict: bool) -> int:
        """0 clean, 1 findings (warnings only when strict), 2 when a path could not be checked at all."""
        if any(finding.code in UNUSABLE for finding in self.findings):
            return 2
        failing = self.count(Severity.ERROR) + (self.count(Severity.WARNING) if strict else 0)
        return 1 if failing else 0

    def only(self, select: Sequence[str], ignore: Sequence[str]) -> Checked:
        """The same with the findings whose code begins with one of `select` and none of `ignore`."""

        def wanted(finding: Finding) -> bool:
            chosen = not select or finding.code.startswith(tuple(select))
            return chosen and not finding.code.startswith(tuple(ignore) or ("-",))

        kept, hidden = filter(wanted, self.findings), filter(wanted, self.accepted)
        return replace(self, findings=tuple(kept), accepted=tuple(hidden))


def run_check(paths: Sequence[str], objective: ObjectiveName = "capture_the_duke") -> Checked:
    """Checks every file at the paths: each together with the base set, never with its neighbours."""
    files = find_files(paths)
    findings, accepted, sets = list(files.findings), list[Finding](), list[TileSet]()
    chosen, skipped, empty = choose(files)
    findings += [no_sets(folder) for folder in empty]
    for loaded in chosen.values():
        told, hidden = check_loaded(loaded, objective)
        findings += told
        accepted += hidden
        if loaded.tileset and not any(finding.severity is Severity.ERROR for finding in told):
            sets.append(loaded.tileset)
    names = tuple(loaded.file for loaded in chosen.values())
    return Checked(names, tuple(findings), tuple(accepted), skipped, tuple(sets))


def choose(files: Files) -> tuple[dict[str, Loaded], tuple[str, ...], list[str]]:
    """The files to check, each once by whatever paths; those of folders that are something else than tile
    sets; and the folders without any set."""
    chosen = {os.path.realpath(path): _load(path) for path in files.named}
    skipped: dict[str, str] = {}
    empty = []
    for folder, paths in files.walked.items():
        for path in paths:
            real = os.path.realpath(path)
            if real not in chosen and real not in skipped:
                loaded = _load(path)
                if _is_something_else(loaded):
                    skipped[real] = str(path)
                else:
                    chosen[real] = loaded
        unreadable = any(finding.place.file.startswith(folder) for finding in files.findings)
        if not unreadable and not any(os.path.realpath(path) in chosen for path in paths):
            empty.append(folder)
    return chosen, tuple(skipped.values()), empty


def check_loaded(loaded: Loaded, objective: ObjectiveName) -> tuple[list[Finding], list[Finding]]:
    """Findings to tell and accepted ones of a file that has been read."""
    findings = [*loaded.findings]
    for number, tile in sorted(loaded.tiles.items()):
        findings += [_placed(remark, loaded, number) for remark in _tile_remarks(tile, loaded.file)]
    if loaded.tileset is not None:
        findings += check_together(loaded, loaded.tileset)
        findings += _company(loaded, loaded.tileset, objective)
    told, accepted = _part(findings, loaded.tiles.values())
    if loaded.tileset is not None:
        told += _stale(loaded, accepted)
    return sorted(told, key=lambda finding: (finding.place, finding.code)), accepted


def _placed(remark: TileRemark, loaded: Loaded, number: int) -> Finding:
    return remark.at(remark.where.place(loaded, number), remark.where.tile.name)


def _tile_remarks(tile: Tile, file: str) -> Iterator[TileRemark]:
    yield from check_lettering(tile, file)
    if tile.role != "terrain":  # terrain follows rules of its own
        yield from check_design(tile)
        yield from check_against(tile, yardstick())


def _company(loaded: Loaded, tileset: TileSet, objective: ObjectiveName) -> Iterator[Finding]:
    numbers = {tile.name: number for number, tile in loaded.tiles.items()}
    base = _tiles_of(shipped_sets()["base"])
    for remark in check_company(tileset, () if tileset.tiles == base else base, objective):
        yield _placed(remark, loaded, numbers[remark.where.tile.name])


def _part(findings: Iterable[Finding], tiles: Iterable[Tile]) -> tuple[list[Finding], list[Finding]]:
    """Accepted are the warnings and notices that the tile in question lists."""
    accepts = {(tile.name, code) for tile in tiles for code in tile.accept}
    told: list[Finding] = []
    accepted: list[Finding] = []
    for finding in findings:
        is_accepted = finding.severity is not Severity.ERROR and (finding.tile, finding.code) in accepts
        (accepted if is_accepted else told).append(finding)
    return told, accepted


def _stale(loaded: Loaded, accepted: Sequence[Finding]) -> Iterator[Finding]:
    """N605: exceptions without the finding. N604 comes and goes with the objective."""
    met = {(finding.tile, finding.code) for finding in accepted}
    for number, tile in loaded.tiles.items():
        for code in tile.accept:
            if (tile.name, code) not in met and code not in ("N604", "N605"):
                message = f"{tile.name} accepts {code}, which it does not give"
                remark = TileRemark("N605", message, f"Remove {code} from 'accept'.", About(tile, "accept"))
                yield _placed(remark, loaded, number)


def _is_something_else(loaded: Loaded) -> bool:
    """A readable file without anything like 'tiles' in it: a plan, a schema, some other program's file."""
    if loaded.document is None:
        return False
    data = loaded.document.data
    return not isinstance(data, dict) or not get_close_matches("tiles", [str(key) for key in data], 1, 0.75)


_read: dict[str, tuple[int, Loaded]] = {}  # shipped sets by real path: when changed, what they hold


def _load(path: Path) -> Loaded:
    """Reads a file; shipped sets are kept, for they are needed again as a yardstick."""
    loaded = load_tileset(path)
    real = os.path.realpath(path)
    if real.startswith(os.path.realpath(shipped("tilesets"))):
        with suppress(OSError):
            _read[real] = os.stat(path).st_mtime_ns, loaded
    return loaded


def _tiles_of(path: Path) -> tuple[Tile, ...]:
    """The tiles of a shipped set, from the last reading if the file has not changed since."""
    changed_ns, loaded = _read.get(os.path.realpath(path), (None, None))
    if loaded is None or changed_ns != os.stat(path).st_mtime_ns:
        loaded = _load(path)
    return tuple(loaded.tiles.values())


@lru_cache(maxsize=1)
def yardstick() -> Yardstick:
    """The tiles of all official sets: those at the top of the shipped folder."""
    paths = shipped_sets()
    top = [path for path in paths.values() if path.parent == paths["base"].parent]
    return Yardstick([tile for path in top for tile in _tiles_of(path)])
