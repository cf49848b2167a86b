"""What a player of Dragon Dune is told: the table as it is seen from one seat, and what happened since."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import fill
from typing import TYPE_CHECKING, Any

from workbench.dune.names import ELVES, FACTION_NAMES, LETTERS, ORCS, ROUND_NAMES, SUITS, format_card, format_event
from workbench.dune.picture.text_map import draw_text_map, spell_stacks
from workbench.dune.text import EVENTS, QUESTIONS, format_option

if TYPE_CHECKING:
    from workbench.dune.decision import Decision
    from workbench.dune.tables import Tables
    from workbench.dune.views import View

# Decisions of others that everybody hears, and that no event tells.
OPEN_TALK = ("bid", "ask", "council_break", "council_propose", "council_reply", "initiative")
SECRET_CARDS = ("card", "extra_card", "plunder")  # events whose second part is a card that not everybody sees
LINE = 80  # columns
NOT_WORTH_A_LINE = ("start", "income")  # gold that comes every turn


def draw_table(view: View, dot: str = "·") -> str:
    """The map with units and gold, and under it what everybody has."""
    tables = view.tables
    under = {name: spell_stacks(view.units, view.hid, view.land, at) for at, name in enumerate(tables.names)}
    return draw_text_map(tables.names, tables.touches, under, dot) + "\n\n" + "\n".join(_purses(view))


def _purses(view: View) -> Iterator[str]:
    from workbench.cli.console import columns

    castles = view.tables.castle_mask
    rows: list[tuple[str, ...]] = [("", "gold", "cards", "bank", "graveyard", "castles", "ally")]
    for faction, name in enumerate(FACTION_NAMES):
        others = view.seen[faction ^ 1] | view.seen[faction ^ 2] | view.seen[faction ^ 3]
        held = (view.seen[faction] & ~others & castles).bit_count()
        ally = FACTION_NAMES[view.ally[faction]] if view.ally[faction] >= 0 else "-"
        mark = f"{LETTERS[faction]} {name}" + (" (you)" if faction == view.seat else "")
        numbers = (view.gold, view.hand_sizes, view.bank, view.grave)
        rows.append((mark, *(str(part[faction]) for part in numbers), str(held), ally))
    yield from columns(rows)
    hand = " ".join(format_card(card) for card in view.hand) or "no artifacts"
    if view.queen < 0:
        yield "Artifacts, Queens and Jacks are dealt after this."  # DSET-5, DSET-6
    else:
        yield f"Your hand: {hand}; Queen of {_suit(view, view.queen)}, Jack of {SUITS[view.jack]}."
    dragon = f"The dragon rests on {view.dragon}." if view.dragon else "The dragon is nowhere yet."
    troll = f" The troll sits in {view.tables.names[view.tables.troll]}." if view.troll else ""
    yield dragon + troll
    if view.next_event >= 0:
        yield f"You have seen the next event: {format_event(view.next_event)}."


def _suit(view: View, suit: int) -> str:
    """A Queen makes a traitor of the faction of her suit."""
    return f"{SUITS[suit]} ({FACTION_NAMES[view.tables.faction_of_suit[suit]]})"


def question(view: View, decision: Decision) -> str:
    """What is asked, with what one must know to answer."""
    when = f"Turn {view.turn}, {ROUND_NAMES[view.round]}."
    about = " ".join((when, *_circumstances(view, decision.kind)))
    asked = QUESTIONS[decision.kind]
    return f"{about} {asked}" if len(about) + len(asked) < LINE else f"{fill(about, LINE)}\n{asked}"


def _circumstances(view: View, kind: str) -> Iterator[str]:
    names = view.tables.names
    if kind in ("bid", "pay_ace"):
        shown = f"{format_card(view.card)} is" if view.card >= 0 else "An artifact is"
        high = f"{view.high} gold by the {FACTION_NAMES[view.high_by]}" if view.high_by >= 0 else "none so far"
        yield f"{shown} up for bid; highest bid: {high}."
    elif kind == "council_reply":
        yield f"The {FACTION_NAMES[view.order[(view.start + view.pos) % 4]]} propose an alliance."
    elif kind in ("hide", "ride") and view.shared_at >= 0:
        yield f"In {names[view.shared_at]}:"
    elif kind == "block_hire":
        yield f"The {FACTION_NAMES[view.seq[view.pos]]} are about to recruit."
    elif kind == "plunder":
        yield f"You drew {format_card(view.loot)} of the {FACTION_NAMES[view.loser]}."
    if view.fight is not None and kind in ("ask", "answer", "plan", "blessing", "treachery"):
        yield from _fight(view)


def _fight(view: View) -> Iterator[str]:
    fight = view.fight
    assert fight is not None
    sides = (fight.attacker, fight.defender)
    forces = [f"{FACTION_NAMES[side]} ({view.units[side][fight.at]} units)" for side in sides]
    yield f"Battle in {view.tables.names[fight.at]}: {forces[0]} attack {forces[1]}."
    for place, side in enumerate(sides):
        if fight.answer[place] >= 0:
            answer = format_option(view.tables, "answer", (fight.answer[place],), fight.asked[1 - place])
            yield f"The {FACTION_NAMES[side]} answered: {answer}."
        plan = fight.plans[place]
        if plan is not None and side != view.seat:
            yield f"The {FACTION_NAMES[side]} fight with {format_option(view.tables, 'plan', plan[:3])}."


def heard(tables: Tables, entry: tuple[Any, ...], seat: int) -> str:
    """An entry of the log as this seat learns of it; '' for what it does not."""
    turn, round_, what, *parts = entry
    if what == "stood" or (what == "gold" and parts[3] in NOT_WORTH_A_LINE):
        return ""
    if what == "take":
        faction, kind, option = parts
        if faction == seat or kind not in OPEN_TALK:
            return ""
        return (
            f"{turn}.{round_} {FACTION_NAMES[faction]}, {kind.replace('_', ' ')}: {format_option(tables, kind, option)}"
        )
    if what in SECRET_CARDS and not _sees(what, parts, seat):
        shown = EVENTS[what](tables, [*parts[:1], -1, *parts[2:]])
        return f"{turn}.{round_} {shown.replace(' -', ' a card', 1)}"
    return f"{turn}.{round_} {EVENTS[what](tables, parts)}"


def _sees(what: str, parts: list[Any], seat: int) -> bool:
    """Whether a seat sees the card: the Elves see what is bought, and plunder is between the Orcs and the loser."""
    if what == "plunder":
        return seat in (ORCS, parts[0])
    return seat == parts[0] or (what == "card" and seat == ELVES)
