"""Who does what next: steps run by themselves, takers carry out what was decided. Rounds register both here."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum, auto
from typing import TYPE_CHECKING

from workbench.dune.decision import Option

if TYPE_CHECKING:
    from workbench.dune.state import State

StepFunction = Callable[["State"], None]
Taker = Callable[["State", int, Option], None]


class Step(IntEnum):
    """Where in the turn the game is; OVER is the only step that is false."""

    OVER = 0
    PLACE = auto()
    DEAL = auto()
    JUMP = auto()
    ROLL = auto()
    CHECK = auto()
    RIDE = auto()
    BREAK = auto()
    PROPOSE = auto()
    REPLY = auto()
    GOLD = auto()
    OFFER = auto()
    NEXT_CARD = auto()
    BID = auto()
    PAY = auto()
    UNHIDE = auto()
    INITIATIVE = auto()
    NEXT_PLAYER = auto()
    REVIVE = auto()
    EARLY_DISBAND = auto()
    CONSCRIPT = auto()
    BLOCK_HIRE = auto()
    HIRE = auto()
    MOVE = auto()
    DISBAND = auto()
    TROLL = auto()
    HIDE = auto()
    NEXT_BATTLE = auto()
    FIGHT = auto()
    PLUNDER = auto()
    COLLECT = auto()
    DISCARD = auto()
    VICTORY = auto()


def _unregistered(state: State) -> None:
    raise NotImplementedError(state.step)


STEPS: list[StepFunction] = [_unregistered] * len(Step)
TAKERS: dict[str, Taker] = {}


def step(which: Step) -> Callable[[StepFunction], StepFunction]:
    """Registers what happens at a step: it asks somebody, or sets the next step."""

    def register(function: StepFunction) -> StepFunction:
        STEPS[which] = function
        return function

    return register


def taker(kind: str) -> Callable[[Taker], Taker]:
    """Registers what an option of a kind of decision does; it sets the next step too."""

    def register(function: Taker) -> Taker:
        TAKERS[kind] = function
        return function

    return register
