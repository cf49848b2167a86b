"""workbench ratings [SET]: shows how strong the official tiles are."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from workbench.cli import console
from workbench.cli.game_options import read_bots
from workbench.cli.tiles import complete_sets

if TYPE_CHECKING:
    from workbench.ratings.file import BagRatings, Ratings, TileRating


def register(app: typer.Typer) -> None:
    app.command("show")(show_ratings)


def show_ratings(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="SET", help="Official sets (all).", autocompletion=complete_sets),
    ] = None,
    bots: Annotated[str | None, typer.Option(metavar="BOT", help="These levels, each in full.")] = None,
    levels: Annotated[
        bool,
        typer.Option("--levels", help="How far levels agree; which tiles are worth more to better players."),
    ] = False,
    file: Annotated[Path | None, typer.Option("--file", metavar="FILE", help="Ratings of your own making.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """How strong the official tiles are, at four levels of skill.

    A drawn tile's points are what one draw of it is worth against an average draw of the base set, in games of a
    hundred; an acting Duke's what he is worth against the Duke. With --bots: intervals, places and SDs.

    Exit code: 0, or 2 if there is no such set or level.
    """
    ratings = _read(file)
    bags = _chosen(ratings, names or [])
    asked = _asked_bots(ratings, bots)
    if as_json:
        console.print_json(_as_json(ratings, bags, asked))
        return
    if levels:
        typer.echo("\n".join(_levels(ratings)))
    for number, bag in enumerate(() if levels else bags):
        typer.echo(("\n" if number else "") + "\n".join(_full(ratings, bag, asked) if bots else _brief(bag, ratings)))
    _note_age(ratings)


def _read(file: Path | None) -> Ratings:
    from workbench.ratings.file import RatingsError, read_ratings_file, shipped_ratings

    try:
        found = read_ratings_file(file) if file else shipped_ratings()
    except RatingsError as problem:
        console.fail(str(problem))
    if found is None:
        console.fail("the shipped ratings are not there", "make them: workbench ratings make")
    return found


def _chosen(ratings: Ratings, names: Sequence[str]) -> list[BagRatings]:
    """The bags of the sets; base has two. The older print of a set is shown when it is named."""
    from difflib import get_close_matches

    from workbench.ratings.scale import OLDER_PRINT

    known = list(dict.fromkeys(tile.set for _, tile in ratings.tiles()))
    for name in names:
        if name not in known:
            near = get_close_matches(name, known, 1)
            hint = f"did you mean '{near[0]}'?" if near else f"there are {', '.join(known)}"
            console.fail(f"there are no ratings of a set '{name}': {hint}", "for tiles of your own: workbench balance")
    wanted = names or [name for name in known if name != OLDER_PRINT]
    return [bag for bag in ratings.bags if any(tile.set in wanted for tile in bag.tiles)]


def _levels(ratings: Ratings) -> list[str]:
    """Correlations of levels, then the tiles that skill changes."""
    from workbench.ratings.scale import agreements, skill_changes

    rows = [("levels", "tiles", "correlation of points", "without noise")]
    for one in agreements(ratings):
        r, clean = one.correlation, one.without_noise
        told = f"{r.value:.2f} ({r.low:.2f} to {r.high:.2f})"
        rows.append((f"{one.first}, {one.second}", str(one.tiles), told, "" if clean is None else f"{clean:.2f}"))
    lines = console.columns(rows)
    changes = skill_changes(ratings)
    if changes:
        lines += ["", f"Worth to better players, {ratings.bots[-1]} less {ratings.bots[0]}, in SDs of each (Holm):"]
        lines += console.columns([
            (one.tile.name, f"{ends.value:+z.1f} ({ends.low:+z.1f} to {ends.high:+z.1f})", one.change.trend)
            for one in changes
            for ends in (one.change.ends,)
        ])  # fmt: skip
    return lines


def _asked_bots(ratings: Ratings, bots: str | None) -> tuple[str, ...]:
    if bots is None:
        return ratings.bots
    asked = read_bots([bots])
    for bot in asked:
        if bot not in ratings.bots:
            console.fail(f"there are no ratings by '{bot}'", f"there are {', '.join(ratings.bots)}")
    return tuple(asked)


def _brief(bag: BagRatings, ratings: Ratings) -> list[str]:
    """One row a tile, a column a level."""
    from workbench.ratings.words import TOO, army_words, brief_points, decider, verdict_words

    bots, decides = ratings.bots, decider(ratings)
    rows = [("tile", *bots, f"to {decides}")]
    for tile in bag.tiles:
        if tile.why_not:
            continue
        levels = [tile.at(bot) for bot in bots]
        first = tile.at(decides)
        cells = ["" if level is None else brief_points(level) for level in levels]
        rows.append((_name(tile), *cells, verdict_words(tile, first) if first else ""))
    lines = [f"{bag.title} ({bag.name}): points a draw"]
    lines += console.columns(rows) if len(rows) > 1 else []
    lines += [f"{tile.name}: not rated, for {tile.why_not}" for tile in bag.tiles if tile.why_not]
    lines += [TOO] if any(row[-1].startswith("too ") for row in rows) else []
    here = bag.at(decides)
    told = army_words(bag, here) if here else ""
    return [*lines, *([f"With {decides} players {told}."] if told else [])]


def _name(tile: TileRating) -> str:
    army = f" ({tile.army})" if tile.army else ""
    return f"{tile.name}{army}" + (f", for {tile.replaces}" if tile.how == "starts" else "")


def _full(ratings: Ratings, bag: BagRatings, bots: Sequence[str]) -> list[str]:
    """A table a level, with intervals and places."""
    from workbench.ratings.words import TOO, army_words, games_words, seat_words

    lines = []
    for bot in bots:
        level = bag.at(bot)
        head = f"{bag.title} ({bag.name}), {bot} players"
        if level is not None:
            head += f": {games_words(level)}; 1 SD is {level.sd_points:.1f} points"
        rows = [("tile", "points", "place", "SDs", "verdict", "nearest in base"), *_level_rows(ratings, bag, bot)]
        lines += [head, *(console.columns(rows) if len(rows) > 1 else ["no games yet"])]
        lines += [TOO] if any(row[4].startswith("too ") for row in rows) else []
        if level is not None:
            told = [seat_words(level), army_words(bag, level)]
            lines += [f"{text[0].upper()}{text[1:]}." for text in told if text]
    return [*lines, *(f"{tile.name}: not rated, for {tile.why_not}" for tile in bag.tiles if tile.why_not)]


def _level_rows(ratings: Ratings, bag: BagRatings, bot: str) -> list[tuple[str, ...]]:
    from workbench.ratings.scale import placed
    from workbench.ratings.words import points_words, verdict_words

    places = {(one.tile.set, one.tile.name): one.words for one in placed(ratings, bot)}
    rated = [(tile, level) for tile in bag.tiles if (level := tile.at(bot)) is not None]
    rated.sort(key=lambda one: (one[0].how, -one[1].points))
    return [
        (
            _name(tile),
            points_words(level),
            places.get((tile.set, tile.name), "") if tile.how == "drawn" else "",
            "" if level.sds is None else f"{level.sds:+z.1f}",
            verdict_words(tile, level),
            level.nearest or "",
        )
        for tile, level in rated
    ]


def _note_age(ratings: Ratings) -> None:
    """Ratings of an older engine are shown, and said to be so."""
    from workbench.balance.rating_read import current_marks

    outdated = ratings.outdated(current_marks())
    if outdated:
        console.note(f"these ratings are older than the workbench: {'; '.join(outdated)}")


def _as_json(ratings: Ratings, bags: Sequence[BagRatings], bots: Sequence[str]) -> dict[str, Any]:
    """The file's own form with places added; levels and bags that were not asked for are left out."""
    from workbench.balance.rating_read import current_marks
    from workbench.ratings.scale import placed

    places = {(bot, one.tile.set, one.tile.name): one for bot in bots for one in placed(ratings, bot)}
    data = ratings.model_dump(mode="json")
    wanted = {bag.name for bag in bags}
    data["bags"] = [bag for bag in data["bags"] if bag["name"] in wanted]
    for bag in data["bags"]:
        bag["levels"] = [level for level in bag["levels"] if level["bot"] in bots]
        for tile in bag["tiles"]:
            tile["levels"] = [level for level in tile["levels"] if level["bot"] in bots]
            for level in tile["levels"]:
                found = places.get((level["bot"], tile["set"], tile["name"])) if tile["how"] == "drawn" else None
                level["place"] = None if found is None else [found.place, found.first, found.last, found.of]
    return {**data, "outdated": ratings.outdated(current_marks())}
