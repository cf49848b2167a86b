"""The player's side of a terminal game: what can be typed, and what it does to the table."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from workbench.cli.play_screen import SEATS, Screen, ask_lines
from workbench.cli.waiting import compiling, forget_keys, working
from workbench.table.view import View

if TYPE_CHECKING:
    from workbench.table.session import Table

LOOK = re.compile(r"([a-f][1-6])\??", re.IGNORECASE)  # a square alone is looked at where none is asked for
SPOKEN = (
    ("turns", "list everything that may be played now"),
    ("d2? or d2", "what the tile on d2 could do"),
    ("tile Kn | d2", "both sides of a tile"),
    ("why TURN", "by which rule a turn is legal or not"),
    ("hint [BOT]", "what a bot would do"),
    ("board", "draw the table again"),
    ("undo", "take back your last decision"),
    ("save FILE", "write the game to a file"),
    ("load FILE", "go on with a saved game"),
    ("line", "print the position line"),
    ("quit", "stop here"),
)


class After(Enum):
    """What a line of the player has led to."""

    ASK = "ask again"
    GO_ON = "the table has changed"
    STOP = "the player leaves"


class Prompt:
    """Asks the player at the table until something happens."""

    def __init__(self, table: Table, screen: Screen) -> None:
        self.table = table
        self.screen = screen
        self.looked = ""  # the last line, where it was a look: typed again it is a turn
        self.answers: dict[str, Callable[[str], After]] = {
            "help": self.help, "h": self.help, "turns": self.turns, "t": self.turns, "?": self.turns,
            "board": self.board, "b": self.board, "line": self.line, "why": self.why, "hint": self.hint,
            "tile": self.tile, "targets": self.targets, "undo": self.undo, "u": self.undo, "save": self.save,
            "load": self.load, "quit": self.quit, "q": self.quit, "exit": self.quit,
        }  # fmt: skip

    def ask(self, is_fresh: bool) -> After:
        """Ask until something happens. `is_fresh`: others have played since; what was typed meanwhile is dropped."""
        for line in ask_lines(self.table):
            self.screen.say(line)
        if is_fresh:
            forget_keys()
        while True:
            try:
                typed = input(f"{SEATS[self.table.position.owner]}> ").strip()
            except EOFError:
                self.screen.say()
                return After.STOP
            if typed:
                after = self.answer(typed)
                if after is not After.ASK:
                    return after

    def answer(self, typed: str) -> After:
        """One line of the player."""
        looked, self.looked = self.looked, ""
        command, _, rest = typed.partition(" ")
        look = LOOK.fullmatch(typed)
        if look and not typed.endswith("?") and View.of(self.table.position).phase:
            look = None  # a place was asked for
        if look and typed.lower() != looked:
            return self.look(look[1].lower())
        answer = self.answers.get(command.lower())
        return answer(rest.strip()) if answer else self.play(typed)

    def play(self, typed: str) -> After:
        from workbench.duke.game import IllegalTurn
        from workbench.duke.text.turn_read import BadTurn

        try:
            step = self.table.play(typed)
        except IllegalTurn as error:
            self.screen.say(f"{error.turn} is not legal ({error.rule}): {error.words}.")
            return After.ASK
        except BadTurn as error:
            is_other = "is not the text of a turn" not in str(error)
            reason = f"{error}." if is_other else f"'{typed}' is no turn and no command."
            self.screen.say(f"{reason} 'help' shows what you can type now.")
            return After.ASK
        self.screen.say(f"{step.words}.{' Guard!' if step.guard else ''}")
        return After.GO_ON

    def look(self, square: str) -> After:
        """The targets of a tile; where the same text is a turn (Divination), typing it again plays it."""
        self.targets(square)
        if f"{square}?" in self.table.position.turns():
            self.looked = f"{square}?"
            self.screen.say(f"'{square}?' is also its Divination: type it once more to divine.")
        return After.ASK

    def help(self, rest: str) -> After:
        from workbench.cli.console import columns
        from workbench.table.asking import asked, forms

        self.screen.say(asked(self.table.position))
        rows = [("  " + form.example, form.meaning) for form in forms(self.table.position)]
        self.screen.print("You can type, for example:\n" + "\n".join(columns(rows)))
        self.screen.print("or ask:\n" + "\n".join(columns([("  " + name, words) for name, words in SPOKEN])))
        return After.ASK

    def turns(self, rest: str) -> After:
        from workbench.cli.show import format_turns

        self.screen.print(format_turns(self.table.position, width=79))
        return After.ASK

    def board(self, rest: str) -> After:
        self.screen.show_table(self.table.position, self.table.players)
        for line in ask_lines(self.table):
            self.screen.say(line)
        return After.ASK

    def line(self, rest: str) -> After:
        self.screen.print(self.table.position.line)
        return After.ASK

    def why(self, rest: str) -> After:
        from workbench.duke.text.turn_read import BadTurn

        if not rest:
            self.screen.say("Say which turn, as in: why c1-c3")
            return After.ASK
        try:
            turn, verdict = self.table.why(rest)
        except BadTurn as error:
            self.screen.say(sentence(error))
            return After.ASK
        is_legal = "is legal" if verdict.legal else "is not legal"
        self.screen.say(f"{turn} {is_legal} ({verdict.rule}): {verdict.words}.")
        return After.ASK

    def hint(self, rest: str) -> After:
        from workbench.bot_options import UnknownBot
        from workbench.bots.registry import parse_bot

        bot = rest or self.table.adviser
        try:
            parse_bot(bot)
        except UnknownBot as error:
            self.screen.say(sentence(error))
            return After.ASK
        with compiling((bot,)), working(f"{bot} is thinking about a hint"):
            hint = self.table.hint(bot)
        expects = "" if hint.expects is None else f" It would expect to score {100 * hint.expects:.0f} %."
        self.screen.say(f"{hint.bot} would play {hint.turn}: {hint.words}.{expects}")
        return After.ASK

    def tile(self, rest: str) -> After:
        from workbench.table.looking import NothingThere, find_tile

        try:
            tile, standing = find_tile(self.table.position, rest)
        except NothingThere as error:
            self.screen.say(sentence(error))
            return After.ASK
        up = "" if standing is None else f", the {'other' if standing.is_flipped else 'starting'} side is up"
        whose = "" if standing is None else f", {SEATS[standing.owner]}'s"
        self.screen.show_tile(tile, whose + up)
        return After.ASK

    def targets(self, rest: str) -> After:
        from workbench.table.looking import NothingThere, find_targets

        try:
            self.screen.show_targets(self.table.position, find_targets(self.table.position, rest.lower()))
        except NothingThere as error:
            self.screen.say(sentence(error))
        return After.ASK

    def undo(self, rest: str) -> After:
        if self.table.undo():
            self.screen.say("Taken back.")
            return After.GO_ON
        self.screen.say("There is nothing to take back.")
        return After.ASK

    def save(self, rest: str) -> After:
        from workbench.cli.play_files import save_game

        if rest:
            try:
                save_game(self.table, Path(rest))
                self.screen.say(f"Game written to {rest}; go on with it by: workbench play --from {rest}")
            except typer.Exit:
                pass  # why not has been said; the game goes on
        else:
            self.screen.say("Say where to, as in: save game.txt")
        return After.ASK

    def load(self, rest: str) -> After:
        from workbench.cli.play_files import load_game
        from workbench.duke.record import BadRecord
        from workbench.finding import UnusableInput

        if not rest:
            self.screen.say("Say which file, as in: load game.txt")
            return After.ASK
        try:
            loaded = load_game(Path(rest), self.table.players, self.table.seed)
        except (BadRecord, UnusableInput) as error:
            why = error.findings[0].message if isinstance(error, UnusableInput) else str(error)
            self.screen.say(f"{rest}: {why}. The game here goes on.")
            return After.ASK
        loaded.think_seconds = self.table.think_seconds
        self.table = loaded
        self.screen.say(f"Loaded {rest}.")
        return After.GO_ON

    def quit(self, rest: str) -> After:
        return After.STOP


def sentence(error: Exception) -> str:
    return f"{str(error)[:1].upper()}{str(error)[1:]}."


def stop_words(table: Table) -> str:
    """How to go on with a game that was left."""
    sets = [word for name in table.game.sets for word in ("--set", name)]
    seats = ["--south", table.players[0], "--north", table.players[1]]
    light = ["--light", "north"] if table.game.composition.light else []
    words = ["workbench", "play", "--from", table.position.line, *seats, *sets, *_settings(table), *light]
    return f"Stopped. To go on later: {' '.join(map(_quoted, words))}"


def _quoted(word: str) -> str:
    """For a shell: a position line, which is full of single quotes, in double ones where that is safe."""
    import shlex

    return f'"{word}"' if "'" in word and not set(word) & set('"$`\\!') else shlex.quote(word)


def _settings(table: Table) -> list[str]:
    """The house rules that the position line does not say itself."""
    from workbench.cli.game_options import format_settings
    from workbench.duke.game import implied_settings

    settings = table.game.composition.settings
    is_shown = implied_settings(table.position.line).terrain == settings.terrain
    said = (pair for pair in format_settings(settings) if not (is_shown and pair.startswith("terrain=")))
    return [word for pair in said for word in ("--setting", pair)]
