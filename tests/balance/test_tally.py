"""From rounds to verdicts: planted worths are found, references do not move, and intervals hold at every look."""

from __future__ import annotations

import math
import os
import re

import numpy as np
import pytest
from support.planted_luck import BASE_EFFECTS, PlantedLuck, planted_base, true_effect

from workbench.balance.answer import as_json, judge_tiles
from workbench.balance.base import LEAST_SD, corrected_sd
from workbench.balance.tally import Tally, boundary_for
from workbench.cli.verdicts import format_verdict

LONG = bool(os.environ.get("WORKBENCH_LONG"))
SEVEN = {
    "Lancer": (1.5, "Knight"),
    "Page": (-9.0, "Ranger"),
    "Archmage": (22.0, "Wizard"),
    "Bannerman": (3.0, ""),
    "Smuggler": (0.0, ""),
}


def tallied(game: PlantedLuck, games: int, seed: int, rounds: int = 1, bot: str = "greedy") -> Tally:
    rng = np.random.default_rng(seed)
    tally = Tally(game.question, planted_base(), bot)
    for number in range(rounds):
        tally.add_round(game.frame(rng, games // rounds, number * (games // rounds)))
    return tally


def test_planted_worths_are_found_against_the_base_set() -> None:
    tally = tallied(PlantedLuck(SEVEN), 40_000, 3)
    value, error = tally.measured()
    truth = np.array([true_effect(points) for points, _ in SEVEN.values()])
    assert np.abs((value - truth) / error).max() < 3.5
    assert error.max() < 1.5


def test_what_tiles_replace_does_not_move_the_others() -> None:
    """A set without its odd tile, whose base tile is back in the bag: the same truth, though the bag's mean differs."""
    alone = {name: planted for name, planted in SEVEN.items() if name != "Archmage"}
    with_it, without = (tallied(PlantedLuck(tiles), 40_000, seed) for tiles, seed in ((SEVEN, 5), (alone, 6)))
    both = [name for name in SEVEN if name != "Archmage"]
    rows = [[one.name for one in tally.question.drawn].index(name) for tally in (with_it, without) for name in both]
    first, second = (tally.measured() for tally in (with_it, without))
    change = first[0][rows[:4]] - second[0][rows[4:]]
    error = np.hypot(first[1][rows[:4]], second[1][rows[4:]])
    assert np.abs(change / error).max() < 3.5


def test_verdicts_of_planted_tiles() -> None:
    found = {one.asked.name: one for one in judge_tiles([tallied(PlantedLuck(SEVEN), 60_000, 8, rounds=4)])}
    assert found["Archmage"].verdict == "too strong"
    assert found["Page"].verdict in ("weak", "too weak")
    assert found["Smuggler"].verdict in ("fair", "open")
    assert found["Archmage"].first.nearest is None
    assert found["Page"].first.average == "Seer"  # the Wizard is nearer to the mean, but not in the bag
    assert found["Smuggler"].first.nearest in BASE_EFFECTS
    assert found["Archmage"].sentence.startswith("Archmage is too strong: it wins about 7")


def test_too_strong_is_said_only_of_what_beats_each_single_tile() -> None:
    """Stronger than all but the Ranger; and the Ranger's own copy, in its place."""
    strong = PlantedLuck({"Champion": (BASE_EFFECTS["Ranger"] - 0.5, "Wizard")})
    copy = PlantedLuck({"Twin": (BASE_EFFECTS["Ranger"], "Ranger")})
    for game in (strong, copy):
        (found,) = judge_tiles([tallied(game, 60_000, 2)])
        assert found.verdict == "strong"
        assert found.first.nearest == "Ranger"


def test_too_few_base_tiles_give_no_verdict() -> None:
    gone = {f"New {name}": (0.0, name) for name in BASE_EFFECTS if name not in ("Footman", "Seer")}
    found = judge_tiles([tallied(PlantedLuck(gone), 4000, 1)])
    assert {one.verdict for one in found} == {None}
    assert "only 2 base tiles are left" in found[0].sentence


def test_nothing_is_said_before_the_first_look() -> None:
    (found,) = judge_tiles([tallied(PlantedLuck({"Lancer": (30.0, "Knight")}), 1000, 1)])
    assert found.verdict == "open"
    data = as_json([tallied(PlantedLuck({"Lancer": (30.0, "Knight")}), 1000, 1)], **STORY)
    assert data["tiles"][0]["interval"] is None
    assert format_verdict(data["tiles"][0]) == "Verdict: open, greedy players; more games will tell"


STORY = {"seed": 1, "rounds": 4, "settings": {}, "seconds": 3.21, "sets": {"mine": "abc"}}


def test_json_has_the_stated_shape() -> None:
    game = PlantedLuck({"Lancer": (1.5, "Knight"), "Archmage": (22.0, "Wizard")})
    tallies = [tallied(game, 20_000, 1, bot=bot) for bot in ("greedy", "search:depth=1")]
    data = as_json(tallies, **STORY)
    assert list(data) == [
        "version", "seed", "rounds", "settings", "seconds", "games", "sets", "reference", "tiles",
    ]  # fmt: skip
    assert data["games"] == 40_000
    assert data["reference"]["tiles"] == [n for n in BASE_EFFECTS if n not in ("Knight", "Wizard")]
    one = data["tiles"][1]
    assert list(one) == ["name", "army", "verdict", "points", "interval", "sds", "nearest", "agree", "bots"]
    assert [list(bot) for bot in one["bots"]] == [["bot", "points", "interval", "verdict", "games"]] * 2
    assert (one["verdict"], one["agree"]) == ("too strong", True)
    assert one["interval"][0] < one["points"] < one["interval"][1]
    assert re.fullmatch(
        r"Verdict: too strong, \+\d+\.\d points a draw \(\+\d+\.\d to \+\d+\.\d\), greedy players", format_verdict(one)
    )


def test_unlike_armies_have_one_verdict_a_tile_and_a_favourite() -> None:
    game = PlantedLuck({"Athos": (4.0, "Knight"), "Milady": (-2.0, "Seer")}, dark_lacks="Athos", light_points=3.0)
    tally = tallied(game, 60_000, 4)
    assert tally.question.share_of_error == 3  # Athos is the light army's, Milady both armies'
    value, error = tally.measured()
    truth = np.array([true_effect(4.0), true_effect(-2.0)])
    assert np.abs((value - truth) / error).max() < 3.5
    edge = tally.army_edge()
    assert edge is not None
    assert edge.favoured == "light"
    assert edge.points.low < 3.0 < edge.points.high
    assert as_json([tally], **STORY)["armies"]["favoured"] == "light"
    assert [one["army"] for one in as_json([tally], **STORY)["tiles"]] == ["light", None]


def test_a_sure_verdict_never_returns_to_open() -> None:
    game = PlantedLuck(SEVEN)
    rng, tally = np.random.default_rng(12), Tally(game.question, planted_base(), "greedy")
    widths, sure = [], {}
    for number in range(8):
        tally.add_round(game.frame(rng, 3000, 3000 * number))
        widths.append(tally.effects.high - tally.effects.low)
        for answer in tally.answers():
            before = sure.get(answer.asked.name)
            assert before is None or answer.verdict.removeprefix("too ") == before
            if answer.verdict not in ("open", "on the line"):
                sure[answer.asked.name] = answer.verdict.removeprefix("too ")
    assert (np.diff(widths, axis=0) <= 1e-12).all()
    assert "Archmage" in sure


def test_deciding_intervals_seldom_ever_miss() -> None:
    """Streams of rounds looked at after every one; 5 % at most may ever miss one of their tiles."""
    streams, rounds = (300, 8) if LONG else (24, 4)
    game = PlantedLuck({"Lancer": (1.5, "Knight"), "Page": (-9.0, "Ranger"), "Archmage": (12.0, "Wizard")})
    truth = np.array([true_effect(points) for points, _ in game.custom.values()])
    missed = 0
    for stream in range(streams):
        tally = tallied(game, 2000 * rounds, 100 + stream, rounds)
        missed += bool(((tally.effects.low > truth) | (tally.effects.high < truth)).any())
    assert missed <= 0.05 * streams + 3 * math.sqrt(0.05 * streams)


def test_standard_errors_cover() -> None:
    """One look each: the plain 95 % interval from the same errors."""
    game = PlantedLuck({"Lancer": (1.5, "Knight"), "Page": (-9.0, "Ranger")})
    truth = np.array([true_effect(points) for points, _ in game.custom.values()])
    hits = []
    for seed in range(60 if not LONG else 600):
        value, error = tallied(game, 2000, 1000 + seed).measured()
        hits.append(np.abs(value - truth) < 1.96 * error)
    assert 0.89 <= np.mean(hits) <= 0.99


def test_the_spread_of_base_tiles_without_what_noise_adds() -> None:
    rng = np.random.default_rng(1)
    truth = rng.normal(0, 3.0, 14)
    noise = 2.0 * np.eye(14)
    found = [corrected_sd(truth + rng.normal(0, math.sqrt(2.0), 14), noise) for _ in range(400)]
    assert np.mean(np.square(found)) == pytest.approx(np.var(truth, ddof=1), rel=0.05)
    assert corrected_sd(np.zeros(14), noise) == LEAST_SD


def test_slow_bots_are_looked_at_sooner() -> None:
    assert (boundary_for("greedy").first, boundary_for("search:depth=1").first) == (2000, 1000)
    assert boundary_for("greedy", 7).alpha == pytest.approx(0.05 / 7)
