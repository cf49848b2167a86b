"""Round II: the event card (section DEVT) and the Red Dragon."""

from __future__ import annotations

from workbench.dune.decision import Option, Options, Ranged
from workbench.dune.dragon import land_units, landing_places, struck_units
from workbench.dune.flow import Step, step, taker
from workbench.dune.names import BANK, EVENT, FACTIONS, LAND, NO_CARD, ORCS, RED
from workbench.dune.state import State


def is_match(s: State, checked: int, discarded: int) -> bool:
    """Whether the Red Dragon comes (DEVT-2)."""
    one, other = checked % 4, discarded % 4
    return one == other if s.tables.settings.red_dragon_match == "suit" else RED[one] == RED[other]


def check_event(s: State) -> int:
    """Reveals the top card and puts it under the deck; the territory that the Red Dragon strikes, or -1."""
    if not s.event_discard:
        return -1  # DEVT-1
    card = s.draw_event()
    if card == NO_CARD:
        return -1
    s.events.insert(0, card)  # DEVT-3
    s.events_known += 1
    if not is_match(s, card, s.event_discard[-1]):
        return -1
    return s.tables.event_at[s.event_discard[-1]]


def strike_red(s: State, at: int) -> None:
    """All gold and visible units there are lost, but for the factions that are proof against it (DEVT-4)."""
    if s.log is not None:
        s.note("red_dragon", at)
    s.pay(LAND, BANK, s.land[at], "red dragon", at)
    for faction in FACTIONS:
        if not s.tables.red_dragon_proof[faction][s.ally[faction]]:
            s.kill(faction, at, struck_units(s, faction, at), "red dragon")


def rides(s: State, at: int) -> Options:
    """The Orcs ride with any number of their units that it found there (DEVT-5)."""
    units = s.units[ORCS][at] if s.seen[ORCS] >> at & 1 and s.tables.rules.factions[ORCS].red_dragon_proof else 0
    return Ranged([(to, 1, units) for to in landing_places(s, ORCS) if to != at] if units else [])


def place_event_gold(s: State) -> None:
    """The next card goes on the discard and its gold to its territory, unless the dragon is there (DEVT-6)."""
    card = s.draw_event()
    if card == NO_CARD:
        return
    s.event_discard.append(card)
    at, settings = s.tables.event_at[card], s.tables.settings
    gold = s.tables.event_gold[card]
    if s.blocked() >> at & 1 and not settings.event_gold_at_dragon:
        gold = 0
    if not settings.event_gold_stacks:
        gold = max(0, gold - s.land[at])
    s.pay(BANK, LAND, gold, "event", at)
    if s.log is not None:
        s.note("event", card, at, gold)


@step(Step.CHECK)
def check(s: State) -> None:
    s.round = EVENT
    at = check_event(s)
    if at < 0:
        s.step = Step.GOLD
        return
    strike_red(s, at)
    s.shared_at = at
    s.step = Step.RIDE


@step(Step.RIDE)
def ask_ride(s: State) -> None:
    options = rides(s, s.shared_at)
    if len(options) > 1:
        s.ask(ORCS, "ride", options)
    else:
        end_ride(s)


@taker("ride")
def take_ride(s: State, seat: int, option: Option) -> None:
    if option:
        land_units(s, seat, s.shared_at, option[0], option[1])
    end_ride(s)


def end_ride(s: State) -> None:
    s.pos = 0
    s.step = Step.BREAK  # the Great Council


@step(Step.GOLD)
def gold(s: State) -> None:
    place_event_gold(s)
    s.step = Step.OFFER
