"""What the game asks of a player now, in plain words, and what an answer typed in any fair form means."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from workbench.duke.game import legal_turns
from workbench.table.view import View, format_tiles, name_of, parse_counts

if TYPE_CHECKING:
    from workbench.duke.game import Game, Position

SQUARE = r"[a-f][1-6]"
SEATS = ("South", "North")
JUST_PLACES = ("duke", "foot", "pike", "rider", "flag", "hop", "place")  # where squares alone say it
YES, NO = ("y", "yes", "take", "take it"), ("n", "no", "go on", "search on")
_SQUARES = re.compile(SQUARE)
_PLACES = re.compile(rf"@?\s*{SQUARE}(?:[\s,]+{SQUARE})*")
_TWO = re.compile(rf"({SQUARE})\s*(?:to|-|x|\s)?\s*({SQUARE})")
_CHOICE = re.compile(rf"(.+?)\s*(=?)\s*(?:on|to|@|\s)\s*({SQUARE})(?:\s*(?:-|destroy|without)\s*(.+))?")
_SWAPPED = re.compile(rf"=\s*@?\s*({SQUARE})")


def asked(position: Position) -> str:
    """One sentence that says what is wanted of the player to decide: 'Place your Longbowman: d2 or e1.'"""
    if position.is_over or position.is_chance:
        return ""
    view = View.of(position)
    name, _, rest = view.phase.partition(":")
    return _QUESTIONS[name](position, view, rest)


def _ask_turn(position: Position, view: View, rest: str) -> str:
    turns = legal_turns(position)
    act = "Act with a tile" if any(turn[:1] in "abcdef" for turn in turns) else ""
    draw = "draw a new tile (+)" if "+" in turns else ""
    ransom = "offer a ransom ($)" if any(turn.startswith("$") for turn in turns) else ""
    ways = [way for way in (act, draw, ransom) if way]
    text = " or ".join(filter(None, (", ".join(ways[:-1]), ways[-1])))
    return f"{text[:1].upper()}{text[1:]}."


def _ask_duke(position: Position, view: View, rest: str) -> str:
    army = position.game.composition.armies[position.owner]
    duke = position.game.composition.tiles[army.duke].name
    return f"Put your {duke} on {places(position)}."


def _ask_starters(position: Position, view: View, rest: str) -> str:
    game = position.game
    starters = game.composition.armies[position.owner].starters[:2]
    names = [game.composition.tiles[tile_type].name for tile_type in starters]
    what = f"two {_plural(names[0])}" if names[0] == names[1] else " and your ".join(names)
    first = _SQUARES.findall(legal_turns(position)[0])
    squares = sorted({at for turn in legal_turns(position) for at in _SQUARES.findall(turn)})
    return f"Put your {what} beside the Duke, on two of {_or(squares, 'and')}, as in: {' '.join(first)}"


def _ask_pikemen(position: Position, view: View, rest: str) -> str:
    first = _SQUARES.findall(legal_turns(position)[0])
    return f"Put your {len(first)} Pikemen on your home edge, as in: {' '.join(first)}"


def _ask_rider(position: Position, view: View, rest: str) -> str:
    tile_type = position.game.composition.armies[position.owner].starters[0]
    return f"Put your {position.game.composition.tiles[tile_type].name} on {places(position)}."


def _ask_flag(position: Position, view: View, rest: str) -> str:
    if position.game.composition.settings.objective == "trophy_hunters":
        return f"Put the Flag that you will hunt on {places(position)}."
    return f"Put your Flag on {places(position)}."


def _ask_draft(position: Position, view: View, rest: str) -> str:
    return f"Pick a kind of tile for your bag: {format_tiles(position.game, view.front[position.owner])}."


def _ask_place(position: Position, view: View, rest: str) -> str:
    code = rest.split(":")[0]
    swaps = [turn for turn in legal_turns(position) if turn.startswith("=")]
    plain = [turn for turn in legal_turns(position) if not turn.startswith("=")]
    text = f"Place your {name_of(position.game, code)}: {_or(_places(plain))}" if plain else ""
    if swaps:
        pooled = swap_name(position.game, code)
        swap = f"swap it for the {pooled}: {_or(['=' + at for at in _places(swaps)])}"
        text = f"{text}; or {swap}" if text else f"{swap[:1].upper()}{swap[1:]}"
    return text + "."


def _ask_search(position: Position, view: View, rest: str) -> str:
    code = rest.split(":")[0]
    name, pooled = name_of(position.game, code), swap_name(position.game, code)
    return f"The search met your {name}. Take the {pooled} for it (=), or search on (!)?"


def _ask_divine(position: Position, view: View, rest: str) -> str:
    hand = format_tiles(position.game, parse_counts(rest))
    first = legal_turns(position)[0]
    more = "" if first.count("-") else "; behind a minus, tiles of the hand to destroy"
    return f"Your hand: {hand}. Choose one and its place, as in {first}{more}."


def _ask_hop(position: Position, view: View, rest: str) -> str:
    hops = _places([turn for turn in legal_turns(position) if turn != "#-"])
    to = f"to {_or(hops)}, or leave it" if hops else "nowhere: leave it"
    return f"Your opponent has scored. Your Flag may hop {to} (-)."


_QUESTIONS = {
    "": _ask_turn,
    "draft": _ask_draft,
    "duke": _ask_duke,
    "foot": _ask_starters,
    "pike": _ask_pikemen,
    "rider": _ask_rider,
    "flag": _ask_flag,
    "place": _ask_place,
    "ask": _ask_search,
    "divine": _ask_divine,
    "hop": _ask_hop,
}


def swap_name(game: Game, code: str) -> str:
    """The pool tile that a drawn one may be swapped for."""
    tile_type = game.letters.type_of(code)
    pooled = game.letters.swaps.get(-1 if tile_type is None else tile_type)
    return "pool tile" if pooled is None else game.letters.name(pooled)


def places(position: Position) -> str:
    """'c1 or d1': the squares of a choice that is a place only."""
    return _or(_places(legal_turns(position)))


def _places(turns: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(at for turn in turns for at in _SQUARES.findall(turn)))


def _or(words: Sequence[str], joiner: str = "or", most: int = 14) -> str:
    shown = [*words[:most], f"{len(words) - most} more"] if len(words) > most else list(words)
    return f" {joiner} ".join(filter(None, (", ".join(shown[:-1]), shown[-1]))) if shown else "no square"


def _plural(name: str) -> str:
    return name[:-3] + "men" if name.endswith("man") else name + "s"


@dataclass(frozen=True, slots=True)
class Form:
    """A way to write a decision that is legal now: an example and what it does."""

    example: str
    meaning: str


# In this order: the first pattern that a legal turn fits names its form.
_FORMS: tuple[tuple[str, str], ...] = (
    (rf"{SQUARE}-{SQUARE}", "go there"),
    (rf"{SQUARE}x{SQUARE}", "go there and capture"),
    (rf"{SQUARE}\*{SQUARE}", "strike: capture from afar"),
    (rf"{SQUARE}\*\*.*", "area effect: remove all these"),
    (rf"{SQUARE}:{SQUARE}[-x]{SQUARE}", "command: the second square's tile goes to the third"),
    (rf"{SQUARE}>{SQUARE}s", "push the Dragon, which then faces your side"),
    (rf"{SQUARE}>{SQUARE}o", "push the Dragon, which then faces your opponent"),
    (rf"{SQUARE}>{SQUARE}", "push the Dragon onto the tile behind it"),
    (rf"{SQUARE}~", "turn the tile over in place"),
    (r"\+", "draw a tile from your bag, then place it"),
    (rf"{SQUARE}\^{SQUARE}", "Summon: the tile goes to that square beside the Duke, the Duke flips"),
    (rf"{SQUARE}\?", "Divination: draw a hand, choose one tile of it"),
    (rf"{SQUARE}&{SQUARE}[-x]{SQUARE}", "Escape: pay with the second square's tile, go to the third"),
    (rf"{SQUARE}&[A-Z][a-z][-x]{SQUARE}", "Escape, paid with a captured Ransom tile"),
    (rf"\$.*[-x]{SQUARE}", "Ransom: give the first tile, take back the second"),
    (rf"{SQUARE}%", "Redeploy: draw a tile, place it, and take this one back into the bag"),
    (rf"{SQUARE}<", "Redeploy: turn the tile to the left"),
    (rf"{SQUARE}>", "Redeploy: turn the tile to the right"),
    (rf"{SQUARE}~{SQUARE}/.*", "Link: flip both tiles, and the linked one takes a turn"),
    (rf"{SQUARE}~{SQUARE}", "Link: flip both tiles"),
    (rf"{SQUARE}~\+", "Link: search the bag for a linked tile"),
    (rf"{SQUARE}#{SQUARE}", "hand the Flag on"),
    (r"#-", "leave the Flag where it is; '-' is enough"),
    (rf"#{SQUARE}", "put the Flag there"),
    (rf"@{SQUARE}", "place the drawn tile there"),
    (rf"=@{SQUARE}", "swap it for the pool tile and place that; =SQUARE is enough"),
    (rf"[A-Z][a-z]=@{SQUARE}.*", "choose from the hand, swap for the pool tile, place"),
    (rf"[A-Z][a-z]@{SQUARE}-.*", "choose from the hand, place, destroy the tiles behind the minus"),
    (rf"[A-Z][a-z]@{SQUARE}", "put this tile there"),
    (r"=", "yes, take the pool tile"),
    (r"!", "no, search on"),
    (r"pick:[A-Z][a-z]", "take all tiles of this kind; its name is enough"),
    (rf"[A-Z][a-z]@{SQUARE},.*", "put the tiles there"),
)
_PATTERNS = tuple((re.compile(pattern), meaning) for pattern, meaning in _FORMS)


def meaning_of(turn: str) -> str:
    """What a turn of this form does, in a few words."""
    return next(words for pattern, words in _PATTERNS if pattern.fullmatch(turn))


def forms(position: Position) -> list[Form]:
    """Every kind of decision that is legal now, each with one legal example."""
    found: dict[str, Form] = {}
    is_place = View.of(position).phase.partition(":")[0] in JUST_PLACES
    for turn in legal_turns(position):
        meaning = meaning_of(turn)
        brief = " ".join(_SQUARES.findall(turn)) if is_place and not turn.startswith("=") else ""
        found.setdefault(meaning, Form(brief or turn, meaning))
    order = [meaning for _, meaning in _FORMS]
    return sorted(found.values(), key=lambda form: order.index(form.meaning))


def understand(position: Position, text: str) -> str:
    """The legal turn that a player means by a text; the text itself where it means none.

    Any case is fine, and where only a place is asked its square is enough. Nothing is guessed: a text that fits
    several turns is left alone, one that fits none is written as a turn where it looks like one.
    """
    turns = legal_turns(position)
    text = " ".join(text.split())
    if text in turns:
        return text
    meant = [turn for turn in turns if turn.casefold() == text.casefold()]
    if not meant:
        meant = [turn for turn in _readings(position, text.lower()) if turn in turns]
    if len(set(meant)) == 1:
        return meant[0]
    if meant:
        return text
    if View.of(position).phase:
        return _put(position, text.lower()) if re.fullmatch(SQUARE, text.lower()) else text
    two = _TWO.fullmatch(text.lower())
    return text if two is None else _go(position, *two.groups())


def _put(position: Position, square: str) -> str:
    """A place that is not allowed, written as such a choice is, so that it can be told why."""
    like = next((turn for turn in legal_turns(position) if len(_SQUARES.findall(turn)) == 1), "")
    return _SQUARES.sub(square, like) or square


def _go(position: Position, at: str, to: str) -> str:
    """A way that is not legal, written as it should be, so that it can be told why."""
    there = View.of(position).troops.get(to)
    is_enemy = there is not None and there.owner is position.owner.other
    return f"{at}{'x' if is_enemy else '-'}{to}"


def _readings(position: Position, text: str) -> list[str]:
    phase = View.of(position).phase.partition(":")[0]
    if phase == "":
        return _read_turn(text)
    if phase == "ask":
        return ["="] if text in YES else ["!"] if text in NO else []
    if phase == "hop" and text in ("-", "stay", "leave", "leave it", *NO):
        return ["#-"]
    if phase == "draft":
        return [f"pick:{code}" for code in _codes(position.game, text)]
    if phase == "place" and (swapped := _SWAPPED.fullmatch(text)):
        return [f"=@{swapped[1]}"]
    if phase == "divine":
        return _read_choice(position.game, text)
    squares = _SQUARES.findall(text) if _PLACES.fullmatch(text) else []
    return _with_squares(legal_turns(position), squares)


def _read_turn(text: str) -> list[str]:
    if text in ("draw", "draw a tile"):
        return ["+"]
    two = _TWO.fullmatch(text)
    return [f"{two[1]}-{two[2]}", f"{two[1]}x{two[2]}"] if two else []


def _read_choice(game: Game, text: str) -> list[str]:
    """'knight on d2', 'kn d2', 'kn@d2 - pi': from a hand."""
    match = _CHOICE.fullmatch(text)
    if match is None:
        return []
    lost = [code for word in re.split(r"[,\s]+", match[4]) for code in _codes(game, word)] if match[4] else []
    counts = {code: lost.count(code) for code in sorted(lost)}
    behind = "-" + "".join(code + (str(n) if n > 1 else "") for code, n in counts.items()) if lost else ""
    return [f"{code}{match[2]}@{match[3]}{behind}" for code in _codes(game, match[1])]


def _codes(game: Game, text: str) -> list[str]:
    """The code of a tile by its code or name."""
    wanted = text.strip().casefold()
    tiles = game.composition.tiles
    return [tile.code.capitalize() for tile in tiles if wanted in (tile.code.casefold(), tile.name.casefold())]


def _with_squares(turns: Sequence[str], squares: list[str]) -> list[str]:
    """The turns that name just these squares, without a swap: in this order, or else in any."""
    if not squares:
        return []
    plain = [turn for turn in turns if not turn.startswith("=")]
    same = [turn for turn in plain if _SQUARES.findall(turn) == squares]
    return same or [turn for turn in plain if sorted(_SQUARES.findall(turn)) == sorted(squares)]
