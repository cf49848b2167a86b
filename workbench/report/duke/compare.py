"""Several runs side by side, what changed first: tiles that are not the same, then all other numbers.

Every number of a later run is set against that of the first, with an interval.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from workbench.report.duke.balance_model import BalanceSection
from workbench.report.duke.model import (
    AnySection,
    Compared,
    ComparedTile,
    ComparisonSection,
    ForestSection,
    GamesSection,
)
from workbench.report.duke.verdict import spell
from workbench.report.model import Num, RunHead
from workbench.report.numbers import independent_difference
from workbench.report.seam import NamedRun

Key = tuple[str, str, str]  # what, bot, unit
Tables = list[dict[Key, Num]]

NOTHING_SHARED = "These runs have no bot level and no tile in common, so there is nothing to compare."
ASPECTS = {"starting": "starting side", "other": "other side", "copies": "copies", "replaces": "what it replaces"}
UNIMPORTANT = frozenset({"code", "art", "emblem", "note", "notes", "flavour", "artist"})  # change no game


def build_comparison(
    runs: Sequence[NamedRun], heads: list[RunHead], sections: list[list[AnySection]]
) -> ComparisonSection | None:
    """None for a single run."""
    if len(heads) < 2:
        return None
    names = tuple(head.name for head in heads)
    tables: Tables = [dict(_tile_numbers(found)) for found in sections]
    games: Tables = [dict(_game_numbers(found)) for found in sections]
    tiles = [_compared_tile(name, runs, names, tables) for name in _names(runs, tables)]
    rows = _rows(games, list(dict.fromkeys(key for table in games for key in table)))
    is_any = bool(rows) or any(tile.rows for tile in tiles)
    return ComparisonSection(
        runs=names,
        note=_note(heads) if is_any else NOTHING_SHARED,
        changed=tuple(tile for tile in tiles if tile.changes) if is_any else (),
        unchanged=tuple(tile for tile in tiles if not tile.changes and tile.rows),
        rows=tuple(rows),
    )


def _names(runs: Sequence[NamedRun], tables: Tables) -> list[str]:
    """Tiles asked about somewhere first, then all that have a number."""
    asked = [tile["name"] for one in runs for tile in one.run.about.get("tiles", ()) if tile.get("set") != "base"]
    return list(dict.fromkeys([*asked, *(key[0] for table in tables for key in table)]))


def _compared_tile(name: str, runs: Sequence[NamedRun], names: Sequence[str], tables: Tables) -> ComparedTile:
    found = [_tile_of(one, name) for one in runs]
    rows = _rows(tables, list(dict.fromkeys(key for table in tables for key in table if key[0] == name)))
    changes = what_changed(found, names)
    return ComparedTile(
        name=name,
        codes=tuple(str(tile["code"]) if tile else None for tile in found),
        changes=changes,
        sentences=tuple(said for row in rows for said in _sentences(row, names)) if changes else (),
        rows=tuple(rows),
    )


def _tile_of(one: NamedRun, name: str) -> Mapping[str, Any] | None:
    return next((tile for tile in one.run.about.get("tiles", ()) if tile["name"] == name), None)


def what_changed(tiles: Sequence[Mapping[str, Any] | None], names: Sequence[str]) -> tuple[str, ...]:
    """In words, what is not the same in all runs; looks and codes do not count."""
    missing = [run for run, tile in zip(names, tiles, strict=True) if tile is None]
    if missing:
        return (f"not in {' and '.join(missing)}",)
    profiles = [tile["tile"] for tile in tiles if tile is not None]
    keys = dict.fromkeys(key for profile in profiles for key in profile if key not in UNIMPORTANT)
    return tuple(
        ASPECTS.get(key, key.replace("_", " "))
        for key in keys
        if any(profile.get(key) != profiles[0].get(key) for profile in profiles[1:])
    )


def _sentences(row: Compared, names: Sequence[str]) -> Iterable[str]:
    for run, apart in zip(names[1:], row.differences, strict=True):
        if apart is None or apart.low is None or apart.high is None:
            continue
        with_whom = f"with {row.bot} players"
        if apart.low > 0 or apart.high < 0:
            word = "stronger" if apart.value > 0 else "weaker"
            yield f"{row.what} is {word} in {run} than in {names[0]} {with_whom}: {spell(apart)} points a draw."
        else:
            yield f"{row.what}: no difference shown between {names[0]} and {run} {with_whom}, {spell(apart)} points."


def _rows(tables: Tables, keys: Sequence[Key]) -> list[Compared]:
    rows = []
    for key in keys:
        values = tuple(table.get(key) for table in tables)
        if sum(value is not None for value in values) > 1:
            apart = tuple(independent_difference(value, values[0]) for value in values[1:])
            rows.append(Compared(what=key[0], bot=key[1], unit=key[2], values=values, differences=apart))
    return rows


def _tile_numbers(sections: list[AnySection]) -> Iterable[tuple[Key, Num]]:
    """Draw luck by tile and bot; of tiles that are never drawn what their swap showed."""
    for section in sections:
        if isinstance(section, ForestSection):
            for tile in section.tiles:
                for bot, points in zip(section.bots, tile.points, strict=True):
                    if points:
                        yield (tile.name, bot, "points a draw"), points
        elif isinstance(section, BalanceSection):
            for card in section.cards:
                for one in card.bots:
                    if one.points and card.sds is None:
                        yield (card.name, one.bot, "points"), one.points


def _game_numbers(sections: list[AnySection]) -> Iterable[tuple[Key, Num]]:
    for section in sections:
        if isinstance(section, GamesSection):
            yield ("first-player edge", section.bot, "points"), section.first_player_edge_points
            yield ("drawn games", section.bot, "%"), section.drawn_games_percent
            yield ("game length", section.bot, "plies"), section.lengths.mean_plies


def _note(heads: list[RunHead]) -> str:
    if len({head.fingerprint for head in heads}) < len(heads):
        return "At least two of these are the same run: equal plan, equal seed, equal games."
    if len({head.seed for head in heads}) < len(heads):
        return (
            "Runs with the same seed may share some of their luck; the intervals treat them as independent, "
            "which is the cautious way. For one change, paired games tell more (workbench lab swap)."
        )
    return "The runs are independent of each other; a difference is shown where its interval leaves out 0."
