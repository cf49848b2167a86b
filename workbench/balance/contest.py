"""A contest: many sets, each asked about by itself against the same base set.

Every entry is a question of its own, with a folder of its own, and gets the very answer that it would get alone: no
entry moves another. They take turns: the next round is that of the entry which is not settled and has cost least so
far, so that the time is shared alike and may end at any moment.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbench.balance.answer import VERSION
from workbench.balance.base import BaseEffects
from workbench.balance.folder import open_folder, slug
from workbench.balance.run import Ending, Session, Setting, open_session
from workbench.balance.tracks import Track
from workbench.sim.job import Player, Stop

MOST_ENTRIES = 200
HASH_LETTERS = 8
FAIR_FIRST = ("fair", "on the line", "open", "weak", "strong", "too weak", "too strong")
Told = Callable[["Entry", Track, int, int], None]


@dataclass
class Entry:
    """A set of the contest, by its path inside the folder of entries, with the folder of its answer."""

    name: str
    setting: Setting
    folder: Path
    story: dict[str, Any]
    bases: list[BaseEffects] | None = None
    seconds: float = 0.0  # of this call
    ending: Ending | None = None
    opened: Session | None = None

    @property
    def session(self) -> Session:
        assert self.opened is not None, "the contest is not open"
        return self.opened


def place_entries(path: Path, settings: Mapping[str, Setting]) -> list[Entry]:
    """Each entry with its folder: named after the file and what is in it, so that a tile that changes is new."""
    found: list[Entry] = []
    taken: set[str] = set()
    for name, setting in settings.items():
        (mark,) = setting.ask.hashes.values()
        stem = slug(Path(name).with_suffix("").as_posix(), mark[:HASH_LETTERS])
        number, free = 1, stem
        while free in taken:
            number += 1
            free = f"{stem}-{number}"
        taken.add(free)
        folder = path / free
        found.append(Entry(name, setting, folder, open_folder(folder, setting.ask.as_data())))
    return found


@contextlib.contextmanager
def open_contest(entries: Sequence[Entry], player: Player) -> Iterator[None]:
    """The run folders of all entries, held until the block ends."""
    with contextlib.ExitStack() as stack:
        for one in entries:
            assert one.bases is not None, "what the base tiles are worth comes first"
            one.opened = stack.enter_context(open_session(one.setting, one.bases, one.folder, player))
        yield


def play_contest(
    entries: Sequence[Entry],
    *,
    rounds: int | None = None,
    seconds: float | None = None,
    stop: Stop = lambda: False,
    told: Told = lambda entry, track, done, size: None,
) -> Ending:
    """Go on until all entries are settled or have so many rounds each, or the time is up; what is there is read."""
    began = time.monotonic()
    while todo := [one for one in entries if one.ending is None]:
        entry = min(todo, key=lambda one: one.session.cost)
        left = None if seconds is None else max(seconds - (time.monotonic() - began), 0.0)
        _play_round(entry, rounds, left, stop, told)
    endings = {one.ending for one in entries}
    order: tuple[Ending, ...] = ("stopped", "time", "rounds")
    return next((one for one in order if one in endings), "settled")


def _play_round(entry: Entry, rounds: int | None, seconds: float | None, stop: Stop, told: Told) -> None:
    session, since = entry.session, time.monotonic()
    until = session.rounds + 1 if rounds is None else min(session.rounds + 1, rounds)

    def tell(_: Session, track: Track, done: int, size: int) -> None:
        told(entry, track, done, size)

    ending = session.play(rounds=until, seconds=seconds, stop=stop, told=tell)
    entry.seconds += time.monotonic() - since
    if ending != "rounds" or session.rounds == rounds:
        entry.ending = ending


def by_verdict(tile: Mapping[str, Any]) -> tuple[int, float]:
    """The order of the table: fair tiles first, and of equal verdict those nearer to the average."""
    points = tile["points"]
    return FAIR_FIRST.index(tile["verdict"]), float("inf") if points is None else abs(points)


def contest_json(
    entries: Sequence[tuple[str, Mapping[str, Any]]], left_out: Sequence[tuple[str, str]], seconds: float
) -> dict[str, Any]:
    """The whole contest for programs, from the answers of its entries; `left_out` are entries and why."""
    first = entries[0][1]
    tiles = [{"entry": name, **tile} for name, answer in entries for tile in answer["tiles"]]
    about = ("rounds", "games", "settings", "sets")
    return {
        "version": VERSION,
        "seed": first["seed"],
        "seconds": round(seconds, 1),
        "games": sum(answer["games"] for _, answer in entries),
        "reference": {key: first["reference"][key] for key in ("name", "sd_points")},
        "tiles": sorted(tiles, key=by_verdict),
        "entries": [
            {
                "entry": name,
                **{key: answer[key] for key in about},
                "sd_points": answer["reference"]["sd_points"],
                **({"armies": answer["armies"]} if "armies" in answer else {}),
            }
            for name, answer in entries
        ],
        "left_out": [{"entry": name, "why": why} for name, why in left_out],
    }
