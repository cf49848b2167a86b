"""Whole turns: an opener with what was drawn and what was done with it, as one text (docs/notation.md).

A step is what is chosen at one node: a turn, a follow-up, or the event of a chance node. A whole turn joins
the steps of one turn; splitting it needs no position.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from workbench.duke.text.lettering import CODE, MULTISET, SQUARE, Lettering
from workbench.duke.text.turn_read import LONGEST_TURN

_DRAW = re.compile(rf"(\+|.*%(?=\+))\+?({CODE})(?:(=){CODE})?(@{SQUARE})")
_DIVINE = re.compile(
    rf"((?:{SQUARE}~{SQUARE}/)?{SQUARE}\?)({MULTISET}):({CODE})(?:(=){CODE})?(@{SQUARE}(?:-{MULTISET})?)"
)
_CALL = re.compile(rf"({SQUARE}~\+)((?:{CODE}!)*)(?:({CODE})(?:(=){CODE})?(@{SQUARE}))?")
_PUSH = re.compile(rf"((?:{SQUARE}~{SQUARE}/)?{SQUARE}>{SQUARE})([EW])")


def split_whole(text: str) -> list[str]:
    """The steps of a whole turn: '+Kn@d2' -> '+', '+Kn', '@d2'. Any other text is its own only step."""
    if len(text) > LONGEST_TURN:
        return [text]
    if match := _DRAW.fullmatch(text):
        opener, code, swap, place = match.groups()
        return [opener, f"+{code}", (swap or "") + place]
    if match := _DIVINE.fullmatch(text):
        opener, hand, code, swap, place = match.groups()
        return [opener, f"+{hand}", code + (swap or "") + place]
    if (match := _CALL.fullmatch(text)) and (match[2] or match[3]):
        opener, refused, code, swap, place = match.groups()
        steps = [opener]
        for one in refused.split("!")[:-1]:
            steps += [f"+{one}", "!"]
        if code:
            steps += [f"+{code}", *(["="] if swap else []), place]
        return steps
    if match := _PUSH.fullmatch(text):
        return [match[1], f"dr={match[2]}"]
    return [text]


def join_whole(steps: Sequence[str], letters: Lettering) -> str:
    """The reverse of split_whole, for the steps of one turn."""
    opener, *rest = steps
    if not rest:
        return opener
    if rest[0].startswith("dr="):
        return opener + rest[0].removeprefix("dr=")
    if opener.endswith("?"):
        return ":".join([opener + rest[0][1:], *(_name_swap(step, "", letters) for step in rest[1:])])
    text = opener if opener != "+" else ""
    for number, step in enumerate(rest):
        drawn = rest[number - 1][1:] if number else ""
        if step.startswith("+"):
            text += step[1:] if opener.endswith("~+") and text else step
        elif step == "=":
            text += _swapped(drawn, letters)
        else:
            text += _name_swap(step, drawn, letters)
    return text


def _swapped(code: str, letters: Lettering) -> str:
    """'=Tr' for a drawn Knight whose pool tile is the Trebuchet."""
    tile_type = letters.type_of(code)
    swap = letters.swaps.get(-1 if tile_type is None else tile_type)
    return "=" if swap is None else f"={letters.codes[swap]}"


def _name_swap(step: str, drawn: str, letters: Lettering) -> str:
    """Put the pool tile's code behind the '=' of a placing: '=@d2' -> '=Tr@d2'."""
    chosen, equals, place = step.partition("=@")
    if not equals:
        return step
    return f"{chosen}{_swapped(chosen or drawn, letters)}@{place}"
