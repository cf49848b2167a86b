"""Dragon Dune behind the seam: whole blocks, the same tables whoever plays them, and books that balance."""

from __future__ import annotations

import pickle
import signal
import subprocess
from pathlib import Path

import numpy as np
import pytest
from support import sudden_end
from support.toy_game import toy_environment

from workbench.dune.names import LETTERS
from workbench.finding import UnusableInput
from workbench.sim.dune.plan import DunePlan
from workbench.sim.dune.planfile import change_dune_plan, read_dune_plan, shipped_dune_plans
from workbench.sim.dune.play import DuneGame
from workbench.sim.dune.rows import SOURCES, TIE_SHARES, USES, most_castles
from workbench.sim.job import play_here
from workbench.sim.pool import Pool, use_forkserver
from workbench.sim.run import simulate
from workbench.sim.seam import SimError
from workbench.sim.store import open_run

PLAN = DunePlan(games=24, chunk=8)


def played(path: Path, plan: DunePlan = PLAN, **more):
    return simulate(DuneGame.from_plan(plan), plan, path, lambda queue: play_here, **more)


def tables(path: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in path.iterdir() if p.name.startswith(("games-", "counts-"))}


@pytest.fixture(scope="module")
def batch():
    return DuneGame.from_plan(PLAN).play_batch(PLAN, 0, 24)


# ------------------------------------------------------------------------------------------------------------- plans
@pytest.mark.parametrize(
    ("bots", "seated"),
    [
        ("random", ("random",) * 4),
        ("planner:samples=4,depth=2", ("planner:samples=4,depth=2",) * 4),
        ("D=a:x=1,y=2,E=b,G=c,O=d", ("a:x=1,y=2", "b", "c", "d")),
        ("orcs=d,D=a,E=b,g=c", ("a", "b", "c", "d")),
        ({"D": "a", "elves": "b", "G": "c", "O": "d"}, ("a", "b", "c", "d")),
    ],
)
def test_bots_by_faction(bots: object, seated: tuple[str, ...]) -> None:
    assert DunePlan(games=4, bots=bots).bots == seated
    assert DunePlan(games=4, bots=DunePlan(games=4, bots=bots).spelt_bots).bots == seated


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"bots": "D=a"}, "not given: E, G, O"),
        ({"bots": "X=a,D=b"}, "'X' is no faction"),
        ({"bots": "D=a,X=b"}, "'X' is no faction"),
        ({"bots": "D=a,D=b,E=a,G=a,O=a"}, "two bots"),
        ({"games": 10}, "10 is no multiple of 4"),
        ({"games": 20, "rotate": True}, "20 is no multiple of 16"),
        ({"advanced": ["plundr"]}, "plunder"),
        ({"variants": ["plunder", "plunder"]}, "same name"),
        ({"settings": {"turn_limt": 3}}, "turn_limit"),
        ({"gmes": 4}, "games"),
    ],
)
def test_wrong_plans_are_told_in_words(options: dict[str, object], told: str) -> None:
    with pytest.raises(UnusableInput) as error:
        read_dune_plan(None, options)
    assert told in "".join(f"{one.message} {one.help}" for one in error.value.findings)


def test_a_wrong_setting_is_told_where_it_stands(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("bots: random\nsettings:\n  turn_limt: 3\n", encoding="utf-8")
    with pytest.raises(UnusableInput) as error:
        read_dune_plan(str(file), {})
    assert error.value.findings[0].place.file == str(file)
    assert error.value.findings[0].place.line == 3


def test_unknown_bots_and_idle_variants_are_refused() -> None:
    with pytest.raises(SimError, match="there is no bot 'randm'"):
        DuneGame.from_plan(DunePlan(games=4, bots="randm"))
    with pytest.raises(SimError, match="'none' changes nothing"):
        DuneGame.from_plan(DunePlan(games=4, variants=["none"]))


@pytest.mark.parametrize("name", shipped_dune_plans())
def test_shipped_plans_can_be_played(name: str) -> None:
    plan = read_dune_plan(name, {})
    assert plan.name == name
    assert len(DuneGame.from_plan(plan).arms) == plan.rungs


def test_chunks_hold_whole_blocks() -> None:
    for games, chunk in ((24, 5), (4, 0), (20_000, 0), (6004, 0)):
        plan = DunePlan(games=games, chunk=chunk, variants=["plunder"])
        assert all(c.first % 4 == 0 and c.count % 4 == 0 for c in plan.chunks())
        assert sum(c.count for c in plan.chunks()) == plan.total_games


# -------------------------------------------------------------------------------------------------------------- rows
def test_rows_keep_the_books(batch) -> None:
    rows = batch.rows
    for letter in LETTERS:
        earned = sum(rows[f"earned_{source}_{letter}"] for source in SOURCES)
        spent = sum(rows[f"spent_{use}_{letter}"] for use in USES)
        assert (earned - spent).to_list() == rows[f"gold_{letter}"].to_list()
    paid = sum(rows[f"spent_artifact_{letter}"] for letter in "EGO")
    assert paid.to_list() == rows["earned_artifact_D"].to_list()  # others pay the Dwarves


def test_rich_rules_fit_into_the_rows() -> None:
    """Forty turns of the highest income are more than a small number holds."""
    plan = DunePlan(games=4, bots="random", settings={"turn_limit": 40, "income": 1000, "castles_to_win": 5})
    rows = DuneGame.from_plan(plan).play_batch(plan, 0, 4).rows
    assert rows["earned_income_D"].max() == 40_000


def test_blocks_let_each_faction_start_once_and_seats_follow(batch) -> None:
    for _, block in batch.rows.group_by("block"):
        assert sorted(block["starter"]) == [0, 1, 2, 3]
        for letter in LETTERS:
            assert sorted(block[f"seat_{letter}"]) == [1, 2, 3, 4]
    starters = batch.rows["starter"].to_list()
    assert all(batch.rows[f"seat_{LETTERS[starter]}"][game] == 1 for game, starter in enumerate(starters))


def test_sums_agree_with_the_rows(batch) -> None:
    rows, sums = batch.rows, batch.sums
    castles = np.stack([rows[f"castles_{letter}"].to_numpy() for letter in LETTERS], axis=1).astype(np.int64)
    assert sums["wins"].sum() == rows.height
    assert sums["most"].sum() == TIE_SHARES * rows.height
    assert np.allclose(sums["most"] / TIE_SHARES, most_castles(castles).sum(axis=0))
    assert [int(n) for n in sums["fought"].sum(axis=1)] == [int(rows[f"battles_{letter}"].sum()) for letter in LETTERS]
    turns = int(rows["turns"].sum())
    assert sums["stood"].max() <= turns


def test_most_castles_splits_ties() -> None:
    shares = most_castles(np.array([[2, 1, 0, 0], [1, 1, 0, 0], [0, 0, 0, 0], [1, 1, 1, 0]]))
    assert shares.tolist() == [[1, 0, 0, 0], [0.5, 0.5, 0, 0], [0.25] * 4, [1 / 3, 1 / 3, 1 / 3, 0]]


def test_rotation_gives_each_bot_each_faction_equally_often() -> None:
    game = DuneGame.from_plan(DunePlan(games=16, bots="random", rotate=True))
    four = DuneGame(game.arms, ("w", "x", "y", "z"), rotate=True)
    seats = [[(f - four.shift_of(luck)) % 4 for f in range(4)] for luck in range(16)]
    for faction in range(4):
        assert sorted(seats[luck][faction] for luck in range(0, 16, 4)) == [0, 1, 2, 3]
    assert all(seats[4 * block] == seats[4 * block + 3] for block in range(4))


def test_variants_share_their_luck() -> None:
    plan = DunePlan(games=8, variants=["plunder"])
    game = DuneGame.from_plan(plan)
    base, other = (game.play_batch(plan, chunk.first, chunk.count).rows for chunk in plan.chunks())
    assert base["starter"].to_list() == other["starter"].to_list()
    assert base["block"].to_list() == other["block"].to_list()
    alone = DuneGame.from_plan(DunePlan(games=8, advanced=["plunder"])).play_batch(DunePlan(games=8), 0, 8).rows
    same = [name for name in alone.columns if name not in ("game", "rung")]
    assert alone.select(same).equals(other.select(same))


# ---------------------------------------------------------------------------------------------------- the same tables
def test_one_and_two_workers_give_the_same_bytes(tmp_path: Path) -> None:
    use_forkserver()
    played(tmp_path / "here")
    game = DuneGame.from_plan(PLAN)
    assert pickle.loads(pickle.dumps(game)) == game
    simulate(game, PLAN, tmp_path / "two", lambda queue: Pool(2, queue))
    assert tables(tmp_path / "two") == tables(tmp_path / "here")


def test_a_stopped_run_goes_on_to_the_same_tables(tmp_path: Path) -> None:
    seen: list[object] = []
    first = played(tmp_path / "run", stop=lambda: len(seen) > 1, report=seen.append)
    assert first.stopped
    assert 0 < first.played < PLAN.games
    played(tmp_path / "run", change_dune_plan(open_run(tmp_path / "run", DunePlan).plan, {}), resume=True)
    played(tmp_path / "whole")
    assert tables(tmp_path / "run") == tables(tmp_path / "whole")


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kills as POSIX does")
def test_a_killed_run_goes_on_to_the_same_tables(tmp_path: Path) -> None:
    out = tmp_path / "killed"
    asked = ("--games", "80", "--bots", "random", "--chunk", "8", "--workers", "1", "--out", str(out))
    command = sudden_end.command("dune", "sim", *asked)
    victim = subprocess.run(command, env=toy_environment(), capture_output=True, check=False)
    assert victim.returncode == -signal.SIGKILL
    run = open_run(out, DunePlan)
    assert run.games_done == sudden_end.CHUNKS_WRITTEN * 8
    played(out, run.plan, resume=True)
    played(tmp_path / "whole", run.plan)
    assert open_run(out, DunePlan).content_hash() == open_run(tmp_path / "whole", DunePlan).content_hash()


def test_other_rules_are_refused_on_resuming(tmp_path: Path) -> None:
    played(tmp_path / "run")
    with pytest.raises(SimError, match=r"settings\.turn_limit is not given in the run, 9 now"):
        played(tmp_path / "run", PLAN.model_copy(update={"settings": {"turn_limit": 9}}), resume=True)
    own = tmp_path / "own.yaml"
    own.write_text("based_on: v1.2\nname: own\nsettings: {income: 2}\n", encoding="utf-8")
    with pytest.raises(SimError, match="the rule set has changed since"):
        played(tmp_path / "run", PLAN.model_copy(update={"rules": str(own)}), resume=True)


@pytest.mark.long
def test_a_cluster_gives_the_same_tables(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    from workbench.sim.cluster import Cluster

    played(tmp_path / "here")
    simulate(DuneGame.from_plan(PLAN), PLAN, tmp_path / "cluster", lambda queue: Cluster("local:2"))
    assert tables(tmp_path / "cluster") == tables(tmp_path / "here")
