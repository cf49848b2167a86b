"""The table behind the Play page: every objective and terrain, bots in the background, records, positions, films."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.studio_client import SET, Asker

from workbench.objectives import Objective
from workbench.studio import films, play_work

SEED = 5


@pytest.fixture
def studio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Asker]:
    monkeypatch.setenv("WORKBENCH_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.setattr("workbench.studio.play.PACE_SECONDS", 0.0)
    (tmp_path / "project").mkdir()
    with Asker(tmp_path / "project") as asker:
        yield asker


def asked(**more: Any) -> dict[str, Any]:
    return {"sets": [], "settings": {}, "south": "human", "north": "greedy", "seed": SEED, **more}


def waiting(studio: Asker, seconds: float = 600) -> dict[str, Any]:
    """The table as soon as a person is to decide, or the game is over."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        table: dict[str, Any] = studio.get("/api/table").json()["table"]
        if table["waits"] or table["over"]:
            return table
        time.sleep(0.05)
    raise AssertionError("nobody is to decide")


def act(studio: Asker, action: str, value: str = "") -> Any:
    return studio.post("/api/table/act", {"action": action, "value": value})


def test_a_game_with_the_new_tile_first(studio: Asker) -> None:
    begun = studio.post("/api/table/begin", {"name": "mine.yaml", "text": SET, "first": "Lancer", "seed": SEED})
    assert begun.status_code == 200, begun.text
    assert begun.json()["asked"] == "Put your Duke on c1 or d1."
    act(studio, "play", "c1")
    act(studio, "play", "b1 d1")
    assert "draw a new tile" in waiting(studio)["asked"]
    act(studio, "play", "+")
    table = waiting(studio)
    assert table["asked"].startswith("Place your Lancer")
    square = table["turns"][0]["squares"][0]
    act(studio, "play", square)
    table = waiting(studio)
    assert table["squares"][square] == {"code": "Ln", "name": "Lancer", "owner": 0, "flipped": False}
    assert table["entries"][0] == "0 S Du@c1"
    assert table["can_undo"]
    refused = act(studio, "play", "c1-c6")
    assert refused.status_code == 422
    assert refused.json()["help"].isupper()  # the rule
    why = act(studio, "why", "c1 f6").json()
    assert not why["legal"]
    assert why["rule"]
    assert "would play" in act(studio, "hint").json()["said"]
    act(studio, "undo")
    table = waiting(studio)
    assert table["asked"].startswith("Place your Lancer")
    assert studio.get(f"/scene/{table['scene']}.svg").text.startswith("<svg")
    assert studio.get(f"/scene/{table['tiles']}/Ln/1.svg").status_code == 200
    assert studio.get(f"/scene/{table['tiles']}/Zz/1.svg").status_code == 404
    assert studio.get("/scene/none.svg").status_code == 404


def test_a_table_outlives_its_process(studio: Asker) -> None:
    studio.post("/api/table/begin", {"seed": SEED})
    act(studio, "play", "c1")
    act(studio, "play", "b1 d1")
    before = waiting(studio)
    studio.desk.play.aside.stop()
    after = act(studio, "look").json()
    assert after["entries"] == before["entries"]
    assert after["squares"] == before["squares"]


def test_bots_play_on_until_they_are_halted(studio: Asker) -> None:
    begun = studio.post("/api/table/begin", {"south": "random", "north": "random", "seed": SEED}).json()
    assert not begun["runs"]  # two bots wait to be started
    stepped = act(studio, "step").json()
    assert len(stepped["entries"]) == 1
    act(studio, "run")
    table = waiting(studio)
    assert table["over"].startswith("The game is over")
    assert act(studio, "undo").status_code == 422


def test_a_position_is_sketched(studio: Asker) -> None:
    """Whatever stands there, legal or not; by the codes of the tiles that are played with."""
    told = {"name": "mine.yaml", "text": SET, "troops": [["c3", "Ln", 1, 0, 0]], "terrain": {"d4": "Fort"}}
    answer = studio.post("/api/table/sketch", told).json()
    assert answer["names"]["Ln"] == "Lancer"
    assert "Kn" not in answer["names"] or "Kn" not in answer["bags"]  # the Lancer takes its place
    assert answer["bags"].count("Ln") == 2
    assert studio.get(f"/scene/{answer['scene']}.svg").text.startswith("<svg")
    wrong = studio.post("/api/table/sketch", {"troops": [["c3", "Zz", 0, 0, 0]]})
    assert wrong.status_code == 422
    assert "'Zz'" in wrong.json()["message"]
    assert studio.post("/api/table/sketch", {"troops": [["c9", "Du", 0, 0, 0]]}).status_code == 400


def test_what_cannot_be_done_is_said_in_words(studio: Asker) -> None:
    assert act(studio, "play", "+").status_code == 422
    assert studio.post("/api/table/begin", {"south": "nobody"}).status_code == 422
    assert studio.post("/api/table/begin", {"position": "not a position at all"}).status_code == 422
    assert studio.post("/api/table/begin", {"record": "no record"}).status_code == 422
    wrong = SET.replace("code: Ln", "code: Lnx")
    assert studio.post("/api/table/begin", {"name": "mine.yaml", "text": wrong}).status_code == 422
    half = SET + "  - name: Page\n    code: [Pg\n"  # what parses is shown, and never played
    assert studio.post("/api/table/begin", {"name": "mine.yaml", "text": half}).status_code == 422
    assert studio.post("/api/film", {"record": "no record"}).status_code == 422
    assert studio.post("/api/film", {"run": "../away"}).status_code == 422
    assert studio.post("/api/film", {"twins": True, "key": "none", "tile": "none"}).status_code == 409


@pytest.mark.parametrize("objective", [one.value for one in Objective])
def test_every_objective_can_be_begun(objective: str) -> None:
    from workbench.table.session import Table

    memory = {"id": objective, "asked": asked(settings={"objective": objective}, sets=_needed(objective))}
    told = play_work.act(memory, "begin")
    assert "fault" not in told, told
    table = play_work._table
    assert isinstance(table, Table)
    for _ in range(60):  # set-up and some turns, whoever decides
        if told["over"] or told["ply"] > 2:
            break
        turn = told["turns"][0]["text"] if told["waits"] else ""
        told = play_work.act(memory, "play" if turn else "advance", turn)
        assert "fault" not in told, told
    assert told["scene"]["troops"]


def _needed(objective: str) -> list[str]:
    """What wins may be about tiles of a set."""
    return ["robin-hood"] if objective == "robin_hood" else []


def test_terrain_lies_on_the_board() -> None:
    settings = {"terrain": {"mountain": 1, "fort": 1, "dragon": True}}
    memory = {"id": "terrain", "asked": asked(settings=settings, south="random", north="random")}
    told = play_work.act(memory, "begin")
    while len(told["scene"]["terrain"]) < 3:
        assert not told["over"]
        told = play_work.act(memory, "advance")
    words = {word.split()[0] for word in told["scene"]["terrain"].values()}
    assert words == {"Mountain", "Fort", "Dragon"}
    assert told["ground"] == told["scene"]["terrain"]  # said to those who cannot see it


def test_a_position_is_begun_at_and_a_record_gone_on_with() -> None:
    line = "2dufofo1/6/6/6/6/2DUFOFO1 S -/- - 0"
    told = play_work.act({"id": "here", "asked": asked(position=line)}, "begin")
    assert told["squares"]["c1"]["name"] == "Duke"
    told = play_work.act({"id": "here", "asked": asked(position=line)}, "play", told["turns"][0]["text"])
    again = play_work.act({"id": "there", "asked": asked(), "record": told["record"]}, "begin")
    assert again["entries"] == told["entries"]
    film = films.film("record", told["record"])
    assert film["parts_at"] is None
    assert film["films"][0]["frames"][0]["title"] == "start"
    assert len(film["films"][0]["frames"]) == 1 + len(told["entries"])


def test_a_game_of_a_run_is_played_again(tmp_path: Path) -> None:
    from workbench.sim.duke.plan import Plan
    from workbench.sim.duke.play import DukeGame
    from workbench.sim.job import play_here
    from workbench.sim.run import simulate

    plan = Plan(name="base", bots=("random",), games=2)
    simulate(DukeGame.from_plan(plan), plan, tmp_path / "run", lambda queue: play_here)
    film = films.film("run", str(tmp_path / "run"), 1)
    assert "wins" in film["films"][0]["frames"][-1]["words"] or "draw" in film["films"][0]["frames"][-1]["words"]
    assert "not 7" in films.film("run", str(tmp_path / "run"), 7)["fault"]


def test_twins_are_shown_from_where_they_part(tmp_path: Path) -> None:
    from workbench.lab.run import load_background
    from workbench.lab.swap import plan_swap

    file = tmp_path / "mine.yaml"
    file.write_text(SET, encoding="utf-8")
    experiment = plan_swap(load_background([str(file)]), "Knight", "Lancer", pairs=20)
    experiment.run(tmp_path / "swap")
    film = films.film("twins", str(tmp_path / "swap"))
    names = [one["name"] for one in film["films"]]
    assert names == ["with Knight", "with Lancer"]
    at = film["parts_at"]
    first, second = (one["frames"] for one in film["films"])
    assert [frame["title"].replace("Ln", "Kn") for frame in second[:at]] == [frame["title"] for frame in first[:at]]
    assert first[at]["title"] != second[at]["title"] or len(first) != len(second)
    assert film["pairs"][0]["control"] != film["pairs"][0]["treated"]
