"""Round I: the dragon (section DDRG), and the troll (DREC-12)."""

from __future__ import annotations

from workbench.dune.chance import DIE, NEUTRAL, keyed_below
from workbench.dune.decision import PASS, Option, Options
from workbench.dune.flow import Step, step, taker
from workbench.dune.names import BANK, DRAGON, FACTIONS, LAND, ORCS
from workbench.dune.state import State


def struck_units(s: State, faction: int, at: int) -> int:
    """Units in reach of dragon, Red Dragon or troll: hidden ones are spared (DHID-6)."""
    if s.hid[faction] >> at & 1 and s.tables.settings.hidden_safe:
        return 0
    return s.units[faction][at]


def strike_number(s: State, number: int) -> None:
    """Gold and units of the plain territories of a number are lost (DDRG-2), of the Orcs half (DDRG-3)."""
    for at in s.tables.plain_of[number]:
        s.pay(LAND, BANK, s.land[at], "dragon", at)
        for faction in FACTIONS:
            lost = struck_units(s, faction, at)
            if faction == ORCS:
                lost = (lost + (s.tables.settings.orc_dragon_rounds == "up")) >> 1
            s.kill(faction, at, lost, "dragon")


def fly(s: State, die: int) -> None:
    """The marker visits the next numbers in order, the last is followed by 1 (DDRG-1)."""
    origin, last = s.dragon, s.tables.last_number
    if s.tables.settings.dragon_hits_origin and origin:
        strike_number(s, origin)
    for _ in range(die):
        s.dragon = s.dragon % last + 1
        strike_number(s, s.dragon)
    if s.log is not None:
        s.note("dragon", origin, s.dragon, die)


def strike_troll(s: State, faction: int) -> None:
    """Visible units that were put to the troll lose some of them; survivors drive it away (DREC-12)."""
    at = s.tables.troll
    if not s.troll or not s.seen[faction] >> at & 1:
        return
    s.kill(faction, at, min(s.tables.settings.troll_kills, s.units[faction][at]), "troll")
    if s.units[faction][at]:
        s.troll = False
        if s.log is not None:
            s.note("troll_gone", faction)


def landing_places(s: State, faction: int) -> tuple[int, ...]:
    """Where a ride or an Orc Ace may lead: anywhere but a full castle and the dragon (DDRG-7)."""
    closed = s.full_castles(faction)
    if not s.tables.settings.ride_to_dragon:
        closed |= s.blocked()
    return s.tables.list_of((1 << s.tables.size) - 1 & ~closed)


def land_units(s: State, faction: int, start: int, to: int, count: int) -> None:
    """Units ride or jump; a hidden stack shows itself where nobody else is seen (DHID-5)."""
    from workbench.dune.hiding import move_units

    move_units(s, faction, start, to, count)
    if to == s.tables.troll:
        strike_troll(s, faction)


def jumps(s: State) -> Options:
    """The Orcs' own use of an Ace (DACE-6)."""
    aces = s.aces(ORCS)
    if not aces:
        return (PASS,)
    places = landing_places(s, ORCS)
    starts = s.tables.list_of(s.seen[ORCS] | s.hid[ORCS])
    return (PASS, *((a, b, ace) for ace in aces for a in starts for b in places if a != b))


@step(Step.JUMP)
def ask_jump(s: State) -> None:
    s.round = DRAGON
    options = jumps(s)
    if len(options) > 1:
        s.ask(ORCS, "ace_jump", options)
    else:
        s.step = Step.ROLL


@taker("ace_jump")
def take_jump(s: State, seat: int, option: Option) -> None:
    if option:
        start, to, ace = option
        s.discard(seat, ace, "jump")
        land_units(s, seat, start, to, s.units[seat][start])
    s.step = Step.ROLL


@step(Step.ROLL)
def roll(s: State) -> None:
    fly(s, 1 + keyed_below(s.key, NEUTRAL, DIE, s.turn, s.tables.settings.dragon_die))
    s.step = Step.CHECK
