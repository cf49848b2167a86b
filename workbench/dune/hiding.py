"""Hidden stacks (section DHID) and how units come into a territory."""

from __future__ import annotations

from workbench.dune.decision import PASS, Option, Options
from workbench.dune.flow import Step, step, taker
from workbench.dune.names import DWARVES, ELVES, FACTIONS, NO_CARD, RECRUITMENT
from workbench.dune.state import State


def others_seen(s: State, faction: int, at: int) -> bool:
    seen = s.seen
    return (seen[faction ^ 1] | seen[faction ^ 2] | seen[faction ^ 3]) >> at & 1 != 0


def move_units(s: State, faction: int, start: int, to: int, count: int) -> None:
    """Moves units, elites first; hidden ones show themselves where nobody else is seen (DHID-5)."""
    was_hidden = s.hid[faction] >> start & 1 != 0
    elites = min(count, s.elites[start]) if faction == DWARVES else 0
    s.lift(faction, start, count, elites)
    s.put(faction, to, count, elites, was_hidden and others_seen(s, faction, to))
    if s.log is not None:
        s.note("move", faction, start, to, count)


def can_unhide(s: State, faction: int, at: int) -> bool:
    return s.hid[faction] >> at & 1 != 0 and not s.full_castles(faction) >> at & 1


def unhide(s: State, faction: int, at: int) -> None:
    s.hid[faction] &= ~(1 << at)
    s.seen[faction] |= 1 << at
    if s.log is not None:
        s.note("unhide", faction, at)


def hide(s: State, faction: int, at: int, ace: int) -> None:
    if ace != NO_CARD:
        s.discard(faction, ace, "hide")
    s.seen[faction] &= ~(1 << at)
    s.hid[faction] |= 1 << at
    if s.log is not None:
        s.note("hide", faction, at)


def ways_to_hide(s: State, faction: int, at: int) -> Options:
    """Visible units that share a territory may hide: the Elves for nothing, others with an Ace (DHID-1, DHID-2)."""
    if at == s.tables.mountain or not s.seen[faction] >> at & 1 or not others_seen(s, faction, at):
        return (PASS,)
    if faction == ELVES:
        return (PASS, (NO_CARD,))
    return (PASS, *((ace,) for ace in s.aces(faction)))


def after_arrival(s: State, faction: int, at: int, then: Step) -> None:
    """Units have come by recruiting or moving: the troll notes it, and who shares the place may hide."""
    if at == s.tables.troll and s.troll and s.seen[faction] >> at & 1:
        s.met_troll = True
    s.step = then
    if at == s.tables.mountain or not s.seen[faction] >> at & 1 or not others_seen(s, faction, at):
        return
    place = s.order.index(faction)
    s.queue = tuple(f for f in s.order[place:] + s.order[:place] if s.seen[f] >> at & 1)
    s.shared_at, s.resume, s.step = at, then, Step.HIDE


@step(Step.HIDE)
def ask_hide(s: State) -> None:
    while s.queue:
        options = ways_to_hide(s, s.queue[0], s.shared_at)
        if len(options) > 1:
            s.ask(s.queue[0], "hide", options)
            return
        s.queue = s.queue[1:]
    s.step = s.resume


@taker("hide")
def take_hide(s: State, seat: int, option: Option) -> None:
    if option:
        hide(s, seat, s.shared_at, option[0])
    s.queue = s.queue[1:]


def start_unhiding(s: State) -> None:
    """All but the Elves' units show themselves (DHID-3)."""
    s.round = RECRUITMENT
    s.no_hire = 0
    for faction in FACTIONS:
        if s.hid[faction] and faction != ELVES:
            for at in s.tables.list_of(s.hid[faction]):
                if can_unhide(s, faction, at):
                    unhide(s, faction, at)
    s.queue = s.tables.list_of(s.hid[ELVES])


@step(Step.UNHIDE)
def ask_unhide(s: State) -> None:
    """The Elves declare which of their stacks do (DHID-3)."""
    if s.round != RECRUITMENT:
        start_unhiding(s)
    while s.queue:
        at = s.queue[0]
        if can_unhide(s, ELVES, at):
            s.ask(ELVES, "unhide", ((at, 0), (at, 1)))
            return
        s.queue = s.queue[1:]
    s.step = Step.INITIATIVE


@taker("unhide")
def take_unhide(s: State, seat: int, option: Option) -> None:
    if option[1]:
        unhide(s, seat, option[0])
    s.queue = s.queue[1:]
