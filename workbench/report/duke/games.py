"""How the games went: first-player edge, endings, length, turns; and duels of unlike sides."""

from __future__ import annotations

import numpy as np

from workbench.report.duke.model import DuelSection, GamesSection
from workbench.report.duke.records import BoolArray, Rung
from workbench.report.duke.verdict import spell
from workbench.report.duke.words import CAPPED
from workbench.report.model import Lengths, Num, Share
from workbench.report.numbers import as_num
from workbench.stats.batch import batch_ratios
from workbench.stats.cluster import mean_estimate
from workbench.stats.elo import elo_estimate
from workbench.stats.interval import sample_mean, sample_quantile

BINS = 24


def build_games(run: str, rung: Rung, turn_kinds: list[str]) -> GamesSection:
    score = mean_estimate(rung.south_score, rung.unit)
    drawn = rung.south_score == 0.5
    reasons = rung.frame["reason"].cast(str).to_numpy()
    return GamesSection(
        run=run,
        bot=rung.label,
        games=rung.games,
        pairs=rung.pairs,
        first_player_score_percent=as_num(score, 100),
        first_player_edge_points=as_num(score, 200, -100),
        drawn_games_percent=_share(drawn, rung),
        capped_percent=_share(np.isin(reasons, list(CAPPED)), rung),
        reasons=_shares(reasons, np.ones(rung.games, dtype=bool), rung),
        draw_reasons=_shares(reasons, drawn, rung),
        lengths=_lengths(rung),
        turns_per_game=_turns(rung, turn_kinds),
    )


def _share(chosen: BoolArray, rung: Rung) -> Num:
    return as_num(mean_estimate(chosen.astype(np.float64), rung.unit), 100)


def _shares(reasons: np.ndarray, among: BoolArray, rung: Rung) -> tuple[Share, ...]:
    """The endings among some games, each as a share of all games, most frequent first."""
    names, counts = np.unique(reasons[among], return_counts=True)
    order = np.argsort(-counts, kind="stable")
    return tuple(
        Share(name=str(names[i]), games=int(counts[i]), percent=_share((reasons == names[i]) & among, rung))
        for i in order
    )


def _lengths(rung: Rung) -> Lengths:
    plies = rung.frame["plies"].to_numpy().astype(np.float64)
    low, high = float(plies.min()), max(float(np.quantile(plies, 0.995)), 1.0)
    width = max(np.ceil((high - low) / BINS), 1.0)
    edges = low + width * np.arange(BINS + 1)
    counts, _ = np.histogram(np.minimum(plies, edges[-1] - 0.5), edges)  # the last bar holds all that is longer
    quantiles = {f"{q}": as_num(sample_quantile(plies, q / 100)) for q in (5, 25, 50, 75, 95)}
    return Lengths(
        mean_plies=as_num(sample_mean(plies)),
        quantiles=quantiles,
        edges=tuple(float(e) for e in edges),
        counts=tuple(int(c) for c in counts),
    )


def _turns(rung: Rung, kinds: list[str]) -> dict[str, Num]:
    parts = [sums["turns"] for _, sums in rung.chunk_sums if "turns" in sums]
    if not parts or len(parts) != len(rung.chunk_sums):
        return {}
    turns = np.array(parts, dtype=np.float64)
    games = np.array([count for count, _ in rung.chunk_sums], dtype=np.float64)[:, None]
    found = batch_ratios(turns, np.broadcast_to(games, turns.shape))
    named = {name: as_num(e) for name, e in zip(kinds, found, strict=False) if e.value > 0}
    return dict(sorted(named.items(), key=lambda item: -item[1].value))


def build_duel(run: str, rung: Rung) -> DuelSection:
    """Two unlike bots over pairs with changed seats."""
    score = np.where(rung.south_army == 0, rung.south_score, 1 - rung.south_score)
    found = mean_estimate(score, rung.unit)
    one, other = rung.sides()
    armies = {"light": " (light army)", "dark": " (dark army)"}
    first, second = (f"{side.bot}{armies.get(side.label, '')}" for side in (one, other))
    percent = as_num(found, 100)
    if found.low > 0.5 or found.high < 0.5:
        better, worse = (first, second) if found.value > 0.5 else (second, first)
        shown = percent if found.value > 0.5 else as_num(found, -100, 100)
        text = f"{better} beats {worse}: it scores {spell(shown, signs=False)} %."
    else:
        text = f"No difference shown between {first} and {second}: "
        text += f"{first} scores {spell(percent, signs=False)} %."
    return DuelSection(
        run=run,
        first=first,
        second=second,
        games=rung.games,
        pairs=rung.pairs,
        score_percent=percent,
        elo=as_num(elo_estimate(found)),
        sentence=text,
    )
