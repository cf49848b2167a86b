"""A tile in the company it is played with: idle abilities (W509) and the notices N602 to N604."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from workbench.check.remark import Remark
from workbench.tileset.model import Tile, TileSet
from workbench.tileset.settings import Objective
from workbench.words import Ability, IconKind, SideUp

ARMIES = ("light", "dark")
# PACK-1: what the leaflets of these packs change, which is no part of the rules played here.
PACK_RULES = {
    "musketeers": "three leaders, all of whom must fall",
    "robin hood": "a tile that takes over from a fallen Duke",
    "arthurian legends": "two tiles next to which others are placed",
}
# PACK-2: objectives that a frozen tile upsets.
DREADED: dict[Objective, str] = {
    "counting_coup": "Counting Coup",
    "trophy_hunters": "Trophy Hunters",
    "dark_rider": "Dark Rider",
    "dynastic_dispute": "Dynastic Dispute",
}


def check_company(tileset: TileSet, base: Sequence[Tile], objective: Objective) -> Iterator[Remark]:
    """Remarks about the tiles of a set as it is played: together with the base set."""
    played = [*tileset.tiles, *base]
    for tile in tileset.tiles:
        yield from _idle_abilities(tile, played, tileset.mode == "pool")
        yield from _pack_notices(tile, tileset)
        yield from _dread_notice(tile, objective)


def _armies(tile: Tile, shared: bool) -> set[str]:
    """Who may have the tile; one beside the board may come to either owner (SIEGE-1)."""
    return set(ARMIES) if tile.army is None or shared else {tile.army}


def _idle_abilities(tile: Tile, played: Sequence[Tile], shared: bool) -> Iterator[Remark]:
    for ability in tile.abilities:
        reason, help = _idle(ability, tile, played, shared)
        if reason:
            message = f"{ability} has no effect on {tile.name}: {reason}"
            yield Remark("W509", tile, message, help, "abilities")


def _idle(ability: Ability, tile: Tile, played: Sequence[Tile], shared: bool) -> tuple[str, str]:
    if tile.role == "duke" and ability is Ability.SUMMON:
        return "the Duke is never summoned (CUSTOM-6)", "Remove the ability."
    if tile.role == "duke" and ability is Ability.RANSOM:
        return "the game is over when the Duke is captured", "Remove the ability."
    mine = _armies(tile, shared)
    if ability is Ability.RANSOM:
        theirs = {army for army in ARMIES if mine - {army}}
        if not any(Ability.ESCAPE in other.abilities and _armies(other, shared) & theirs for other in played):
            return "no opponent has an Escape tile to pay for or take back", "Add a tile with escape."
    if ability is Ability.LINK:
        linked = [other for other in played if other.name in tile.linked_to]
        if linked and not any(_armies(other, shared) & mine for other in linked):
            return "all tiles it is linked to are in the other army", "Link it to tiles of its own army."
    return "", ""


def _pack_notices(tile: Tile, tileset: TileSet) -> Iterator[Remark]:
    rules = PACK_RULES.get(tileset.name.casefold())
    if rules and tile.role == "duke":
        message = f"{tileset.name} has rules of its own ({rules}); here {tile.name} simply acts as the Duke"
        yield Remark("N602", tile, message, "Keep it in mind when you read results.")
    if tile.role == "terrain":
        message = f"{tile.name} is terrain: it is checked and printed, but joins no army"
        yield Remark("N603", tile, message, "Remove 'role: terrain' to play it as a troop.", "role")


def _dread_notice(tile: Tile, objective: Objective) -> Iterator[Remark]:
    shows = [side for side in SideUp if any(i.kind is IconKind.DREAD for i in tile.face(side).icons)]
    if shows and objective in DREADED:
        message = f"{tile.name} shows Dread, of which the rules of {DREADED[objective]} warn"
        side = "starting" if shows[0] is SideUp.STARTING else "other"
        yield Remark("N604", tile, message, "Leave the tile out, or play to capture the Duke.", side)
