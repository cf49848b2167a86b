"""Random but valid games for the comparison of engine and oracle: tiles, armies, settings and positions.

Everything follows from a `random.Random`, so a failing case is named by its seed. The plain data of a game is
the dictionary of arguments of `oracle.Rules`:

    tiles     [{name, code, starting: {icons: [[kind, dx, dy, group or None], ...]}, other: {...},
                abilities: [...], linked_to: [names], role: 'duke' or None}, ...]
    armies    two of {duke: code or None, starters: [codes], bag: [codes]}; in Dark Rider South's starters are
              the Pikemen and North's the rider
    pool      [{tile: code, replaces: code}, ...]
    settings  the names of section H of the ledger; terrain is {mountain: n, fort: n, dragon: bool}
    sets      the shipped sets that the engine composes the same armies from; only games of `shipped`
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from oracle import Oracle, Rules
from oracle.position import Codes
from oracle.rules import SLIDES
from oracle.text import parse_pos

from support.families import FAMILIES, OBJECTIVES, RARE, SET_UP_NODE, family_of, features
from support.scatter import scatter
from support.shipped import shipped_game

__all__ = ["FAMILIES", "GameData", "cases", "coverage", "features", "random_game", "random_walk"]

GameData = dict[str, Any]

DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
SHIPPED = 0.2  # of the games are played with published tiles
ABILITIES = ("summon", "divination", "escape", "ransom", "redeploy", "link")
# Codes with a V test the turn mark `v`; the rest are plain.
CODES = (
    "Va",
    "Av",
    "Vv",
    "Fo",
    "Kn",
    "Pi",
    "Se",
    "Wi",
    "Ra",
    "Ge",
    "Pr",
    "Ch",
    "Ma",
    "Bo",
    "Dr",
    "As",
    "Lo",
    "Or",
    "Ba",
    "Tr",
    "Ca",
    "En",
    "Xe",
    "Yo",
    "Zu",
)


def random_offsets(rng: Random, straight: bool) -> tuple[int, int]:
    """An offset that fits the 5 x 5 print with the figure somewhere on it."""
    reach = 2 if rng.random() < 0.8 else rng.choice((3, 4))
    while True:
        dx, dy = rng.randint(-reach, reach), rng.randint(-reach, reach)
        if (dx, dy) == (0, 0) or (straight and not (dx == 0 or dy == 0 or abs(dx) == abs(dy))):
            continue
        return dx, dy


def fits_print(icons: list[list[Any]]) -> bool:
    """All icons and the figure must fit a 5 x 5 window."""
    xs = [0, *(icon[1] for icon in icons)]
    ys = [0, *(icon[2] for icon in icons)]
    return bool(max(xs) - min(xs) <= 4 and max(ys) - min(ys) <= 4)


def add_icon(rng: Random, icons: list[list[Any]], kind: str, group: int | None = None) -> None:
    """Adds one icon of a kind where CUSTOM-5 allows it; gives up quietly when the face is full."""
    for _ in range(20):
        if kind in SLIDES:
            length = 2 if kind.endswith("jump_slide") else 1
            dx, dy = (length * part for part in rng.choice(DIRECTIONS))
        else:
            dx, dy = random_offsets(rng, straight=kind in ("move", "smash", "noncapture_move"))
        icon = [kind, dx, dy, group]
        if all(other[:3] != icon[:3] for other in icons) and fits_print([*icons, icon]):
            icons.append(icon)
            return


def random_face(rng: Random, flavours: dict[str, float]) -> dict[str, Any]:
    """A face; `flavours` gives the chance of each special ingredient."""
    icons: list[list[Any]] = []
    if rng.random() < flavours["blank"]:
        return {"icons": icons}
    for kind, most in (
        ("move", 4),
        ("jump", 3),
        ("slide", 2),
        ("jump_slide", 2),
        ("strike", 2),
        ("smash", 2),
        ("hammer", 2),
        ("noncapture_move", 2),
        ("noncapture_jump", 2),
        ("noncapture_slide", 2),
        ("noncapture_jump_slide", 2),
        ("dread", 3),
        ("defense", 4),
    ):
        if rng.random() < flavours[kind]:
            for _ in range(rng.randint(1, most)):
                add_icon(rng, icons, kind)
    if rng.random() < flavours["command"]:
        for _ in range(rng.randint(2, 6)):
            add_icon(rng, icons, "command")
        if sum(icon[0] == "command" for icon in icons) < 2:
            icons = [icon for icon in icons if icon[0] != "command"]
    for group in (1, 2):
        if rng.random() < flavours["area"]:
            for _ in range(rng.randint(2, 5)):
                add_icon(rng, icons, rng.choice(("strike", "hammer")), group)
            if sum(icon[3] == group for icon in icons) < 2:
                icons = [icon for icon in icons if icon[3] != group]
    return {"icons": icons}


def random_flavours(rng: Random) -> dict[str, float]:
    """How a whole tile set tends to look; some sets know no Dread, no Defense and so on."""
    flavours = {
        "move": 0.7,
        "jump": 0.35,
        "slide": 0.3,
        "jump_slide": 0.15,
        "strike": 0.25,
        "smash": 0.12,
        "hammer": 0.12,
        "noncapture_move": 0.1,
        "noncapture_jump": 0.1,
        "noncapture_slide": 0.1,
        "noncapture_jump_slide": 0.1,
        "dread": 0.2,
        "defense": 0.2,
        "command": 0.2,
        "area": 0.12,
        "blank": 0.1,
    }
    for kind in ("dread", "defense", "command", "area", "blank"):
        if rng.random() < 0.4:
            flavours[kind] = 0.0
    return flavours


def random_abilities(rng: Random, busy: float) -> list[str]:
    chosen = [ability for ability in ABILITIES if rng.random() < busy / 4]
    return chosen[:2]


def random_tile(rng: Random, code: str, flavours: dict[str, float], busy: float) -> dict[str, Any]:
    return {
        "name": "Tile " + code,
        "code": code,
        "starting": random_face(rng, flavours),
        "other": random_face(rng, flavours),
        "abilities": random_abilities(rng, busy),
        "linked_to": [],
        "role": None,
    }


def random_duke(rng: Random, code: str, flavours: dict[str, float], busy: float) -> dict[str, Any]:
    duke = random_tile(rng, code, {**flavours, "dread": flavours["dread"] / 3, "blank": 0.02}, busy / 4)
    if rng.random() < 0.6:
        duke["starting"] = {"icons": [["slide", -1, 0, None], ["slide", 1, 0, None]]}
        duke["other"] = {"icons": [["slide", 0, 1, None], ["slide", 0, -1, None]]}
    return {**duke, "role": "duke"}


def random_settings(rng: Random) -> dict[str, Any]:
    terrain = {"mountain": 0, "fort": 0, "dragon": False}
    if rng.random() < 0.6:
        terrain = {
            "mountain": rng.choice((0, 1, 1, 2)),
            "fort": rng.choice((0, 1, 1, 2)),
            "dragon": rng.random() < 0.6,
        }
    max_turns = rng.choice((600, 600, 600, 12, 0))
    return {
        "objective": rng.choice((*OBJECTIVES, "capture_the_duke", "capture_the_duke")),
        "no_turn": rng.choice(("loss", "loss", "draw")),
        "max_turns": max_turns,
        "repetition": rng.choice((3, 3, 2, 0)),
        "no_progress": rng.choice((100, 100, 6)) if not max_turns else rng.choice((100, 100, 6, 0)),
        "guard": "off" if rng.random() < 0.1 else "all",
        "area_needs": rng.choice(("any_tile", "enemy_tile")),
        "fort_jslide": rng.random() < 0.4,
        "terrain": terrain,
        "flag_guard": rng.choice(("off", "on")),
        "dragon_eats_duke": rng.choice(("loses", "loses", "only_lost")),
        "summon": rng.choice(("must", "may")),
        "rider_dead": rng.choice(("draw", "draw", "play_on")),
    }


def random_game(rng: Random) -> GameData:
    settings = random_settings(rng)
    flavours = random_flavours(rng)
    if settings["terrain"]["dragon"]:
        flavours["slide"] = flavours["jump_slide"] = 0.5  # so that pushes occur
    busy = rng.choice((0.0, 0.4, 0.8, 1.2))
    codes = rng.sample(CODES, len(CODES))
    if settings["objective"] == "dark_rider":
        return rider_game(rng, codes, flavours, settings)
    if rng.random() < SHIPPED:
        return shipped_game(rng, settings)
    dukes = [random_duke(rng, codes.pop(), flavours, busy)]
    if rng.random() < 0.25:
        dukes.append(random_duke(rng, codes.pop(), flavours, busy))
    troops = [random_tile(rng, codes.pop(), flavours, busy) for _ in range(rng.randint(2, 7))]
    theme = rng.choice(THEMES)
    give_theme(rng, theme, troops)
    wanted = rng.choice((1, 2, 3) if "link" in theme else (0, 0, 0, 1, 2, 3))
    engines = [random_tile(rng, codes.pop(), flavours, busy + 0.4) for _ in range(wanted)]
    tiles = dukes + troops + engines
    join_links(rng, tiles, engines)
    bags = random_bags(rng, [tile["code"] for tile in troops])
    armies = [
        {"duke": dukes[owner % len(dukes)]["code"], "starters": starters, "bag": bag}
        for owner, (starters, bag) in enumerate(bags)
    ]
    pool = random_pool(rng, armies, engines)
    used = {entry["tile"] for entry in pool}
    tiles = [tile for tile in tiles if tile not in engines or tile["code"] in used]
    shared = {code for army in armies for code in army["bag"] if all(code in other["bag"] for other in armies)}
    drafted: list[dict[str, str]] = []
    if settings["objective"] != "dynastic_dispute" and rng.random() < 0.15:
        drafted = [entry for entry in pool if entry["replaces"] in shared]
        pool = [entry for entry in pool if entry not in drafted]
    data = {"tiles": tiles, "armies": armies, "pool": pool, "settings": settings, "drafted": drafted}
    return robin_game(rng, data, codes, flavours, busy) if settings["objective"] == "robin_hood" else data


def robin_game(rng: Random, data: GameData, codes: list[str], flavours: dict[str, float], busy: float) -> GameData:
    """The same with a hunted Duke, and perhaps hunted troops, of the dark army."""
    light = rng.randrange(2)
    john = {**random_duke(rng, codes.pop(), flavours, busy), "name": "Prince John"}
    dark = {**data["armies"][1 - light], "duke": john["code"]}
    more = [{**random_tile(rng, codes.pop(), flavours, busy), "name": name} for name in ("Sheriff", "Sir Guy")]
    join_links(rng, [*data["tiles"], john, *more], [])
    more = more[: rng.randrange(3)]
    dark["bag"] = [*dark["bag"], *(tile["code"] for tile in more)]
    armies = [dark if owner != light else army for owner, army in enumerate(data["armies"])]
    tiles = [tile for tile in data["tiles"] if tile["role"] != "duke" or tile["code"] == armies[light]["duke"]]
    return {**data, "tiles": [*tiles, john, *more], "armies": armies, "light": light}


# Abilities that need each other, or a certain side up, are too rare when left to chance alone.
THEMES: tuple[Codes, ...] = (
    (),
    (),
    ("ransom", "escape"),
    ("link",),
    ("divination",),
    ("redeploy",),
    ("escape",),
    ("link", "link"),
    ("link", "divination"),
)


def give_theme(rng: Random, theme: Codes, troops: list[dict[str, Any]]) -> None:
    for ability, tile in zip(theme, rng.sample(troops, len(troops)), strict=False):
        tile["abilities"] = sorted({ability, *tile["abilities"]})


def join_links(rng: Random, tiles: list[dict[str, Any]], engines: list[dict[str, Any]]) -> None:
    for tile in tiles:
        if "link" in tile["abilities"]:
            friends = rng.sample(tiles, min(len(tiles), rng.randint(1, 4)))
            if engines and rng.random() < 0.7:
                friends = [*engines, *friends[: rng.randrange(3)]]  # a search then has to ask
            if rng.random() < 0.5:
                friends += [friend for friend in tiles if "divination" in friend["abilities"]]
            tile["linked_to"] = sorted({friend["name"] for friend in friends})


def random_bags(rng: Random, codes: list[str]) -> list[tuple[list[str], list[str]]]:
    """(starters, bag) of both owners: usually alike, several copies of some types."""

    def one() -> tuple[list[str], list[str]]:
        foot = rng.choice(codes)
        starters = [foot, foot] if rng.random() < 0.7 else rng.choices(codes, k=2)  # SETUP-1c
        starters.sort(key=codes.index)
        bag = [code for code in codes for _ in range(rng.choice((0, 1, 1, 1, 2, 3)))]
        return starters, bag or [foot]

    first = one()
    return [first, one() if rng.random() < 0.3 else first]


def random_pool(rng: Random, armies: list[dict[str, Any]], engines: list[dict[str, Any]]) -> list[dict[str, str]]:
    bagged = sorted({code for army in armies for code in army["bag"]})
    replaced = rng.sample(bagged, min(len(bagged), len(engines)))
    return [{"tile": tile["code"], "replaces": code} for tile, code in zip(engines, replaced, strict=False)]


def rider_game(rng: Random, codes: list[str], flavours: dict[str, float], settings: dict[str, Any]) -> GameData:
    pikeman = {**random_tile(rng, codes.pop(), {**flavours, "blank": 0.0}, 0.3), "name": "Pikeman"}
    rider = {**random_tile(rng, codes.pop(), {**flavours, "blank": 0.0}, 0.3), "name": "Knight"}
    count = rng.choice((3, 4))
    settings = {**settings, "rider_pikemen": count, "rider_tile": "Knight"}
    armies = [
        {"duke": None, "starters": [pikeman["code"]] * count, "bag": []},
        {"duke": None, "starters": [rider["code"]], "bag": []},
    ]
    tiles = [pikeman, rider]
    join_links(rng, tiles, [])
    return {"tiles": tiles, "armies": armies, "pool": [], "settings": settings}


def random_walk(oracle: Oracle, rng: Random, line: str, steps: int) -> Iterator[str]:
    """The nodes of a random game, the given one first."""
    for _ in range(steps):
        yield line
        kind = oracle.kind(line)
        if kind == "over":
            return
        if kind == "decision":
            options = oracle.decisions(line)
            if not options:
                return
            families: dict[str, list[str]] = {}  # rare kinds of turns shall not drown in plain moves
            for text, after in options.items():
                families.setdefault(family_of(line, text), []).append(after)
            names = sorted(families)
            weights = [4 if family in RARE else 1 for family in names]
            line = rng.choice(families[rng.choices(names, weights)[0]])
        else:
            outcomes = oracle.chance(line)
            line = rng.choices([after for _, _, after in outcomes], [float(p) for p, _, _ in outcomes])[0]


class Remembering(Oracle):
    """An oracle that works out the turns of a position once: a walk asks for them, and so does the comparison."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.decided: dict[str, dict[str, str]] = {}

    def decisions(self, line: str) -> dict[str, str]:
        if line not in self.decided:
            self.decided[line] = super().decisions(line)
        return self.decided[line]


def cases(seed: int, count: int, per_game: int = 36) -> Iterator[tuple[GameData, Oracle, str]]:
    """`count` positions that are not over: some walked to, some scattered and walked on from."""
    rng = Random(seed)
    made = 0
    while made < count:
        data = random_game(rng)
        oracle = Remembering(Rules(**data))
        lines: list[str] = []
        lines += random_walk(oracle, rng, oracle.start(), rng.choice((12, 30)))
        for _ in range(4):
            line = scatter(oracle, rng)
            if next(oracle.openers(parse_pos(line)), None) is not None:
                lines += random_walk(oracle, rng, line, 5)
        lines = [line for line in lines if oracle.kind(line) != "over"]
        opening = [line for line in lines if line.endswith(" 0") and SET_UP_NODE.search(line)]
        lines = [line for line in lines if line not in opening] + rng.sample(opening, min(2, len(opening)))
        for line in rng.sample(lines, min(len(lines), per_game)):
            if made < count:
                made += 1
                yield data, oracle, line


def coverage(seed: int, count: int) -> Counter[str]:
    total: Counter[str] = Counter()
    for data, _, line in cases(seed, count):
        total.update(features(data, line))
    return total


if __name__ == "__main__":
    import sys

    for key, number in sorted(coverage(1, int(sys.argv[1]) if len(sys.argv) > 1 else 1000).items()):
        print(f"{number:7} {key}")
