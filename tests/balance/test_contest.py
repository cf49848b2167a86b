"""A contest: every entry gets the answer that it would get alone, the time is shared alike, and nothing is lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.tiles import set_text, tile_text

from workbench.balance.contest import FAIR_FIRST, Entry, contest_json, open_contest, place_entries, play_contest
from workbench.balance.run import Ask, Ending, find_bases, open_session, prepare
from workbench.lab.run import load_background
from workbench.sim.job import play_here
from workbench.sim.seam import SimError

ROUNDS = 3


def asked(path: Path) -> Ask:
    return Ask(load_background([str(path)]), ("random",), seed=3, smallest=400)


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    """Two entries whose tiles have one name and one code, and a third one."""
    texts = {
        "lancer.yaml": tile_text("Lancer", "Ln", replaces="Knight"),
        "other.yaml": tile_text("Lancer", "Ln", replaces="Footman"),
        "three.yaml": tile_text("Rook", "Ro") + tile_text("Guest", "Gu"),
    }
    found = {}
    for name, text in texts.items():
        found[name] = tmp_path / name
        found[name].write_text(set_text(text), encoding="utf-8")
    return found


def contest(
    folder: Path,
    files: dict[str, Path],
    *,
    rounds: int | None = ROUNDS,
    seconds: float | None = None,
    stop: Callable[[], bool] = lambda: False,
    see: Callable[[list[Entry]], object] = lambda entries: None,
) -> tuple[Ending, dict[str, Any]]:
    entries = place_entries(folder, {name: prepare(asked(path)) for name, path in files.items()})
    for one in entries:
        one.bases = find_bases(one.setting, one.folder, play_here, lambda: False, lambda progress: None)
    with open_contest(entries, play_here):
        ending = play_contest(entries, rounds=rounds, seconds=seconds, stop=stop)
        see(entries)
        return ending, contest_json([(one.name, one.session.as_json(0.0)) for one in entries], (), 0.0)


def alone(folder: Path, path: Path) -> list[dict[str, Any]]:
    setting = prepare(asked(path))
    bases = find_bases(setting, folder, play_here, lambda: False, lambda progress: None)
    assert bases is not None
    with open_session(setting, bases, folder, play_here) as session:
        session.play(rounds=ROUNDS)
        return list(session.as_json(0.0)["tiles"])


def tiles_of(found: dict[str, Any], entry: str) -> list[dict[str, Any]]:
    rows = [tile for tile in found["tiles"] if tile["entry"] == entry]
    return [{key: value for key, value in tile.items() if key != "entry"} for tile in rows]


def test_no_entry_moves_another(tmp_path: Path, files: dict[str, Path]) -> None:
    """The table says of each tile just what `workbench balance ENTRY` says of it."""
    ending, found = contest(tmp_path / "c", files)
    assert ending == "rounds"
    assert len(found["tiles"]) == 4
    for name, path in files.items():
        by_name = sorted(alone(tmp_path / f"alone-{name}", path), key=lambda tile: str(tile["name"]))
        assert sorted(tiles_of(found, name), key=lambda tile: str(tile["name"])) == by_name
    first, second = tiles_of(found, "lancer.yaml"), tiles_of(found, "other.yaml")
    assert first[0]["name"] == second[0]["name"] == "Lancer"
    assert first != second


def test_the_table_is_sorted_by_verdict(tmp_path: Path, files: dict[str, Path]) -> None:
    _, found = contest(tmp_path / "c", files)
    order = [(FAIR_FIRST.index(tile["verdict"]), abs(tile["points"])) for tile in found["tiles"]]
    assert order == sorted(order)
    told = [{"name": word, "verdict": word, "points": 1.0} for word in reversed(FAIR_FIRST)]
    answer = {"seed": 1, "games": 1, "rounds": 1, "settings": {}, "sets": {}, "tiles": told}
    whole = contest_json([("a", {**answer, "reference": {"name": "", "sd_points": 3.0}})], (), 0.0)
    assert [tile["verdict"] for tile in whole["tiles"]] == list(FAIR_FIRST)


def test_stopping_and_going_on_changes_nothing(tmp_path: Path, files: dict[str, Path]) -> None:
    whole = contest(tmp_path / "whole", files)
    asks = 0

    def stop() -> bool:
        nonlocal asks
        asks += 1
        return asks > 9

    ending, part = contest(tmp_path / "c", files, stop=stop)
    assert ending == "stopped"
    assert 0 < part["games"] < whole[1]["games"]
    assert contest(tmp_path / "c", files, rounds=None, seconds=0.0) == ("time", part), "what is there is read"
    assert contest(tmp_path / "c", files) == whole


def test_the_time_is_shared_alike(tmp_path: Path, files: dict[str, Path]) -> None:
    """Whenever it ends, no unsettled entry is more than a round ahead of another."""
    for after in (4, 11, 17):
        asks = iter(range(1_000))
        rounds: list[int] = []
        contest(
            tmp_path / f"c{after}",
            files,
            rounds=None,
            stop=lambda asks=asks, after=after: next(asks) >= after,  # type: ignore[misc]
            see=lambda entries, rounds=rounds: rounds.extend(one.session.rounds for one in entries),  # type: ignore[misc]
        )
        assert sum(rounds) > 0
        assert max(rounds) - min(rounds) <= 1, rounds


def test_an_entry_that_comes_later_is_played_alone(tmp_path: Path, files: dict[str, Path]) -> None:
    first = {name: path for name, path in files.items() if name != "three.yaml"}
    _, before = contest(tmp_path / "c", first)
    folders = {path.name for path in (tmp_path / "c").iterdir()}
    played: dict[str, bool] = {}
    _, after = contest(
        tmp_path / "c",
        files,
        see=lambda entries: played.update({one.name: bool(one.session.played) for one in entries}),
    )
    assert played == {"lancer.yaml": False, "other.yaml": False, "three.yaml": True}
    assert {path.name for path in (tmp_path / "c").iterdir()} > folders
    for name in first:
        assert tiles_of(after, name) == tiles_of(before, name)
    assert len(after["entries"]) == 3


def test_a_tile_that_changed_is_a_new_entry(tmp_path: Path, files: dict[str, Path]) -> None:
    _, before = contest(tmp_path / "c", files)
    text = files["lancer.yaml"].read_text(encoding="utf-8")
    files["lancer.yaml"].write_text(text.replace("replaces: Knight", "replaces: Champion"), encoding="utf-8")
    _, after = contest(tmp_path / "c", files)
    assert tiles_of(after, "other.yaml") == tiles_of(before, "other.yaml")
    assert tiles_of(after, "lancer.yaml") != tiles_of(before, "lancer.yaml")
    assert len([path for path in (tmp_path / "c").iterdir() if path.name.startswith("lancer")]) == 2


def test_two_files_alike_have_folders_of_their_own(tmp_path: Path, files: dict[str, Path]) -> None:
    """Though their names come to the same once they are made fit for a folder."""
    text = files["lancer.yaml"].read_text(encoding="utf-8")
    twins = {name: tmp_path / name for name in ("a b.yaml", "a-b.yaml")}
    for path in twins.values():
        path.write_text(text, encoding="utf-8")
    settings = {name: prepare(asked(path)) for name, path in twins.items()}
    entries = place_entries(tmp_path / "c", settings)
    assert len({one.folder for one in entries}) == 2
    changed = {name: prepare(Ask(one.ask.background, ("random",), seed=4)) for name, one in settings.items()}
    with pytest.raises(SimError, match="answers another question: seed is 3 in the run, 4 now"):
        place_entries(tmp_path / "c", changed)
