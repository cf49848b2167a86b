"""Engine and oracle must agree: the same turns, the same next positions, the same chances.

`tests/oracle` was written from the ledger alone, `tests/support/generate.py` makes games and positions for both. The
normal profile compares 1,000 positions, the long one (WORKBENCH_LONG=1) 200,000. A failure names the seed and
prints the position line and the plain data of its game.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from oracle import Oracle, Rules
from oracle.text import format_pos, parse_pos
from support import generate
from support.engine_nodes import chance, decisions, engine_game
from support.places import DATA
from support.scatter import scatter
from support.shipped import shipped_game

LONG = bool(os.environ.get("WORKBENCH_LONG"))
POSITIONS = 200_000 if LONG else 1_000
PART = 1_000  # positions from one seed, compared in one go
FIRST_SEED = 20260
GAMES = 400 if LONG else 12
NODES_PER_GAME = 160
SPECIAL_POSITIONS = 200


def difference(ours: dict[str, Any], theirs: dict[str, Any]) -> str:
    """What one has and the other has not, entry by entry."""
    lines = []
    for key in sorted({*ours, *theirs}):
        if ours.get(key) != theirs.get(key):
            lines += [f"  {key}", f"    oracle: {ours.get(key)}", f"    engine: {theirs.get(key)}"]
    return "\n".join(lines)


def outcome_table(outcomes: list[tuple[Fraction, str, str]]) -> dict[str, tuple[Fraction, str]]:
    return {after: (Fraction(share).limit_denominator(10**6), text) for share, text, after in outcomes}


def disagreement(oracle: Oracle, game: Any, line: str) -> str:
    """Empty when engine and oracle see the same below this position."""
    kind = oracle.kind(line)
    if kind == "decision":
        ours: dict[str, Any] = dict(oracle.decisions(line))
        theirs: dict[str, Any] = dict(decisions(game, line))
    elif kind == "chance":
        ours = dict(outcome_table(oracle.chance(line)))
        theirs = dict(outcome_table(chance(game, line)))
    else:
        return ""
    return difference(ours, theirs)


def report(seed: int, data: generate.GameData, line: str, text: str) -> str:
    return f"seed {seed}\n{line}\n{text}\n{json.dumps(data)}"


def compare_part(seed: int) -> tuple[str, Counter[str]]:
    """PART positions of one seed: the first disagreement, and which features every fourth position had."""
    covered: Counter[str] = Counter()
    game, last = None, None
    for number, (data, oracle, line) in enumerate(generate.cases(seed, PART)):
        if data is not last:
            game, last = engine_game(data), data
        text = disagreement(oracle, game, line)
        if text:
            return report(seed, data, line, text), covered
        if number % 4 == 0:
            covered.update(generate.features(data, line))
    return "", covered


def test_engine_and_oracle_agree_on_generated_positions() -> None:
    seeds = range(FIRST_SEED, FIRST_SEED + POSITIONS // PART)
    covered: Counter[str] = Counter()
    with ProcessPoolExecutor() if LONG else ThreadPoolExecutor(1) as pool:
        for done, (text, features) in enumerate(pool.map(compare_part, seeds), 1):
            assert not text, text
            covered.update(features)
            print(f"{done * PART} positions agree", flush=True)
    for key, count in sorted(covered.items()):
        print(f"{count:7} {key}")
    missing = generate.FAMILIES - set(covered)
    assert not (missing if LONG else set()), f"never seen: {sorted(missing)}"


def test_engine_and_oracle_agree_where_they_once_parted() -> None:
    cases = (DATA / "parted.jsonl").read_text(encoding="utf-8").splitlines()
    for case in map(json.loads, cases):
        text = disagreement(Oracle(Rules(**case["game"])), engine_game(case["game"]), case["line"])
        assert not text, report(0, case["game"], case["line"], text)


@pytest.mark.long
@pytest.mark.parametrize(("flag", "other"), [("has_area", "has_dragon"), ("has_dragon", "has_area")])
def test_compiled_special_builds_and_oracle_agree(flag: str, other: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What long runs compile for their own kind of game, in a game that has the one and not the other."""
    from workbench.duke.board.compile_apart import Beside
    from workbench.duke.board.features import signature_of
    from workbench.duke.board.kept_tables import rules_of
    from workbench.duke.board.state import new_pool
    from workbench.duke.turn.engine import engine_entries, work

    for seed in range(1000):
        rng = Random(seed)
        data = generate.random_game(rng)
        game = engine_game(data)
        rules = rules_of(game)[0]
        signature = dict(signature_of(rules))
        if signature[flag] and not signature[other]:
            break
    assert (bool(signature[flag]), bool(signature[other])) == (True, False), "no such game was made"
    Beside(engine_entries(rules, new_pool()), rules).finish()
    monkeypatch.setattr(work, "_specials", {})
    oracle = Oracle(Rules(**data))
    walk = generate.random_walk(oracle, rng, oracle.start(), SPECIAL_POSITIONS)
    for line in [*walk, *(scatter(oracle, rng) for _ in range(SPECIAL_POSITIONS))]:
        text = disagreement(oracle, game, line)
        assert not text, report(seed, data, line, text)
    assert [kept is not None for kept in work._specials.values()] == [True], "the general build was asked"


def test_engine_and_oracle_play_in_lockstep() -> None:
    """Whole games: every node on the way is compared."""
    for seed in range(GAMES):
        rng = Random(seed)
        data = generate.random_game(rng)
        oracle, game = Oracle(Rules(**data)), engine_game(data)
        for line in generate.random_walk(oracle, rng, oracle.start(), NODES_PER_GAME):
            text = disagreement(oracle, game, line)
            assert not text, report(seed, data, line, text)


@settings(max_examples=3_000 if LONG else 40, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False))
def test_engine_and_oracle_agree_on_games_that_shrink(rng: Random) -> None:
    """The same generator driven by Hypothesis: slower, but a disagreement is cut down to a small game."""
    data = generate.random_game(rng)
    oracle, game = Oracle(Rules(**data)), engine_game(data)
    line = scatter(oracle, rng)
    if next(oracle.openers(parse_pos(line)), None) is None:
        return
    text = disagreement(oracle, game, line)
    assert not text, report(0, data, line, text)


# --------------------------------------------------------------------------- the oracle and generator alone


def test_generated_positions_are_what_their_text_says() -> None:
    for data, oracle, line in generate.cases(7, 200):
        assert format_pos(parse_pos(line)) == line
        if oracle.kind(line) == "chance":
            assert sum(share for share, _, _ in oracle.chance(line)) == 1, report(7, data, line, "")
        else:
            after = list(oracle.decisions(line).values())
            assert after, report(7, data, line, "no turn")
            assert len(set(after)) == len(after)


def tile_count(pos: Any) -> Counter[tuple[int, str]]:
    """Every tile of both owners, wherever it is."""
    count = Counter((tile[1], tile[0]) for tile in pos.board.values())
    for owner in (0, 1):
        heaps = [pos.bags[owner], pos.box[owner], pos.front[owner], *pos.off[owner]]
        count.update((owner, code) for heap in heaps for code in heap)
    return count


def test_the_oracle_loses_no_tile() -> None:
    """Tiles only change place; a swap brings one from the pool."""
    for data, oracle, line in generate.cases(8, 150):
        before = parse_pos(line)
        if before.phase or oracle.kind(line) != "decision":
            continue
        for text, after_line in oracle.decisions(line).items():
            after = parse_pos(after_line)
            if after.phase.startswith(("place", "ask", "divine")):
                continue
            taken = len(before.pool) - len(after.pool)
            total = sum(tile_count(after).values()) - sum(tile_count(before).values())
            assert total == taken, report(8, data, line, text)


@pytest.mark.skipif(not LONG, reason="long profile only")
def test_the_generator_reaches_every_family() -> None:
    covered = generate.coverage(3, 20_000)
    assert set(covered) >= generate.FAMILIES, sorted(generate.FAMILIES - set(covered))


def test_armies_of_shipped_sets_are_as_put_together_by_hand() -> None:
    """PACK-1 to PACK-5, SIEGE-1, SIEGE-5: who replaces whom, who starts, what is in bag, pool and draft."""
    for seed in range(60):
        rng = Random(seed)
        settings = {**generate.random_settings(rng), "objective": rng.choice(("capture_the_duke", "robin_hood"))}
        data = shipped_game(rng, settings)
        made = engine_game(data)
        for army, plain in zip(made.armies, data["armies"], strict=True):
            assert made.tiles[army.duke].code == plain["duke"]
            assert [made.tiles[kind].code for kind in army.starters] == plain["starters"]
            assert sorted(made.tiles[kind].code for kind in army.bag) == sorted(plain["bag"])
        for entries, plain in ((made.pool, data["pool"]), (made.drafted, data["drafted"])):
            found = {(made.tiles[one.tile].code, made.tiles[one.replaces].code) for one in entries}
            assert found == {(one["tile"], one["replaces"]) for one in plain}
