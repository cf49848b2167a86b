"""A tile in its company: idle abilities (W509), a Duke in another's place (W515), the notices N602 to N604."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from workbench.check.remark import About, TileRemark
from workbench.icons import IconType
from workbench.objectives import Objective
from workbench.tileset.model import Tile, TileSet
from workbench.tileset.settings import ObjectiveName
from workbench.words import Ability, SideUp

ARMIES = ("light", "dark")
# PACK-1: what the leaflets of these packs change, which is no part of the rules played here.
PACK_RULES = {
    "musketeers": "three leaders, all of whom must fall",
    "robin hood": "a tile that takes over from a fallen Duke",
    "arthurian legends": "two tiles next to which others are placed",
}
# PACK-2: objectives that a frozen tile upsets.
DREADED = {objective.value: objective.row.title for objective in Objective if objective.row.upset_by_dread}


def check_company(tileset: TileSet, base: Sequence[Tile], objective: ObjectiveName) -> Iterator[TileRemark]:
    """Remarks about the tiles of a set as it is played: together with the base set."""
    played = [*tileset.tiles, *base]
    for tile in tileset.tiles:
        yield from _idle_abilities(tile, played, tileset.mode == "pool")
        yield from _silent_duke(tile)
        yield from _pack_notices(tile, tileset)
        yield from _dread_notice(tile, objective)


def _armies(tile: Tile, shared: bool) -> set[str]:
    """Who may have the tile; one beside the board may come to either owner (SIEGE-1)."""
    return set(ARMIES) if tile.army is None or shared else {tile.army}


def _idle_abilities(tile: Tile, played: Sequence[Tile], shared: bool) -> Iterator[TileRemark]:
    for ability in tile.abilities:
        reason, help = _idle(ability, tile, played, shared)
        if reason:
            message = f"{ability} has no effect on {tile.name}: {reason}"
            yield TileRemark("W509", message, help, About(tile, "abilities"))


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


def _silent_duke(tile: Tile) -> Iterator[TileRemark]:
    """W515. There is one Duke in an army (SETUP-1b), so this one takes the place of the Duke."""
    if tile.role == "duke" and tile.replaces is None and tile.name != "Duke":
        message = f"{tile.name} acts as the Duke and so takes the Duke's place, without saying so"
        yield TileRemark("W515", message, "Write 'replaces: Duke', or remove 'role: duke'.", About(tile, "role"))


def _pack_notices(tile: Tile, tileset: TileSet) -> Iterator[TileRemark]:
    rules = PACK_RULES.get(tileset.name.casefold())
    if rules and tile.role == "duke":
        message = f"{tileset.name} has rules of its own ({rules}); here {tile.name} simply acts as the Duke"
        yield TileRemark("N602", message, "Keep it in mind when you read results.", About(tile))
    if tile.role == "terrain":
        message = f"{tile.name} is terrain: it is checked and printed, but joins no army"
        yield TileRemark("N603", message, "Remove 'role: terrain' to play it as a troop.", About(tile, "role"))


def _dread_notice(tile: Tile, objective: ObjectiveName) -> Iterator[TileRemark]:
    shows = [side for side in SideUp if any(i.icon is IconType.DREAD for i in tile.face(side).icons)]
    if shows and objective in DREADED:
        message = f"{tile.name} shows Dread, of which the rules of {DREADED[objective]} warn"
        side = "starting" if shows[0] is SideUp.STARTING else "other"
        yield TileRemark("N604", message, "Leave the tile out, or play to capture the Duke.", About(tile, side))
