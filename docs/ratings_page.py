"""Writes docs/ratings.md and its pictures from workbench/data/ratings.json: python docs/ratings_page.py"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from ratings_facts import facts

from workbench.balance.rating_plan import RATING_GAMES, RATING_PAIRS
from workbench.ratings.file import BagRatings, Ratings, TileLevel, TileRating, shipped_ratings
from workbench.ratings.scale import OLDER_PRINT, agreements, placed, skill_changes
from workbench.ratings.words import army_words, brief_points, decider, verdict_words

PAGE = Path(__file__).parent / "ratings.md"


def page(ratings: Ratings) -> str:
    parts = [
        INTRODUCTION,
        "\n".join(["## Three things that surprise", "", *numbered(facts(ratings))]),
        "\n".join(played(ratings)),
        READING,
        *("\n".join(bag_part(ratings, bag)) for bag in ratings.bags),
        "\n".join(starts_part(ratings)),
        "\n".join(seats_part(ratings)),
        "\n".join(agreement_part(ratings)),
        NOT_SHOWN,
        AGAIN,
    ]
    return "\n\n".join(part.strip("\n") for part in parts) + "\n"


def numbered(texts: Sequence[str]) -> list[str]:
    return [
        textwrap.fill(f"{number}. {text}", 116, subsequent_indent="   ", break_on_hyphens=False)
        for number, text in enumerate(texts, 1)
    ]


INTRODUCTION = """
# Ratings of the official tiles

This page answers: how strong is every official tile, to whom, and which army is favoured?

It is made by `python docs/ratings_page.py` from `workbench/data/ratings.json`, which `workbench ratings make` plays
for. The same numbers stand behind

    workbench ratings
    workbench ratings robin-hood --bots greedy
    workbench ratings base --json

and wherever a tile is said to be "about as strong as" another: `balance`, reports, `check`, `tile` and the studio's
library.
"""

READING = """
## How to read it

A drawn tile's **points** are what one draw of it is worth to its owner against an average draw of the base set's tiles,
in games of a hundred; [method](method.md) says how draw luck measures it. A tile that is drawn is rated in the bag it
is played in; tiles of a pool lie in the bag in the place of their counterparts. An **SD** is the spread of the base
set's tiles at that level. The **verdict** is that of greedy players, as in `workbench balance`: fair within one SD,
strong or weak outside it, *too* strong or weak where a tile is surely beyond every single base tile of the same bag
(base tiles themselves are never called so). **Place** is among all drawn tiles of the page, with the places that the
intervals allow. Every interval is one of 95 %: of a hundred such intervals about five miss. The number of games was
planned by how wide intervals may be; in three bags games were added where they had come out wider, and nowhere for what
a number said.
"""

NOT_SHOWN = """
## What it does not show

* **People.** Four kinds of bots played, each against itself. The two weaker ones do not plan; `mcts:sims=200`
  thinks ahead for a moment, and a good player for longer.
* **Worth in another bag.** A fifth weak tile is worth less than a first. Two tiles of different packs were measured
  in different bags, and their places are as good as the common reference makes them.
* **The Dragon, the Specter and other terrain.** They belong to nobody and are not rated.
* **A pool beside the board.** Siege Engines and heroes are rated as draws; whether to take them when they are
  offered is another question, which `workbench balance siege-engines` answers.
* **Other games.** All games are *Capture the Duke* without terrain. Packs with an objective of their own (Robin
  Hood, Musketeers) may be fairer, or less fair, under it.
* **The reasons.** `workbench lab icons` tells which icons make a tile strong.
"""

AGAIN = """
## Make them again

    workbench ratings make --sets events --bots random --games 2000 --out my-ratings.json
    workbench ratings --file my-ratings.json

plays a small part. Without options it plays all of it, cheapest levels first, for some hours of a core; Ctrl-C
keeps what was played, and the same command goes on. The file holds the plan, the seed and hashes of the sets, the
rules engine and the bots' worths; where these have changed since, `workbench ratings` says so.
`python benchmarks/ratings_stamp.py` plays the first games of every level again: where they are the same, a changed
engine plays as the old one did, and the file gets its mark. A test plays a part of the ratings again and compares.
"""


def played(ratings: Ratings) -> Iterator[str]:
    yield "## What was played"
    yield ""
    yield f"{ratings.games:,} games, seed {ratings.made.seed}. *Within* is the half width of the widest interval."
    yield ""
    yield "| level | games of a bag | of two armies | pairs of a swap | draws, within | swaps, within | complete |"
    yield "|---|---:|---:|---:|---:|---:|---|"
    for bot in ratings.bots:
        drawn = [level for _, tile in ratings.tiles() if tile.how == "drawn" and (level := tile.at(bot))]
        swaps = [level for _, tile in ratings.tiles() if tile.how == "starts" and (level := tile.at(bot))]
        shared, unlike = RATING_GAMES[bot]
        cells = [f"{shared:,}", f"{unlike:,}", f"{RATING_PAIRS[bot]:,}", widest(drawn), widest(swaps)]
        yield f"| `{bot}` | {' | '.join(cells)} | {completeness(ratings, bot)} |"
    yield ""
    yield "Bags of more than 16 tiles have more games in proportion (not at `mcts`), for each tile is drawn less often."


def widest(levels: Sequence[TileLevel]) -> str:
    return f"±{max(one.half_width for one in levels):.2f}" if levels else ""


def completeness(ratings: Ratings, bot: str) -> str:
    """Whether the plan was played whole; what is missing is said."""
    levels = [level for bag in ratings.bags if (level := bag.at(bot))]
    done, wanted = sum(one.games for one in levels), sum(one.wanted for one in levels)
    drawable = sum(any(tile.how == "drawn" for tile in bag.tiles) for bag in ratings.bags)
    swaps = [tile for _, tile in ratings.tiles() if tile.how == "starts" and not tile.why_not]
    pairs = sum(level.games for tile in swaps if (level := tile.at(bot)))
    pairs_wanted = 2 * ratings.plan[bot]["pairs"] * len(swaps)
    told = []
    if done < wanted or len(levels) < drawable:
        told.append(f"{done:,} of {wanted:,} games, {len(levels)} of {drawable} bags")
    if pairs < pairs_wanted:
        told.append(f"{pairs // 2:,} of {pairs_wanted // 2:,} pairs")
    return "; ".join(told) or "yes"


def bag_part(ratings: Ratings, bag: BagRatings) -> Iterator[str]:
    drawn = [tile for tile in bag.tiles if tile.how == "drawn" and tile.levels]
    decides = decider(ratings)
    yield f"## {bag.title}"
    if bag.name == OLDER_PRINT:
        yield ""
        yield "An earlier print of the Siege Engines; it has no places, for the tiles are listed above."
    if drawn:
        yield ""
        yield f"![Faces and worth of the tiles of {bag.title}](images/ratings-{bag.name.replace(', ', '-')}.png)"
        yield ""
        yield from tile_table(ratings, drawn, decides)
    missing = [f"{tile.name}: {tile.why_not}." for tile in bag.tiles if tile.why_not]
    if missing:
        yield ""
        yield f"Not rated: {' '.join(missing)}"


def tile_table(ratings: Ratings, tiles: Sequence[TileRating], decides: str) -> Iterator[str]:
    places = {(one.tile.set, one.tile.name): one.words for one in placed(ratings, decides)}
    yield f"| tile | {' | '.join(f'`{bot}`' for bot in ratings.bots)} | place | SDs | verdict |"
    yield f"|---|{'---:|' * len(ratings.bots)}---:|---:|---|"
    order = sorted(tiles, key=lambda tile: -(level.points if (level := tile.at(decides)) else -1e9))
    for tile in order:
        level = tile.at(decides)
        name = f"{tile.name} ({tile.army})" if tile.army else tile.name
        cells = [brief_points(one) if (one := tile.at(bot)) else "" for bot in ratings.bots]
        sds = f"{level.sds:+z.1f}" if level and level.sds is not None else ""
        verdict = verdict_words(tile, level) if level else ""
        yield f"| {name} | {' | '.join(cells)} | {places.get((tile.set, tile.name), '')} | {sds} | {verdict} |"


def starts_part(ratings: Ratings) -> Iterator[str]:
    """Acting Dukes, and what stands beside them."""
    decides = decider(ratings)
    yield "## On the board from the start"
    yield ""
    yield (
        "Acting Dukes, and the Militia that takes all three places of the Footmen: pairs of games on the same luck,\n"
        "with the tile and with what it replaces, from both seats, in points of win rate. SDs of drawn tiles say\n"
        "nothing here."
    )
    yield ""
    yield "![Faces and worth of the tiles that start on the board](images/ratings-starts.png)"
    yield ""
    yield f"| tile | set | for | {' | '.join(f'`{bot}`' for bot in ratings.bots)} | to {decides} players |"
    yield f"|---|---|---|{'---:|' * len(ratings.bots)}---|"
    for bag, tile in ratings.tiles():
        if tile.how == "starts" and tile.levels:
            cells = [brief_points(one) if (one := tile.at(bot)) else "" for bot in ratings.bots]
            level = tile.at(decides)
            verdict = verdict_words(tile, level) if level else ""
            name = f"{tile.name} ({tile.army})" if tile.army else tile.name
            yield f"| {name} | {bag.title} | {tile.replaces} | {' | '.join(cells)} | {verdict} |"


def seats_part(ratings: Ratings) -> Iterator[str]:
    yield "## Who is favoured"
    yield ""
    yield "The first player's score less the second's, in points, and draws in percent:"
    yield ""
    yield f"| bag | {' | '.join(f'`{bot}` first | draws' for bot in ratings.bots)} |"
    yield f"|---|{'---:|---:|' * len(ratings.bots)}"
    for bag in ratings.bags:
        if bag.levels:
            levels = [bag.at(bot) for bot in ratings.bots]
            cells = [
                f"{brief_points(one.first_player)} | {one.draw_percent.points:.1f}" if one else " | " for one in levels
            ]
            yield f"| {bag.title} | {' | '.join(cells)} |"
    yield ""
    yield "Packs with two armies, seats in turns; the light army's score above or below 50, in points:"
    yield ""
    yield f"| pack | {' | '.join(f'`{bot}`' for bot in ratings.bots)} | with {decider(ratings)} players |"
    yield f"|---|{'---:|' * len(ratings.bots)}---|"
    for bag in ratings.bags:
        if any(level.light for level in bag.levels):
            here = bag.at(decider(ratings))
            cells = [brief_points(one.light) if (one := bag.at(bot)) and one.light else "" for bot in ratings.bots]
            yield f"| {bag.title} | {' | '.join(cells)} | {army_words(bag, here).partition(' (')[0] if here else ''} |"


def agreement_part(ratings: Ratings) -> Iterator[str]:
    yield "## Do the levels agree?"
    yield ""
    yield "Correlation of the points of all drawn tiles; the last column takes off what noise hides:"
    yield ""
    yield "| levels | tiles | r | 95 % | r without noise |"
    yield "|---|---:|---:|---|---:|"
    for one in agreements(ratings):
        r, clean = one.correlation, one.without_noise
        clean_words = "" if clean is None else f"{clean:.2f}"
        cells = [str(one.tiles), f"{r.value:.2f}", f"{r.low:.2f} to {r.high:.2f}", clean_words]
        yield f"| `{one.first}`, `{one.second}` | {' | '.join(cells)} |"
    changes = skill_changes(ratings)
    if not changes:
        return
    weak, strong = ratings.bots[0], ratings.bots[-1]
    yield ""
    yield (
        f"Which tile is worth more to better players? The strongest level (`{strong}`) less the weakest\n"
        f"(`{weak}`), each in SDs of its own level, for a point means something else to each; adjusted by Holm over\n"
        f"all {len(changes)} tiles. *Not steady* is said where levels surely differ both ways, or surely differ\n"
        "although the ends do not."
    )
    yield ""
    yield f"| tile | {' | '.join(f'`{bot}`, SDs' for bot in ratings.bots)} | change | p (Holm) | to better players |"
    yield f"|---|{'---:|' * len(ratings.bots)}---:|---:|---|"
    silent = 0
    for change in changes:
        if change.change.trend == "none shown":
            silent += 1
            continue
        ends = change.change.ends
        cells = [f"{level.sds:+z.1f}" if level.sds is not None else "" for level in change.levels]
        p = change.change.p_value
        told = "< 0.001" if p < 0.001 else f"{p:.3f}"
        size = f"{ends.value:+z.1f} ({ends.low:+z.1f} to {ends.high:+z.1f})"
        yield f"| {change.tile.name} | {' | '.join(cells)} | {size} | {told} | {change.change.trend} |"
    yield ""
    yield f"Of the other {silent} tiles no change is shown."


def main() -> None:
    ratings = shipped_ratings()
    assert ratings is not None, "workbench/data/ratings.json is not there: workbench ratings make"
    from ratings_plots import draw_all

    draw_all(ratings, decider(ratings))
    PAGE.write_text(page(ratings), encoding="utf-8")


if __name__ == "__main__":
    main()
