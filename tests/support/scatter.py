"""Positions put together at random, as far as the rules could have led to them."""

from __future__ import annotations

from random import Random

from oracle import Oracle, Rules
from oracle.geometry import home_edge, shift, sign
from oracle.position import Codes, Pos, Tile, change, put, take
from oracle.text import format_pos


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
        scatter_dragon(rules, rng, pos)
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
    resting, going = 0, 0
    while left:
        square = free.pop()
        if square in home_edge(1):
            if resting == 2 or (left == 1 and not going and rules.settings["rider_dead"] == "draw"):
                continue  # else the game would be over (RIDER-5, RIDER-9)
            resting += 1
        else:
            going += 1
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
    if must_have_duke(rules, owner) or rng.random() < 0.8:
        pos.board[free.pop()] = (army["duke"], owner, rng.randrange(2), random_rot(rules, rng, army["duke"]))
    else:
        heaps[2 if rules.mortal(owner) else rng.choice((0, 2))].append(army["duke"])
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


def must_have_duke(rules: Rules, owner: int) -> bool:
    if rules.objective == "robin_hood":
        return True  # a Prince John who is lost is walked to; one that was never there would end the game at once
    return rules.mortal(owner) and (rules.terrain_kills or not rules.settings["terrain"]["dragon"])


def push_squares(rules: Rules, pos: Pos) -> list[int]:
    """Where a Dragon could be pushed onto a troop."""
    found = []
    for start, tile in pos.board.items():
        for kind, dx, dy in rules.face(tile).goes:
            if kind not in ("slide", "jump_slide"):
                continue
            for k in range(1 if kind == "slide" else 2, 5):
                square = shift(start, sign(dx) * k, sign(dy) * k)
                beyond = shift(start, sign(dx) * (k + 1), sign(dy) * (k + 1))
                if square is None or square in pos.board or square in pos.mts:
                    break
                if beyond in pos.board:
                    found.append(square)
    return found


def scatter_dragon(rules: Rules, rng: Random, pos: Pos) -> None:
    square = rng.choice([q for q in range(36) if q not in pos.board])
    if rng.random() < 0.5:
        square = rng.choice([q for q in (14, 15, 20, 21, 13, 16, 19, 22, square) if q not in pos.board])
    pushable = push_squares(rules, pos)
    if pushable and rng.random() < 0.4:
        pos.dragon = (rng.choice(pushable), rng.choice("EW"), False, False, False)
        return
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
            square
            for square in choices
            if square not in pos.fts
            and square not in pos.mts
            and square != pos.dragon_square()
            and square not in flags
            and (coup or square not in home_edge(1 - owner))
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
            square for square, tile in pos.board.items() if may_be_held(rules, pos, square, tile) and rng.random() < 0.3
        )


def may_be_held(rules: Rules, pos: Pos, square: int, tile: Tile) -> bool:
    return tile[1] != pos.owner and tile[0] not in rules.dukes and square not in pos.fts and not rules.face(tile).dreads
