"""What a bot knows and remembers: made once for a game, handed to its compiled code with every decision."""

from __future__ import annotations

from typing import Any

import numpy as np

from workbench.bots.registry import BotSpec
from workbench.bots.worths import build_worths
from workbench.duke.state import new_states


def bot_memory(spec: BotSpec, rules: Any) -> Any:
    """The memory of a bot for games with these rule tables, which say all about the tiles."""
    if spec.name == "greedy":
        return build_worths(rules), new_states(1)
    return np.zeros(1, np.int64)
