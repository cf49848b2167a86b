"""Decisions, options and events in plain words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from workbench.dune.decision import COLOUR, RAISE, Option
from workbench.dune.names import BANK, FACTION_NAMES, LAND, format_card, format_event
from workbench.dune.tables import Tables

QUESTIONS = {
    "orc_setup": "Where do your units start?",
    "ace_jump": "Play an Ace to move a stack anywhere before the dragon flies?",
    "ride": "Ride the Red Dragon?",
    "council_break": "Break your alliance?",
    "council_propose": "Propose an alliance?",
    "council_reply": "Accept the alliance?",
    "bid": "What do you bid?",
    "pay_ace": "How do you pay?",
    "unhide": "Does this stack come out of hiding?",
    "initiative": "When do you take your turn in this round?",
    "revive": "How many units do you revive?",
    "early_disband": "Disband units now?",
    "conscript": "Conscript?",
    "block_hire": "Play an Ace to forbid this player to hire?",
    "hire": "Recruit?",
    "move": "Move?",
    "hide": "Hide?",
    "disband": "Disband units?",
    "battle_order": "Which battle do you fight first?",
    "ask": "What do you ask your opponent?",
    "answer": "What do you answer? It binds you.",
    "blessing": "Call a blessing for this battle?",
    "plan": "With what do you fight?",
    "treachery": "Declare treachery?",
    "plunder": "What becomes of the plundered artifact?",
    "discard": "Discard an artifact?",
}
ANSWERS = ("no artifact", "a red artifact", "a black artifact")
PLUNDER = ("leave it", "keep it", "discard it for gold")
YES_NO = ("no", "yes")


def units(count: int) -> str:
    return "1 unit" if count == 1 else f"{count} units"


def format_option(tables: Tables, kind: str, option: Option, asked: int = 0) -> str:
    """An option in words; `asked` is what an `answer` is about (COLOUR or ARMY)."""
    if not option:
        return "pass"
    if kind == "answer":
        return ANSWERS[option[0]] if asked == COLOUR else f"an army of {option[0]}"
    return WORDS[kind](tables, option)


def _with(ace: int) -> str:
    return f" with {format_card(ace)}" if ace >= 0 else ""


def _setup(tables: Tables, option: Option) -> str:
    places = tables.rules.factions[3].split_over
    return ", ".join(f"{count} in {tables.names[at]}" for at, count in zip(places, option, strict=True) if count)


def _hire(tables: Tables, option: Option) -> str:
    how, at, count = option
    if how == RAISE:
        return f"raise {units(count)} in {tables.names[at]}"
    return f"hire {units(count)} in {tables.names[at]}{_with(how)}"


def _plan(tables: Tables, option: Option) -> str:
    card, elites, count = option
    shown = f"{units(count)}" + (f" ({elites} elite)" if elites else "")
    return f"{shown} and {format_card(card)}" if card >= 0 else shown


WORDS: dict[str, Callable[[Tables, Option], str]] = {
    "orc_setup": _setup,
    "ace_jump": lambda t, o: f"{t.names[o[0]]} to {t.names[o[1]]}{_with(o[2])}",
    "ride": lambda t, o: f"{units(o[1])} to {t.names[o[0]]}",
    "council_break": lambda t, o: YES_NO[o[0]],
    "council_propose": lambda t, o: f"to the {FACTION_NAMES[o[0]]}",
    "council_reply": lambda t, o: YES_NO[o[0]],
    "bid": lambda t, o: f"{o[0]} gold",
    "pay_ace": lambda t, o: f"discard {format_card(o[0])}" if o[0] >= 0 else "in gold",
    "unhide": lambda t, o: f"{t.names[o[0]]}: {YES_NO[o[1]]}",
    "initiative": lambda t, o: ("first", "second", "third", "last")[o[0]],
    "revive": lambda t, o: units(o[1]) + _with(o[0]),
    "early_disband": lambda t, o: f"{units(o[1])} in {t.names[o[0]]}",
    "conscript": lambda t, o: f"{units(o[1])} in {t.names[o[0]]}",
    "block_hire": lambda t, o: f"discard {format_card(o[0])}",
    "hire": _hire,
    "move": lambda t, o: f"{units(o[3])} from {t.names[o[0]]} to {t.names[o[1]]}{_with(o[2])}",
    "hide": lambda t, o: "hide" + _with(o[0]),
    "disband": lambda t, o: f"{units(o[1])} in {t.names[o[0]]}",
    "battle_order": lambda t, o: f"{t.names[o[0]]} against the {FACTION_NAMES[o[1]]}",
    "ask": lambda t, o: "the colour of the artifact" if o[0] == COLOUR else "the size of the army",
    "blessing": lambda t, o: YES_NO[o[0]],
    "plan": _plan,
    "treachery": lambda t, o: "declare" + _with(o[0]),
    "plunder": lambda t, o: PLUNDER[o[0]],
    "discard": lambda t, o: f"card {o[0] + 1} of the hand",
}


def _purse(tables: Tables, end: int, at: int) -> str:
    if end == BANK:
        return "the bank"
    return f"territory {tables.names[at]}" if end == LAND else f"the {FACTION_NAMES[end]}"


def format_event_line(tables: Tables, entry: tuple[Any, ...]) -> str:
    """An entry of `State.log` as a line; see EVENTS for the kinds."""
    turn, round_, what, *parts = entry
    return f"{turn}.{round_} {EVENTS[what](tables, parts)}"


def _battle(t: Tables, p: list[Any]) -> str:
    at, attacker, defender, winner, scores, plans = p
    a, d = (_plan(t, plan) for plan in plans)
    won = f"the {FACTION_NAMES[winner]} win" if winner >= 0 else "both lose"
    pair = f"{FACTION_NAMES[attacker]} ({a}) v {FACTION_NAMES[defender]} ({d})"
    return f"battle in {t.names[at]}: {pair}, {scores[0]} to {scores[1]}, {won}"


# Kind of event -> its words. The parts of each are what these functions unpack.
EVENTS: dict[str, Callable[[Tables, list[Any]], str]] = {
    "take": lambda t, p: f"{FACTION_NAMES[p[0]]}, {p[1]}: {' '.join(map(str, p[2])) or 'pass'}",
    "gold": lambda t, p: f"{p[2]} gold from {_purse(t, p[0], p[4])} to {_purse(t, p[1], p[4])} ({p[3]})",
    "die": lambda t, p: f"{FACTION_NAMES[p[0]]} lose {units(p[2])} in {t.names[p[1]]} ({p[3]})",
    "put": lambda t, p: f"{FACTION_NAMES[p[0]]} {p[3]} {units(p[2])} in {t.names[p[1]]}",
    "move": lambda t, p: f"{FACTION_NAMES[p[0]]} move {units(p[3])} from {t.names[p[1]]} to {t.names[p[2]]}",
    "disband": lambda t, p: f"{FACTION_NAMES[p[0]]} disband {units(p[2])} in {t.names[p[1]]}",
    "revive": lambda t, p: f"{FACTION_NAMES[p[0]]} revive {units(p[1])}",
    "hide": lambda t, p: f"{FACTION_NAMES[p[0]]} hide in {t.names[p[1]]}",
    "unhide": lambda t, p: f"{FACTION_NAMES[p[0]]} come out of hiding in {t.names[p[1]]}",
    "dragon": lambda t, p: f"the dragon flies from {p[0]} to {p[1]} (die {p[2]})",
    "troll_gone": lambda t, p: f"the {FACTION_NAMES[p[0]]} drive the troll away",
    "red_dragon": lambda t, p: f"the Red Dragon comes to {t.names[p[0]]}",
    "event": lambda t, p: f"event {format_event(p[0])}: {p[2]} gold in {t.names[p[1]]}",
    "ally": lambda t, p: f"{FACTION_NAMES[p[0]]} and {FACTION_NAMES[p[1]]} are allies",
    "break": lambda t, p: f"{FACTION_NAMES[p[0]]} leave the {FACTION_NAMES[p[1]]}",
    "card": lambda t, p: f"{FACTION_NAMES[p[0]]} buy {format_card(p[1])} for {p[2]} gold{_with(p[3])}",
    "extra_card": lambda t, p: f"{FACTION_NAMES[p[0]]} take {format_card(p[1])} from the deck",
    "discard": lambda t, p: f"{FACTION_NAMES[p[0]]} discard {format_card(p[1])} ({p[2]})",
    "block_hire": lambda t, p: f"the Goblins forbid the {FACTION_NAMES[p[0]]} to hire",
    "battle": _battle,
    "treachery": lambda t, p: f"{FACTION_NAMES[p[0]]} betray the {FACTION_NAMES[p[1]]} in {t.names[p[2]]}",
    "plunder": lambda t, p: f"the Orcs plunder {format_card(p[1])} of the {FACTION_NAMES[p[0]]}: {PLUNDER[p[2]]}",
    "stood": lambda t, p: "units on the board: " + ", ".join(str(sum(row)) for row in p[0]),
}
