"""workbench dune play: a game of Dragon Dune in the terminal."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.dune_options import (
    Advanced,
    DuneBots,
    DuneRules,
    DuneSeed,
    DuneSettings,
    open_bots,
    open_rules,
    read_faction,
)

if TYPE_CHECKING:
    from workbench.dune.decision import Decision, Option
    from workbench.dune.session import Session
    from workbench.dune.views import View

MOST_LISTED = 24
HELP_TEXT = """\
  NUMBER         choose that option
  NUMBER COUNT   the same with so many units, or so much gold
  TEXT           list the options with this text, such as 5* or hire
  options        list all options
  map            draw the map again
  rules ID       a rule (DBAT-5)
  undo           take back your last decision
  save FILE      write the game so far
  quit           stop here"""


def register(app: typer.Typer) -> None:
    app.command("play")(dune_play)


def dune_play(
    seat: Annotated[
        str | None, typer.Option("--as", metavar="FACTION", help="Your faction: dwarves, elves, goblins, orcs (orcs).")
    ] = None,
    bots: DuneBots = None,
    watch: Annotated[bool, typer.Option("--watch", help="Bots only: watch a whole game.")] = False,
    rules: DuneRules = None,
    advanced: Advanced = None,
    setting: DuneSettings = None,
    seed: DuneSeed = None,
    game: Annotated[
        int, typer.Option("--game", min=0, max=2**32 - 1, help="Which game of the seed: another luck and order.")
    ] = 0,
    record: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the game to this file.")] = None,
) -> None:
    """Play Dragon Dune in the terminal against bots; you see only what your faction may see.

    What is asked stands in plain words above a numbered list: type a number, and where units or gold are to be chosen
    a second one. [b]help[/b] at the prompt lists what else you can type. [b]--record FILE[/b] keeps the game, and
    [b]workbench dune replay FILE[/b] shows it again.

    Exit code: 0, 2 if it cannot start, 130 stopped by Ctrl-C.
    """
    from secrets import randbits

    from workbench.cli.outputs import record_target
    from workbench.dune.load import DEFAULT
    from workbench.dune.record import MAGIC, build_head
    from workbench.dune.session import Session

    if watch and seat is not None:
        raise typer.BadParameter("bots only: leave --as out", param_hint="--watch")
    faction = None if watch else read_faction(seat or "orcs", "--as")
    names, players = open_bots(bots)
    found = open_rules(rules, advanced, setting)
    if record is not None:
        record_target(record, MAGIC)  # a game shall not be lost for a slip in the name
    luck = randbits(31) if seed is None else seed
    seats = {f: "you" if f == faction else names[f] for f in range(4)}
    session = Session(found, luck, game, [None if f == faction else players[f] for f in range(4)])
    head = build_head(found, rules or DEFAULT, luck, game, seats)
    head |= {"settings": " ".join(setting)} if setting else {}
    desk = Desk(session, faction, head, record)
    try:
        desk.greet()
        desk.run()
    finally:
        if record is not None:
            desk.save(record)


class Desk:
    """A person (or nobody) at the terminal, with the game before them."""

    def __init__(self, session: Session, faction: int | None, head: dict[str, str], record: Path | None) -> None:
        self.session, self.faction, self.head, self.record = session, faction, head, record
        self.told = 0  # entries of the log

    def greet(self) -> None:
        from workbench.dune.names import FACTION_NAMES

        state = self.session.state
        order = ", ".join(FACTION_NAMES[f] for f in state.from_start())
        you = f"You are the {FACTION_NAMES[self.faction]}. " if self.faction is not None else ""
        typer.echo(f"{you}Order of play: {order}.\nSeed {self.session.seed}, game {self.session.game}.")
        if self.faction is not None:
            typer.echo("Type help for what you can do; in the map capital letters are units, $ is gold.")

    def run(self) -> None:
        session = self.session
        while not session.is_over:
            if not session.waits_for_person:
                session.let_bot_decide()
                if self.faction is None:
                    self.tell()
            elif not self.ask():
                typer.echo("Stopped.")
                return
        self.tell()
        self.say_end()

    def tell(self) -> None:
        """What happened since the last time, as far as this seat learns of it."""
        from workbench.cli.dune_words import LINE, heard
        from workbench.dune.text import format_event_line

        state = self.session.state
        log = state.log or []
        for entry in log[self.told :]:
            if self.faction is None:
                line = "" if entry[2] in ("take", "stood") else format_event_line(state.tables, entry)
            else:
                line = heard(state.tables, entry, self.faction)
            if line:
                typer.echo(fill(line, LINE, subsequent_indent="    "))
        self.told = len(log)

    def say_end(self) -> None:
        from workbench.cli.console import shows_unicode
        from workbench.cli.dune_words import draw_table
        from workbench.dune.names import FACTION_NAMES
        from workbench.dune.state import CASTLES_REASON

        state = self.session.state
        result = state.standing()
        if self.faction is not None:
            typer.echo(draw_table(state.view(self.faction), "·" if shows_unicode() else "."))
        held = ", ".join(f"{FACTION_NAMES[f]} {count}" for f, count in enumerate(result.castles))
        how = f"by castles in turn {result.turn}"
        if result.reason != CASTLES_REASON:
            how = f"by default after turn {result.turn}, for nobody took enough castles"
        typer.echo(f"The {FACTION_NAMES[result.winner]} win {how}.\nCastles: {held}.")

    # -------------------------------------------------------------------------------------------------- the prompt
    def ask(self) -> bool:
        """Ask until something was decided or taken back; False when the player stops."""
        from workbench.cli.dune_words import question

        state = self.session.state
        decision = state.decision()
        assert decision is not None
        assert self.faction is not None
        self.tell()
        view = state.view(self.faction)
        if decision.kind in ("orc_setup", "move", "hire", "conscript", "battle_order", "plan", "ace_jump"):
            self.show_map()
        typer.echo("\n" + question(view, decision))
        choices = list_choices(view, decision)
        self.show(choices)
        while True:
            try:
                words = input("> ").split()
            except EOFError:
                typer.echo("")
                return False
            if not words:
                continue
            if words[0].lower() in ("quit", "q", "exit"):
                return False
            if words[0].lower() in ("undo", "u"):
                if self.session.take_back(self.faction):
                    self.told = len(self.session.state.log or [])
                    return True
                typer.echo("There is nothing to take back.")
            elif not self.answer(words, choices):
                option = choose(words, choices)
                if option is not None:
                    self.session.take(option)
                    return True

    def answer(self, words: list[str], choices: list[Choice]) -> bool:
        """Do what is no decision; False where the words must be one."""
        command = words[0].lower()
        if command in ("help", "h", "?"):
            typer.echo(HELP_TEXT)
        elif command in ("map", "m"):
            self.show_map()
        elif command in ("options", "o"):
            self.show(choices, everything=True)
        elif command == "rules" and len(words) > 1:
            show_rule(words[1])
        elif command == "save" and len(words) > 1:
            with contextlib.suppress(typer.Exit):  # why not has been said; the game goes on
                self.save(Path(words[1]))
        else:
            return False
        return True

    def show_map(self) -> None:
        from workbench.cli.console import shows_unicode
        from workbench.cli.dune_words import draw_table

        view = self.session.state.view(self.faction or 0)
        typer.echo("\n" + draw_table(view, "·" if shows_unicode() else "."))

    def show(self, choices: list[Choice], everything: bool = False) -> None:
        listed = choices if everything else choices[:MOST_LISTED]
        for number, choice in enumerate(listed, 1):
            typer.echo(f"  {number:3d}  {choice.text}")
        if len(listed) < len(choices):
            typer.echo(f"  and {len(choices) - len(listed)} more: type 'options', or some text to narrow them down")

    def save(self, file: Path) -> None:
        from workbench.cli.outputs import record_target, write_files
        from workbench.dune.record import MAGIC, GameRecord, format_game

        record_target(file, MAGIC)
        write_files({file: format_game(GameRecord(self.head, self.session.taken)).encode()})
        typer.echo(f"Game written to {file}.", err=True)


class Choice:
    """A line of the list: an option, or options that differ only in a count."""

    def __init__(self, text: str, parts: Option, least: int | None = None, most: int | None = None) -> None:
        self.text, self.parts, self.least, self.most = text, parts, least, most

    def option(self, count: int | None) -> Option | None:
        """None where the count does not fit."""
        if self.least is None or self.most is None:
            return self.parts if count is None else None
        if count is None and self.least == self.most:
            count = self.least
        return (*self.parts, count) if count is not None and self.least <= count <= self.most else None


def list_choices(view: View, decision: Decision) -> list[Choice]:
    """Options in words; those that differ only in a count are one line, except cards of the hand."""
    from workbench.dune.decision import ARMY, COLOUR, PASS, Ranged
    from workbench.dune.names import format_card
    from workbench.dune.text import format_option

    options, kind = decision.options, decision.kind
    if kind == "discard":
        cards = [Choice(f"discard {format_card(card)}", (place,)) for place, card in enumerate(view.hand)]
        return [Choice("pass", PASS), *cards]
    if not isinstance(options, Ranged):
        return [Choice(format_option(view.tables, kind, option, COLOUR), option) for option in options]
    found = [Choice("pass", PASS)] if options.passes else []
    for head in options.heads:
        *parts, least, most = head
        text = format_option(view.tables, kind, (*parts, most), ARMY)
        if least < most:
            text = re.sub(rf"\b{most}( units?| gold|$)", rf"{least} to {most}\1", text, count=1)
        found.append(Choice(text, tuple(parts), least, most))
    return found


def choose(words: list[str], choices: list[Choice]) -> Option | None:
    """The option that the words name; otherwise says what is wrong, or lists what the words fit."""
    if not all(word.isdigit() for word in words) or len(words) > 2:
        text = " ".join(words).lower()
        fitting = [(n, choice) for n, choice in enumerate(choices, 1) if text in choice.text.lower()]
        for number, choice in fitting[:MOST_LISTED]:
            typer.echo(f"  {number:3d}  {choice.text}")
        if not fitting:
            typer.echo(f"No option has '{text}' in it. Type a number from the list, or help.")
        return None
    number = int(words[0])
    if not 1 <= number <= len(choices):
        typer.echo(f"There are options 1 to {len(choices)}.")
        return None
    choice = choices[number - 1]
    option = choice.option(int(words[1]) if len(words) > 1 else None)
    if option is None:
        many = f"{number} and a count from {choice.least} to {choice.most}, such as '{number} {choice.least}'"
        typer.echo(f"Type {many}." if choice.least is not None else f"Option {number} takes no count: type {number}.")
    return option


def show_rule(id: str) -> None:
    from workbench.dune.ledger import read_ledger

    entries, _ = read_ledger()
    typer.echo(entries.get(id.upper(), f"There is no rule '{id}'; 'workbench dune rules' prints all."))
