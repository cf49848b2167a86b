"""The tile lab: twins on common luck, planted truths, and what may be concluded from them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from support.command import Runner
from support.places import FIXTURES

from workbench.duke.board.tables import RULES, build_rules
from workbench.lab.arms import ArmTables
from workbench.lab.contest import Arm, Contest, find_tile, plan_contest, reference_of
from workbench.lab.edits import mirrored
from workbench.lab.icons import contributions, heat_of, heat_svg, parts_of, plan_icons, without
from workbench.lab.ladder import plan_ladder, reading
from workbench.lab.measure import Looks, effect_of, looks_of
from workbench.lab.parted import parted_pairs, replay_pair
from workbench.lab.plan import LabPlan
from workbench.lab.play import OUTCOMES, SKIPPED, LabGame
from workbench.lab.run import Experiment, effects, is_done, load_background
from workbench.lab.swap import as_json, plan_swap, sentence, swap_effects
from workbench.sim.seam import SimError
from workbench.sim.store import Run, open_run
from workbench.stats.interval import Estimate
from workbench.tileset.model import Face, Tile
from workbench.tileset.settings import Settings

COPY, SKEW, LAME = (str(FIXTURES / f"lab-{name}.yaml") for name in ("copy", "skew", "lame"))
RANDOM = ("random",)
KEYS = [
    "verdict", "margin_points", "effect_points", "interval", "fixed_interval", "pairs", "games", "discordant",
    "bots", "mode", "seed",
]  # fmt: skip


def played(experiment: Experiment, path: Path) -> Run[LabPlan]:
    experiment.run(path)
    return open_run(path, LabPlan)


def contest_of(old: str, sets: Sequence[str] = ()) -> Contest:
    background = load_background(sets)
    tile = find_tile(old, background.sets)
    return plan_contest(background.composition, tile, (tile.name,), 1, rivals="control")


def test_a_copy_is_equivalent_and_never_parts(tmp_path: Path) -> None:
    experiment = plan_swap(load_background([COPY]), "Knight", "Second Knight", bots=RANDOM)
    run = played(experiment, tmp_path / "run")
    (effect,) = swap_effects(run)
    assert (effect.verdict, effect.discordant, effect.raw.value) == ("equivalent", 0, 0.0)
    assert effect.raw.low < 0 < effect.raw.high < 1
    assert effect.pairs < 10_000
    said = experiment.game.headline(run.plan, 0, looks_of(run, 0).total)
    assert said == f"random: +0.0 ± {effect.shown.half_width:.1f} points"  # progress has the interval that decides
    assert "fair within 1 point." in sentence(effect, "Second Knight", "Knight", run.plan)
    assert parted_pairs(run, 0, 0, 5).is_empty()
    assert replay_pair(run, 0, 0, 4).parts_at is None


@pytest.mark.parametrize(("bot", "forced"), [("random", True), ("random", False), ("greedy", False)])
def test_skipped_twins_would_have_been_the_same_game(bot: str, forced: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    game = LabGame(contest_of("Knight"), (Arm("Wizard", find_tile("Wizard", ())),), (bot,), forced)
    pairs = np.arange(400)
    skipping = game.play_pairs(5, bot, pairs)
    monkeypatch.setattr(ArmTables, "may_skip", lambda *_: False)
    all_played = game.play_pairs(5, bot, pairs)
    assert (skipping.arms == SKIPPED).any()
    assert not (all_played.arms == SKIPPED).any()
    assert np.array_equal(skipping.differences(), all_played.differences())
    assert (all_played.differences() != 0).mean() > 0.05


def test_a_forced_tile_is_drawn_more_often() -> None:
    arms = (Arm("Wizard", find_tile("Wizard", ())),)
    drawn = [
        LabGame(contest_of("Knight"), arms, RANDOM, forced).play_pairs(5, "random", np.arange(300)).drawn.mean()
        for forced in (True, False)
    ]
    assert drawn[0] > 0.9 > drawn[1]


def test_luck_and_batches_decide_nothing_else() -> None:
    game = LabGame(contest_of("Knight"), (Arm("Wizard", find_tile("Wizard", ())),), RANDOM, True)
    whole = game.play_pairs(5, "random", np.arange(100))
    parts = [game.play_pairs(5, "random", np.arange(*bounds)) for bounds in ((37, 100), (0, 37))]
    assert np.array_equal(whole.arms, np.concatenate([parts[1].arms, parts[0].arms]))


@pytest.mark.parametrize("name", ["Wizard", "Oracle", "Duchess", "Trebuchet", "Witch", "Footman"])
def test_an_arm_has_the_tables_of_its_own_composition(name: str) -> None:
    """A tile laid over the control's tables gives what building all tables anew gives."""
    background = load_background(["tilesets/examples/workshop.yaml"] if name == "Witch" else [])
    tile, contest = find_tile(name, background.sets), contest_of("Knight")
    tables = ArmTables(contest, (Arm("first", find_tile("Priest", ())), Arm("second", tile)))
    tables.treated(0, 0)
    made, whole = tables.treated(1, 0), build_rules(contest.with_tile(tile))
    used = int(np.max((whole["run"][0] >> 8) + (whole["run"][0] & 255)))
    for field in RULES.names or ():
        expected, found = whole[field][0], made[field][0]
        if field in ("slots", "via_a", "via_b"):
            expected, found = expected[:used], found[:used]
        assert np.array_equal(expected, found), field


def test_twins_are_played_where_something_looks_into_the_bag() -> None:
    witch = find_tile("Witch", load_background(["tilesets/examples/workshop.yaml"]).sets)
    oracle, wizard = find_tile("Oracle", ()), find_tile("Wizard", ())
    tables = ArmTables(contest_of("Knight"), (Arm("wizard", wizard),))
    assert tables.may_skip(0, "random")
    assert tables.may_skip(0, "greedy")
    assert not tables.may_skip(0, "search:depth=2")
    assert not tables.may_skip(0, "mcts")
    for other in (witch, oracle):
        assert not ArmTables(contest_of("Knight"), (Arm("other", other),)).may_skip(0, "random")
    assert not ArmTables(contest_of("Duke"), (Arm("again", find_tile("Duke", ())),)).may_skip(0, "random")


def test_the_replaced_place_keeps_its_place_in_the_bag() -> None:
    base = load_background().composition
    contest = contest_of("Knight")
    knight = next(i for i, tile in enumerate(base.tiles) if tile.name == "Knight")
    assert contest.top == base.armies[0].bag.index(knight)
    names = [[c.tiles[kind].name for kind in c.armies[1].bag] for c in (base, contest.composition)]
    assert names[0] == names[1]
    assert contest.control.name == "Knight"
    assert contest.changed_type not in contest.composition.armies[1].bag


def test_a_set_that_brings_the_new_tile_to_both_armies_is_undone() -> None:
    background = load_background([COPY])
    experiment = plan_swap(background, "Knight", "Second Knight", bots=RANDOM)
    composition = experiment.game.contest.composition
    names = [composition.tiles[kind].name for army in composition.armies for kind in army.bag]
    assert names.count("Knight") == 2
    assert "Second Knight" not in names


def test_tiles_are_found_by_name_code_and_in_shipped_sets() -> None:
    assert find_tile("kn", ()).name == find_tile("KNIGHT", ()).name == "Knight"
    assert find_tile("Trebuchet", ()).name == "Trebuchet"
    assert reference_of(find_tile("Trebuchet", ()), ()).name == find_tile("Trebuchet", ()).replaces
    assert reference_of(find_tile("Knight", ()), ()).name == "Footman"
    with pytest.raises(SimError, match="did you mean 'Knight'"):
        find_tile("Knigt", ())
    with pytest.raises(SimError, match="acts as the Duke"):
        plan_swap(load_background(), "Duke", "Knight", bots=RANDOM)


WARDENS = """name: Guards
tiles:
  - name: Warden
    code: Wd
    replaces: Knight
    starting: |
      .  .  .  .  .
      .  .  {ahead}  .  .
      .  .  @  .  .
      .  .  .  .  .
      .  .  .  .  .
    other: |
      .  .  .  .  .
      .  .  M  .  .
      .  M  @  M  .
      .  .  .  .  .
      .  .  .  .  .
"""


def test_two_versions_of_one_tile(tmp_path: Path) -> None:
    """Old and new Warden of two files; each is called by its file, and only the first file's tiles are in play."""
    for name, ahead in (("old", "M"), ("new", "S")):
        (tmp_path / f"{name}.yaml").write_text(WARDENS.format(ahead=ahead), encoding="utf-8")
    old, new = f"{tmp_path}/old.yaml:Warden", f"{tmp_path}/new.yaml:wd"
    experiment = plan_swap(load_background([f"{tmp_path}/old.yaml"]), old, new, bots=RANDOM, pairs=100)
    assert (experiment.plan.tile, experiment.plan.against) == ("old.yaml:Warden", "new.yaml:Warden")
    run = played(experiment, tmp_path / "run")
    (effect,) = swap_effects(run)
    said = sentence(effect, run.plan.against, run.plan.tile, run.plan)
    assert "new.yaml:Warden" in said
    assert "old.yaml:Warden" in said
    control, arm = run.about["contest"]["composition"]["tiles"][-1], run.about["arms"][0]["tile"]
    assert control["starting"]["icons"][0]["icon"] == "move"
    assert arm["starting"]["icons"][0]["icon"] == "slide"
    with pytest.raises(SimError, match="has no tile 'Guard': it has Warden"):
        plan_swap(load_background([f"{tmp_path}/old.yaml"]), old, f"{tmp_path}/new.yaml:Guard", bots=RANDOM)
    with pytest.raises(SimError, match="cannot be swapped for itself"):
        plan_swap(load_background([f"{tmp_path}/old.yaml"]), old, old, bots=RANDOM)


def test_the_only_useful_icon_is_found(tmp_path: Path) -> None:
    run = played(plan_icons(load_background([LAME]), "Hopper", bots=RANDOM, pairs=300), tmp_path / "run")
    found = {one.part.label: one for one in contributions(run)}
    useful = found.pop("starting jump 1 ahead")
    assert useful.is_sure
    assert useful.points.value > 20
    icons = [one for label, one in found.items() if not label.endswith("side")]
    assert icons
    assert not any(one.is_sure for one in icons)
    assert found["starting side"].is_sure
    heat = heat_of(list(contributions(run)), 0)
    assert heat[useful.part.icon.at] == min(heat.values())  # the fullest colour
    tile = Tile.model_validate(run.about["contest"]["composition"]["tiles"][-1])
    assert heat[useful.part.icon.at] in heat_svg(tile, contributions(run), 0)


def test_parts_are_taken_away_without_changing_the_design() -> None:
    hopper = find_tile("Hopper", load_background([LAME]).sets)
    lame = hopper.model_copy(update={"other": Face(icons=hopper.starting.icons[:1])})
    contest = contest_of("Knight")
    contest = Contest(contest.with_tile(lame), contest.army, contest.top)
    arms = tuple(without(lame, part) for part in parts_of(lame))
    tables, slot = ArmTables(contest, arms), contest.changed_type
    blank_other = next(i for i, arm in enumerate(arms) if not arm.tile.other.icons)
    assert not tables.treated(blank_other, 0)["blank"][0, 2 * slot + 1]  # NOICON-2 gives it no flip
    mute = next(i for i, arm in enumerate(arms) if arm.mute == (0,))
    runs = tables.treated(mute, 0)["run"][0, slot << 10 : slot + 1 << 10].reshape(2, 512) & 255
    assert not runs[0].any()
    assert runs[1].any()


def mirror_of(tile: Tile) -> Tile:
    faces = {
        side: Face(icons=tuple(mirrored(icon) for icon in tile.face(number).icons))
        for number, side in enumerate(("starting", "other"))
    }
    return tile.model_copy(update={**faces, "name": "Right Hand", "code": "Rh"})


def null_sums(rng: np.random.Generator, pairs: int) -> dict[str, np.ndarray]:
    """Pairs as of two equal tiles: half of them differ, with some draws."""
    counts = rng.multinomial(pairs, [0.22, 0.03, 0.5, 0.03, 0.22])
    return {"differences": counts[None, :].astype(np.int64), "games": np.array([2 * pairs])}


def test_false_alarms_are_as_rare_as_stated() -> None:
    """With no true difference at most 17 of 200 runs say 'different' at 5 %."""
    rng = np.random.default_rng(2024)
    plan = LabPlan(experiment="swap", tile="A", games=40_000, settles=True, margin_points=4.0, chunk=1000)
    verdicts = []
    for _ in range(200):
        looks = Looks(plan, 0)
        for number in list(looks.waiting):
            if not looks.done:
                looks.add(number, null_sums(rng, 1000))
        verdicts.append(effect_of(plan, "greedy", "A", looks.total).verdict)
    assert sum(verdict in ("stronger", "weaker") for verdict in verdicts) <= 17
    assert verdicts.count("equivalent") > 150


@pytest.mark.long
def test_false_alarms_in_real_games(tmp_path: Path) -> None:
    """A tile against its mirror image: games part, but the truth is 0 by symmetry."""
    background = load_background([SKEW])
    left = find_tile("Left Hand", background.sets)
    contest = plan_contest(background.composition, left, ("Left Hand",), 1)
    wrong = 0
    for seed in range(200):
        experiment = Experiment.make(
            background, contest, [Arm("mirror", mirror_of(left))], experiment="swap", tile="Left Hand",
            bots=RANDOM, settles=True, games=40_000, margin_points=4.0, seed=seed, chunk=500,
        )  # fmt: skip
        (effect,) = effects(played(experiment, tmp_path / str(seed)), 0)
        assert effect.discordant > 0
        wrong += effect.verdict in ("stronger", "weaker")
    assert wrong <= 17


def test_a_settled_run_stops_early_and_resumes_to_the_same_verdict(tmp_path: Path) -> None:
    def make() -> Experiment:
        return plan_swap(load_background(), "Wizard", "Footman", bots=RANDOM, margin_points=4, chunk=200)

    whole = played(make(), tmp_path / "whole")
    assert is_done(whole)
    assert not whole.complete
    calls = iter(range(100))
    make().run(tmp_path / "parts", stop=lambda: next(calls) > 3)
    begun = open_run(tmp_path / "parts", LabPlan)
    assert 0 < begun.games_done < looks_of(whole, 0).total["games"][0]
    make().run(tmp_path / "parts", resume=True)
    again = open_run(tmp_path / "parts", LabPlan)
    assert swap_effects(again) == swap_effects(whole)
    assert swap_effects(whole)[0].verdict == "weaker"


def test_chunks_that_come_out_of_order_change_nothing() -> None:
    rng = np.random.default_rng(1)
    plan = LabPlan(experiment="swap", tile="A", games=4000, settles=True, margin_points=5.0, chunk=200)
    parts = {number: null_sums(rng, 200) for number in range(20)}
    totals = []
    for order in (range(20), reversed(range(20)), [3, 1, 0, 2, *range(4, 20)]):
        looks = Looks(plan, 0)
        for number in order:
            looks.add(number, parts[number])
        totals.append(looks.total["differences"].tolist())
    assert totals[0] == totals[1] == totals[2]
    assert sum(totals[0][0]) < 4000
    assert len(totals[0][0]) == OUTCOMES


def test_twins_are_played_again_as_they_went(tmp_path: Path) -> None:
    experiment = plan_swap(load_background(), "Knight", "Wizard", bots=RANDOM, pairs=40)
    run = played(experiment, tmp_path / "run")
    for pair in parted_pairs(run, 0, 0, 4)["pair"]:
        twins = replay_pair(run, 0, 0, pair)
        assert twins.parts_at is not None
        before = [step.text for step in twins.control[: twins.parts_at]]
        assert any("Kn" in text for text in before)  # nothing differs before the tile is drawn
        after = [step.text for step in twins.treated[: twins.parts_at]]
        assert [text.replace("Kn", "Wi") for text in before] == [text.replace("Kn", "Wi") for text in after]
    with pytest.raises(SimError, match="pairs 0 to 39"):
        replay_pair(run, 0, 0, 40)


def test_json_has_the_stated_shape(tmp_path: Path, workbench: Runner) -> None:
    out = str(tmp_path / "run")
    done = workbench(
        "lab", "swap", "Knight", "Wizard", "--bots", "random", "--until", "100", "--out", out,
        "--workers", "1", "--json",
    )  # fmt: skip
    assert done.code == 0, done.err
    found = json.loads(done.out)
    assert list(found) == KEYS
    assert found["pairs"] == 100
    assert found["mode"] == "forced"
    assert found["bots"] == "random"
    assert found["interval"][0] <= found["effect_points"] <= found["interval"][1]
    run = open_run(out, LabPlan)
    assert as_json(swap_effects(run)[0], run.plan) == found
    shown = workbench("lab", "twins", out, "--count", "1")
    assert shown.code == 0
    assert "side by side" in shown.out
    pair = shown.out.splitlines()[1].split()[0]
    assert "They part after step" in workbench("lab", "twins", out, "--pair", pair).out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("swap", "Knight", "Nobody"), "there is no tile 'Nobody': name the set that holds it with --set"),
        (("swap", "Knight", "Knight"), "cannot be swapped for itself"),
        (("swap", "Knight", "Wizard", "--until", "soon"), "neither 'settled' nor"),
        (("swap", "Knight", "Wizard", "--bots", "clever"), "there is no bot 'clever'"),
        (("swap", "Knight", "Wizard", "--setting", "guard=maybe"), "guard"),
        (("ladder", "Footman"), "--against"),
        (("tune", "Knight", "--target", "much"), "is no target"),
        (("tune", "Knight", "--target", "0 +-1", "--keep", "pretty"), "cannot be kept"),
        (("twins", "nowhere"), "no such run folder"),
    ],
)
def test_bad_input_is_one_clear_message(
    arguments: tuple[str, ...], message: str, workbench: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = workbench("lab", *arguments)
    assert done.code == 2
    assert message in done.err
    assert "Traceback" not in done.err
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize(
    ("points", "half_width", "said"),
    [
        ((0.0, 3.0, 6.0), 0.5, "rewards skill"),
        ((6.0, 3.0, 0.0), 0.5, "worth less to better players"),
        ((1.0, 1.1, 0.9), 0.5, "about the same to all"),
        ((1.0, 1.1, 0.9), 8.0, "these games do not show"),
        ((0.6, -4.8, 1.0, 2.0), 0.8, "not steady"),
        ((0.6, -4.8, 1.0, 0.6), 0.8, "not steady"),
    ],
)
def test_the_same_worth_for_all_is_said_only_of_narrow_intervals(
    points: tuple[float, ...], half_width: float, said: str
) -> None:
    estimates = [Estimate(value, value - half_width, value + half_width, 100) for value in points]
    found = [SimpleNamespace(shown=one, bot=f"bot {number}") for number, one in enumerate(estimates)]
    assert said in reading(found, "Lancer", 1.0)


def test_the_ladder_has_every_bot(tmp_path: Path) -> None:
    assert plan_ladder(load_background(), "Ranger").plan.bots == ("random", "greedy", "search", "mcts")
    experiment = plan_ladder(load_background(), "Ranger", bots=RANDOM, pairs=60)
    run = played(experiment, tmp_path / "run")
    assert (run.plan.tile, run.plan.against) == ("Footman", "Ranger")
    assert swap_effects(run)[0].pairs == 60


@pytest.mark.rule("PACK-3")
def test_a_hero_that_is_drafted_is_measured_in_a_settled_draft(tmp_path: Path) -> None:
    """The hero under test is the first pick of the army with the place, the others are shared out in turns."""
    background = load_background(["robert-e-howard"], Settings(howard="draft"))
    champion = find_tile("Champion", background.sets)
    contest = plan_contest(background.composition, champion, ("Champion", "Conan"), 1, rivals="control")
    game = contest.composition
    bags = [{game.tiles[kind].name for kind in army.bag} for army in game.armies]
    heroes = {"Conan", "Kull", "Dark Agnes de Chastillon", "Solomon Kane"}
    assert [bag & heroes for bag in bags] == [{"Dark Agnes de Chastillon"}, {"Kull", "Solomon Kane"}]
    assert (contest.army, contest.control.name, game.drafted) == (0, "Champion", ())
    assert "Wizard" in bags[0]
    assert "Wizard" not in bags[1]
    run = played(plan_swap(background, "Champion", "Conan", bots=RANDOM, pairs=40), tmp_path / "run")
    assert swap_effects(run)[0].pairs == 40
