"""The live verdict behind its strip: the same as `balance` gives, kept by content, ended at once, nothing left over."""

from __future__ import annotations

import itertools
import math
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from support.studio_client import SET, Asker

from workbench.studio import verdict_work
from workbench.studio.designs import DESIGNS_KEPT, design_key, keep_design
from workbench.studio.verdict import Design
from workbench.tileset.load import load_tileset_text

OTHER = SET.replace("M  @  M", "J  @  J")
PATIENCE = 600.0  # where the engine has to be compiled first


@pytest.fixture
def studio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Asker]:
    monkeypatch.setenv("WORKBENCH_STATE_DIR", str(tmp_path / "state"))
    (tmp_path / "project").mkdir()
    with Asker(tmp_path / "project") as asker:
        yield asker


def body(text: str = SET, tab: str = "a") -> dict[str, Any]:
    return {"name": "mine.yaml", "text": text, "tile": 0, "tab": tab}


def until(found: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    end = time.monotonic() + seconds
    while not (value := found()):
        assert time.monotonic() < end, "it never came"
        time.sleep(0.05)
    return value


def key_of(text: str) -> str:
    tileset = load_tileset_text(text, "mine.yaml").tileset
    assert tileset is not None
    return design_key(tileset)


def test_designs_are_known_by_what_they_play(tmp_path: Path) -> None:
    assert key_of(SET) == key_of(SET.replace("# my own", "# another remark"))
    assert key_of(SET) != key_of(OTHER)
    assert key_of(SET) != key_of(SET.replace("Knight", "Pikeman"))
    for number in range(DESIGNS_KEPT + 3):
        copy = keep_design(tmp_path, f"key{number}", "folder/mine.yaml", SET)
        os.utime(copy.parent, (number, number))
    assert copy.read_text(encoding="utf-8") == SET
    assert len(list(tmp_path.iterdir())) <= DESIGNS_KEPT + 1
    assert not (tmp_path / "key0").exists()


def test_it_is_the_verdict_of_balance(tmp_path: Path) -> None:
    """The same rounds of the deciding bot give the same numbers and words as `balance` has them."""
    from workbench.balance.run import Ask, find_bases, open_session, prepare
    from workbench.lab.run import load_background
    from workbench.sim.job import play_here

    file = tmp_path / "mine.yaml"
    file.write_text(SET, encoding="utf-8")
    told = verdict_work.draws(str(tmp_path / "design"), str(file))
    first, second = next(told), next(told)
    told.close()  # type: ignore[attr-defined]
    setting = prepare(Ask(load_background([str(file)]), ("greedy",)))
    bases = find_bases(setting, tmp_path / "base", play_here, lambda: False, lambda progress: None)
    assert bases is not None
    with open_session(setting, bases, tmp_path / "balance", play_here) as session:
        for shown in (first, second):
            session.play(rounds=session.rounds + 1)
            answer = session.as_json(0.0)["tiles"][0]
            mine = shown["tiles"][0]
            for part in ("name", "verdict", "points", "interval", "sds", "nearest"):
                assert mine[part] == answer[part], part
            assert mine["sentence"] == session.verdicts()[0].sentence
            assert mine["bots"][0] == answer["bots"][0]
    assert shown["reference"]["name"] == "the base set's tiles in the bag"


def test_a_verdict_is_told_ended_and_gone_on_with(studio: Asker) -> None:
    verdict = studio.desk.verdict
    begun = studio.post("/api/verdict/begin", body()).json()
    assert begun["told"] == {}
    assert begun["state"]["busy"] == ["draws", "swap"]
    until(lambda: {"draws", "swap"} <= verdict.told(begun["key"], "Lancer").keys())
    known = verdict.told(begun["key"], "Lancer")
    assert known["draws"]["tiles"][0]["name"] == "Lancer"
    assert known["swap"]["replaces"] == "Knight"
    assert studio.post("/api/verdict/stop", {}).json()["busy"] == []
    games = verdict.told(begun["key"], "Lancer")["draws"]["games"]
    other = studio.post("/api/verdict/begin", body(OTHER)).json()
    assert other["key"] != begun["key"]
    assert other["told"] == {}  # never the numbers of another design
    again = studio.post("/api/verdict/begin", body()).json()
    assert again["told"]["draws"]["games"] == games  # at once
    until(lambda: verdict.told(begun["key"], "Lancer")["draws"]["games"] > games)  # and on from there


def test_games_read_again_never_stand_for_more_of_them(studio: Asker) -> None:
    """A design that is come back to is paused before its games are read: its numbers stay."""
    verdict = studio.desk.verdict
    design = Design("key", "folder", "mine.yaml", "Lancer", "a")

    def hear(part: str, **value: Any) -> dict[str, Any]:
        studio._portal.call(verdict._heard, part, design, value)
        return dict(verdict.told("key", "Lancer")[part])

    assert hear("draws", games=4000)["games"] == 4000
    assert hear("draws", games=0)["games"] == 4000
    assert hear("draws", games=4000, phase="settled")["phase"] == "settled"
    assert hear("swap", pairs=900, check={"pairs": 100})["check"]
    assert hear("swap", pairs=900)["check"]
    assert hear("swap", pairs=900, check={"pairs": 300})["check"]["pairs"] == 300
    assert "fault" in hear("draws", fault="the disk is full")
    assert hear("edits", phase="playing", round=2)["round"] == 2


def test_nothing_is_told_of_no_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(SET, encoding="utf-8")
    monkeypatch.setattr(verdict_work, "is_asked_to_stop", lambda: True)
    assert list(verdict_work.draws(str(tmp_path / "design"), str(file))) == []


def test_a_guess_is_there_before_any_game(studio: Asker) -> None:
    asked = {name: value for name, value in body().items() if name != "tab"}
    found = studio.post("/api/verdict/guess", asked).json()
    assert found["key"] == key_of(SET)
    assert -50 < found["tiles"]["Lancer"]["points"] < 50


def test_what_cannot_be_played_is_refused_in_words(studio: Asker) -> None:
    wrong = studio.post("/api/verdict/begin", body(SET.replace("code: Ln", "code: Lnx")))
    assert wrong.status_code == 422
    assert "mend" in wrong.json()["message"]
    assert studio.post("/api/verdict/more", {"part": "icons"}).status_code == 409
    assert studio.post("/api/verdict/begin", {**body(), "tile": 7}).status_code == 422


def test_the_stronger_bot_checks_the_swap_and_hides_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its first games, which tell little, stand beside the answer and not in its place."""
    monkeypatch.setattr(verdict_work, "BOTS", ("greedy", "random"))
    monkeypatch.setattr(verdict_work, "TOLD_EVERY_SECONDS", math.inf)  # the last word is told though it comes soon
    monkeypatch.setattr(verdict_work, "LONGEST_SECONDS", math.inf)  # however slow the machine
    file = tmp_path / "mine.yaml"
    file.write_text(SET.replace(".  M  @  M  .", ".  .  @  .  ."), encoding="utf-8")
    first, *told = verdict_work.swap(str(tmp_path / "design"), str(file), "Lancer")
    assert "check" not in first
    assert first["verdict"] != "undecided"
    assert first["phase"] == "playing"  # the other bot is still to come
    assert told[-1]["phase"] == "settled"
    for one in told:
        assert (one["bot"], one["check"]["bot"]) == ("greedy", "random")
        assert one["verdict"] == first["verdict"]
        assert one["run"].endswith("greedy")


def test_a_swap_that_takes_too_long_says_that_it_rests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And asked again it goes on where it was; what is compiled first is not counted."""
    file = tmp_path / "mine.yaml"
    file.write_text(SET, encoding="utf-8")
    asked = (str(tmp_path / "design"), str(file), "Lancer")
    monkeypatch.setattr(verdict_work, "TOLD_EVERY_SECONDS", math.inf)
    asks = itertools.count(1)

    def monotonic() -> float:
        """A second passes whenever those who play ask whether it is late."""
        return float(next(asks)) if threading.current_thread().name == "played" else 0.0

    monkeypatch.setattr(verdict_work, "time", SimpleNamespace(monotonic=monotonic))
    monkeypatch.setattr(verdict_work, "LONGEST_SECONDS", 2.5)
    (first,) = verdict_work.swap(*asked)
    asks = itertools.count(1)
    (second,) = verdict_work.swap(*asked)
    assert first["phase"] == second["phase"] == "rested"
    assert 0 < first["pairs"] < second["pairs"]


def test_terrain_is_not_rated(tmp_path: Path) -> None:
    from workbench.tileset.load import shipped_sets

    sets = [path for path in shipped_sets().values() if "terrain" in path.read_text(encoding="utf-8")]
    for path in sets[:1]:
        for told in verdict_work.draws(str(tmp_path / "design"), str(path)):
            assert "fault" in told or told["tiles"]
            break


def test_a_page_that_is_closed_ends_its_verdict(studio: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    import workbench.studio.verdict as module

    monkeypatch.setattr(module, "GONE_SECONDS", 0.1)
    verdict = studio.desk.verdict
    studio.post("/api/verdict/begin", body(tab="mine"))
    assert verdict.busy

    def leave(tab: str) -> None:
        studio._portal.call(verdict.page_is_gone, tab)

    leave("another")
    assert verdict.busy
    leave("mine")
    assert not verdict.busy


def test_a_page_that_comes_back_keeps_its_verdict(studio: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    import workbench.studio.verdict as module

    monkeypatch.setattr(module, "GONE_SECONDS", 0.1)
    studio.post("/api/verdict/begin", body(tab="mine"))
    studio.desk.streams._tabs[object()] = "mine"
    studio._portal.call(studio.desk.verdict.page_is_gone, "mine")
    assert studio.desk.verdict.busy


def test_stopping_kills_what_does_not_listen(studio: Asker) -> None:
    """A process that is deep in its work is killed, joined, and replaced: none is left as a zombie."""
    verdict = studio.desk.verdict
    studio.post("/api/verdict/begin", body())
    until(lambda: verdict.told(key_of(SET), "Lancer"))
    worker = verdict.playing["draws"]._worker
    assert worker is not None
    os.kill(worker.process.pid, signal.SIGSTOP)  # deaf to everything
    studio.post("/api/verdict/stop", {})
    until(lambda: not Path(f"/proc/{worker.process.pid}").exists())  # its own parent has to take note of its end
    assert verdict.busy == set()
    studio.post("/api/verdict/begin", body(OTHER))
    until(lambda: verdict.told(key_of(OTHER), "Lancer"))


def test_heat_and_edits_have_pictures(studio: Asker) -> None:
    from workbench.studio.verdict_faces import add_faces

    path = studio.desk.project.folder / "mine.yaml"
    path.write_text(SET, encoding="utf-8")
    design = Design("key", str(path.parent), str(path), "Lancer", "a")
    heat = {"heat": [[[1, 2, "#1f77b4"]], []], "phase": "settled"}
    shown = add_faces(studio.desk, "icons", design, heat)
    picture = studio.get(f"/face/{shown['faces']['starting']}.svg").text
    assert "#1f77b4" in picture
    assert "#1f77b4" not in studio.get(f"/face/{shown['faces']['other']}.svg").text
    tile = next(iter(load_tileset_text(SET, "mine.yaml").tiles.values())).model_dump(mode="json")
    edits = add_faces(studio.desk, "edits", design, {"phase": "settled", "edits": [{"label": "one", "tile": tile}]})
    assert "tile" not in edits["edits"][0]
    assert studio.get(f"/face/{edits['edits'][0]['faces']['other']}.svg").status_code == 200


@pytest.mark.long
def test_fair_edits_are_found_and_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A Knight that lost a move is brought back near to the Knight; every edit carries its faces and its interval."""
    monkeypatch.setattr(verdict_work, "RACE_PAIRS", 40)
    monkeypatch.setattr(verdict_work, "FINAL_PAIRS", 400)
    file = tmp_path / "mine.yaml"
    file.write_text(SET, encoding="utf-8")
    told = list(verdict_work.fair_edits(str(tmp_path / "design"), str(file), "Lancer"))
    assert told[0]["phase"] == "playing"
    assert told[-1]["phase"] == "settled"
    assert len(told[-1]["edits"]) == verdict_work.EDITS_SHOWN
    for edit in told[-1]["edits"]:
        assert edit["judgement"] in ("meets", "likely", "unlikely", "misses")
        assert edit["half_width"] > 0
        assert len(edit["cells"]["starting"]) == 5
