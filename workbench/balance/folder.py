"""The folder of a balance question: what was asked, the runs of its tracks, the answer.

balance.json   what was asked, how long was played, and what was said; the same question goes on in the same folder
answer.json    the last answer, as `balance --json` prints it; balance.json holds its hash
greedy/ ...    run folders, one for each track

The folder of a contest has contest.json in place of balance.json, and a folder like this one for each entry.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, ValidationError

from workbench.sim.disk import make_folder, read_ordinary, sha256, write_whole
from workbench.sim.sealed import read_sealed, write_sealed
from workbench.sim.seam import SimError
from workbench.sim.store import differences

STORY, CONTEST, ANSWER = "balance.json", "contest.json", "answer.json"
FORMAT = 2
LARGEST_ANSWER = 5_000_000  # bytes


class _Asked(BaseModel):
    """What a report needs of the question; the rest is only compared."""

    bots: Annotated[tuple[str, ...], Field(min_length=1, max_length=60)]
    margin: FiniteFloat


class _Story(BaseModel):
    model_config = ConfigDict(extra="forbid")

    format: Literal[2]
    asked: _Asked
    seconds: Annotated[FiniteFloat, Field(ge=0)]
    command: str = ""
    told: dict[str, Any] = {}
    notes: tuple[str, ...] = ()
    answer: str = ""


class _PlacedEntry(BaseModel):
    """An entry of a contest and the folder of its answer, inside that of the contest."""

    model_config = ConfigDict(extra="forbid")

    entry: str
    folder: Annotated[str, Field(pattern=r"^[A-Za-z0-9._-]+$")]


class _LeftOut(BaseModel):
    model_config = ConfigDict(extra="forbid")

    entry: str
    why: str


class _ContestStory(BaseModel):
    model_config = ConfigDict(extra="forbid")

    format: Literal[2]
    asked: _Asked
    seconds: Annotated[FiniteFloat, Field(ge=0)]
    name: str = ""
    command: str = ""
    entries: tuple[_PlacedEntry, ...] = ()
    left_out: tuple[_LeftOut, ...] = ()
    answer: str = ""


_STORIES: dict[str, type[BaseModel]] = {STORY: _Story, CONTEST: _ContestStory}


def slug(*words: str) -> str:
    """A name for a folder."""
    return re.sub(r"[^A-Za-z0-9._]+", "-", "-".join(words)).strip("-.")[:80] or "tiles"


def shown_folder(path: Path) -> str:
    """As it can be found from here; of a folder elsewhere its name alone, for reports are shared."""
    whole, here = path.resolve(), Path.cwd()
    return whole.relative_to(here).as_posix() if whole.is_relative_to(here) and whole != here else whole.name


def is_balance(path: Path) -> bool:
    return (path / STORY).exists()


def is_contest(path: Path) -> bool:
    return (path / CONTEST).exists()


def read_story(path: Path, file: str = STORY) -> dict[str, Any]:
    try:
        story = read_sealed(path / file)
        _STORIES[file].model_validate(story)
    except FileNotFoundError:
        raise SimError(f"{path}: there is no answer of workbench balance in it (no {file})") from None
    except (OSError, ValidationError, ValueError, RecursionError):
        raise SimError(f"{path / file} is damaged or from another version: choose another --out") from None
    return story


def open_folder(path: Path, asked: dict[str, Any], file: str = STORY) -> dict[str, Any]:
    """The story of a folder, new or with the same question; SimError where it holds something else."""
    if (path / file).exists():
        story = read_story(path, file)
        found = differences(story["asked"], asked)
        if found:
            raise SimError(f"{path} answers another question: {'; '.join(found)} (choose another --out)")
        return story
    if path.is_dir() and any(path.iterdir()):
        raise SimError(f"{path} is not empty and holds no answer of workbench balance: choose another --out")
    make_folder(path)
    story = {"format": FORMAT, "asked": asked, "seconds": 0.0}
    write_story(path, story, file)
    return story


def free_folder(path: Path, asked: dict[str, Any], file: str = STORY) -> Path:
    """`path`, or with the next number as long as another question was asked there: a tile may have changed since."""
    number, found = 1, path
    while found.exists() and not _is_same(found, asked, file):
        number += 1
        found = path.with_name(f"{path.name}-{number}")
    return found


def _is_same(path: Path, asked: dict[str, Any], file: str) -> bool:
    try:
        return bool(read_story(path, file)["asked"] == asked)
    except SimError:
        return False


def write_story(path: Path, story: dict[str, Any], file: str = STORY) -> None:
    write_sealed(path / file, story)


def write_answer(path: Path, story: dict[str, Any], answer: dict[str, Any], file: str = STORY) -> None:
    """The answer, and then the story that vouches for it."""
    text = json.dumps(answer, indent=1, ensure_ascii=False).encode()
    write_whole(path / ANSWER, text)
    write_story(path, {**story, "answer": sha256(text)}, file)


def read_answer(path: Path, file: str = STORY) -> dict[str, Any]:
    """The answer that the story vouches for."""
    vouched = read_story(path, file).get("answer", "")
    try:
        text = read_ordinary(path / ANSWER, LARGEST_ANSWER)
        if vouched == sha256(text):
            return dict(json.loads(text))
    except (OSError, ValueError, RecursionError):
        pass
    what = f"{path / ANSWER} is damaged" if vouched else f"{path} holds no answer yet"
    raise SimError(f"{what}: run workbench balance with --out {path} first") from None
