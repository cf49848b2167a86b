"""The report of Dragon Dune: intervals that hold for planted truths, honest verdicts, and every form of the page."""

from __future__ import annotations

import csv
import io
import json
from html.parser import HTMLParser
from pathlib import Path

import jsonschema
import numpy as np
import polars as pl
import pytest

from workbench.cli.schema import build_schema
from workbench.games import find_runs
from workbench.report.build import build_report
from workbench.report.dune.compare import build_change, shared_games
from workbench.report.dune.model import (
    DuneChangesSection,
    DuneFactionsSection,
    DuneLimitsSection,
    DuneMapSection,
    DunePlaySection,
    DuneVerdictSection,
)
from workbench.report.dune.records import DuneTable, mean_of, share_of
from workbench.report.dune.sections import build_bots, build_factions, build_limits, build_verdict
from workbench.report.dune.verdict import judge_share
from workbench.report.html import render_html
from workbench.report.model import Num
from workbench.report.text import render_csv, render_json, render_markdown
from workbench.sim.dune.plan import DunePlan
from workbench.sim.dune.play import DuneGame
from workbench.sim.dune.rows import row_columns
from workbench.sim.job import play_here
from workbench.sim.run import simulate
from workbench.stats.blocks import block_change
from workbench.stats.interval import bounded_mean

ABOUT = {"bots": ["random"] * 4, "rotate": False}
TRUTH = (0.40, 0.30, 0.20, 0.10)  # of holding one castle more than all others


def planted(blocks: int, seed: int, spread: float = 8.0, truth: tuple[float, ...] = TRUTH) -> DuneTable:
    """Blocks whose four games share a luck: a block draws its own shares around the truth, games draw from these."""
    luck = np.random.default_rng(seed)
    shares = luck.dirichlet(spread * np.array(truth), blocks)
    first = np.array([[luck.choice(4, p=row) for _ in range(4)] for row in shares]).reshape(-1)
    games = 4 * blocks
    data: dict[str, object] = {name: np.zeros(games, dtype=np.int64) for name in row_columns() if name != "reason"}
    data |= {"game": np.arange(games), "block": np.arange(games) // 4, "winner": np.full(games, 3)}
    data |= {"turns": np.full(games, 8), "reason": ["default"] * games, "starter": np.arange(games) % 4}
    for faction, letter in enumerate("DEGO"):
        data[f"castles_{letter}"] = (first == faction).astype(np.int64)
        data[f"seat_{letter}"] = (faction - np.arange(games)) % 4 + 1
    return DuneTable(pl.DataFrame(data).cast(row_columns()))


# ---------------------------------------------------------------------------------------------------------- coverage
def coverage(find, truth: float, runs: int = 400) -> float:
    held = [found.low <= truth <= found.high for found in (find(seed) for seed in range(runs))]
    return sum(held) / runs


def planted_scores(seed: int, blocks: int = 100, p: float = 0.3, alike: float = 2.0) -> tuple[np.ndarray, np.ndarray]:
    luck = np.random.default_rng(seed)
    rates = luck.beta(alike * p, alike * (1 - p), blocks)
    return (luck.random((blocks, 4)) < rates[:, None]).astype(float).reshape(-1), np.arange(4 * blocks) // 4


def test_shares_hold_the_truth_although_games_of_a_block_are_alike() -> None:
    assert 0.92 <= coverage(lambda seed: share_of(*planted_scores(seed)), 0.3) <= 0.98


def test_an_interval_over_games_would_not_hold_it() -> None:
    def naive(seed: int):
        scores, _ = planted_scores(seed)
        return bounded_mean(scores.sum(), (scores**2).sum(), len(scores))

    assert coverage(naive, 0.3) < 0.9


def test_means_hold_the_truth() -> None:
    def found(seed: int) -> Num:
        luck = np.random.default_rng(seed)
        rates = luck.gamma(2.0, 1.0, 100)
        return mean_of(luck.poisson(np.repeat(rates, 4)), np.arange(400) // 4)

    assert 0.91 <= coverage(found, 2.0) <= 0.98


def planted_change(seed: int, blocks: int, often: float, up: float) -> tuple[np.ndarray, np.ndarray]:
    """Games of a share `often` of the blocks change together, each with an even chance; a share `up` of them up."""
    luck = np.random.default_rng(seed)
    changed = np.repeat(luck.random(blocks) < often, 4) & (luck.random(4 * blocks) < 0.5)
    way = np.repeat(np.where(luck.random(blocks) < up, 1.0, -1.0), 4)
    return changed * way, np.arange(4 * blocks) // 4


@pytest.mark.parametrize(
    ("blocks", "often", "up"), [(100, 0.3, 0.5), (100, 0.3, 0.2), (30, 0.5, 0.3), (200, 0.02, 0.5), (200, 0.01, 0.0)]
)
def test_changes_hold_the_truth(blocks: int, often: float, up: float) -> None:
    truth = often * 0.5 * (2 * up - 1)
    held = coverage(lambda seed: block_change(*planted_change(seed, blocks, often, up)), truth)
    assert 0.925 <= held <= (0.985 if often > 0.1 else 1.0)


def test_a_change_that_was_never_seen_keeps_a_bound() -> None:
    found = block_change(np.zeros(400), np.arange(400) // 4)
    assert found.value == 0
    assert 0.012 < found.high < 0.016  # the rule of three: 3 of 100 blocks, half of their games
    assert block_change(np.zeros(4), np.zeros(4, dtype=np.int64)).high == np.inf


def test_where_all_blocks_are_equal_blocks_are_counted() -> None:
    block = np.arange(400) // 4
    always = share_of(np.ones(400), block)
    quarter = share_of(np.tile([1.0, 0, 0, 0], 100), block)
    assert always.value == 1
    assert 0.95 < always.low < 0.97  # a rule of three for 100 blocks, not for 400 games
    assert quarter.low < 0.245
    assert quarter.high > 0.255


# ---------------------------------------------------------------------------------------------------------- verdicts
def test_the_report_finds_the_planted_shares() -> None:
    table = planted(blocks=400, seed=1)
    section = build_factions("run", table, ABOUT, 5.0)
    for one, truth in zip(section.factions, TRUTH, strict=True):
        assert one.most_castles_percent.low is not None
        assert one.most_castles_percent.low <= 100 * truth <= one.most_castles_percent.high
    verdict = build_verdict("run", table, ABOUT, 5.0)
    said = {one.faction: one.verdict for one in verdict.factions}
    assert said["Dwarves"] == "too_often"
    assert said["Orcs"] == "too_seldom"
    assert said["Elves"] in ("too_often", "undecided")
    assert verdict.sentence.startswith("The Orcs win 100 of 100 games among random bots, 100 of them by default; most")
    assert "Dwarves are too often ahead" in verdict.sentence


def test_balanced_needs_the_whole_interval_inside() -> None:
    def judged(low: float, high: float) -> str:
        return judge_share(Num(value=(low + high) / 2, low=low, high=high, n=100), 5.0)

    assert judged(21, 29) == "balanced"
    assert judged(19, 29) == "undecided"
    assert judged(24, 31) == "undecided"
    assert judged(30.5, 40) == "too_often"
    assert judged(10, 19.9) == "too_seldom"


def test_a_share_at_the_edge_is_seldom_called_balanced() -> None:
    """Planted right at 30 of 100, 'balanced' is wrong; it may be said in about 1 of 40 runs."""
    truth = (0.30, 0.25, 0.25, 0.20)
    calls = [
        build_verdict("run", planted(100, seed, truth=truth), ABOUT, 5.0).factions[0].verdict for seed in range(150)
    ]
    assert calls.count("balanced") <= 10


def test_changes_are_found_and_blamed_on_the_right_faction() -> None:
    base = planted(400, seed=3)
    gains = base.rows.with_columns(
        (pl.col("castles_G") + (pl.col("game") % 10 == 0) * 2).cast(pl.Int32).alias("castles_G")
    )
    arm = {"name": "help", "rules": "own", "advanced": []}
    change = build_change(base, DuneTable(gains), arm)
    goblins, dwarves = change.factions[2], change.factions[0]
    assert goblins.castles.low is not None
    assert goblins.castles.low <= 0.2 <= goblins.castles.high
    assert goblins.most_castles_points.low > 0 > dwarves.most_castles_points.high
    assert 89 <= change.same_games_percent.value <= 91
    assert "Goblins +" in change.sentence
    nothing = build_change(base, base, arm)
    assert "no sure change" in nothing.sentence
    assert nothing.same_games_percent.value == 100


def test_few_blocks_claim_neither_more_than_there_is_nor_nothing() -> None:
    """Student's t of two blocks reaches beyond 100 points; a single block has no interval at all."""
    arm = {"name": "other", "rules": "v1.2", "advanced": []}
    two = build_change(planted(2, 1), planted(2, 2), arm)
    assert [(one.wins_points.low, one.wins_points.high) for one in two.factions] == [(-100.0, 100.0)] * 4
    assert "to about ± 100.0 points" in two.sentence
    one = build_change(planted(1, 1), planted(1, 2), arm)
    assert one.sentence == "other: one block of games cannot tell whether it changes anything."


def test_limits_name_what_any_of_the_compared_rules_leaves_out() -> None:
    game = DuneGame.from_plan(DunePlan.model_validate({"variants": [{"name": "rev9", "rules": "rev9"}]}))
    limits = build_limits("x", game.about()["arms"])
    assert "negotiation, binding public deals and gifts of gold" in limits.not_modelled
    assert len([line for line in limits.not_modelled if line.startswith("9th revision")]) == 3
    assert len(set(limits.not_modelled)) == len(limits.not_modelled)
    assert "Dragon Dune 1.2" in limits.source
    assert "9th revision" in limits.source


def test_unfinished_variants_are_compared_over_the_games_that_both_have() -> None:
    base = planted(50, seed=4)
    some = DuneTable(base.rows.filter(pl.col("block") < 20).sample(fraction=1.0, shuffle=True, seed=1))
    one, other = shared_games(base, some)
    assert one.games == other.games == 80
    assert one.block.tolist() == other.block.tolist()
    assert one.castles.tolist() == other.castles.tolist()


def test_bots_that_change_factions_are_told_apart_from_them() -> None:
    """The bot 'sharp' always holds most castles, whatever it plays; factions then come out equal."""
    table = planted(160, seed=5)
    shift = table.block % 4
    rows = table.rows.with_columns(pl.Series("shift", shift, dtype=pl.Int32))
    for faction, letter in enumerate("DEGO"):
        rows = rows.with_columns(pl.Series(f"castles_{letter}", (shift == faction).astype(int), dtype=pl.Int32))
    about = {"bots": ["sharp", "dull", "dull", "dull"], "rotate": True}
    section = build_bots("run", DuneTable(rows), about)
    assert section is not None
    sharp, dull = section.bots
    assert (sharp.name, sharp.most_castles_percent.value) == ("sharp", 100)
    assert (dull.name, dull.most_castles_percent.value) == ("dull", 0)
    factions = build_factions("run", DuneTable(rows), about, 5.0)
    assert all(one.most_castles_percent.value == 25 for one in factions.factions)


# -------------------------------------------------------------------------------------------------------- whole pages
@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dune") / "run"
    plan = DunePlan(name="try", games=32, variants=["plunder"])
    simulate(DuneGame.from_plan(plan), plan, folder, lambda queue: play_here)
    return folder


def test_every_form_of_the_report(run: Path) -> None:
    runs = find_runs([run])
    report = build_report(runs)
    assert report.margin == 5.0
    kinds = [type(section) for section in report.sections]
    assert kinds == [
        DuneVerdictSection, DuneChangesSection, DuneFactionsSection, DuneMapSection, DunePlaySection, DuneLimitsSection,
    ]  # fmt: skip
    data = json.loads(render_json(report))
    jsonschema.validate(data, build_schema("dune-report"))
    assert data["runs"][0]["game"] == "dune"
    rows = list(csv.DictReader(io.StringIO(render_csv(report, runs[0].game))))
    assert [row["name"] for row in rows if row["what"] == "faction"] == ["Dwarves", "Elves", "Goblins", "Orcs"]
    assert len([row for row in rows if row["what"] == "change"]) == 4
    markdown = render_markdown(report, runs[0].game)
    assert markdown.index("## Are the factions balanced?") < markdown.index("## What other rules change")
    assert "negotiation" in markdown
    assert "| at the start | 5.00 | 5.00 | 3.00 | 3.00 |" in markdown  # the same in every game: no interval


def test_the_page_is_whole_and_needs_nothing_else(run: Path) -> None:
    runs = find_runs([run])
    page = render_html(build_report(runs), runs)
    assert page.count('<svg class="dunemap"') == 2 + 8
    assert page.count("svg.dunemap {") == 2  # the style once, light and dark
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "").replace("https://creativecommons.org", "")
    assert "CC BY-SA 4.0" in page
    open_tags: list[str] = []

    class Tags(HTMLParser):
        def handle_starttag(self, tag: str, attrs: object) -> None:
            if tag not in ("meta", "br"):
                open_tags.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert open_tags.pop() == tag

    Tags().feed(page)
    assert open_tags == []


def test_two_runs_side_by_side(run: Path, tmp_path: Path) -> None:
    plan = DunePlan(name="other", games=16, settings={"turn_limit": 4})
    simulate(DuneGame.from_plan(plan), plan, tmp_path / "other", lambda queue: play_here)
    runs = find_runs([run, tmp_path / "other"])
    report = build_report(runs)
    assert report.sections[0].kind == "dune_runs"
    (length,) = (row for row in report.sections[0].rows if row.what == "length")
    assert length.differences[0].value < 0
    assert "other less" in render_html(report, runs)
    assert "turn_limit=4" in render_markdown(report, runs[0].game)
