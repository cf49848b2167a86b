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
from workbench.games import find_runs
from workbench.report import charts, words
from workbench.report.build import build_report
from workbench.report.duke import charts as duke_charts
from workbench.report.duke import words as duke_words
from workbench.report.duke.balance_model import BalanceCard, BalanceSection
from workbench.report.duke.compare import what_changed
from workbench.report.duke.model import (
    ComparisonSection,
    DuelSection,
    DukeReport,
    ForestSection,
    GamesSection,
    PoolSection,
    TileNumbers,
    TilesSection,
    setting_words,
)
from workbench.report.duke.report import DUKE
from workbench.report.html import render_html
from workbench.report.model import Num, Report
from workbench.report.text import render_csv, render_json, render_markdown
from workbench.resources import shipped
from workbench.sim.duke.plan import Plan
from workbench.sim.duke.planfile import read_plan
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
    "greedy": {"Giant": 0.25, "Blank": -0.35, "Ranger": 0.15},
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
    return build_report(find_runs([runs["ladder"]]))


@pytest.fixture(scope="module")
def duel(runs: dict[str, Path]) -> Report:
    return build_report(find_runs([runs["duel"]]))


@pytest.fixture(scope="module")
def pool(runs: dict[str, Path]) -> Report:
    return build_report(find_runs([runs["pool"]]))


@pytest.fixture(scope="module")
def page(runs: dict[str, Path], ladder: Report) -> str:
    return render_html(ladder, find_runs([runs["ladder"]]))


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


def cards(report: Report) -> dict[str, BalanceCard]:
    return {card.name: card for s in report.sections if isinstance(s, BalanceSection) for card in s.cards}


def test_cards_hold_the_planted_verdicts_worst_first(ladder: Report) -> None:
    """By greedy players, though random ones are named first: these say least."""
    section = ladder.sections[0]
    assert isinstance(section, BalanceSection)
    assert section.bot == "greedy"
    found = cards(ladder)
    assert section.cards[0].name in {"Giant", "Blank"}
    assert found["Giant"].verdict in {"strong", "too strong"}
    assert found["Blank"].verdict in {"weak", "too weak"}
    for name in ("Squire", "Copy", NAUGHTY):
        assert found[name].verdict in {"fair", "open", "on the line"}
    assert re.search(r"wins about \d+ of 100 games instead of 50 when it comes, with greedy", found["Giant"].sentence)
    assert not found["Giant"].brief.startswith("Giant")
    assert [one.bot for one in found["Giant"].bots] == ["greedy", "random"]


def test_the_deciding_interval_is_the_one_shown(ladder: Report, page: str) -> None:
    forest = next(s for s in ladder.sections if isinstance(s, ForestSection))
    rows = {tile.name: tile for tile in forest.tiles}
    for card in cards(ladder).values():
        assert card.points is not None
        assert rows[card.name].points[forest.bots.index("greedy")].model_copy(
            update={"n": 0}
        ) == card.points.model_copy(update={"n": 0})
        assert f"{words.signed(card.points)} points a draw, {words.interval(card.points)}" in page
    giant = next(t for t in tables(ladder)[1].tiles if t.name == "Giant")
    assert giant.points == rows["Giant"].points[1]
    assert giant.verdict == cards(ladder)["Giant"].verdict


def test_cards_keep_plain_win_rates_and_say_what_they_are(ladder: Report, page: str) -> None:
    for card in cards(ladder).values():
        assert card.drawn_score_percent is not None
        assert card.not_drawn_score_percent is not None
    assert page.count("Plain win rates, which mix its worth with how the game went") == len(CUSTOM)


def test_a_game_that_the_tile_decided_can_be_watched(ladder: Report, runs: dict[str, Path]) -> None:
    rows = find_runs([runs["ladder"]])[0].run.rows(1).collect()
    for name, won in (("Giant", True), ("Blank", False)):
        command = next(step.command for step in cards(ladder)[name].next if step.command.startswith("workbench replay"))
        folder, number = re.fullmatch(r"workbench replay (\S+) --game (\d+)", command).groups()  # type: ignore[union-attr]
        assert folder == "ladder"
        kind = next(i for i, t in enumerate(GAME.tiles) if t.name == name)
        game = rows.filter(pl.col("game") == int(number)).row(0, named=True)
        owner = next(seat for seat, who in enumerate(("south", "north")) if kind in game[f"{who}_bag_log"])
        assert kind not in game[f"{('north', 'south')[owner]}_bag_log"]
        assert game["winner"] == (owner if won else 1 - owner)


def test_strongest_stands_first_and_blank_last(ladder: Report) -> None:
    forest = next(s for s in ladder.sections if isinstance(s, ForestSection))
    assert forest.tiles[0].name == "Giant"
    assert forest.tiles[-1].name == "Blank"
    for table in tables(ladder):
        blank, giant = row(table, "Blank"), row(table, "Giant")
        assert blank.rank is not None
        assert blank.rank.high == 19
        assert giant.rank is not None
        assert giant.rank.value == 1
        assert giant.among_official is not None
        assert giant.among_official.beaten == giant.among_official.of == 14


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


def test_ladder_tells_what_rewards_skill(ladder: Report) -> None:
    section = next(s for s in ladder.sections if isinstance(s, ForestSection))
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


def test_too_few_games_say_how_many_more(tmp_path: Path) -> None:
    write_run(tmp_path / "few", GAME, Plan(name="few", games=300, seed=3, sets=SETS))
    report = build_report(find_runs([tmp_path / "few"]))
    found = cards(report)
    assert {card.verdict for card in found.values()} == {"open"}
    assert all(re.search(r"about [\d,]+ more games will tell", card.sentence) for card in found.values())
    assert {card.next[0].why for card in found.values()} == {"go on with this run"}
    more = [re.fullmatch(r"workbench sim --out few --more \d+", card.next[0].command) for card in found.values()]
    assert all(more)


def test_other_rules_need_their_own_measure(
    runs: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As long as nobody has measured them here before."""
    monkeypatch.setattr("workbench.balance.base._cached", lambda key: tmp_path / "none.json")
    report = build_report(find_runs([runs["few"]]))
    assert report.runs[0].differing_settings == {"guard": "off"}
    assert report.runs[0].command.endswith("--setting guard=off")
    command = "workbench balance mine.yaml --bots random --setting guard=off"
    assert all(card.sentence.endswith(command) for card in cards(report).values())


def test_bots_whose_base_tiles_are_unknown_give_no_verdict(tmp_path: Path) -> None:
    write_run(tmp_path / "deep", GAME, Plan(name="deep", games=200, bots=("search:depth=7",), sets=SETS))
    found = find_runs([tmp_path / "deep"])
    report = build_report(found)
    assert all("workbench balance mine.yaml --bots search:depth=7" in card.sentence for card in cards(report).values())
    assert "No verdict, for it is not known what official tiles are worth" in render_html(report, found)
    assert any(isinstance(s, ForestSection) for s in report.sections)


def test_a_wider_margin_settles_more(runs: dict[str, Path]) -> None:
    report = build_report(find_runs([runs["ladder"]]), margin=5)
    assert all(card.verdict == "fair" for card in cards(report).values())


def test_a_shared_report_names_no_folder_of_its_maker(tmp_path: Path) -> None:
    sets = ("base", str(tmp_path / "secret" / "mine.yaml"))
    write_run(tmp_path / "run", GAME, Plan(name="run", games=2200, bots=("greedy",), sets=sets))
    found = find_runs([tmp_path / "run"])
    report = build_report(found)
    for text in (
        render_html(report, found),
        render_markdown(report, DUKE),
        render_json(report),
        render_csv(report, DUKE),
    ):
        assert "secret" not in text
        assert str(tmp_path) not in text
    assert "workbench sim base mine.yaml" in report.runs[0].command


def test_unlike_bots_are_judged_in_pairs(duel: Report) -> None:
    section = next(s for s in duel.sections if isinstance(s, DuelSection))
    assert (section.first, section.second, section.pairs) == ("random", "greedy", 1500)
    assert section.sentence.startswith("greedy beats random")
    assert section.elo.value < -100
    one, other = tables(duel)
    assert (one.side, one.bot, other.side, other.bot) == ("first", "random", "second", "greedy")
    assert "unlike bots" in cards(duel)["Giant"].sentence
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
    assert "pool" in cards(pool)["Giant"].sentence
    assert cards(pool)["Giant"].next[0].command == "workbench balance mine.yaml"


# ---- several runs


def test_what_changed_stands_first(runs: dict[str, Path], tmp_path: Path) -> None:
    """One tile is changed and worth less, one is new; all others fold."""
    tiles = tuple(
        t.model_copy(update={"starting": Face()}) if t.name == "Giant" else t for t in made_tiles() if t.name != "Copy"
    )
    weaker = {bot: {**found, "Giant": 0.0} for bot, found in EFFECTS.items()}
    plan = Plan(name="ladder", games=16_000, chunk=2000, seed=2, bots=("random", "greedy"), sets=SETS)
    write_run(tmp_path / "newer", PlantedGame(tiles, CUSTOM, weaker, strength={"greedy": 0.2}), plan)
    found = find_runs([runs["ladder"], tmp_path / "newer"])
    assert [one.name for one in found] == ["ladder", "newer"]
    report = build_report(found)
    section = report.sections[0]
    assert isinstance(section, ComparisonSection)
    changed = {tile.name: tile for tile in section.changed}
    assert set(changed) == {"Giant", "Copy"}
    assert changed["Giant"].changes == ("starting side",)
    assert changed["Copy"].changes == ("not in newer",)
    greedy = next(r for r in changed["Giant"].rows if r.bot == "greedy")
    first, second = greedy.values
    assert first is not None
    assert second is not None
    (apart,) = greedy.differences
    assert apart is not None
    assert apart.high is not None
    assert apart.high < 0
    assert apart.value == pytest.approx(second.value - first.value, abs=0.011)
    assert any(
        said.startswith("Giant is weaker in newer than in ladder with greedy") for said in changed["Giant"].sentences
    )
    page = render_html(report, found)
    assert page.index("Giant in ladder, starting side") < page.index("Giant in newer, starting side")
    assert page.index("Giant is weaker in newer") < page.index("Unchanged tiles, and how the games went")
    text = render_markdown(report, DUKE)
    assert "newer less ladder" in text
    assert "## Is it fair? (newer)" in text
    assert page.count('<details class="run">') == 2


def test_looks_are_no_change() -> None:
    one = {"name": "A", "code": "A", "tile": {"starting": 1, "code": "A", "emblem": "x"}}
    other = {"name": "A", "code": "B", "tile": {"starting": 1, "code": "B", "emblem": "y"}}
    assert what_changed([one, other], ["old", "new"]) == ()
    assert what_changed([one, None], ["old", "new"]) == ("not in new",)


def test_runs_with_nothing_in_common_say_so(runs: dict[str, Path]) -> None:
    found = find_runs([runs["few"], runs["duel"]])
    report = build_report(found)
    section = report.sections[0]
    assert isinstance(section, ComparisonSection)
    assert section.rows == ()
    assert section.changed == section.unchanged == ()
    for text in (render_markdown(report, DUKE), render_html(report, found)):
        assert "nothing to compare" in text
        assert "duel less few" not in text


def test_the_same_run_twice_is_said_to_be_the_same(runs: dict[str, Path]) -> None:
    report = build_report(find_runs([runs["few"], runs["few"]]))
    assert [head.name for head in report.runs] == ["few (1)", "few (2)"]
    section = report.sections[0]
    assert isinstance(section, ComparisonSection)
    assert "the same run" in section.note
    assert section.changed == ()
    assert section.folded
    assert all(d is None or d.value == 0 for r in section.folded for d in r.differences)


# ---- forms


def test_json_fits_its_schema(ladder: Report, duel: Report, pool: Report) -> None:
    schema = json.loads((shipped("schemas") / "report.schema.json").read_text())
    for report in (ladder, duel, pool):
        data = json.loads(render_json(report))
        jsonschema.Draft202012Validator(schema).validate(data)
        assert DukeReport.model_validate(data) == report


def test_report_schema_is_not_stale() -> None:
    for name, text in all_schemas().items():
        if name.startswith("report"):
            assert (shipped("schemas") / name).read_text() == text, "run: workbench schema --into schemas"


def test_markdown_carries_the_numbers_of_the_json(ladder: Report) -> None:
    text = render_markdown(ladder, DUKE)
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
    rows = list(csv.DictReader(io.StringIO(render_csv(ladder, DUKE))))
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
        "Is it fair?",
        "of 100 games instead of 50 when it comes, with greedy players",
        "All tiles, and whether skill changes their worth",
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
    found = find_runs([tmp_path / "base"])
    report = build_report(found)
    section = report.sections[0]
    assert isinstance(section, BalanceSection)
    assert section.cards == ()
    assert "asks about no tile" in section.notes[0]
    assert "strongest tile" in section.notes[1]
    assert "In short" in render_html(report, found)


# ---- the command


def run(*words: object) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["report", *map(str, words)])
    return done.exit_code, done.output


def test_command_writes_into_the_run_folder(runs: dict[str, Path]) -> None:
    code, said = run(runs["few"])
    assert code == 0
    assert (runs["few"] / "report.html").read_text().startswith("<!doctype html>")
    assert "wrote" in said


def test_a_comparison_leaves_the_report_of_the_run_alone(runs: dict[str, Path]) -> None:
    assert run(runs["few"])[0] == 0
    alone = (runs["few"] / "report.html").read_bytes()
    for _ in range(2):  # the second one takes the place of the first
        assert "report-compared.html" in "".join(run(runs["few"], runs["duel"])[1].split())
    assert (runs["few"] / "report.html").read_bytes() == alone


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
        (["{few}", "--out", "report.pdf"], "no report of the kind .pdf"),
        (["{few}", "--out", "report.pdf", "--format", "html"], "no report of the kind .pdf"),
        (["{few}", "--out", "report.xlsx"], "no report of the kind .xlsx"),
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
    found = find_runs([tmp_path / "part"])
    report = build_report(found)
    assert (report.runs[0].games, report.runs[0].planned_games) == (500, 600)
    assert "not complete" in render_html(report, found)
    assert "not complete" in render_markdown(report, DUKE)


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
    report = build_report(find_runs([tmp_path / "terse"]))
    assert not tables(report)
    assert "No draws from a bag are recorded" in render_markdown(report, DUKE)
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
    command = build_report(find_runs([tmp_path / "run"])).runs[0].command
    given: list[Plan] = []

    def catch(targets: list[str], options: dict[str, Any], *rest: object) -> None:
        given.append(read_plan(targets, options))

    monkeypatch.setattr("workbench.cli.sim._run", catch)
    done = CliRunner().invoke(app, shlex.split(command)[1:])
    assert done.exit_code == 0, done.output
    assert given[0].deciding() == plan.deciding()
    assert given[0].sets == plan.sets


# ---- small parts


def test_a_chart_of_shares_that_all_round_to_nothing_is_drawn() -> None:
    """Three drawn games of 150,000 are 0.00 %."""
    assert charts.Scale(0.0, 0.0).place(0.0) == 0.0


def test_scales_and_ticks() -> None:
    scale = charts.Scale(-4.0, 6.0)
    assert scale.place(1.0) == 50
    assert scale.place(99) == 100
    assert [t.label for t in scale.ticks(5)] == ["-4", "-2", "0", "+2", "+4", "+6"]
    assert [charts.nice_step(x) for x in (0.7, 1.0, 1.3, 3, 7, 0.04)] == [1, 1, 2, 5, 10, pytest.approx(0.05)]
    far = charts.mark(scale, Num(value=0, low=-50, high=1, n=1))
    assert far.cut
    assert far.left == 0
    cells = duke_charts.heat_cells([1.0] + [0.0] * 34 + [3.0])
    assert (cells[0].x, cells[0].y, cells[0].square) == (0, 5, "a1")
    assert (cells[35].x, cells[35].y, cells[35].strength) == (5, 0, 1.0)


def test_numbers_in_words() -> None:
    assert words.signed(Num(value=-0.04, low=None, high=None, n=1)) == "0.0"
    assert words.interval(Num(value=0, low=-1.26, high=0.04, n=1)) == "-1.3 to 0.0"
    assert words.interval(Num(value=0, low=None, high=None, n=1)) == ""
    assert words.p_words(0.0004) == "< 0.001"
    assert duke_words.reason_words("max-turns") == "the limit of turns"
    assert setting_words({"fort": 2, "dragon": True}) == "fort: 2, dragon: yes"
