"""Small harm done to good inputs, the same for the same seed: what a slip of the finger or a stranger may do."""

from __future__ import annotations

import json
import os
import random
from copy import deepcopy
from typing import Any

from hypothesis import HealthCheck

EXAMPLES = 20_000 if os.environ.get("WORKBENCH_LONG") else int(os.environ.get("FUZZ", "150"))
LONG = bool(os.environ.get("WORKBENCH_LONG"))
# In the long profile an example that takes ten seconds fails; otherwise the machine may be busy.
FEW: dict[str, Any] = {
    "max_examples": EXAMPLES,
    "deadline": 10_000 if LONG else None,
    "suppress_health_check": list(HealthCheck),
}
SCRAPS = [
    *(
        "",
        " ",
        "  ",
        "\t",
        "\n",
        "\x00",
        "\x1b[2J",
        "\u202e",
        "\ud800",
        "²",
        "٣",
        "９",
        "-1",
        "99",
        "999999999",
        "9" * 40,
    ),
    *"-+/;=:,'><^v.!?*~#%$&@{}[]01SN",
    *("**", "1e308", "nan", "null", "true", "a1", "f6", "g7", "Du", "du", "Kn", "Pi999999999", "ZZ", "x" * 300),
]
VALUES: list[Any] = [None, True, False, 0, -1, 1, 7, 10**9, 10**30, 1.5, 1e308, "", "x", "1,1", "9,9", "\u202e", [], {},
                     [[]], [1, 2, 3], {"k": "MOVE"}, {"": {}}, "Knight", ["0 Duke 0,0 S"]]  # fmt: skip


def harmed(text: str, seed: int) -> str:
    """A text with one to four small changes."""
    chance = random.Random(seed)
    for _ in range(chance.randint(1, 4)):
        at, length = chance.randrange(len(text) + 1), chance.choice((0, 0, 1, 1, 2, 5))
        kind = chance.randrange(5)
        if kind == 0:
            text = text[:at] + chance.choice(SCRAPS) + text[at + length :]
        elif kind == 1:
            text = text[:at] + text[at + chance.randint(1, 8) :]
        elif kind == 2:
            other = chance.randrange(len(text) + 1)
            text = text[:at] + text[other : other + chance.randint(1, 12)] + text[at:]
        elif kind == 3:
            words = text.split(" ")
            chance.shuffle(words) if chance.random() < 0.2 else words.append(chance.choice(words))
            text = " ".join(words)
        else:
            text = text[:at] + chance.choice((text[at:].swapcase(), text[at:][::-1], text[at:] * 2))
    return text[:20_000]


def harmed_data(data: Any, seed: int) -> Any:
    """Plain data with one to three of its parts replaced, removed or doubled."""
    chance = random.Random(seed)
    data = json.loads(json.dumps(data))
    for _ in range(chance.randint(1, 3)):
        holder, key = _somewhere(data, chance)
        if holder is None:
            continue
        kind = chance.randrange(4)
        if kind == 0 and isinstance(holder, dict):
            del holder[key]
        elif kind == 1 and isinstance(holder[key], str):
            holder[key] = harmed(holder[key], chance.randrange(2**32))
        elif kind == 2 and isinstance(holder, dict):
            holder[chance.choice(("", "tiles", "q", "k", "S", "games", "x"))] = deepcopy(holder[key])
        else:
            holder[key] = deepcopy(chance.choice(VALUES))  # a shared one could come to hold itself
    return data


def _somewhere(data: Any, chance: random.Random) -> tuple[Any, Any]:
    holder, key = None, None
    while isinstance(data, dict | list) and data and (holder is None or chance.random() < 0.7):
        holder, key = data, chance.choice(list(data)) if isinstance(data, dict) else chance.randrange(len(data))
        data = holder[key]
    return holder, key
