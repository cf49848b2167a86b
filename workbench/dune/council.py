"""The Great Council (section DCON): alliances break and form, only here."""

from __future__ import annotations

from workbench.dune.decision import NO_YES, PASS, Option, Options
from workbench.dune.flow import Step, step, taker
from workbench.dune.names import NOBODY
from workbench.dune.state import State


def break_alliance(s: State, faction: int) -> None:
    other = s.ally[faction]
    s.ally[faction] = s.ally[other] = NOBODY
    if s.log is not None:
        s.note("break", faction, other)


def form_alliance(s: State, faction: int, other: int) -> None:
    """Pairs only (DCON-2)."""
    s.ally[faction], s.ally[other] = other, faction
    if s.log is not None:
        s.note("ally", faction, other)


def proposals(s: State, faction: int) -> Options:
    """One proposal to somebody without an ally (DCON-3)."""
    if s.ally[faction] != NOBODY:
        return (PASS,)
    return (PASS, *((f,) for f in s.from_start() if f != faction and s.ally[f] == NOBODY))


def _speaker(s: State) -> int:
    return s.order[(s.start + s.pos) % 4]


@step(Step.BREAK)
def ask_break(s: State) -> None:
    if s.pos == 4:
        s.step = Step.GOLD
        return
    speaker = _speaker(s)
    if s.ally[speaker] != NOBODY:
        s.ask(speaker, "council_break", NO_YES)
    else:
        s.step = Step.PROPOSE


@taker("council_break")
def take_break(s: State, seat: int, option: Option) -> None:
    if option[0]:
        break_alliance(s, seat)
    s.step = Step.PROPOSE


@step(Step.PROPOSE)
def ask_proposal(s: State) -> None:
    options = proposals(s, _speaker(s))
    if len(options) > 1:
        s.ask(_speaker(s), "council_propose", options)
    else:
        _next_speaker(s)


@taker("council_propose")
def take_proposal(s: State, seat: int, option: Option) -> None:
    if option:
        s.partner = option[0]
        s.step = Step.REPLY
    else:
        _next_speaker(s)


@step(Step.REPLY)
def ask_reply(s: State) -> None:
    s.ask(s.partner, "council_reply", NO_YES)


@taker("council_reply")
def take_reply(s: State, seat: int, option: Option) -> None:
    if option[0]:
        form_alliance(s, _speaker(s), seat)
    _next_speaker(s)


def _next_speaker(s: State) -> None:
    s.partner = NOBODY
    s.pos += 1
    s.step = Step.BREAK
