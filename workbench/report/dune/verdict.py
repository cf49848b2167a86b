"""From shares to sentences: who wins, who holds most castles, and is that balanced?"""

from __future__ import annotations

import math

from workbench.report.dune.model import Balance, FactionVerdict, Outcome
from workbench.report.model import Num
from workbench.report.words import interval, plain
from workbench.stats.equivalence import games_needed
from workbench.stats.interval import two_sided_z

FAIR_PERCENT = 25.0


def judge_share(share: Num, margin_points: float) -> Balance:
    """Balanced only where the whole interval lies within the margin around a fair share."""
    low, high = share.low, share.high
    if low is None or high is None:
        return "undecided"
    if low >= FAIR_PERCENT - margin_points and high <= FAIR_PERCENT + margin_points:
        return "balanced"
    if low > FAIR_PERCENT + margin_points:
        return "too_often"
    return "too_seldom" if high < FAIR_PERCENT - margin_points else "undecided"


def build_faction_verdict(outcome: Outcome, margin_points: float, games: int) -> FactionVerdict:
    share = outcome.most_castles_percent
    verdict = judge_share(share, margin_points)
    more = _more_games(share, margin_points, games) if verdict == "undecided" else None
    return FactionVerdict(
        faction=outcome.name,
        verdict=verdict,
        sentence=_faction_sentence(outcome.name, share, verdict, margin_points, more),
        most_castles_percent=share,
        more_games=more,
    )


def _more_games(share: Num, margin_points: float, games: int) -> int | None:
    if share.low is None or share.high is None:
        return None
    error = (share.high - share.low) / (2 * two_sided_z())
    return games_needed(share.value - FAIR_PERCENT, error, margin_points, games)


def _faction_sentence(name: str, share: Num, verdict: Balance, margin: float, more: int | None) -> str:
    fair = f"{FAIR_PERCENT:g} ± {margin:g}"
    held = f"The {name} hold most castles in {spell_share(share)} of 100 games"
    if verdict == "balanced":
        return f"{held}: surely within {fair}, so they are balanced."
    if verdict == "undecided":
        needed = f" (about {more:,} more would tell)" if more else ""
        return f"{held}: not enough games{needed} to say whether that is within {fair}."
    return f"{held}: surely {'more' if verdict == 'too_often' else 'less'} than {fair}."


def spell_share(share: Num) -> str:
    """'33.1 (31.9 to 34.4)'."""
    bounds = interval(share, sign=False)
    return f"{plain(share)} ({bounds})" if bounds else plain(share)


def verdict_sentence_of(outcomes: tuple[Outcome, ...], verdicts: tuple[FactionVerdict, ...], bots: str) -> str:
    """The answer first: who wins and how, then who holds most castles."""
    first = max(outcomes, key=lambda one: one.wins_percent.value)
    default = first.default_wins_percent.value if first.default_wins_percent else 0.0
    how = f", {_whole(default)} of them by default" if default else ", all of them by castles"
    most = max(outcomes, key=lambda one: one.most_castles_percent.value)
    least = min(outcomes, key=lambda one: one.most_castles_percent.value)
    text = (
        f"The {first.name} win {_whole(first.wins_percent.value)} of 100 games among {bots}{how}; "
        f"most castles are held by the {most.name} in {spell_share(most.most_castles_percent)} of 100 games "
        f"and least often by the {least.name} in {spell_share(least.most_castles_percent)}."
    )
    return f"{text} {_together(verdicts)}"


def _whole(percent: float) -> str:
    """Whole numbers, but never '100' or '0' for what is not all or nothing."""
    rounded = round(percent)
    is_false_end = rounded in (0, 100) and not math.isclose(percent, rounded, abs_tol=1e-9)
    return f"{percent:.1f}" if is_false_end else str(rounded)


def _together(verdicts: tuple[FactionVerdict, ...]) -> str:
    words = {"balanced": "balanced", "too_often": "too often ahead", "too_seldom": "too seldom ahead"}
    parts = []
    for verdict, word in words.items():
        names = [one.faction for one in verdicts if one.verdict == verdict]
        if len(names) == 4:
            return f"All four factions are {word}."
        if names:
            parts.append(f"{listed(names)} are {word}")
    open_ones = [one.faction for one in verdicts if one.verdict == "undecided"]
    if open_ones:
        parts.append(f"for {listed(open_ones)} there are not enough games" if parts else "there are not enough games")
    text = "; ".join(parts)
    return text[0].upper() + text[1:] + "."


def listed(names: list[str]) -> str:
    """'a', 'a and b', 'a, b and c'."""
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def bots_in_words(bots: list[str]) -> str:
    """'seekers', or 'planner and seeker bots'."""
    kinds = list(dict.fromkeys(bots))
    if len(kinds) > 1:
        return f"{listed(kinds)} bots"
    plain_name = kinds[0].isalpha() and kinds[0] != "random"
    return f"{kinds[0]}s" if plain_name else f"{kinds[0]} bots"
