"""Numbered rounds: the same games and answer for any number of workers, after any stop; one folder, one question."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from workbench.balance.advice import next_commands
from workbench.balance.folder import (
    ANSWER,
    STORY,
    free_folder,
    open_folder,
    read_answer,
    read_story,
    slug,
    write_answer,
)
from workbench.balance.guess import guess_points
from workbench.balance.run import Ask, Ending, Session, find_bases, open_session, prepare
from workbench.balance.tracks import seconds_a_game
from workbench.games import open_any
from workbench.lab.run import load_background
from workbench.sim.job import Player, play_here
from workbench.sim.logs import log_for_run
from workbench.sim.pool import StandingPool, use_forkserver
from workbench.sim.sealed import write_sealed
from workbench.sim.seam import SimError

KEYS = ["version", "seed", "rounds", "settings", "seconds", "games", "sets", "reference", "tiles"]
TILE_KEYS = ["name", "army", "verdict", "points", "interval", "sds", "nearest", "agree", "bots"]
VERDICTS = {"fair", "strong", "weak", "too strong", "too weak", "on the line", "open"}


def ask(*sets: str, bots: tuple[str, ...] = ("greedy",), seed: int = 3, smallest: int = 400) -> Ask:
    return Ask(load_background(sets or ("workshop",)), bots, seed, smallest=smallest)


def played(
    folder: Path,
    question: Ask,
    rounds: int | None = None,
    player: Player = play_here,
    stop: Callable[[], bool] = lambda: False,
    seconds: float | None = None,
    see: Callable[[Session], object] = lambda session: None,
) -> tuple[Ending, dict[str, Any]]:
    setting = prepare(question)
    bases = find_bases(setting, folder, player, stop, lambda progress: None)
    assert bases is not None
    with open_session(setting, bases, folder, player) as session:
        ending = session.play(rounds=rounds, seconds=seconds, stop=stop)
        see(session)
        return ending, session.as_json(0.0)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    ending, found = played(tmp_path_factory.mktemp("whole") / "b", ask(), 6)
    assert ending == "rounds"
    return found


def test_the_answer_has_the_stated_shape(whole: dict[str, Any]) -> None:
    assert list(whole) == KEYS
    assert (whole["rounds"], whole["games"], whole["seed"]) == (6, 2400, 3)
    assert whole["sets"].keys() == {"workshop"}
    assert len(whole["tiles"]) == 7
    for tile in whole["tiles"]:
        assert list(tile) == TILE_KEYS
        assert tile["verdict"] in VERDICTS
        assert tile["verdict"] == tile["bots"][0]["verdict"]
        assert list(tile["bots"][0]) == ["bot", "points", "interval", "verdict", "games"]
    archmage = whole["tiles"][1]
    assert (archmage["name"], archmage["verdict"]) == ("Archmage", "too strong")
    json.dumps(whole, allow_nan=False)


def test_two_workers_play_the_same_games(tmp_path: Path, whole: dict[str, Any]) -> None:
    use_forkserver()
    with log_for_run(tmp_path / "log") as queue, StandingPool(2, queue) as pool:
        assert played(tmp_path / "b", ask(), 6, pool) == ("rounds", whole)


def test_a_stopped_question_goes_on(tmp_path: Path, whole: dict[str, Any]) -> None:
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > 5

    ending, part = played(tmp_path / "b", ask(), 6, stop=stop)
    assert ending == "stopped"
    assert part["rounds"] < 6
    assert played(tmp_path / "b", ask(), 6) == ("rounds", whole)
    assert played(tmp_path / "b", ask(), part["rounds"])[1] == part  # fewer rounds than there are


def test_without_time_nothing_new_is_played(tmp_path: Path, whole: dict[str, Any]) -> None:
    assert played(tmp_path / "b", ask(), seconds=0)[1]["games"] == 0
    first = played(tmp_path / "b", ask(), 2)
    ending, again = played(tmp_path / "b", ask(), seconds=0)
    assert (ending, again) == ("time", first[1])


def test_a_second_bot_checks_the_first(tmp_path: Path) -> None:
    """Rounds take turns by what they cost; games of the two share no luck."""
    seen: list[Session] = []
    question = ask(bots=("greedy", "search:depth=1"), smallest=100)
    _, found = played(tmp_path / "b", question, 2, see=seen.append)
    assert [one.games for one in seen[0].draws] == [100, 100]
    assert seen[0].next_track() is seen[0].draws[0]
    assert [one["bot"] for one in found["tiles"][0]["bots"]] == ["greedy", "search:depth=1"]
    assert found["tiles"][0]["agree"] is None
    assert len({one.steps.run.plan.seed for one in seen[0].draws}) == 2
    costs = [seconds_a_game(bot) for bot in ("random", "greedy", "search:depth=1", "search:depth=2", "mcts:sims=200")]
    assert costs == sorted(costs)


def test_starting_tiles_and_armies(tmp_path: Path) -> None:
    sentences: dict[str, str] = {}

    def see(session: Session) -> None:
        sentences.update({one.asked.name: one.sentence for one in session.verdicts()})
        (robin,) = [one for one in session.verdicts() if one.asked.name == "Robin Hood"]
        assert next_commands(robin, ["robin-hood"])[0][1] == "workbench lab swap Duke 'Robin Hood' --set robin-hood"

    _, found = played(tmp_path / "b", ask("robin-hood", smallest=600), 3, see=see)
    tiles = {tile["name"]: tile for tile in found["tiles"]}
    assert {tile["army"] for tile in tiles.values()} == {"light", "dark"}
    assert (tiles["Robin Hood"]["verdict"], tiles["Robin Hood"]["sds"]) == ("strong", None)
    assert tiles["Robin Hood"]["replaces"] == "Duke"
    assert sentences["Robin Hood"].startswith("Robin Hood is ")
    assert "points stronger than Duke, with greedy players." in sentences["Robin Hood"]
    assert found["games"] == 600 + 2 * 2 * 600


def test_pool_tiles_are_drawn_and_offers_told(tmp_path: Path) -> None:
    _, found = played(tmp_path / "b", ask("siege-engines", smallest=200), 2)
    assert all(0 < tile["taken_percent"]["greedy"] < 100 for tile in found["tiles"])
    assert found["settings"]["siege_mode"] == "in_bag"


def test_terrain_is_not_rated(tmp_path: Path) -> None:
    _, found = played(tmp_path / "b", ask("events", smallest=100), 1)
    specter = next(tile for tile in found["tiles"] if tile["name"] == "Specter")
    assert (specter["verdict"], specter["points"]) == ("open", None)
    assert specter["why_not"] == "terrain is not rated"


def test_a_guess_from_icons_alone() -> None:
    setting = prepare(ask())
    bases = find_bases(setting, Path(), play_here, lambda: False, lambda progress: None)
    assert bases is not None
    guess = guess_points(setting.background.composition, setting.question, bases[0])
    assert guess.keys() == {one.name for one in setting.question.drawn}
    assert max(guess, key=lambda name: guess[name]) == "Archmage"
    assert all(math.isfinite(points) for points in guess.values())


def test_a_folder_holds_one_question(tmp_path: Path) -> None:
    first, other = ask().as_data(), ask(seed=4).as_data()
    path = free_folder(tmp_path / "mine-balance", first)
    open_folder(path, first)
    assert free_folder(path, first) == path
    assert free_folder(path, other).name == "mine-balance-2"
    with pytest.raises(SimError, match="another question: seed is 3 in the run, 4 now"):
        open_folder(path, other)
    with pytest.raises(SimError, match="holds no answer yet"):
        read_answer(path)
    write_answer(path, read_story(path), {"version": 1})
    assert read_answer(path) == {"version": 1}
    (path / ANSWER).write_text('{"version": 2}')
    with pytest.raises(SimError, match=r"answer\.json is damaged"):
        read_answer(path)
    (path / "balance.json").write_text("{")
    with pytest.raises(SimError, match="damaged"):
        open_folder(path, first)
    (tmp_path / "else").mkdir()
    (tmp_path / "else" / ANSWER).touch()
    with pytest.raises(SimError, match="not empty"):
        open_folder(tmp_path / "else", first)
    assert slug("My Set!", "search:depth=1") == "My-Set-search-depth-1"


def test_a_folder_that_was_changed_by_hand_is_told(tmp_path: Path) -> None:
    """Neither a byte nor another shape with a good hash gets into a report."""
    path = tmp_path / "mine"
    open_folder(path, ask().as_data())
    whole = (path / STORY).read_bytes()
    flipped = whole.replace(b"greedy", b"gruedy")
    assert flipped != whole
    for text in (flipped, b"[" * 100_000, b"[]", b"{}", b"\xff", b'{"format": 2, "sha256": 7}'):
        (path / STORY).write_bytes(text)
        with pytest.raises(SimError, match="damaged"):
            open_any(path)
    (path / STORY).write_bytes(whole)
    story = read_story(path)
    for asked in ({}, [], {"bots": []}, {"bots": [7], "margin": 1}, {"bots": ["x"], "margin": float("inf")}):
        write_sealed(path / STORY, {**story, "asked": asked})
        with pytest.raises(SimError, match="damaged"):
            open_any(path)
    (path / STORY).unlink()
    os.mkfifo(path / STORY)
    with pytest.raises(SimError, match="damaged"):
        read_story(path)
