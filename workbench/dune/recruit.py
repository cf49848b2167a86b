"""Round IV: each player revives, recruits, moves and disbands (section DREC)."""

from __future__ import annotations

from workbench.dune.decision import PASS, RAISE, Option, Options, Ranged
from workbench.dune.dragon import strike_troll
from workbench.dune.flow import Step, step, taker
from workbench.dune.hiding import after_arrival, move_units
from workbench.dune.names import BANK, ELVES, GOBLINS, NO_CARD, ORCS
from workbench.dune.state import State

Head = tuple[int, ...]


# ------------------------------------------------------------------------------------------------- what is legal
def revivals(s: State, faction: int) -> Ranged:
    """From the graveyard to the bank (DREC-1); the Elves may add to it with an Ace (DACE-8)."""
    dead = s.grave[faction]
    if not dead:
        return Ranged([], passes=False)
    most = min(s.tables.revive_max[faction][s.ally[faction]], dead)
    most = _affordable_revival(s, faction, most, NO_CARD)
    heads: list[Head] = [(NO_CARD, 0, most)]
    if faction == ELVES and dead > most:
        more = _affordable_revival(s, faction, min(most + s.tables.settings.elf_ace_revive, dead), 0)
        heads += [(ace, most + 1, more) for ace in s.aces(faction) if more > most]
    return Ranged(heads, passes=False)


def revival_cost(s: State, faction: int, count: int, ace: int) -> int:
    free = s.tables.revive_free[faction][s.ally[faction]] + (s.tables.settings.elf_ace_revive if ace >= 0 else 0)
    return max(0, count - free) * s.tables.settings.revive_price


def _affordable_revival(s: State, faction: int, most: int, ace: int) -> int:
    if s.tables.settings.revive_price == 0:
        return most
    while most and revival_cost(s, faction, most, ace) > s.gold[faction]:
        most -= 1
    return most


def conscriptions(s: State, faction: int) -> Ranged:
    """Where the faction has units already (DREC-3)."""
    most = min(s.tables.conscript[faction][s.ally[faction]], s.bank[faction])
    if not most:
        return Ranged([])
    places = (s.seen[faction] | s.hid[faction]) & ~s.full_castles(faction)
    if not s.tables.settings.conscript_at_dragon:
        places &= ~s.blocked()
    return Ranged([(at, 1, most) for at in s.tables.list_of(places)])


def has_half_price(s: State, faction: int) -> bool:
    return faction == GOBLINS or s.ally[faction] == GOBLINS


def may_hire(s: State, faction: int) -> bool:
    """The Orcs hire only as the Goblins' ally (DFAC-12); nobody whom the Goblins forbade it (DACE-9)."""
    return not s.no_hire >> faction & 1 and (faction != ORCS or s.ally[ORCS] == GOBLINS)


def hire_cost(s: State, faction: int, at: int, count: int, ace: int) -> int:
    """DREC-5: by place, halved for Goblins, their ally or an Ace."""
    cost = count * s.tables.hire_price[at]
    half = has_half_price(s, faction)
    if half:
        cost = s.halved(cost)
    if ace >= 0 and (not half or s.tables.settings.halvings_stack):
        cost = s.halved(cost)
    return cost


def _most_hired(s: State, faction: int, at: int, ace: int) -> int:
    """The most units that gold and bank allow."""
    price = s.tables.hire_price[at]
    count = s.bank[faction]
    if price == 0:
        return count
    gold = s.gold[faction]
    halvings = (ace >= 0) + has_half_price(s, faction)
    count = min(count, ((gold + 1 << halvings) - 1) // price)
    while count and hire_cost(s, faction, at, count, ace) > gold:
        count -= 1
    return count


def hires(s: State, faction: int) -> Ranged:
    """Mercenaries into one territory (DREC-4), or the Orcs' own armies in Orcish lands (DREC-6)."""
    heads: list[Head] = []
    if s.bank[faction]:
        tables = s.tables
        open_places = (1 << tables.size) - 1 & ~s.full_castles(faction) & ~s.blocked()
        if may_hire(s, faction):
            half = has_half_price(s, faction)
            aces = s.aces(faction) if not half or tables.settings.halvings_stack else []
            for ace in (NO_CARD, *aces):
                heads += _hire_heads(s, faction, open_places, ace)
        if faction == ORCS:
            heads += [(RAISE, at, 1, s.bank[ORCS]) for at in tables.list_of(open_places & tables.orcish_mask)]
    return Ranged(heads)


def _hire_heads(s: State, faction: int, places: int, ace: int) -> list[Head]:
    castles = s.tables.castle_mask
    heads: list[Head] = []
    for part in (places & castles, places & ~castles):
        here = s.tables.list_of(part)
        most = _most_hired(s, faction, here[0], ace) if here else 0
        if most:
            heads += [(ace, at, 1, most) for at in here]
    return heads


def move_range(s: State, faction: int) -> int:
    """DREC-8: own range, or the griffins' where that is more."""
    own = s.tables.move_range[faction][s.ally[faction]]
    if s.controlled(faction) & s.tables.griffin_mask:
        return max(own, s.tables.settings.griffin_range)
    return own


def reach(s: State, faction: int, start: int, steps: int) -> tuple[int, ...]:
    """Where units get (DREC-9): never to or through the dragon or a castle held by two others."""
    blocked, full = s.blocked(), s.full_castles(faction)
    if s.tables.settings.dragon_bars_leaving and blocked >> start & 1:
        return ()
    closed = blocked | full if s.tables.settings.full_castle_stops_passing else blocked
    return s.tables.reach(start, steps, closed, full)


def moves(s: State, faction: int) -> Ranged:
    """Some or all units of one territory (DREC-7); an Ace only where it is needed (DACE-3)."""
    steps, more = move_range(s, faction), s.tables.settings.ace_range
    aces = s.aces(faction)
    row = s.units[faction]
    heads: list[Head] = []
    for start in s.tables.list_of(s.seen[faction] | s.hid[faction]):
        near = reach(s, faction, start, steps)
        count = row[start]
        heads += [(start, to, NO_CARD, 1, count) for to in near]
        if aces:
            far = [to for to in reach(s, faction, start, steps + more) if to not in near]
            heads += [(start, to, ace, 1, count) for ace in aces for to in far]
    return Ranged(heads)


def disbandings(s: State, faction: int, early: bool) -> Ranged:
    """Units of one territory back to the bank (DREC-11); early only for the Goblins' side (DREC-2)."""
    price = 0 if early or has_half_price(s, faction) else s.tables.settings.late_disband_price
    row, most = s.units[faction], s.gold[faction] // price if price else s.tables.settings.unit_cap
    places = s.tables.list_of(s.seen[faction] | s.hid[faction])
    return Ranged([(at, 1, min(row[at], most)) for at in places] if most else [])


# ---------------------------------------------------------------------------------------------------- what is done
def revive(s: State, faction: int, ace: int, count: int) -> None:
    """Ordinary units before elites (DADV-2)."""
    if count == 0:
        return
    if ace >= 0:
        s.discard(faction, ace, "revive")
    s.pay(faction, BANK, revival_cost(s, faction, count, ace), "revive")
    if faction == 0 and s.elite_grave:
        elites = max(0, count - (s.grave[0] - s.elite_grave))
        s.elite_grave -= elites
        s.elite_bank += elites
    s.grave[faction] -= count
    s.bank[faction] += count
    if s.log is not None:
        s.note("revive", faction, count)


def hire(s: State, faction: int, how: int, at: int, count: int) -> None:
    """Mercenaries are paid to the Goblins, who pay the bank (DREC-5)."""
    if how != RAISE:
        cost = hire_cost(s, faction, at, count, how)
        if how >= 0:
            s.discard(faction, how, "hire")
        s.pay(faction, BANK if faction == GOBLINS else GOBLINS, cost, "hire")
    s.recruit(faction, at, count)
    if s.log is not None:
        s.note("put", faction, at, count, "raise" if how == RAISE else "hire")


def disband_late(s: State, faction: int, at: int, count: int) -> None:
    price = 0 if has_half_price(s, faction) else s.tables.settings.late_disband_price
    s.pay(faction, BANK, price * count, "disband")
    s.disband(faction, at, count)


# ----------------------------------------------------------------------------------------------------- the steps
@step(Step.INITIATIVE)
def ask_initiative(s: State) -> None:
    """The Goblins choose their place in the order (DADV-5)."""
    s.pos = 0
    s.seq = s.from_start()
    if s.tables.initiative:
        s.ask(GOBLINS, "initiative", ((0,), (1,), (2,), (3,)))
    else:
        s.step = Step.NEXT_PLAYER


@taker("initiative")
def take_initiative(s: State, seat: int, option: Option) -> None:
    rest = [f for f in s.seq if f != GOBLINS]
    s.seq = (*rest[: option[0]], GOBLINS, *rest[option[0] :])
    s.step = Step.NEXT_PLAYER


@step(Step.NEXT_PLAYER)
def next_player(s: State) -> None:
    if s.pos == 4:
        s.pos = 0
        s.step = Step.NEXT_BATTLE
    else:
        s.met_troll = False
        s.step = Step.REVIVE


def _ask_or(s: State, faction: int, kind: str, options: Options, then: Step) -> None:
    """Asks where there is a choice; goes on where there is none."""
    if type(options) is Ranged:
        heads = options.heads
        if heads and (options.passes or len(heads) > 1 or heads[0][-1] > heads[0][-2]):
            s.ask(faction, kind, options)
            return
    elif len(options) > 1:
        s.ask(faction, kind, options)
        return
    s.step = then


@step(Step.REVIVE)
def ask_revive(s: State) -> None:
    faction = s.seq[s.pos]
    if s.grave[faction]:
        _ask_or(s, faction, "revive", revivals(s, faction), Step.EARLY_DISBAND)
    else:
        s.step = Step.EARLY_DISBAND


@taker("revive")
def take_revive(s: State, seat: int, option: Option) -> None:
    revive(s, seat, *option)
    s.step = Step.EARLY_DISBAND


@step(Step.EARLY_DISBAND)
def ask_early_disband(s: State) -> None:
    faction = s.seq[s.pos]
    if has_half_price(s, faction):
        _ask_or(s, faction, "early_disband", disbandings(s, faction, early=True), Step.CONSCRIPT)
    else:
        s.step = Step.CONSCRIPT


@taker("early_disband")
def take_early_disband(s: State, seat: int, option: Option) -> None:
    if option:
        s.disband(seat, *option)
    s.step = Step.CONSCRIPT


@step(Step.CONSCRIPT)
def ask_conscript(s: State) -> None:
    faction = s.seq[s.pos]
    _ask_or(s, faction, "conscript", conscriptions(s, faction), Step.BLOCK_HIRE)


@taker("conscript")
def take_conscript(s: State, seat: int, option: Option) -> None:
    s.step = Step.BLOCK_HIRE
    if option:
        conscript(s, seat, *option)
        after_arrival(s, seat, option[0], Step.BLOCK_HIRE)


def conscript(s: State, faction: int, at: int, count: int) -> None:
    s.recruit(faction, at, count)
    if s.log is not None:
        s.note("put", faction, at, count, "conscript")


def blocks(s: State, victim: int) -> Options:
    """The Goblins forbid a player to hire this turn, with an Ace (DACE-9)."""
    if victim == GOBLINS or not may_hire(s, victim):
        return (PASS,)
    return (PASS, *((ace,) for ace in s.aces(GOBLINS)))


@step(Step.BLOCK_HIRE)
def ask_block(s: State) -> None:
    _ask_or(s, GOBLINS, "block_hire", blocks(s, s.seq[s.pos]), Step.HIRE)


@taker("block_hire")
def take_block(s: State, seat: int, option: Option) -> None:
    if option:
        block_hire(s, s.seq[s.pos], option[0])
    s.step = Step.HIRE


def block_hire(s: State, victim: int, ace: int) -> None:
    s.discard(GOBLINS, ace, "block_hire")
    s.no_hire |= 1 << victim
    if s.log is not None:
        s.note("block_hire", victim)


@step(Step.HIRE)
def ask_hire(s: State) -> None:
    faction = s.seq[s.pos]
    _ask_or(s, faction, "hire", hires(s, faction), Step.MOVE)


@taker("hire")
def take_hire(s: State, seat: int, option: Option) -> None:
    s.step = Step.MOVE
    if option:
        hire(s, seat, *option)
        after_arrival(s, seat, option[1], Step.MOVE)


@step(Step.MOVE)
def ask_move(s: State) -> None:
    faction = s.seq[s.pos]
    _ask_or(s, faction, "move", moves(s, faction), Step.DISBAND)


@taker("move")
def take_move(s: State, seat: int, option: Option) -> None:
    s.step = Step.DISBAND
    if option:
        start, to, ace, count = option
        if ace >= 0:
            s.discard(seat, ace, "move")
        move_units(s, seat, start, to, count)
        after_arrival(s, seat, to, Step.DISBAND)


@step(Step.DISBAND)
def ask_disband(s: State) -> None:
    faction = s.seq[s.pos]
    _ask_or(s, faction, "disband", disbandings(s, faction, early=False), Step.TROLL)


@taker("disband")
def take_disband(s: State, seat: int, option: Option) -> None:
    if option:
        disband_late(s, seat, *option)
    s.step = Step.TROLL


@step(Step.TROLL)
def meet_troll(s: State) -> None:
    if s.met_troll:
        strike_troll(s, s.seq[s.pos])
    s.pos += 1
    s.step = Step.NEXT_PLAYER
