"""Games with the published tiles for the comparison of engine and oracle.

The armies are put together here by hand (SETUP-1, SIEGE-1, PACK-1 to PACK-5) from the published profiles, the engine's
by `compose` from the shipped files: whoever replaces whom, starts beside the Duke or is boxed, both must come to the
same positions. Only the two-letter codes are taken from the shipped files.
"""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

from support.places import DATA
from workbench.tileset.load import load_tileset, shipped_sets

SETS = {
    "musketeers": "Musketeers",
    "city-troops": "Reinforcements: City Troops",
    "robin-hood": "Robin Hood",
    "robert-e-howard": "Robert E. Howard",
    "siege-engines": "Middle Ages Siege Engines",
    "arthurian-legends": "Arthurian Legends",
}
# Packs that can be played together; the City Troops leave out whom another pack replaces.
TOGETHER = (
    ("musketeers",),
    ("musketeers", "city-troops"),
    ("city-troops",),
    ("city-troops", "robert-e-howard"),
    ("robert-e-howard",),
    ("siege-engines", "musketeers"),
    ("siege-engines",),
    ("arthurian-legends", "city-troops"),
    ("siege-engines", "city-troops"),
)
POOLS = ("robert-e-howard", "siege-engines")
STARTS = ("athos_porthos", "athos_aramis", "porthos_aramis")
COLOURS = ("light", "dark")


@cache
def facts() -> dict[str, list[dict[str, Any]]]:
    """The published tiles of each set."""
    found: dict[str, list[dict[str, Any]]] = {}
    for fact in json.loads((DATA / "official.json").read_text(encoding="utf-8"))["tiles"]:
        found.setdefault(fact["set"], []).append(fact)
    return found


@cache
def codes() -> dict[str, str]:
    paths = (path for name, path in shipped_sets().items() if name == "base" or name in SETS)
    return {tile.name: tile.code for path in paths for tile in load_tileset(path).require().tiles}


def plain_tile(fact: dict[str, Any]) -> dict[str, Any]:
    """A published tile in the form of `oracle.Rules`."""
    faces = []
    for side in fact["sides"]:
        groups = {tuple(at): number for number, group in enumerate(side.get("area_groups", ()), 1) for at in group}
        faces.append({"icons": [[kind, dx, dy, groups.get((dx, dy))] for kind, dx, dy in side["icons"]]})
    is_duke = fact["name"] == "Duke" or fact.get("replaces", "").endswith("Duke")
    return {
        "name": fact["name"],
        "code": codes()[fact["name"]],
        "starting": faces[0],
        "other": faces[1],
        "abilities": fact["abilities"],
        "linked_to": fact.get("linked_to", []),
        "role": "duke" if is_duke else None,
    }


def replaced_by(fact: dict[str, Any], colour: str) -> str | None:
    """Whom a tile replaces in an army; None where it belongs to the other army."""
    army, _, name = fact["replaces"].rpartition(" ")
    return name if army in ("", colour) else None


def shipped_game(rng: Random, settings: dict[str, Any]) -> dict[str, Any]:
    """A game with some of the shipped sets, in the plain data of `generate`."""
    is_robin = settings["objective"] == "robin_hood"
    sets = ("robin-hood",) if is_robin else rng.choice(TOGETHER)
    settings = {**settings, **chosen_settings(rng, sets, settings["objective"])}
    joining = [fact for name in sets for fact in facts()[SETS[name]]]
    pooled = [fact for name in sets if name in POOLS for fact in facts()[SETS[name]]]
    if settings["siege_mode"] == "in_bag":
        pooled = [fact for fact in pooled if fact in facts()[SETS[POOLS[0]]] and settings["howard"] == "draft"]
    armies = {colour: plain_army(colour, settings, joining, pooled) for colour in COLOURS}
    light = rng.randrange(2)
    used = {name for army in armies.values() for name in army["names"]} | {fact["name"] for fact in pooled}
    known = {fact["name"]: fact for heap in facts().values() for fact in heap}
    entries = [{"tile": codes()[fact["name"]], "replaces": codes()[fact["replaces"]]} for fact in pooled]
    is_hero = {codes()[fact["name"]] for fact in facts()[SETS["robert-e-howard"]]}
    drafted = [entry for entry in entries if settings["howard"] == "draft" and entry["tile"] in is_hero]
    for army in armies.values():
        del army["names"]
    return {
        "tiles": [plain_tile(known[name]) for name in sorted(used)],
        "armies": [armies[COLOURS[owner != light]] for owner in (0, 1)],
        "pool": [entry for entry in entries if entry not in drafted],
        "settings": settings,
        "drafted": drafted,
        "light": light,
        "sets": list(sets),
    }


def chosen_settings(rng: Random, sets: tuple[str, ...], objective: str) -> dict[str, Any]:
    """The settings of packs; a City Troop stays out where another pack takes its place."""
    chosen = {
        "enhanced": rng.choice(("none", "duchess", "oracle", "both")),
        "siege_mode": rng.choice(("pool", "pool", "in_bag")),
        "howard": "pool" if objective == "dynastic_dispute" else rng.choice(("pool", "draft")),
        "musketeer_start": rng.choice((*STARTS, "footmen")) if "musketeers" in sets else "footmen",
    }
    if "city-troops" in sets:
        for colour in COLOURS:
            chosen[f"city_{colour}"] = city_choice(rng, sets, colour)
    return chosen


def city_choice(rng: Random, sets: tuple[str, ...], colour: str) -> str:
    others = [fact for name in sets if name != "city-troops" for fact in facts()[SETS[name]]]
    taken = {replaced_by(fact, colour) for fact in others}
    free = [fact["name"] for fact in facts()[SETS["city-troops"]] if fact["replaces"] not in taken]
    if len(free) == len(facts()[SETS["city-troops"]]) and rng.random() < 0.2:
        return "all"
    names = [name for name in free if rng.random() < 0.6]
    return "+".join(rng.sample(names, len(names))) or "none"


def plain_army(
    colour: str, settings: dict[str, Any], joining: list[dict[str, Any]], pooled: list[dict[str, Any]]
) -> dict[str, Any]:
    """Duke, starters and bag of an army."""
    replaced = {fact["replaces"].rpartition(" ")[2] for fact in pooled}  # SIEGE-1: pulled, so in the bag
    takers: dict[str, dict[str, Any]] = {}
    for fact in joining:
        name = replaced_by(fact, colour)
        if name is None or fact in pooled:
            continue
        if fact in facts()[SETS["city-troops"]]:
            choice = settings[f"city_{colour}"]
            if choice != "all" and fact["name"] not in choice.split("+"):
                continue
        takers[name] = fact
    names: list[str] = []
    for fact in (*facts()["base"], *facts()["base (enhanced)"]):
        name = fact["name"]
        if fact["set"] != "base" and not is_in_play(name, settings, {*replaced, *takers}):
            continue
        copies = [name] * fact["copies"]
        if name in takers:  # PACK-1: one Friar Tuck for one of three Pikemen, three Militia for three Footmen
            taken = takers[name]["copies"]
            copies = copies[taken:] + [takers[name]["name"]] * taken
        names += copies
    return laid_out(names, settings, colour)


def is_in_play(name: str, settings: dict[str, Any], wanted: set[str]) -> bool:
    """SETUP-1: Duchess and Oracle by agreement, or because a pack needs their place."""
    return settings["enhanced"] in (name.lower(), "both") or name in wanted


def laid_out(names: list[str], settings: dict[str, Any], colour: str) -> dict[str, Any]:
    """SETUP-1c, PACK-4: who starts."""
    dukes = {"Duke", *(fact["name"] for heap in facts().values() for fact in heap if is_for_duke(fact))}
    troops = [name for name in names if name not in dukes]
    starters = [name for name in troops if name in ("Footman", "Militia")][:2]
    if colour == "light" and settings["musketeer_start"] != "footmen":
        two = settings["musketeer_start"].split("_")
        starters = [name for name in troops if name.lower() in two]
    bag = list(troops)
    for name in starters:
        bag.remove(name)
    (duke,) = (name for name in names if name in dukes)
    code = codes()
    return {
        "duke": code[duke],
        "starters": [code[name] for name in starters],
        "bag": [code[name] for name in bag],
        "names": names,
    }


def is_for_duke(fact: dict[str, Any]) -> bool:
    return str(fact.get("replaces", "")).endswith("Duke")
