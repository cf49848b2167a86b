"""The screen of a game: the board in colours, and beneath it all there is to know, in plain words."""

from __future__ import annotations

from collections.abc import Collection
from textwrap import fill
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from workbench.cli.board import NARROW, POINTS, STYLES, WIDE, draw_board, is_low_window
from workbench.words import Owner

if TYPE_CHECKING:
    from workbench.duke.game import Position
    from workbench.table.looking import Targets
    from workbench.table.session import Table
    from workbench.table.view import View
    from workbench.tileset.model import Tile

WIDEST = 79
NARROWEST = 3 + (WIDE + 1) * 6  # columns that the board with names takes
SEATS = ("South", "North")


class Screen:
    """Where a game is shown. Colours are left out where the output is no terminal or NO_COLOR is set."""

    def __init__(self, unicode: bool) -> None:
        self.unicode = unicode
        self.console = Console(highlight=False, soft_wrap=True)

    @property
    def cell(self) -> int:
        """Names where there is room for them."""
        narrow = self.console.is_terminal and self.console.width < NARROWEST
        return NARROW if narrow else WIDE

    def say(self, text: str | Text = "", indent: str = "") -> None:
        """A sentence, wrapped at 79 columns; `indent` is put before all lines but the first."""
        width = min(WIDEST, self.console.width) if self.console.is_terminal else WIDEST
        if indent and isinstance(text, str):
            text = fill(text, width, subsequent_indent=indent)
        shown = Text(text) if isinstance(text, str) else text
        for line in shown.split("\n", allow_blank=True) or [shown]:
            for part in line.wrap(self.console, width) or [line]:
                part.rstrip()
                self.console.print(part)

    def print(self, text: str | Text) -> None:
        """Text whose lines are as they should be."""
        self.console.print(text if isinstance(text, Text) else Text(text))

    def show_table(self, position: Position, players: tuple[str, str], last: Collection[str] = ()) -> None:
        """The board and everything public around it."""
        from workbench.table.view import View

        view = View.of(position)
        self.console.print()
        self.console.print(draw_board(view, unicode=self.unicode, width=self.cell, last=last, low=is_low_window()))
        for line in table_lines(position, view, players, by_sign=self.cell == NARROW):
            self.say(line)

    def show_targets(self, position: Position, found: Targets) -> None:
        from workbench.table.view import View

        marked, view = found.squares, View.of(position)
        self.console.print(
            draw_board(view, unicode=self.unicode, width=self.cell, targets=marked, low=is_low_window()),
        )
        self.say(tell_targets(found))

    def show_tile(self, tile: Tile, sides: str) -> None:
        from workbench.cli.faces import draw_legend, draw_tile
        from workbench.cli.tile import ability_lines

        self.console.print()
        self.say(f"{tile.name} ({tile.code}){sides}")
        self.print(draw_tile(tile, self.unicode))
        for sign, name, meaning in draw_legend(tile, self.unicode) or [("", "no icons", "nothing")]:
            self.say(f"  {sign} {name}: {meaning}", indent="      ")
        for line in ability_lines(tile):
            self.say(line, indent="      ")


def table_lines(position: Position, view: View, players: tuple[str, str], by_sign: bool = False) -> list[Text]:
    """The legend of the board, bags, captures, scores and Flags; `by_sign` where terrain is drawn by signs."""
    seats = [Text(f"{SEATS[owner]} ({players[owner]})", STYLES[owner]) for owner in Owner]
    legend = Text.assemble(seats[0], ": CAPITALS. ", seats[1], ": small. ' means the other side.")
    return [legend, *(Text(line) for line in known_lines(position, view, by_sign))]


def known_lines(position: Position, view: View, by_sign: bool) -> list[str]:
    """What the board's signs mean, and everything public beside it."""
    codes = _codes(view) if by_sign else []
    return [*codes, *_signs(view, by_sign), *_stores(position, view), *_points(view), *_still(position)]


def _codes(view: View) -> list[str]:
    """The names behind the codes on the board."""
    names = {one.code: one.name for one in view.troops.values()}
    return [", ".join(f"{code} {name}" for code, name in sorted(names.items())) + "."] if names else []


def _signs(view: View, by_sign: bool) -> list[str]:
    """What lies on the board, by its name or its sign, and what it does."""
    lying = []
    if view.mountains:
        lying.append(("/\\ ", "Mountain: nobody enters it, and it stops what would pass (rules MTN)"))
    if view.forts:
        lying.append(("[] ", "Fort: no jump enters it, only a hammer hits inside (rules FORT)"))
    if view.dragon is not None:
        mood = "enraged" if view.dragon.is_enraged else "calm"
        sign = f"D{POINTS[view.dragon.looks]}{'!' * view.dragon.is_enraged} "
        lying.append((sign, f"Dragon on {view.dragon.square}: {mood}, looks {view.dragon.looks} (rules DRAGON)"))
    flags = [(owner, at) for owner, at in enumerate(view.flags) if at]
    if flags:
        signs = ("(PS) ", "(PN) ") if by_sign else ("", "")
        where = (f"{SEATS[owner]}'s {signs[owner]}on {at}" for owner, at in flags)
        lying.append(("", "Flags: " + ", ".join(where)))
    if any(one.quarters for one in view.troops.values()):
        lying.append(("", "> v <: turned by Redeploy"))
    return [f"{sign if by_sign else ''}{words}." for sign, words in lying]


def _still(position: Position) -> list[str]:
    """Who cannot act: by Dread, or at rest on the far edge of Dark Rider (G-12)."""
    from workbench.duke.text.lettering import format_squares
    from workbench.duke.text.position_write import at_rest

    if position.is_over:
        return []
    state = position.state[0]
    resting = at_rest(state, position.game.letters)
    frozen = int(state["frozen"]) & ~resting
    found = (("Frozen by Dread", frozen), ("At rest for good", resting))
    return [f"{words}: {format_squares(mask).replace(',', ', ')}." for words, mask in found if mask]


def _stores(position: Position, view: View) -> list[str]:
    from workbench.table.view import format_tiles

    game = position.game
    lines = []
    for owner in Owner:
        if view.front[owner]:
            lines.append(f"In front of {SEATS[owner]}: {format_tiles(game, view.front[owner])}.")
    for owner in Owner:
        count = view.bags[owner].total()
        if count or game.composition.armies[owner].bag:
            lines.append(f"{SEATS[owner]}'s bag ({count}): {format_tiles(game, view.bags[owner])}.")
    ways = (("opponent", "taken by"), ("own", "given up by"), ("terrain", "lost to terrain by"))
    for owner in Owner:
        for captor, words in ways:
            if tiles := view.lost[owner].get(captor):
                who = SEATS[owner.other] if captor == "opponent" else SEATS[owner]
                lines.append(f"{words[:1].upper()}{words[1:]} {who}: {format_tiles(game, tiles)}.")
    if view.pool:
        lines.append(f"Beside the board: {format_tiles(game, view.pool)}.")
    return lines


def _points(view: View) -> list[str]:
    return [] if view.scores is None else [f"Points: South {view.scores[0]}, North {view.scores[1]}; three win."]


def ask_lines(table: Table) -> list[Text]:
    """Whose turn it is, Guard, and what is asked."""
    from workbench.table.asking import asked
    from workbench.table.session import SET_UP
    from workbench.table.view import View

    here = table.position
    when = "set-up" if View.of(here).phase in SET_UP else f"turn {here.ply + 1}"
    lines = [Text.assemble((f"{SEATS[here.owner]}, {when}. ", STYLES[here.owner]), asked(here))]
    if here.in_guard is here.owner and not View.of(here).phase:
        lines.insert(
            0, Text(f"Guard! {SEATS[here.owner]}'s Duke could be captured: this must be answered.", "bold red")
        )
    return lines


def tell_targets(found: Targets) -> str:
    """Targets in words."""
    standing = found.standing
    side = "other side up" if standing.is_flipped else "starting side up"
    who = f"{SEATS[standing.owner]}'s {standing.name} on {found.square} ({side})"
    could = "could, if it were its turn," if found.is_supposed else "may"
    if not found.turns:
        return f"{who} {could} do nothing."
    return f"{who} {could} play: {' '.join(found.turns)}"
