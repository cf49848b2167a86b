"""Icons as the engine numbers them, in the order in which equal turns are kept (ledger A-0).

Numbers go by use: all icons that go (those that capture first), all that strike, area effects, the command. What else
the compiled rules ask of an icon is a mask over these numbers, so a further icon adds rows to tables, not branches.
"""

from __future__ import annotations

from collections.abc import Callable

from workbench.duke.board.packed import bit, has
from workbench.icons import ICONS, IconType, Row, Use

MOST_ICONS = 16  # a slot has four bits for the number


def _with_use(use: Use) -> list[IconType]:
    return sorted((icon for icon in ICONS if icon.row.use is use), key=lambda icon: not icon.row.captures)


_GOES, _STRIKES, _COMMANDS = _with_use(Use.GO), _with_use(Use.STRIKE), _with_use(Use.COMMAND)
if len(_COMMANDS) != 1 or len(ICONS) > MOST_ICONS:
    raise RuntimeError(f"the engine knows one icon that commands, and {MOST_ICONS} icons in all")

NAMES = (*(icon.value for icon in (*_GOES, *_STRIKES)), "area", *(icon.value for icon in _COMMANDS))
NUMBERS = {icon: NAMES.index(icon.value) for icon in (*_GOES, *_STRIKES, *_COMMANDS)}
BY_NUMBER = {number: icon for icon, number in NUMBERS.items()}

HARMLESS = sum(icon.row.captures for icon in _GOES)  # from here to STRIKE: icons that go and never capture (NCAP-1)
STRIKE = len(_GOES)  # the first that strikes; all before it go
AREA = STRIKE + len(_STRIKES)
COMMAND = AREA + 1


def _mask(fits: Callable[[Row], bool]) -> int:
    return sum(bit(number) for icon, number in NUMBERS.items() if fits(icon.row))


LEAPS = _mask(lambda row: row.leaps)
LEAPS_FIRST = _mask(lambda row: row.leaps_first)
PIERCES = _mask(lambda row: row.pierces)
PUSHES = _mask(lambda row: row.pushes)
if any(has(PUSHES, number) for number in range(HARMLESS, MOST_ICONS)):
    raise RuntimeError("the engine looks for pushes of the Dragon only where a tile could capture")
PUSHING = tuple(number for number in BY_NUMBER if has(PUSHES, number))
