"""Who chooses: the protocol of a bot, and the bot that chooses at random."""

from __future__ import annotations

from typing import Protocol

from workbench.dune.decision import Decision, Drawing, Option, draw_option
from workbench.dune.views import View


class Bot(Protocol):
    """Chooses an option of a decision from what its seat sees.

    `looks` is False for a bot that never reads its view: it then gets None, which saves making one.
    """

    name: str
    looks: bool

    def choose(self, view: View | None, decision: Decision, luck: Drawing) -> Option: ...


class RandomBot:
    """Uniform over legal options, with counts (units, bids) uniform on their range."""

    name = "random"
    looks = False

    def choose(self, view: View | None, decision: Decision, luck: Drawing) -> Option:
        return draw_option(decision.options, luck)
