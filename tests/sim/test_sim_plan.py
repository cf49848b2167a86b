"""Plans: from files, from options, from both; and what is wrong with them."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import ValidationError
from support.tiles import set_text, tile_text

from workbench.document import load_document
from workbench.finding import UnusableInput
from workbench.objectives import OBJECTIVES
from workbench.resources import shipped
from workbench.sim.duke.plan import Plan
from workbench.sim.duke.planfile import change_plan, plan_schema, read_plan, shipped_plans
from workbench.sim.plan import MOST_CHUNKS, Chunk
from workbench.tileset.compose import compose
from workbench.tileset.load import load_sets
from workbench.words import Owner


def test_the_shipped_schema_is_the_model_as_it_is() -> None:
    """Stale? Run `workbench schema --write` (or write `plan_schema()` as JSON with an indent of 2)."""
    assert json.loads((shipped("schemas") / "plan.schema.json").read_text(encoding="utf-8")) == plan_schema()


@pytest.mark.parametrize("name", sorted(shipped_plans()))
def test_shipped_plans_fit_the_schema_and_make_two_armies(name: str) -> None:
    document = load_document(shipped_plans()[name])
    Draft202012Validator(plan_schema()).validate(document.data)
    plan = read_plan([name], {})
    assert plan.name == name
    compose(load_sets(plan.sets), plan.house_rules, Owner[plan.light.upper()])


def test_there_is_a_plan_for_everything_the_game_has() -> None:
    rules = [read_plan([name], {}).house_rules for name in shipped_plans()]
    assert set(OBJECTIVES) == {settings.objective for settings in rules}
    assert any(settings.terrain.mountain for settings in rules)
    assert any(settings.terrain.fort for settings in rules)
    assert any(settings.terrain.dragon for settings in rules)


def test_options_win_over_the_file_and_settings_are_mixed(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("sets: [base]\nsettings: {max_turns: 300, guard: 'off'}\nbots: greedy\ngames: 10\n")
    unlike = {"south": "random", "north": "greedy"}
    plan = read_plan([str(file)], {"games": 20, "settings": {"max_turns": 400}, **unlike})
    assert plan.name == "mine"
    assert plan.games == 20
    assert (plan.house_rules.max_turns, plan.house_rules.guard) == (400, "off")
    assert plan.pairings == (("random", "greedy"),)
    ladder = read_plan([str(file)], {"bots": "random,greedy"})
    assert ladder.pairings == (("random", "random"), ("greedy", "greedy"))


def test_sets_on_the_command_line_and_files_beside_the_plan(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "plans").mkdir()
    own = tmp_path / "plans/own.yaml"
    own.write_text((shipped("tilesets") / "examples/workshop.yaml").read_text())
    (tmp_path / "plans/plan.yaml").write_text("sets: [base, own.yaml]\n")
    assert read_plan([str(tmp_path / "plans/plan.yaml")], {}).sets == ("base", str(own))
    monkeypatch.chdir(tmp_path / "plans")
    assert read_plan(["own.yaml"], {}).sets == (str(own),)
    assert read_plan(["own.yaml"], {}).name == "own-random"
    assert read_plan(["base", "siege-engines"], {"bots": "greedy"}).name == "base-siege-engines-greedy"
    assert read_plan([], {}).sets == ("base",)


def test_a_json_plan_is_a_plan(tmp_path: Path) -> None:
    file = tmp_path / "plan.json"
    file.write_text('{"sets": ["base"], "games": 12}')
    assert read_plan([str(file)], {}).games == 12


@pytest.mark.parametrize(
    ("text", "code", "line", "message"),
    [
        ("sets: [base]\ngamse: 5\n", "E201", 2, "unknown key 'gamse'"),
        ("settings:\n  max_turn: 5\n", "E201", 2, "unknown key 'settings.max_turn'"),
        ("terrain:\n  mountains: 5\n", "E201", 2, "unknown key 'terrain.mountains'"),
        ("games: many\n", "E202", 1, "games: Input should be a valid integer"),
        ("games: 0\n", "E209", 1, "games: Input should be greater than or equal to 1"),
        ("sets: [base]\nseed: -1\n", "E209", 2, "seed: "),
        ("bots: [random, random]\n", "E202", 1, "names a bot twice"),
        ("south: random\n", "E202", 1, "south and north must be given together"),
        ("south: random\nnorth: greedy\ngames: 7\n", "E202", 1, "7 games is an odd number"),
        ("south: random\nnorth: greedy\nbots: greedy\n", "E202", 1, "either bots or south and north"),
        ("settings: {max_turns: 0, no_progress: 0}\n", "E202", 1, "some games would never end (TURN-5)"),
        ("objective: win\n", "E202", 1, "objective: "),
        ("- base\n", "E202", 1, "keys and values"),
        ("", "E103", 1, "empty"),
    ],
)
def test_faults_are_findings_at_their_places(tmp_path: Path, text: str, code: str, line: int, message: str):
    file = tmp_path / "plan.yaml"
    file.write_text(text)
    with pytest.raises(UnusableInput) as caught:
        read_plan([str(file)], {})
    finding = caught.value.findings[0]
    assert (finding.code, finding.place.line) == (code, line)
    assert message in finding.message


def test_faults_of_options_are_said_to_be_of_the_command_line() -> None:
    with pytest.raises(UnusableInput) as caught:
        read_plan(["base-random"], {"games": -3})
    assert caught.value.findings[0].place.file == "the command line"


def test_unknown_names_get_a_suggestion() -> None:
    with pytest.raises(UnusableInput) as caught:
        read_plan(["base-randm"], {})
    assert caught.value.findings[0].help == "Did you mean 'base-random'?"


def test_a_plan_written_is_the_same_plan_read() -> None:
    rules = {"terrain": {"fort": 2}, "objective": "counting_coup"}
    plan = Plan(sets="base", south="random", north="greedy", games=8, **rules)
    again = Plan.model_validate(plan.written())
    assert again.written() == plan.written()
    assert again.house_rules == plan.house_rules
    assert again.pairings == plan.pairings
    assert change_plan(again, {}).deciding() == plan.deciding()
    assert change_plan(again, {"seed": 10}).deciding() != plan.deciding()
    assert change_plan(again, {"games": 10}).layout() != plan.layout()


def test_name_and_spelling_do_not_decide_games() -> None:
    one = Plan(name="a", bots="random", terrain={"mountain": 1})
    other = Plan(name="b", south="random", north="random", settings={"terrain": {"mountain": 1}}, chunk=158)
    assert one.deciding() == other.deciding()


def test_chunks_cover_every_game_once_and_stay_on_their_rung() -> None:
    plan = Plan(bots="random,greedy", games=105, chunk=49)
    assert tuple(plan.chunks()) == (
        Chunk(0, 0, 50, 0), Chunk(2, 50, 50, 0), Chunk(4, 100, 5, 0),
        Chunk(1, 10**9, 50, 1), Chunk(3, 10**9 + 50, 50, 1), Chunk(5, 10**9 + 100, 5, 1),
    )  # fmt: skip
    assert all(plan.rung_of(c.first) == c.rung == plan.rung_of(c.first + c.count - 1) for c in plan.chunks())


def test_a_grown_plan_keeps_its_chunks() -> None:
    plan = Plan(bots="random,greedy", games=105)
    grown = plan.grown(40).grown(2000)
    assert (grown.games, grown.steps) == (2145, (105, 40, 2000))
    assert set(plan.chunks()) <= set(grown.chunks())
    assert grown.grows_from(plan)
    assert not plan.grown(50).grows_from(plan.grown(40))
    assert grown.deciding() == plan.deciding()
    played = [n for c in grown.chunks() for n in range(c.first, c.first + c.count)]
    assert played == [rung * 10**9 + n for rung in range(2) for n in range(2145)]
    assert len({c.number for c in grown.chunks()}) == grown.chunk_count
    with pytest.raises(ValidationError, match="steps add up to 30"):
        Plan(games=40, steps=(10, 20))


def test_a_billion_games_are_counted_not_listed() -> None:
    plan = Plan(games=10**9, bots="random,greedy")
    assert plan.chunk_count == MOST_CHUNKS
    assert plan.chunk_size == 20_000
    last = plan.chunk_at(plan.chunk_count - 1)
    assert (last.first + last.count, last.rung) == (2 * 10**9, 1)
    tracemalloc.start()
    assert sum(chunk.count for chunk in plan.chunks()) == plan.total_games
    assert tracemalloc.get_traced_memory()[1] < 1_000_000
    tracemalloc.stop()


@given(games=st.integers(1, 5000), chunk=st.integers(0, 700), rungs=st.integers(1, 4))
def test_chunks_by_arithmetic_are_those_by_walking(games: int, chunk: int, rungs: int) -> None:
    plan = Plan(games=games, chunk=chunk, bots=tuple(f"mcts:sims={n + 1}" for n in range(rungs)))
    walked = [
        (rung * 10**9 + start, min(plan.chunk_size, games - start), rung)
        for rung in range(rungs)
        for start in range(0, games, plan.chunk_size)
    ]
    assert [(c.first, c.count, c.rung) for c in plan.chunks()] == walked
    assert sorted(c.number for c in plan.chunks()) == list(range(plan.chunk_count))
    assert all(plan.chunk_at(number).rung == rung for rung in range(rungs) for number in plan.chunks_of(rung))


def test_a_plan_of_millions_of_files_is_refused_with_a_size_that_works() -> None:
    with pytest.raises(ValidationError, match=r"500,000,000 chunks.*choose a chunk of 10000 or more"):
        Plan(games=10**9, chunk=2)
    assert Plan(games=10**9, chunk=10_000).chunk_count == MOST_CHUNKS
    with pytest.raises(ValidationError, match="choose a chunk of 10000 or more"):
        Plan(games=10**9, chunk=9998)


@pytest.mark.parametrize(("games", "size"), [(1, 50), (2000, 126), (40_000, 2500), (1_000_000, 5000)])
def test_chunk_sizes_follow_the_number_of_games(games: int, size: int) -> None:
    assert Plan(games=games).chunk_size == size


@pytest.mark.parametrize("bot", ["Random", "mcts budget", "", "x;y"])
def test_names_of_bots_are_plain(bot: str) -> None:
    with pytest.raises(ValidationError):
        Plan(bots=(bot,))


def test_a_plan_writes_out_what_its_sets_ask_for(tmp_path: Path) -> None:
    """So that a run goes on by the rules it began with."""
    own = tmp_path / "own.yaml"
    own.write_text(set_text(tile_text("Mangonel", "Mg"), settings="{max_turns: 50, terrain: {fort: 1}}"))
    plan = read_plan([str(own)], {})
    assert (plan.house_rules.max_turns, plan.house_rules.terrain.fort) == (50, 1)
    assert plan.written()["settings"]["max_turns"] == 50
    said = read_plan([str(own)], {"settings": {"max_turns": 600}})
    assert said.house_rules.max_turns == 600
    again = change_plan(said, {})
    assert again.house_rules.max_turns == 600
