"""Ratings in words and rows of text, the same for the terminal and for pages."""

from __future__ import annotations

from workbench.ratings.file import BagLevel, BagRatings, Points, Ratings, TileLevel, TileRating

NEVER_DRAWN = {"strong": "stronger", "weak": "weaker", "fair": "as strong", "open": "open"}
DECIDES = "greedy"  # whose verdict stands where one alone is shown, as in `workbench balance`


def points_words(one: Points) -> str:
    """'+2.1 (+0.4 to +3.8)'."""
    return f"{one.points:+z.1f} ({one.interval[0]:+z.1f} to {one.interval[1]:+z.1f})"


def brief_points(one: Points) -> str:
    """'+2.1 ±1.7'."""
    return f"{one.points:+z.1f} ±{one.half_width:.1f}"


TOO = "Too strong, too weak: surely above or below every single base tile in the same bag."


def verdict_words(tile: TileRating, level: TileLevel) -> str:
    """A verdict; of a tile that is never drawn against what it replaces."""
    if tile.how != "starts":
        return level.verdict
    word, other = NEVER_DRAWN.get(level.verdict, level.verdict), tile.replaces or "the Duke"
    return word if word == "open" else f"{word} {'as' if word == 'as strong' else 'than'} {other}"


def decider(ratings: Ratings) -> str:
    bots = ratings.bots
    return DECIDES if DECIDES in bots else bots[0] if bots else DECIDES


def strength_words(tile: TileRating, bot: str) -> str:
    """'strong, +5.5 points a draw (+5.2 to +5.8) to greedy players'; '' where the tile is not rated."""
    level = tile.at(bot)
    if level is None:
        return ""
    unit = "points a draw" if tile.how == "drawn" else "points"
    low, high = level.interval
    return f"{verdict_words(tile, level)}, {level.points:+z.1f} {unit} ({low:+z.1f} to {high:+z.1f}) to {bot} players"


def official_strength(ratings: Ratings | None, set_id: str, name: str) -> str:
    """How strong an official tile is, in a line: '' for tiles that are no official ones, and before any is rated."""
    tile = ratings.find(set_id, name) if ratings is not None else None
    if ratings is None or tile is None:
        return ""
    return f"not rated: {tile.why_not}" if tile.why_not else strength_words(tile, decider(ratings))


def games_words(level: BagLevel) -> str:
    """How many games; where fewer than planned were played, that is said."""
    return f"{level.games:,} games" + (f" of {level.wanted:,} planned" if level.games < level.wanted else "")


def seat_words(level: BagLevel) -> str:
    """First-player edge and draws."""
    return (
        f"first player {points_words(level.first_player)} points, draws {level.draw_percent.points:.1f} % "
        f"({level.draw_percent.interval[0]:.1f} to {level.draw_percent.interval[1]:.1f})"
    )


def army_words(bag: BagRatings, level: BagLevel) -> str:
    """Which army is favoured; '' where both are the same."""
    if level.light is None:
        return ""
    low, high = level.light.interval
    who = "light" if low > 0 else "dark" if high < 0 else ""
    told = f"light {points_words(level.light)} points"
    if not who:
        return f"neither army is surely favoured ({told})"
    wins = 50 + abs(level.light.points)
    return f"the {who} army is favoured: it wins about {wins:.0f} of 100 games ({told})"
