"""From numbers to a sentence: is this tile too strong?"""

from __future__ import annotations

from workbench.report.duke.model import AmongOfficial, Num, Verdict
from workbench.report.words import interval, plain, signed
from workbench.stats.equivalence import decide, games_needed


def judge(
    swing: float, error: float, margin: float, exceeds_p: float, official: AmongOfficial, games: int
) -> tuple[Verdict, int | None]:
    """The verdict, and for an undecided one about how many more games would settle it (scores, not points).

    Stronger than the margin alone is "strong": official tiles differ too. "Too strong" stands above every
    official tile of the bag.
    """
    decision = decide(swing, error, margin, exceeds_p)
    if decision == "undecided":
        return "undecided", games_needed(swing, error, margin, games)
    if decision == "balanced":
        return "balanced", None
    if decision == "stronger":
        return ("too_strong" if official.of and official.beaten == official.of else "strong"), None
    return ("too_weak" if official.of and official.beaten == 0 else "weak"), None


def verdict_sentence(
    name: str,
    verdict: Verdict,
    swing: Num | None,
    margin_points: float,
    among: AmongOfficial | None,
    bot: str,
    more_games: int | None,
) -> str:
    if swing is None:
        return f"{name}: no verdict for {bot} players, for it was never the first tile drawn."
    if verdict == "undecided":
        known = _open(swing, margin_points)
        return f"{name}: not enough games for {bot} players: about {more_games:,} more. {known}"
    opening = {
        "too_strong": f"{name} is too strong for {bot} players",
        "strong": f"{name} is strong for {bot} players, but some official tile is stronger still",
        "balanced": f"{name} is balanced within {margin_points:g} points for {bot} players",
        "weak": f"{name} is weak for {bot} players, but some official tile is weaker still",
        "too_weak": f"{name} is too weak for {bot} players",
    }[verdict]
    if among is None or among.of == 0:
        opening = opening.partition(", but")[0]
    text = f"{opening}: {spell(swing)} points against the average tile of its bag when drawn first"
    return f"{text}; {spell_rank(among)}." if among and among.of else f"{text}."


def spell(number: Num, signs: bool = True) -> str:
    """'+2.1 (+1.6 to +2.6)'."""
    value = signed(number) if signs else plain(number)
    bounds = interval(number, sign=signs)
    return f"{value} ({bounds})" if bounds else value


def spell_rank(among: AmongOfficial) -> str:
    """'stronger than 12 of 15 official tiles (surely 10, at most 14)'."""
    if among.beaten == among.of:
        text = f"stronger than all {among.of} official tiles of the bag"
    elif among.beaten == 0:
        text = f"stronger than none of the {among.of} official tiles of the bag"
    else:
        text = f"stronger than {among.beaten} of the {among.of} official tiles of the bag"
    if (among.at_least, among.at_most) != (among.beaten, among.beaten):
        text += f" (between {among.at_least} and {among.at_most})"
    return text


def _open(swing: Num, margin_points: float) -> str:
    """What is known of an undecided tile all the same."""
    low, high = swing.low or 0.0, swing.high or 0.0
    if low > 0 or high < 0:
        side = "stronger" if low > 0 else "weaker"
        return (
            f"It is {side} than the average tile of its bag, {spell(swing)} points, but whether by more than "
            f"{margin_points:g} is open."
        )
    return f"{spell(swing)} points against the average tile may or may not be within {margin_points:g}."
