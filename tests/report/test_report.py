"""The report on runs with planted truths."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import jsonschema
import polars as pl
import pytest
from support.planted_game import NUMBERS, PlantedGame, base_tiles, write_run
from typer.testing import CliRunner

from workbench.cli.app import app
from workbench.cli.schema import all_schemas
from workbench.report import charts, words
from workbench.report.build import build_report, load_faces
from workbench.report.duke.model import (
    ComparisonSection,
    DuelSection,
    GamesSection,
    LadderSection,
    Num,
    PoolSection,
    Report,
    TileNumbers,
    TilesSection,
    VerdictsSection,
)
from workbench.report.html import render_html
from workbench.report.text import render_csv, render_json, render_markdown
from workbench.resources import shipped
from workbench.sim.duke.planfile import read_plan
from workbench.sim.plan import Plan
from workbench.sim.seam import Batch
from workbench.tileset.model import Face, Tile

NAUGHTY = 'Knight <b> & "Co"'


def made_tiles() -> tuple[Tile, ...]:
    """The base tiles, and four of our own in the shape of a Knight."""
    tiles = tuple(t for t in base_tiles() if t.name not in ("Duchess", "Oracle"))
    knight = next(t for t in tiles if t.name == "Knight")
    own = {"Giant": "Gi", "Squire": "Sq", "Copy": "Cy", NAUGHTY: "Nt"}
    blank = knight.model_copy(update={"name": "Blank", "code": "Bl", "starting": Face(), "other": Face()})
    return *tiles, *(knight.model_copy(update={"name": n, "code": c}) for n, c in own.items()), blank


CUSTOM = frozenset({"Giant", "Squire", "Copy", "Blank", NAUGHTY})
EFFECTS = {
    "random": {"Giant": 0.15, "Blank": -0.15, "General": 0.05, "Footman": -0.05},
    "greedy": {"Giant": 0.25, "Blank": -0.15, "Ranger": 0.15},
}
GAME = PlantedGame(made_tiles(), CUSTOM, EFFECTS, strength={"greedy": 0.2})
SETS = ("base", "mine.yaml")


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("runs")
    plans = {
        "ladder": (GAME, Plan(name="ladder", games=16_000, chunk=2000, bots=("random", "greedy"), sets=SETS)),
        "small": (GAME, Plan(name="small", games=500, bots=("random", "greedy"), sets=SETS)),
        "few": (GAME, Plan(name="few", games=300, seed=3, settings={"guard": "off"}, sets=SETS)),
        "duel": (GAME, Plan(name="duel", games=3000, chunk=500, south="random", north="greedy", sets=SETS)),
        "pool": (
            PlantedGame(made_tiles(), CUSTOM, pool={"Giant": "Knight"}, swap_effect=0.2),
            Plan(name="pool", games=8000, chunk=2000, sets=SETS),
        ),
    }
    for name, (game, plan) in plans.items():
        write_run(folder / name, game, plan)
    return {name: folder / name for name in plans}


@pytest.fixture(scope="module")
def ladder(runs: dict[str, Path]) -> Report:
    return build_report([runs["ladder"]])


@pytest.fixture(scope="module")
def duel(runs: dict[str, Path]) -> Report:
    return build_report([runs["duel"]])


@pytest.fixture(scope="module")
def pool(runs: dict[str, Path]) -> Report:
    return build_report([runs["pool"]])


@pytest.fixture(scope="module")
def page(runs: dict[str, Path], ladder: Report) -> str:
    return render_html(ladder, load_faces([runs["ladder"]]))


def tables(report: Report) -> list[TilesSection]:
    return [s for s in report.sections if isinstance(s, TilesSection)]


def row(table: TilesSection, name: str) -> TileNumbers:
    return next(t for t in table.tiles if t.name == name)


def true_swing(name: str, bot: str) -> float:
    effects = EFFECTS[bot]
    bag = [GAME.tiles[i].name for i in GAME.bag]
    return 100 * (effects.get(name, 0.0) - sum(effects.get(n, 0.0) for n in bag) / len(bag))


# ---- planted truths


def test_swings_hold_the_planted_truth(ladder: Report) -> None:
    held = []
    for table in tables(ladder):
        for tile in table.tiles:
            assert tile.swing_points is not None
            low, high = tile.swing_points.low, tile.swing_points.high
            assert low is not None
            assert high is not None
            held.append(low <= true_swing(tile.name, table.bot) <= high)
    assert len(held) == 2 * 19
    assert sum(held) >= 33  # 95 % of 38 is 36


def test_strong_tile_is_flagged_and_fair_one_is_not(ladder: Report) -> None:
    for table in tables(ladder):
        giant, squire = row(table, "Giant"), row(table, "Squire")
        assert giant.verdict == "too_strong"
        assert giant.rank is not None
        assert giant.rank.value == 1
        assert giant.among_official is not None
        assert giant.among_official.beaten == giant.among_official.of == 14
        assert f"Giant is too strong for {table.bot} players" in giant.sentence
        assert squire.verdict in {"balanced", "undecided"}


def test_blank_tile_ranks_last(ladder: Report) -> None:
    for table in tables(ladder):
        blank = row(table, "Blank")
        assert table.tiles[-1] is blank
        assert blank.verdict == "too_weak"
        assert blank.rank is not None
        assert blank.rank.high == 19


def test_identical_tiles_under_two_names_do_not_differ(ladder: Report) -> None:
    """Squire and Copy are the same tile: neither the ranks nor the swings may tell them apart."""
    for table in tables(ladder):
        one, other = row(table, "Squire"), row(table, "Copy")
        assert one.rank is not None
        assert other.rank is not None
        assert max(one.rank.low, other.rank.low) <= min(one.rank.high, other.rank.high)
        assert one.swing_points is not None
        assert other.swing_points is not None
        assert abs(one.swing_points.value - other.swing_points.value) < 6
        assert one.differs_p is not None


def test_naive_numbers_mislead_and_the_swing_does_not(ladder: Report) -> None:
    """Winners draw more, so nearly every tile seems to help when drawn; the swings average to 0."""
    table = tables(ladder)[0]
    naive = [t.described.drawn_less_not_drawn_points for t in table.tiles]
    assert sum(n is not None and n.value > 0 for n in naive) >= 18
    weighted = sum(t.copies * t.swing_points.value for t in table.tiles if t.swing_points)
    assert abs(weighted / sum(t.copies for t in table.tiles)) < 0.01


def test_regression_agrees_with_the_planted_extremes(ladder: Report) -> None:
    effects = {t.name: t for t in tables(ladder)[1].tiles}
    for name, sign in (("Giant", 1), ("Blank", -1)):
        found = effects[name]
        assert found.effect_points is not None
        assert found.effect_unshrunk_points is not None
        assert found.effect_p is not None
        assert sign * found.effect_points.value > 0
        assert found.effect_p < 0.01
        assert abs(found.effect_points.value) < abs(found.effect_unshrunk_points.value)


def test_ladder_tells_what_rewards_skill(ladder: Report) -> None:
    section = next(s for s in ladder.sections if isinstance(s, LadderSection))
    assert section.bots == ("random", "greedy")
    readings = {tile.name: tile.reading for tile in section.tiles}
    assert readings["Ranger"].startswith("worth more to better players")
    assert readings["Bowman"] == "no change with skill shown"


def test_first_player_edge_and_draws_are_found(ladder: Report) -> None:
    section = next(s for s in ladder.sections if isinstance(s, GamesSection))
    edge, drawn = section.first_player_edge_points, section.drawn_games_percent
    assert edge.low is not None
    assert edge.high is not None
    assert edge.low <= 3.0 <= edge.high  # the planted edge
    assert drawn.low is not None
    assert drawn.high is not None
    assert drawn.low <= 10.0 <= drawn.high
    assert {s.name for s in section.draw_reasons} == {"repetition", "max-turns"}
    assert sum(s.games for s in section.reasons) == section.games == 16_000
    assert section.capped_percent.value == next(s.percent.value for s in section.reasons if s.name == "max-turns")
    assert sum(section.lengths.counts) == section.games
    assert section.turns_per_game["go"].value == 40


def test_too_few_games_say_how_many_more(runs: dict[str, Path]) -> None:
    report = build_report([runs["few"]])
    line = next(s for s in report.sections if isinstance(s, VerdictsSection)).lines[0]
    undecided = [t for t in tables(report)[0].tiles if t.verdict == "undecided"]
    assert len(undecided) >= 15
    assert all(t.more_games for t in undecided)
    assert "not enough games" in " ".join(t.sentence for t in undecided)
    assert all(re.search(r"not enough games .*: about [\d,]+ more\.", t.sentence) for t in undecided)
    assert not any(t.verdict == "balanced" for t in tables(report)[0].tiles)
    assert line.bot == "random"
    assert report.runs[0].differing_settings == {"guard": "off"}
    assert report.runs[0].command.endswith("--setting guard=off")


def test_a_wider_margin_settles_more(runs: dict[str, Path]) -> None:
    report = build_report([runs["few"]], margin_points=45)
    assert all(t.verdict == "balanced" for t in tables(report)[0].tiles)


def test_unlike_bots_are_judged_in_pairs(duel: Report) -> None:
    section = next(s for s in duel.sections if isinstance(s, DuelSection))
    assert (section.first, section.second, section.pairs) == ("random", "greedy", 1500)
    assert section.sentence.startswith("greedy beats random")
    assert section.elo.value < -100
    one, other = tables(duel)
    assert (one.side, one.bot, other.side, other.bot) == ("A", "random", "B", "greedy")
    assert sum(t.first_draws for t in one.tiles) == 3000
    assert "--south random --north greedy" in duel.runs[0].command


def test_pool_mode_finds_the_planted_swap(pool: Report) -> None:
    section = next(s for s in pool.sections if isinstance(s, PoolSection))
    assert section.chosen_at_random
    (tile,) = section.tiles
    assert (tile.name, tile.replaces) == ("Giant", "Knight")
    assert tile.swapped_in_percent.low is not None
    assert tile.swapped_in_percent.high is not None
    assert tile.swapped_in_percent.low <= 50 <= tile.swapped_in_percent.high
    assert tile.swap_swing_points is not None
    assert tile.swap_swing_points.low is not None
    assert tile.swap_swing_points.high is not None
    assert tile.swap_swing_points.low <= 20 <= tile.swap_swing_points.high
    assert all(t.name != "Giant" for t in tables(pool)[0].tiles)
    assert tile.verdict == "strong"
    verdicts = next(s for s in pool.sections if isinstance(s, VerdictsSection))
    assert tile.sentence in {line.sentence for line in verdicts.lines}


# ---- several runs


def test_side_by_side_shows_differences(runs: dict[str, Path]) -> None:
    report = build_report([runs["small"], runs["few"]])
    section = report.sections[0]
    assert isinstance(section, ComparisonSection)
    assert section.runs == ("small", "few")
    giant = next(r for r in section.rows if r.what == "swing of Giant")
    first, second = giant.values
    assert first is not None
    assert second is not None
    (apart,) = giant.differences
    assert apart is not None
    assert apart.value == pytest.approx(second.value - first.value, abs=1e-3)
    assert apart.low is not None
    assert second.low is not None
    assert apart.value - apart.low >= second.value - second.low
    assert {r.bot for r in section.rows} == {"random"}  # few has no greedy games
    for text in (render_markdown(report), render_html(report, {})):
        assert "few less small" in text


def test_runs_with_nothing_in_common_say_so(runs: dict[str, Path]) -> None:
    report = build_report([runs["few"], runs["duel"]])
    section = report.sections[0]
    assert isinstance(section, ComparisonSection)
    assert section.rows == ()
    for text in (render_markdown(report), render_html(report, {})):
        assert "nothing to compare" in text
        assert "duel less few" not in text


def test_the_same_run_twice_is_said_to_be_the_same(runs: dict[str, Path]) -> None:
    report = build_report([runs["few"], runs["few"]])
    assert [head.name for head in report.runs] == ["few (1)", "few (2)"]
    section = report.sections[0]
    assert isinstance(section, ComparisonSection)
    assert "the same run" in section.note
    assert all(d is not None and d.value == 0 for r in section.rows for d in r.differences)


# ---- forms


def test_json_fits_its_schema(ladder: Report, duel: Report, pool: Report) -> None:
    schema = json.loads((shipped("schemas") / "report.schema.json").read_text())
    for report in (ladder, duel, pool):
        data = json.loads(render_json(report))
        jsonschema.Draft202012Validator(schema).validate(data)
        assert Report.model_validate(data) == report


def test_report_schema_is_not_stale() -> None:
    for name, text in all_schemas().items():
        if name.startswith("report"):
            assert (shipped("schemas") / name).read_text() == text, "run: workbench schema --into schemas"


def test_markdown_carries_the_numbers_of_the_json(ladder: Report) -> None:
    text = render_markdown(ladder)
    for table in tables(ladder):
        for tile in table.tiles:
            assert f"{words.signed(tile.swing_points)} ({words.interval(tile.swing_points)})" in text
            assert words.plain(tile.described.captured_percent) in text
    assert ladder.runs[0].command in text
    assert "\n\n\n" not in text
    lines = [line for line in text.splitlines() if line.startswith("|")]
    blocks = re.split(r"\n(?!\|)", text)
    for block in blocks:  # every table has as many cells in each line
        cells = {line.rstrip().count("|") for line in block.splitlines() if line.startswith("|")}
        assert len(cells) <= 1, block
    assert len(lines) > 100


def test_csv_has_a_line_per_tile_and_level(ladder: Report) -> None:
    rows = list(csv.DictReader(io.StringIO(render_csv(ladder))))
    assert len(rows) == 2 * 19
    giant = next(r for r in rows if r["name"] == "Giant" and r["bot"] == "greedy")
    assert float(giant["swing_points_low"]) < float(giant["swing_points"]) < float(giant["swing_points_high"])
    assert giant["official_of"] == "14"


def test_contents_lead_to_every_section(page: str, ladder: Report) -> None:
    contents = page[page.index("<nav") : page.index("</nav>")]
    for place, section in enumerate(ladder.sections, 1):
        assert f'<a href="#section-{place}">' in contents
        assert f'id="section-{place}"' in page
        assert section.title.replace("'", "&#39;") in contents


class Outline(HTMLParser):
    """Collects what must hold of the page."""

    VOID = frozenset({"meta", "br", "input", "img", "link", "hr"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.unlabelled: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag not in self.VOID:
            self.open.append(tag)
        if "id" in found:
            self.ids.append(found["id"] or "")
        for name in ("href", "src"):
            if name in found:
                self.links.append(found[name] or "")
        if tag == "svg" and not (found.get("aria-label") or found.get("aria-hidden")):
            self.unlabelled.append(str(found))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_page_is_sound_and_self_contained(page: str) -> None:
    outline = Outline()
    outline.feed(page)
    assert outline.open == []
    assert len(outline.ids) == len(set(outline.ids))
    assert outline.unlabelled == []
    for link in outline.links:
        assert link.startswith("#"), link
        assert link[1:] in outline.ids, link
    assert "http" not in page.replace("http://www.w3.org/", "")
    assert "url(" not in page
    assert "@import" not in page


def test_page_shows_faces_and_escapes_names(page: str) -> None:
    assert "<b> &" not in page
    assert "Knight &lt;b&gt; &amp; &#34;Co&#34;" in page
    assert page.count("<symbol") == 2 * len(GAME.tiles)
    assert 'aria-label="Giant, starting side"' in page


def test_page_says_what_a_designer_needs(page: str, ladder: Report) -> None:
    for wanted in (
        "Is my tile too strong?",
        "Giant is too strong for greedy players",
        "Does skill change a tile&#39;s worth?",
        "prefers-color-scheme: dark",
        "@media print",
        "How these numbers came about",
        "do not judge by these",
        "Skip to the numbers",
    ):
        assert wanted in page, wanted
    assert ladder.runs[0].command in page


def test_page_without_custom_tiles_still_answers(tmp_path: Path) -> None:
    tiles = tuple(t for t in base_tiles() if t.name not in ("Duchess", "Oracle"))
    write_run(tmp_path / "base", PlantedGame(tiles), Plan(name="base", games=400))
    report = build_report([tmp_path / "base"])
    section = report.sections[0]
    assert isinstance(section, VerdictsSection)
    assert section.lines == ()
    assert "no custom tile" in section.summary[0]
    assert "In short" in render_html(report, {})


# ---- the command


def run(*words: object) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["report", *map(str, words)])
    return done.exit_code, done.output


def test_command_writes_into_the_run_folder(runs: dict[str, Path]) -> None:
    code, said = run(runs["few"])
    assert code == 0
    assert (runs["few"] / "report.html").read_text().startswith("<!doctype html>")
    assert "wrote" in said


def test_command_prints_text_forms_and_follows_endings(runs: dict[str, Path], tmp_path: Path) -> None:
    code, said = run(runs["few"], "--format", "json")
    assert code == 0
    assert json.loads(said)["title"] == "few"
    for ending, start in {"md": "# Balance", "csv": "run,bot", "json": "{", "html": "<!doctype"}.items():
        assert run(runs["few"], "--out", tmp_path / f"r.{ending}")[0] == 0
        assert (tmp_path / f"r.{ending}").read_text().startswith(start)
    assert run(runs["few"], "--format", "csv", "--out", "-")[1].startswith("run,bot")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nowhere"], "no such run folder"),
        (["{few}", "nowhere"], "no such run folder"),
        (["{few}", "--format", "md", "--open"], "browser"),
        (["{few}", "--out", "no/such/folder/x.html"], "does not exist"),
        (["{few}", "--margin", "0"], "margin"),
    ],
)
def test_bad_input_ends_with_one_message(runs: dict[str, Path], words: list[str], said: str) -> None:
    code, text = run(*(word.format(few=runs["few"]) for word in words))
    assert code == 2
    assert said in text
    assert "Traceback" not in text


def test_an_unfinished_run_is_reported_as_far_as_it_is(tmp_path: Path) -> None:
    write_run(tmp_path / "part", GAME, Plan(name="part", games=600, chunk=100))
    (tmp_path / "part" / "games-00002.parquet").unlink()
    report = build_report([tmp_path / "part"])
    assert (report.runs[0].games, report.runs[0].planned_games) == (500, 600)
    assert "not complete" in render_html(report, {})
    assert "not complete" in render_markdown(report)


class Terse(PlantedGame):
    """Records results alone."""

    def columns(self) -> Mapping[str, pl.DataType]:
        whole = super().columns()
        return {n: k for n, k in whole.items() if k != NUMBERS and not n.endswith("first_draw")}

    def play_batch(self, plan: Plan, first: int, count: int) -> Batch:
        rows = super().play_batch(plan, first, count).rows
        return Batch(rows.select(list(self.columns())))


def test_a_run_that_records_results_alone_has_no_tile_numbers(tmp_path: Path) -> None:
    write_run(tmp_path / "terse", Terse(made_tiles(), CUSTOM), Plan(name="terse", games=200))
    report = build_report([tmp_path / "terse"])
    assert not tables(report)
    assert "No draws from a bag are recorded" in render_markdown(report)
    assert next(s for s in report.sections if isinstance(s, GamesSection)).games == 200


def test_a_run_without_any_game_is_refused(tmp_path: Path) -> None:
    write_run(tmp_path / "none", GAME, Plan(name="none", games=100))
    for path in (tmp_path / "none").glob("games-*.parquet"):
        path.unlink()
    code, text = run(tmp_path / "none")
    assert code == 2
    assert "no finished games" in text


@pytest.mark.parametrize(
    "plan",
    [
        Plan(games=200, seed=5),
        Plan(games=200, bots=("random", "greedy"), light="north", chunk=60),
        Plan(games=200, south="greedy", north="random", record=("draws", "bags")),
        Plan(games=200, settings={"max_turns": 200, "fort_jslide": True}, terrain={"fort": 2}),
        Plan(games=200, terrain={"dragon": True, "mountain": 1}, objective="counting_coup"),
    ],
    ids=["plain", "ladder", "duel", "settings", "terrain"],
)
def test_the_command_shown_plays_the_same_plan(plan: Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_run(tmp_path / "run", PlantedGame(base_tiles()), plan)
    command = build_report([tmp_path / "run"]).runs[0].command
    given: list[Plan] = []

    def catch(targets: list[str], options: dict[str, Any], *rest: object) -> None:
        given.append(read_plan(targets, options))

    monkeypatch.setattr("workbench.cli.sim._run", catch)
    done = CliRunner().invoke(app, shlex.split(command)[1:])
    assert done.exit_code == 0, done.output
    assert given[0].deciding() == plan.deciding()
    assert given[0].sets == plan.sets


# ---- small parts


def test_scales_and_ticks() -> None:
    scale = charts.Scale(-4.0, 6.0)
    assert scale.place(1.0) == 50
    assert scale.place(99) == 100
    assert [t.label for t in scale.ticks(5)] == ["-4", "-2", "0", "+2", "+4", "+6"]
    assert [charts.nice_step(x) for x in (0.7, 1.0, 1.3, 3, 7, 0.04)] == [1, 1, 2, 5, 10, pytest.approx(0.05)]
    far = charts.mark(scale, Num(value=0, low=-50, high=1, n=1))
    assert far.cut
    assert far.left == 0
    cells = charts.heat_cells([1.0] + [0.0] * 34 + [3.0])
    assert (cells[0].x, cells[0].y, cells[0].square) == (0, 5, "a1")
    assert (cells[35].x, cells[35].y, cells[35].strength) == (5, 0, 1.0)


def test_numbers_in_words() -> None:
    assert words.signed(Num(value=-0.04, low=None, high=None, n=1)) == "0.0"
    assert words.interval(Num(value=0, low=-1.26, high=0.04, n=1)) == "-1.3 to 0.0"
    assert words.interval(Num(value=0, low=None, high=None, n=1)) == ""
    assert words.p_words(0.0004) == "< 0.001"
    assert words.reason_words("max-turns") == "the limit of turns"
    assert words.setting_words({"fort": 2, "dragon": True}) == "fort: 2, dragon: yes"
