"""Which files to check: paths as given, folders walked, links that lead in circles reported."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path

from workbench.codes import found
from workbench.finding import Finding, Place
from workbench.tileset.load import ENDINGS, find_tileset, shipped_sets

# What a folder of results holds: of a question, a contest, a run. They stand beside the sets, and hold none.
RESULTS = ({"balance.json"}, {"contest.json"}, {"manifest.json", "plan.yaml"})
Identity = tuple[int, int]  # device and inode: a folder by whatever path


@dataclass(slots=True)
class Files:
    """What the paths came to: files `named` one by one, and the files of each folder that was `walked`."""

    named: list[Path] = field(default_factory=list)
    walked: dict[str, list[Path]] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)


def find_files(paths: Sequence[str]) -> Files:
    """In the order given, and sorted within each folder."""
    files = Files()
    for path in paths:
        if os.path.isdir(path):
            files.walked[path] = list(_walk(Path(path), files.findings))
        elif os.path.lexists(path):
            files.named.append(Path(path))
        elif path in shipped_sets():
            files.named.append(find_tileset(path))
        else:
            files.findings.append(_missing(path))
    return files


def no_sets(folder: str) -> Finding:
    help = "Name the folder that holds the sets, or begin one with 'workbench new my-set.yaml'."
    return found("E102", Place(folder), "no tile sets in this folder", help)


def _walk(top: Path, findings: list[Finding]) -> Iterator[Path]:
    """The files with a fitting ending in `top` and below; hidden ones and results are left alone."""
    waiting: list[tuple[Path, tuple[Identity, ...]]] = [(top, ())]
    visited: set[Identity] = set()
    while waiting:
        folder, above = waiting.pop()
        try:
            status = folder.stat()
            entries = sorted(entry for entry in folder.iterdir() if not entry.name.startswith("."))
        except OSError as error:
            findings.append(found("E101", Place(str(folder)), f"the folder cannot be read: {_reason(error)}"))
            continue
        identity = (status.st_dev, status.st_ino)
        if identity in above:
            message = "this link leads back to a folder that it stands in"
            findings.append(found("E101", Place(str(folder)), message, "Remove the link."))
        if identity in visited:
            continue
        visited.add(identity)
        if any(files <= {entry.name for entry in entries} for files in RESULTS):
            continue
        yield from (entry for entry in entries if entry.suffix.lower() in ENDINGS and not entry.is_dir())
        inner = [entry for entry in entries if entry.is_dir()]
        waiting += [(entry, (*above, identity)) for entry in reversed(inner)]


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def _missing(path: str) -> Finding:
    return found("E101", Place(path), "no such file or folder", _nearest(Path(path)))


def _nearest(path: Path) -> str:
    """A suggestion: a file of the folder with a like name, or a shipped set."""
    try:
        names = [entry.name for entry in path.parent.iterdir()]
    except (OSError, ValueError):
        return f"There is no folder '{path.parent}' either."
    near = get_close_matches(path.name, names, 1)
    if near:
        return f"Did you mean '{path.with_name(near[0])}'?"
    near = get_close_matches(path.stem.lower(), shipped_sets(), 1)
    return f"Did you mean the shipped set '{near[0]}'?" if near else "Check the spelling."
