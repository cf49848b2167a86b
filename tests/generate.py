"""Random but valid games for the comparison of engine and oracle: tiles, armies, settings and positions.

Everything follows from a `random.Random`, so a failing case is named by its seed. The plain data of a game is
the dictionary of arguments of `oracle.Rules`:

    tiles     [{name, code, starting: {icons: [[kind, dx, dy, group or None], ...]}, other: {...},
                abilities: [...], linked_to: [names], role: 'duke' or None}, ...]
    armies    two of {duke: code or None, starters: [codes], bag: [codes]}; in Dark Rider South's starters are
              the Pikemen and North's the rider
    pool      [{tile: code, replaces: code}, ...]
    settings  the names of section H of the ledger; terrain is {mountain: n, fort: n, dragon: bool}
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from oracle import Oracle, Rules
from oracle.geometry import home_edge
from oracle.position import Codes, Pos, Tile, change, put, take
from oracle.text import format_pos, parse_pos

GameData = dict[str, Any]

DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
ABILITIES = ("summon", "divination", "escape", "ransom", "redeploy", "link")
# Codes with a V test the turn mark `v`; the rest are plain.
CODES = (
    "Va", "Av", "Vv", "Fo", "Kn", "Pi", "Se", "Wi", "Ra", "Ge", "Pr", "Ch", "Ma", "Bo", "Dr", "As", "Lo",
    "Or", "Ba", "Tr", "Ca", "En", "Xe", "Yo", "Zu",
)
OBJECTIVES = (
    "capture_the_duke", "capture_the_duke", "capture_the_duke", "counting_coup", "trophy_hunters",
    "dark_rider", "dynastic_dispute",
)


# ---------------------------------------------------------------------------------------------------- tiles

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
    return max(xs) - min(xs) <= 4 and max(ys) - min(ys) <= 4


def add_icon(rng: Random, icons: list[list[Any]], kind: str, group: int | None = None) -> None:
    """Adds one icon of a kind where CUSTOM-5 allows it; gives up quietly when the face is full."""
    for _ in range(20):
        if kind in ("slide", "jump_slide"):
            length = 1 if kind == "slide" else 2
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
        ("move", 4), ("jump", 3), ("slide", 2), ("jump_slide", 2), ("strike", 2), ("smash", 2), ("hammer", 2),
        ("noncapture_move", 2), ("noncapture_jump", 2), ("dread", 3), ("defense", 4),
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
        "move": 0.7, "jump": 0.35, "slide": 0.3, "jump_slide": 0.15, "strike": 0.25, "smash": 0.12,
        "hammer": 0.12, "noncapture_move": 0.1, "noncapture_jump": 0.1, "dread": 0.2, "defense": 0.2,
        "command": 0.2, "area": 0.12, "blank": 0.1,
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
        "name": "Tile " + code, "code": code, "starting": random_face(rng, flavours),
        "other": random_face(rng, flavours), "abilities": random_abilities(rng, busy), "linked_to": [],
        "role": None,
    }


def random_duke(rng: Random, code: str, flavours: dict[str, float], busy: float) -> dict[str, Any]:
    duke = random_tile(rng, code, {**flavours, "dread": flavours["dread"] / 3, "blank": 0.02}, busy / 4)
    if rng.random() < 0.6:
        duke["starting"] = {"icons": [["slide", -1, 0, None], ["slide", 1, 0, None]]}
        duke["other"] = {"icons": [["slide", 0, 1, None], ["slide", 0, -1, None]]}
    return {**duke, "role": "duke"}


# ----------------------------------------------------------------------------------------- rules of one game

def random_settings(rng: Random) -> dict[str, Any]:
    terrain = {"mountain": 0, "fort": 0, "dragon": False}
    if rng.random() < 0.6:
        terrain = {
            "mountain": rng.choice((0, 1, 1, 2)), "fort": rng.choice((0, 1, 1, 2)),
            "dragon": rng.random() < 0.6,
        }
    max_turns = rng.choice((600, 600, 600, 12, 0))
    return {
        "objective": rng.choice(OBJECTIVES),
        "no_turn": rng.choice(("loss", "loss", "draw")),
        "max_turns": max_turns,
        "repetition": rng.choice((3, 3, 2, 0)),
        "no_progress": rng.choice((100, 100, 6)) if not max_turns else rng.choice((100, 100, 6, 0)),
        "guard": "off" if rng.random() < 0.1 else "all",
        "area_needs": rng.choice(("any_tile", "enemy_tile")),
        "fort_jslide": rng.random() < 0.4,
        "terrain": terrain,
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
    dukes = [random_duke(rng, codes.pop(), flavours, busy)]
    if rng.random() < 0.25:
        dukes.append(random_duke(rng, codes.pop(), flavours, busy))
    troops = [random_tile(rng, codes.pop(), flavours, busy) for _ in range(rng.randint(2, 7))]
    wanted = rng.choice((0, 0, 0, 1, 2, 3))
    engines = [random_tile(rng, codes.pop(), flavours, busy + 0.4) for _ in range(wanted)]
    give_theme(rng, troops)
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
    return {"tiles": tiles, "armies": armies, "pool": pool, "settings": settings}


def give_theme(rng: Random, troops: list[dict[str, Any]]) -> None:
    """Abilities that need each other, or a certain side up, are too rare when left to chance alone."""
    theme = rng.choice(((), (), ("ransom", "escape"), ("link",), ("divination",), ("redeploy",), ("escape",)))
    for ability, tile in zip(theme, rng.sample(troops, len(troops)), strict=False):
        tile["abilities"] = sorted({ability, *tile["abilities"]})


def join_links(rng: Random, tiles: list[dict[str, Any]], engines: list[dict[str, Any]]) -> None:
    for tile in tiles:
        if "link" in tile["abilities"]:
            friends = rng.sample(tiles, min(len(tiles), rng.randint(1, 4)))
            if engines and rng.random() < 0.7:
                friends.append(rng.choice(engines))
            tile["linked_to"] = sorted({friend["name"] for friend in friends})


def random_bags(rng: Random, codes: list[str]) -> list[tuple[list[str], list[str]]]:
    """(starters, bag) of both owners: usually alike, several copies of some types."""
    def one() -> tuple[list[str], list[str]]:
        foot = rng.choice(codes)
        starters = [foot, foot] if rng.random() < 0.7 else rng.choices(codes, k=rng.choice((1, 2, 3)))
        starters.sort(key=codes.index)
        bag = [code for code in codes for _ in range(rng.choice((0, 1, 1, 1, 2, 3)))]
        return starters, bag or [foot]
    first = one()
    return [first, one() if rng.random() < 0.3 else first]


def random_pool(
    rng: Random, armies: list[dict[str, Any]], engines: list[dict[str, Any]]
) -> list[dict[str, str]]:
    bagged = sorted({code for army in armies for code in army["bag"]})
    replaced = rng.sample(bagged, min(len(bagged), len(engines)))
    return [{"tile": tile["code"], "replaces": code} for tile, code in zip(engines, replaced, strict=False)]


def rider_game(
    rng: Random, codes: list[str], flavours: dict[str, float], settings: dict[str, Any]
) -> GameData:
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


# ------------------------------------------------------------------------------------------------ positions

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
            line = rng.choice(families[rng.choice(sorted(families))])
        else:
            outcomes = oracle.chance(line)
            line = rng.choices([after for _, _, after in outcomes], [float(p) for p, _, _ in outcomes])[0]


def scatter(oracle: Oracle, rng: Random) -> str:
    """A position put together at random: tiles are conserved, flags and Dragon stand where they may."""
    rules = oracle.rules
    pos = Pos()
    pos.pool = tuple(sorted(entry["tile"] for entry in rules.pool))
    terrain = rules.settings["terrain"]
    squares = rng.sample(range(36), 36)
    pos.mts = tuple(sorted(squares.pop() for _ in range(terrain["mountain"])))
    pos.fts = tuple(sorted(squares.pop() for _ in range(terrain["fort"])))
    if rules.objective == "dark_rider":
        scatter_rider(rules, rng, pos)
    else:
        for owner in (0, 1):
            scatter_army(rules, rng, pos, owner)
    if terrain["dragon"]:
        scatter_dragon(rng, pos)
    if rules.objective in ("counting_coup", "trophy_hunters"):
        scatter_flags(rules, rng, pos)
    pos.owner = rng.randrange(2)
    scatter_history(rules, rng, pos)
    return format_pos(pos)


def scatter_rider(rules: Rules, rng: Random, pos: Pos) -> None:
    pikeman = rules.armies[0]["starters"][0]
    rider = rules.armies[1]["starters"][0]
    free = [square for square in rng.sample(range(36), 36) if square not in pos.mts]
    pos.board[free.pop()] = (rider, 1, rng.randrange(2), random_rot(rules, rng, rider))
    left = rng.randint(1, len(rules.armies[0]["starters"]))
    lost = len(rules.armies[0]["starters"]) - left
    taken = rng.randint(0, min(2, lost))
    pos.off = (((pikeman,) * taken, (), (pikeman,) * (lost - taken)), pos.off[1])
    resting = 0
    while left:
        square = free.pop()
        if square in home_edge(1):
            resting += 1
            if resting > 2:
                continue
        pos.board[square] = (pikeman, 0, rng.randrange(2), random_rot(rules, rng, pikeman))
        left -= 1


def random_rot(rules: Rules, rng: Random, code: str) -> int:
    return rng.randrange(4) if rules.can(code, "redeploy") and rng.random() < 0.5 else 0


def scatter_army(rules: Rules, rng: Random, pos: Pos, owner: int) -> None:
    army = rules.armies[owner]
    tiles = [*army["starters"], *army["bag"]]
    for entry in rules.pool:  # some pool tiles were taken, the replaced copy is boxed
        if entry["tile"] in pos.pool and entry["replaces"] in army["bag"] and rng.random() < 0.3:
            pos.pool = take(pos.pool, entry["tile"])
            pos.box = change(pos.box, owner, put(pos.box[owner], entry["replaces"]))
            tiles.remove(entry["replaces"])
            tiles.append(entry["tile"])
        elif rng.random() < 0.15:
            pos.declined = change(pos.declined, owner, put(pos.declined[owner], entry["replaces"]))
    free = [q for q in rng.sample(range(36), 36) if q not in pos.board and q not in pos.mts]
    if rng.random() < 0.5:  # a Duke at home is the usual case
        free.sort(key=lambda square: square // 6 in (2, 3) if owner == 0 else square // 6 not in (4, 5))
        free.reverse()
    heaps: list[list[str]] = [[], [], []]
    if rules.duke_wins or rng.random() < 0.8:
        pos.board[free.pop()] = (army["duke"], owner, rng.randrange(2), random_rot(rules, rng, army["duke"]))
    else:
        heaps[rng.choice((0, 2))].append(army["duke"])
    rng.shuffle(tiles)
    on_board = rng.randint(1, min(9, len(tiles)))
    bag: list[str] = []
    rng.shuffle(free)
    for number, code in enumerate(tiles):
        if number < on_board:
            pos.board[free.pop()] = (code, owner, rng.randrange(2), random_rot(rules, rng, code))
        elif rng.random() < 0.5:
            bag.append(code)
        else:
            heaps[rng.choice((0, 0, 1, 2))].append(code)
    pos.bags = change(pos.bags, owner, tuple(sorted(bag)))
    sorted_heaps: tuple[Codes, ...] = tuple(tuple(sorted(heap)) for heap in heaps)
    pos.off = change(pos.off, owner, sorted_heaps)


def scatter_dragon(rng: Random, pos: Pos) -> None:
    square = rng.choice([q for q in range(36) if q not in pos.board])
    if rng.random() < 0.5:
        square = rng.choice([q for q in (14, 15, 20, 21, 13, 16, 19, 22, square) if q not in pos.board])
    if rng.random() < 0.4:
        pos.dragon = (square, rng.choice("NESW"), True, rng.random() < 0.3, False)
        return
    border = square % 6 in (0, 5) or square // 6 in (0, 5)
    skip = rng.random() < 0.2
    pos.dragon = (square, rng.choice("EW"), False, skip, border and not skip and rng.random() < 0.5)


def scatter_flags(rules: Rules, rng: Random, pos: Pos) -> None:
    """FLAG-7; a Flag lies free or under a troop that may hold it, and never where the game would be won."""
    flags: list[int | None] = [None, None]
    for owner in (0, 1):
        coup = rules.objective == "counting_coup"
        holder = owner if coup else 1 - owner
        held = [square for square, tile in pos.board.items() if tile[1] == holder]
        lying = [square for square in range(36) if square not in pos.board]
        choices = held if rng.random() < 0.4 else lying
        choices = [
            square for square in choices
            if square not in pos.fts and square not in pos.mts and square != pos.dragon_square()
            and square not in flags and (coup or square not in home_edge(1 - owner))
        ]
        if choices:
            flags[owner] = rng.choice(choices)
    pos.flags = (flags[0], flags[1])
    if rules.objective == "counting_coup":
        pos.scores = (rng.randrange(3), rng.randrange(3))


def scatter_history(rules: Rules, rng: Random, pos: Pos) -> None:
    """Counters below their limits, and tiles held by Dread."""
    settings = rules.settings
    ply = rng.randint(0, 60)
    if settings["max_turns"]:
        ply = min(ply, settings["max_turns"] - 1)
    no_progress = rng.choice((0, rng.randint(0, ply)))
    if settings["no_progress"]:
        no_progress = min(no_progress, settings["no_progress"] - 1)
    pos.ply, pos.np = ply, no_progress
    if rules.has_dread and ply and rng.random() < 0.4:
        pos.held = frozenset(
            square for square, tile in pos.board.items() if may_be_held(rules, pos, square, tile)
            and rng.random() < 0.3
        )


def may_be_held(rules: Rules, pos: Pos, square: int, tile: Tile) -> bool:
    return (
        tile[1] != pos.owner and tile[0] not in rules.dukes and square not in pos.fts
        and not rules.face(tile).dreads
    )


def cases(seed: int, count: int, per_game: int = 12) -> Iterator[tuple[GameData, Oracle, str]]:
    """`count` positions that are not over: some walked to, some scattered and walked on from."""
    rng = Random(seed)
    made = 0
    while made < count:
        data = random_game(rng)
        oracle = Oracle(Rules(**data))
        lines: list[str] = []
        lines += random_walk(oracle, rng, oracle.start(), rng.choice((12, 30)))
        for _ in range(4):
            line = scatter(oracle, rng)
            if next(oracle.openers(parse_pos(line)), None) is not None:
                lines += random_walk(oracle, rng, line, 5)
        lines = [line for line in lines if oracle.kind(line) != "over"]
        for line in rng.sample(lines, min(len(lines), per_game)):
            if made < count:
                made += 1
                yield data, oracle, line


# ------------------------------------------------------------------------------------------------- coverage

TURN_PATTERNS = {
    "go": r"..-..", "capture": r"..x..", "strike": r"..\*..", "area": r"..\*\*.*", "command": r"..:..[-x]..",
    "push, enrages": r"..>..[so]", "push, captures": r"..>..", "flip": r"..~", "draw": r"\+",
    "summon": r"..\^..",
    "divine": r"..\?", "escape": r"..&[a-f][1-6][-x]..", "escape by ransom": r"..&[A-Z].[-x]..",
    "ransom": r"\$.*", "redeploy, swap": r"..%", "redeploy, rotate": r"..[<>]", "link, flip": r"..~..",
    "link, chain": r"..~../.*", "link, call": r"..~\+", "pass flag": r"..#..", "place": r"@..",
    "place, swapped": r"=@..", "divine pick": r"..@..", "divine pick, swapped": r"..=@..",
    "divine pick, destroys": r"..=?@..-.*", "swap in search": r"=", "refuse in search": r"!", "hop": r"#..",
    "stay": r"#-", "pick": r"pick:..",
}
SET_UP = re.compile("ph=(duke|foot|pike|rider|flag)")


def family_of(line: str, text: str) -> str:
    if SET_UP.search(line):
        return "set-up"
    return next(key for key, pattern in TURN_PATTERNS.items() if re.fullmatch(pattern, text))


class Witness(Oracle):
    """An oracle that notes which rules made a difference."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.noted: set[str] = set()

    def guarded(self, pos: Pos, start: int, target: int) -> bool:
        verdict = super().guarded(pos, start, target)
        if verdict:
            self.noted.add("rule: Defense protects")
        return verdict

    def may_arrive(self, pos: Pos, owner: int, square: int, carries: bool) -> bool:
        verdict = super().may_arrive(pos, owner, square, carries)
        if not verdict:
            self.noted.add("rule: a Flag forbids the square")
        return verdict

    def can_shoot(self, pos: Pos, start: int, target: int, kind: str, frozen: frozenset[int]) -> bool:
        verdict = super().can_shoot(pos, start, target, kind, frozen)
        if not verdict and target not in frozen and not self.guarded(pos, start, target):
            self.noted.add("rule: terrain stops a shot")
        return verdict

    def safe(self, pos: Pos, owner: int) -> bool:
        verdict = super().safe(pos, owner)
        if not verdict:
            self.noted.add("rule: Guard forbids")
        return verdict

    def frozen(self, pos: Pos) -> frozenset[int]:
        frozen = super().frozen(pos)
        if self.dreaded(pos):
            self.noted.add("rule: Dread freezes")
        if self.resting(pos):
            self.noted.add("rule: Pikeman at rest")
        return frozen


def features(data: GameData, line: str) -> set[str]:
    """The rule families that a position exercises."""
    witness = Witness(Rules(**data))
    pos = parse_pos(line)
    found = {f"objective: {witness.rules.objective}", "phase: " + (pos.phase.split(":")[0] or "turn")}
    found |= {"position: " + key for key in position_features(pos)}
    if witness.kind(line) == "chance":
        outcomes = {text: after for _, text, after in witness.chance(line)}
        found |= {"event: " + re.sub("[a-f][1-6]|[A-Z][a-z][0-9]*", "_", text)[:6] for text in outcomes}
    else:
        outcomes = witness.decisions(line)
        found |= {"turn: " + family_of(line, text) for text in outcomes}
    for after in outcomes.values():
        ending = re.search(r"ph=over:.:([a-z-]+)", after)
        if ending:
            found.add("end: " + ending[1])
    return found | witness.noted


def position_features(pos: Pos) -> Iterator[str]:
    if pos.mts:
        yield "Mountain"
    if pos.fts:
        yield "Fort"
    if pos.dragon:
        yield "Dragon, enraged" if pos.dragon[2] else "Dragon, calm"
        if pos.dragon[3]:
            yield "Dragon skips"
        if pos.dragon[4]:
            yield "Dragon must reorient"
    for present, key in (
        (any(pos.flags), "Flags"), (pos.held, "held"), (pos.pool, "pool"), (any(pos.declined), "declined"),
        (any(pos.box), "boxed"), (any(tile[3] for tile in pos.board.values()), "turned tile"),
        (any(any(heaps) for heaps in pos.off), "off board"),
    ):
        if present:
            yield key


def coverage(seed: int, count: int) -> Counter[str]:
    total: Counter[str] = Counter()
    for data, _, line in cases(seed, count):
        total.update(features(data, line))
    return total


if __name__ == "__main__":
    import sys

    for key, number in sorted(coverage(1, int(sys.argv[1]) if len(sys.argv) > 1 else 1000).items()):
        print(f"{number:7} {key}")
