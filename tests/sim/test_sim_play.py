"""Simulated games of The Duke: what decides them, and whether what is recorded is what happened."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.bots import registry
from workbench.bots.measure import base_composition
from workbench.bots.random import choose_random
from workbench.duke.board.kept_tables import rules_of
from workbench.duke.board.kinds import KIND_NAMES, NO_TURN
from workbench.duke.board.packed import at_of, log_how, log_type, pack_spilt, spilt_entry, type_of
from workbench.duke.board.state import BY_TERRAIN, NO_SQUARE, OVER, TURN, new_states
from workbench.duke.board.troops import key_at
from workbench.sim.duke import baglog, carry, play
from workbench.sim.duke.batch import IN_ROW, keep_game, new_games
from workbench.sim.duke.plan import Plan
from workbench.sim.duke.planfile import read_plan, shipped_plans
from workbench.sim.duke.play import DukeGame, pair_scores, score_interval
from workbench.sim.duke.recorder import GAME, SUMS, TRACK, note_captures
from workbench.sim.duke.rows import SEATS, _list_columns
from workbench.sim.job import play_here
from workbench.sim.run import simulate
from workbench.sim.seam import Batch, SimError, add_sums
from workbench.sim.store import start_run
from workbench.words import Ability

GAMES = 300
PLAN = Plan(games=GAMES, seed=7)


@pytest.fixture(scope="module")
def base() -> DukeGame:
    return DukeGame.from_plan(PLAN)


@pytest.fixture(scope="module")
def batch(base: DukeGame) -> Batch:
    return base.play_batch(PLAN, 0, GAMES)


def test_games_do_not_depend_on_how_they_are_batched(base: DukeGame, batch: Batch) -> None:
    parts = [base.play_batch(PLAN, first, count) for first, count in ((200, 100), (0, 150), (150, 50))]
    together = pl.concat([part.rows for part in parts]).sort("game")
    assert together.equals(batch.rows)
    sums: dict = {}
    for part in parts:
        add_sums(sums, part.sums)
    assert all(np.array_equal(sums[name], batch.sums[name]) for name in batch.sums)


def test_seeds_differ(base: DukeGame, batch: Batch) -> None:
    other = base.play_batch(PLAN.model_copy(update={"seed": 8}), 0, GAMES)
    assert not other.rows.equals(batch.rows)


def test_bags_are_drawn_in_their_recorded_order(base: DukeGame, batch: Batch) -> None:
    names = [tile.name for tile in base.composition.tiles]
    for row in batch.rows.iter_rows(named=True):
        for seat in ("south", "north"):
            draws = row[f"{seat}_bag_log"]  # nothing but DRAW turns in the base set: plain types
            assert [names[kind] for kind in draws] == row[f"{seat}_bag"][: len(draws)]
            assert row[f"{seat}_first_draw"] == (draws[0] if draws else -1)


def test_bags_hold_the_army_and_are_well_mixed(base: DukeGame, batch: Batch) -> None:
    army = sorted(base.composition.armies[0].bag)
    bags = np.stack([baglog.flat_lists(batch.rows[f"{seat}_bag"])[1].reshape(GAMES, -1) for seat in SEATS])
    assert (np.sort(bags, axis=-1) == army).all()
    first = np.bincount(bags[:, :, 0].ravel())
    expected = np.bincount(army) * 2 * GAMES / len(army)
    chi_square = ((first - expected)[expected > 0] ** 2 / expected[expected > 0]).sum()
    assert chi_square < 40  # 13 degrees of freedom: exceeded once in ten thousand


def test_every_capture_is_made_by_one_and_suffered_by_the_other(batch: Batch) -> None:
    rows = batch.rows
    for maker, sufferer in (("south", "north"), ("north", "south")):
        made = rows[f"made_{maker}"].list.len()
        assert made.to_list() == rows[f"lost_{sufferer}"].list.len().to_list()
        assert made.sum() > 0


def test_set_ups_are_on_the_home_squares(batch: Batch) -> None:
    for setup in batch.rows["setup"]:
        south, north = setup[:3], setup[3:]
        assert south[0] in (2, 3)
        assert north[0] in (32, 33)
        assert all(abs(s - south[0]) in (1, 6) for s in south[1:])
        assert all(abs(s - north[0]) in (1, 6) for s in north[1:])


def test_sums_agree_with_the_rows(base: DukeGame, batch: Batch) -> None:
    rows, sums = batch.rows, batch.sums
    drawn = sum(baglog.count_drawn(rows[f"{seat}_bag_log"], len(sums["draws"])).sum(axis=0) for seat in SEATS)
    turns = dict(zip(KIND_NAMES, sums["turns"], strict=True))
    plies = rows["plies"].sum()
    assert sums["results"].tolist() == [(rows["winner"] == w).sum() for w in (0, 1, -1)]
    assert sums["turns"].sum() == sums["plies"][0] == plies
    assert sums["draws"].tolist() == drawn.tolist()
    assert sums["deploys"].sum() == 6 * GAMES + drawn.sum()
    assert sums["icon_uses"].sum() == turns["go"] + turns["strike"] + turns["command"]
    assert sums["squares"].sum() == sums["deploys"].sum() + turns["go"] + turns["command"]
    assert turns["draw"] == drawn.sum()
    duke = base.composition.armies[0].duke
    assert sums["survival_plies"][duke] == 2 * plies  # under Guard no Duke is taken
    assert 0 < sums["survival_plies"].sum() < 36 * plies


def test_the_record_of_a_game_agrees_with_its_row(tmp_path: Path) -> None:
    """The replay plays the game again through the public rules and writes it as text."""
    from workbench.cli.replay import simulated_game

    plan = Plan(games=60, seed=3)
    simulate(DukeGame.from_plan(plan), plan, tmp_path / "run", lambda queue: play_here)
    rows = pl.read_parquet(tmp_path / "run/games-*.parquet")
    game = DukeGame.from_plan(plan)
    codes = [tile.code for tile in game.composition.tiles]
    for number in (0, 17, 59):
        record, row = simulated_game(tmp_path / "run", number), rows.row(number, named=True)
        who, reason, plies = record.header["result"].split()
        assert {"S": 0, "N": 1}.get(who, -1) == row["winner"]
        assert (reason, int(plies)) == (row["reason"], row["plies"])
        for letter, seat in (("S", "south"), ("N", "north")):
            entries = [str(entry).split() for entry in record.entries]
            drawn = [re.match(r"\+(\w\w)", e[2]) for e in entries if e[1] == letter]
            assert [m.group(1) for m in drawn if m] == [codes[t] for t in row[f"{seat}_bag_log"]]


def test_recording_changes_no_game(base: DukeGame, batch: Batch) -> None:
    raw = base._tables.play(PLAN.seed, np.arange(GAMES), 0, ("random", "random"), recorded=False).results
    assert raw["winner"].tolist() == batch.rows["winner"].to_list()
    assert raw["plies"].tolist() == batch.rows["plies"].to_list()
    assert raw["nlog"].sum() == 0


# Which ways of leaving and entering a bag the games of a set must show; the Oracle divines in all of them.
BAG_SETS = {
    "base": {0, 1, 2},
    "siege-engines": {0, 1, 2},
    "arthurian-legends": {0, 1, 2, 3},
    "robin-hood": {0, 1, 2},
    "musketeers": {0, 1, 2},
    "workshop": {0, 1, 2, 3},
}


@pytest.mark.parametrize("name", BAG_SETS)
def test_the_bag_log_tells_what_a_bag_holds_at_every_turn(name: str) -> None:
    """Divination, Redeploy, Ransom, Link and pool swaps included: counted along, the log gives the engine's own bag."""
    plan = Plan(games=12, sets=(name,), settings={"enhanced": "both"}, seed=5)
    game = DukeGame.from_plan(plan)
    tables, spare = game._tables, carry.LANES
    rules, pool = tables.rules[0][0], tables.pool
    sums = np.zeros(1, SUMS).view(np.recarray)[0]
    sums.on = 1
    tracks, rows = (np.zeros(1, dtype).view(np.recarray) for dtype in (TRACK, GAME))
    games = new_games(rules, plan.games)
    s, seen, nothing = pool.states[0], set(), np.zeros(1, np.int64)
    for i in range(plan.games):
        carry.follow(rules, pool, 0, sums, tracks, rows, games, i, 1, plan.seed, i, 0, NO_TURN)
        while s.phase != OVER:
            if s.phase == TURN:
                for owner, army in enumerate(game.composition.armies):
                    log = logged(rows[0], sums, owner)
                    assert held_after(army.bag, log) == sorted(s.bag[owner][: s.nbag[owner]].tolist())
                    seen |= {log_how(entry) for entry in log}
            turn = choose_random(nothing, rules, pool, 0, spare)
            carry.follow(rules, pool, 0, sums, tracks, rows, games, i, 0, plan.seed, i, 0, turn)
    assert seen >= BAG_SETS[name], seen


def logged(row: np.record, sums: np.record, owner: int) -> list[int]:
    spilt = [
        spilt_entry(e) for e in sums.spill[: sums.nspill].tolist() if e == pack_spilt(row.number, owner, spilt_entry(e))
    ]
    return row.log[owner][: row.nlog[owner]].tolist() + spilt


def held_after(bag: tuple[int, ...], log: list[int]) -> list[int]:
    held = list(bag)
    for entry in log:
        how, kind = log_how(entry), log_type(entry)
        held.append(kind) if how == baglog.BACK else held.remove(kind)
    return sorted(held)


def test_logs_of_any_length_are_kept_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bags of nothing but Mortars, which are redeployed all the time, in a batch that must be played in parts."""
    plan = Plan(games=100, sets=("workshop",), seed=2)
    game = DukeGame.from_plan(plan)
    mortar = next(n for n, tile in enumerate(game.composition.tiles) if tile.name == "Mortar")
    army = replace(game.composition.armies[0], bag=(mortar,) * 14)
    game = replace(game, composition=replace(game.composition, armies=(army, army)))
    whole = game.play_batch(plan, 0, plan.games)
    longest = max(whole.rows[f"{seat}_bag_log"].list.len().max() for seat in SEATS)
    assert longest > IN_ROW
    monkeypatch.setattr(play, "spill_room", lambda: 400)
    parts = game.play_batch(plan, 0, plan.games)
    assert parts.rows.equals(whole.rows)
    assert all(np.array_equal(parts.sums[key], whole.sums[key]) for key in whole.sums)
    drawn = sum(baglog.count_drawn(whole.rows[f"{seat}_bag_log"], len(whole.sums["draws"])).sum() for seat in SEATS)
    assert drawn == whole.sums["draws"].sum()


@pytest.mark.parametrize("name", ["base", "siege-engines"])
def test_captures_are_told_by_captor_and_in_order(name: str) -> None:
    plan = Plan(games=12, sets=(name,), seed=5)
    tables = DukeGame.from_plan(plan)._tables
    rules, pool = tables.rules[0][0], tables.pool
    sums = np.zeros(1, SUMS).view(np.recarray)[0]
    sums.on = 1
    tracks, rows = (np.zeros(1, dtype).view(np.recarray) for dtype in (TRACK, GAME))
    games, nothing, s = new_games(rules, plan.games), np.zeros(1, np.int64), pool.states[0]
    for i in range(plan.games):
        carry.follow(rules, pool, 0, sums, tracks, rows, games, i, 1, plan.seed, i, 0, NO_TURN)
        captors: tuple[list[int], list[int]] = ([], [])
        while s.phase != OVER:
            owner, foes = int(s.to_move), int(s.n[1 - s.to_move])
            turn = choose_random(nothing, rules, pool, 0, carry.LANES)
            actor = type_of(key_at(s, owner, at_of(turn))) if s.phase == TURN and at_of(turn) != NO_SQUARE else -1
            carry.follow(rules, pool, 0, sums, tracks, rows, games, i, 0, plan.seed, i, 0, turn)
            captors[owner].extend([actor] * (foes - int(s.n[1 - owner])))
        for owner in (0, 1):
            assert games.made[owner, i, : games.results.nmade[i, owner]].tolist() == captors[owner]
    assert games.results.nmade.sum() > plan.games


@given(
    st.lists(st.tuples(st.integers(0, 1), st.integers(0, 14), st.integers(1, 4)), max_size=60),
    st.dictionaries(st.tuples(st.integers(0, 1), st.integers(0, 14)), st.integers(0, 60), max_size=8),
)
def test_captures_are_kept_whole_however_many_there_are(
    made: list[tuple[int, int, int]], lost: dict[tuple[int, int], int]
) -> None:
    """Each one by its tile: those that a row has no room for lie in the spill."""
    rules, s = rules_of(base_composition())[0], new_states(1)[0]
    sums, row = (np.zeros(1, dtype).view(np.recarray)[0] for dtype in (SUMS, GAME))
    games = new_games(rules, 3)
    row.number = 1
    for owner, tile_type, count in made:
        note_captures(sums, row, owner, tile_type, count)
    for (owner, tile_type), count in lost.items():
        s["off"][owner, BY_TERRAIN, tile_type] = count
    keep_game(rules, s, sums, row, games.results[1], games)
    listed = _list_columns(games, sums)
    for owner, seat in enumerate(SEATS):
        captors = [tile_type for maker, tile_type, count in made if maker == owner for _ in range(count)]
        taken = [kind for (loser, kind), count in sorted(lost.items()) if loser == owner for _ in range(count)]
        for name, wanted in ((f"made_{seat}", captors), (f"lost_{seat}", taken)):
            table, lengths = listed[name]
            assert [table[game, : lengths[game]].tolist() for game in range(3)] == [[], wanted, []]


def test_unlike_bots_meet_in_pairs_and_the_same_bot_twice_gives_the_mirror_game(
    batch: Batch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(registry.BOT_TYPES, "other", registry.BotType("other", "the random bot again", module="random"))
    plan = Plan(games=2 * GAMES, seed=7, south="random", north="other")
    found = DukeGame.from_plan(plan).play_batch(plan, 0, 2 * GAMES)
    first = found.rows.filter(pl.col("twin") == 0)
    assert first["pair"].to_list() == list(range(GAMES))
    assert first.drop("game", "pair", "south_bot", "north_bot").equals(
        batch.rows.drop("game", "pair", "south_bot", "north_bot")
    )
    second = found.rows.filter(pl.col("twin") == 1)
    assert second["south_bot"].unique().to_list() == ["other"]
    assert second["north_bag"].to_list() == first["south_bag"].to_list()  # luck follows the army
    assert found.sums["pair_scores"].sum() == GAMES


def test_unlike_armies_change_seats_with_their_luck() -> None:
    plan = Plan(games=200, sets=("musketeers",))
    game = DukeGame.from_plan(plan)
    assert game.is_paired(0)
    rows = game.play_batch(plan, 0, 200).rows
    first, second = rows.filter(pl.col("twin") == 0), rows.filter(pl.col("twin") == 1)
    assert first["pair"].to_list() == second["pair"].to_list()
    assert first["south_bag"].to_list() == second["north_bag"].to_list()
    assert first["north_bag"].to_list() == second["south_bag"].to_list()
    assert second["south_army"].to_list() == [1] * 100
    with pytest.raises(SimError, match="201 games is an odd number"):
        DukeGame.from_plan(Plan(games=201, sets=("musketeers",)))


def test_pair_scores_count_points_of_side_a() -> None:
    # South, North; draw, South; A wins both; A loses both
    winners, twins = np.array([0, 1, -1, 0, 0, 1, 1, 0]), np.array([0, 1] * 4)
    assert pair_scores(winners, twins).tolist() == [1, 1, 0, 0, 2]


def test_the_headline_carries_an_interval() -> None:
    assert score_interval([100, 0, 100]) == pytest.approx((50.0, 196 * 0.5 / 199**0.5))
    assert score_interval([0, 50, 0]) == (50.0, 0.0)


@pytest.mark.parametrize("name", sorted(shipped_plans()))
def test_shipped_plans_play(name: str) -> None:
    plan = read_plan([name], {"games": 40, "bots": "random"})
    game = DukeGame.from_plan(plan)
    batch = game.play_batch(plan, 0, 40)
    assert dict(batch.rows.schema) == dict(game.columns())
    assert batch.sums["turns"].sum() == batch.rows["plies"].sum()
    assert batch.sums["survival_plies"].min() >= 0
    deployed = batch.sums["deploys"].sum()
    assert batch.sums["squares"].sum() >= deployed > 0
    if any(Ability.RANSOM in tile.abilities for tile in game.composition.tiles):
        return  # what was captured may have come back (ENH-IV)
    for maker, sufferer in (("south", "north"), ("north", "south")):
        made = batch.rows[f"made_{maker}"].list.len()
        assert (made <= batch.rows[f"lost_{sufferer}"].list.len()).all()


def test_swaps_of_pool_tiles_are_recorded() -> None:
    plan = Plan(games=60, sets=("siege-engines",))
    game = DukeGame.from_plan(plan)
    rows = game.play_batch(plan, 0, 60).rows
    swappable = {one.replaces for one in game.composition.pool}
    offers = rows["swaps"].explode().drop_nulls().to_list()
    assert {offer & 127 for offer in offers} == swappable
    assert {offer >> 7 & 1 for offer in offers} == {0, 1}
    assert {offer >> 8 for offer in offers} == {0, 1}


def test_only_what_the_plan_wants_is_recorded() -> None:
    plan = Plan(games=50, record="captures,uses")
    batch = DukeGame.from_plan(plan).play_batch(plan, 0, 50)
    assert "south_bag_log" not in batch.rows.columns
    assert "lost_south" in batch.rows.columns
    assert "icon_uses" in batch.sums
    assert "squares" not in batch.sums


def test_unknown_bots_are_refused_with_a_suggestion() -> None:
    with pytest.raises(SimError, match="there is no bot 'randm': did you mean 'random'"):
        DukeGame.from_plan(Plan(bots="randm"))


def test_identity_sees_tiles_but_not_remarks(base: DukeGame) -> None:
    from workbench.sim.duke.play import set_hash

    tileset = base.sets[0]
    noted = tileset.model_copy(update={"notes": "read the rules first", "path": "/elsewhere/base.yaml"})
    tile = tileset.tiles[3].model_copy(update={"copies": 2})
    changed = tileset.model_copy(update={"tiles": (*tileset.tiles[:3], tile, *tileset.tiles[4:])})
    assert set_hash(noted) == set_hash(tileset) != set_hash(changed)


@pytest.mark.parametrize("name", ["musketeers", "siege-engines", "workshop"])
def test_a_run_remembers_its_armies(tmp_path: Path, name: str) -> None:
    plan = Plan(games=2, sets=(name,), terrain={"fort": 1})
    game = DukeGame.from_plan(plan)
    with start_run(tmp_path / "run", game, plan, resume=False) as run:
        again = DukeGame.from_run(run)
    assert again.composition == game.composition
    assert again.columns() == game.columns()
