"""Cards: one for each tile asked about, from the answer that programs get too, so that all forms say the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from workbench.balance.base import BaseEffects
from workbench.report.duke.balance_model import BalanceBot, BalanceCard, NextStep, OfficialTile
from workbench.report.duke.model import TileNumbers, TilesSection
from workbench.report.model import Num

WORST_FIRST = ("too strong", "too weak", "strong", "weak", "on the line", "open", "fair")


def build_cards(
    tiles: Sequence[Mapping[str, Any]],
    codes: Mapping[str, str],
    told: Mapping[str, Mapping[str, Any]],
    plain: Mapping[str, TileNumbers],
) -> tuple[BalanceCard, ...]:
    """The worst first; `tiles` as `balance --json` has them, `told` sentences and next steps by name."""
    cards = [_card(tile, codes, told.get(tile["name"], {}), plain.get(tile["name"])) for tile in tiles]
    cards.sort(key=lambda card: (WORST_FIRST.index(card.verdict), -abs(card.points.value) if card.points else 0.0))
    return tuple(cards)


def _card(
    tile: Mapping[str, Any], codes: Mapping[str, str], told: Mapping[str, Any], plain: TileNumbers | None
) -> BalanceCard:
    name = tile["name"]
    return BalanceCard(
        name=name,
        code=codes.get(name, ""),
        army=tile["army"],
        verdict=tile["verdict"],
        sentence=told.get("sentence") or tile.get("why_not") or "",
        brief=told.get("brief") or told.get("sentence") or tile.get("why_not") or "",
        check=told.get("check") or "",
        points=as_points(tile),
        sds=tile["sds"],
        nearest=tile["nearest"],
        agree=tile["agree"],
        bots=tuple(
            BalanceBot(bot=one["bot"], verdict=one["verdict"], points=as_points(one), games=one["games"])
            for one in tile["bots"]
        ),
        next=tuple(NextStep(why=why, command=command) for why, command in told.get("next", ())),
        swing_points=plain.swing_points if plain else None,
        drawn_score_percent=plain.described.drawn_score_percent if plain else None,
        not_drawn_score_percent=plain.described.not_drawn_score_percent if plain else None,
    )


def as_points(told: Mapping[str, Any]) -> Num | None:
    """Points and the interval that decides; None before there is one."""
    if told["points"] is None or told["interval"] is None:
        return None
    low, high = told["interval"]
    return Num(value=told["points"], low=low, high=high, n=int(told.get("games", 0)))


def official_tiles(base: BaseEffects | None) -> tuple[OfficialTile, ...]:
    effects = base.effects if base else {}
    return tuple(OfficialTile(name=name, points=round(one.points, 2)) for name, one in effects.items())


def plain_numbers(tables: Iterable[TilesSection], bot: str) -> dict[str, TileNumbers]:
    """First-draw swing and win rates by tile, to one bot; of a tile in both of two unlike armies those of the first."""
    found: dict[str, TileNumbers] = {}
    for table in tables:
        if table.bot == bot:
            for row in table.tiles:
                found.setdefault(row.name, row)
    return found
