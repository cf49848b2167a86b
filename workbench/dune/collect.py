"""Rounds VI and VII: gold, and who has won (sections DCOL and DVIC)."""

from __future__ import annotations

from workbench.dune.decision import Option, Ranged
from workbench.dune.flow import Step, step, taker
from workbench.dune.names import BANK, COLLECTION, FACTIONS, LAND, ORCS, VICTORY
from workbench.dune.state import CASTLES_REASON, DEFAULT_REASON, State


def collect(s: State) -> None:
    """DCOL-1, DCOL-2: income for all, and what each unit can carry from controlled territories."""
    settings = s.tables.settings
    for faction in FACTIONS:
        s.pay(BANK, faction, settings.income, "income")
        held = s.controlled(faction)
        if settings.castle_income:
            s.pay(BANK, faction, settings.castle_income * (held & s.tables.castle_mask).bit_count(), "castles")
        row = s.units[faction]
        for at, gold in enumerate(s.land):
            if gold and held >> at & 1:
                s.pay(LAND, faction, min(gold, settings.gold_per_unit * row[at]), "land", at)


def castle_winner(s: State) -> int:
    """DVIC-1: who controls enough castles, or nobody."""
    castles = s.tables.castle_mask
    for faction in s.from_start():
        if (s.controlled(faction) & castles).bit_count() >= s.tables.settings.castles_to_win:
            return faction
    return -1


def judge(s: State) -> None:
    """Sets winner and reason where the game ends with this turn (DVIC-1, DVIC-2)."""
    s.winner = castle_winner(s)
    if s.winner >= 0:
        s.reason = CASTLES_REASON
    elif s.turn >= s.tables.settings.turn_limit:
        s.winner, s.reason = ORCS, DEFAULT_REASON


@step(Step.COLLECT)
def start_collection(s: State) -> None:
    s.round = COLLECTION
    collect(s)
    s.pos = 0
    s.step = Step.DISCARD


@step(Step.DISCARD)
def ask_discard(s: State) -> None:
    """DCOL-3: from the starting player, each may discard, one card after the other."""
    while s.pos < 4:
        faction = s.order[(s.start + s.pos) % 4]
        if s.hands[faction]:
            s.ask(faction, "discard", Ranged([(0, len(s.hands[faction]) - 1)]))
            return
        s.pos += 1
    s.step = Step.VICTORY


@taker("discard")
def take_discard(s: State, seat: int, option: Option) -> None:
    if option:
        s.discard(seat, s.hands[seat][option[0]], "discard")
    else:
        s.pos += 1


@step(Step.VICTORY)
def end_turn(s: State) -> None:
    s.round = VICTORY
    if s.log is not None:
        s.note("stood", tuple(s.units), tuple(s.hid))
    judge(s)
    if s.winner >= 0:
        s.step = Step.OVER
        return
    s.turn += 1
    s.start = (s.start + 1) % 4  # DVIC-3
    s.blessed = False
    s.no_hire = 0
    s.step = Step.JUMP
