"""The types of icons, one row each: what the workbench knows of an icon is written here or derived from here.

A new type of icon is a row here, the squares it reaches in `reach.py` and its drawing in `sheet/icons.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Use(StrEnum):
    """What is done with an icon. The engine numbers icons by use, in this order (ledger A-0)."""

    GO = "go"  # its tile goes there
    STRIKE = "strike"  # its tile stays and captures there
    COMMAND = "command"  # its tile sends another one
    COVER = "cover"  # nothing: it works as long as the side is up


class Family(StrEnum):
    """Icons that share a colour where a theme has colours."""

    STEP = "step"
    SLIDE = "slide"
    FORCE = "force"
    COMMAND = "command"
    DREAD = "dread"
    DEFENSE = "defense"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """All about one type of icon but its name."""

    letter: str  # in the grids of tile files
    sign: str  # in the terminal; eight signs: one for each way, clockwise from straight ahead
    meaning: str
    family: Family
    use: Use
    rule: str  # the rule that lets it act
    scenario: str = ""  # its short name in scenario files, where it is not the name in capitals
    captures: bool = True
    needs_line: bool = False  # stands straight or diagonal from the tile's own square (CUSTOM-5)
    distance: int | None = None  # stands just so many squares from the tile's own square
    is_direction: bool = False  # only shows a way: two of them in one direction count as one
    leaps: bool = False  # over troops, but into no Fort; Mountains and Defense may stop it on both ways (JUMP-3)
    leaps_first: bool = False  # leaps the square next to it, unless that is a Mountain (JSLIDE-2)
    pierces: bool = False  # Defense does not stop it, and a strike not even a Fort
    pushes: bool = False  # may push the Dragon (DRAGON-9)
    weaker: tuple[str, ...] = ()  # icons that do nothing on its squares that it does not do too
    record: str = ""  # how 'check' counts it where a tile has more of it than any official one
    stickers: int = 0  # in the sheet of loose icons that comes with the game
    is_offered: bool = False  # 'lab tune' may put it on a tile


class IconType(StrEnum):
    """The types of icons by name, in the order of all lists of icons; their rows are read as attributes."""

    row: Row

    def __new__(cls, name: str, row: Row) -> IconType:
        member = str.__new__(cls, name)
        member._value_ = name
        member.row = row
        return member

    MOVE = "move", Row(
        letter="M", sign="●", family=Family.STEP, use=Use.GO, rule="MOVE-3", stickers=16,
        meaning="goes to this square in a straight line, if the way is free; captures there",
        needs_line=True, weaker=("noncapture_move",), is_offered=True,
    )  # fmt: skip
    JUMP = "jump", Row(
        letter="J", sign="○", family=Family.STEP, use=Use.GO, rule="JUMP-2", stickers=16,
        meaning="goes to this square over anything in between; captures there",
        leaps=True, weaker=("noncapture_jump",), is_offered=True,
    )  # fmt: skip
    SLIDE = "slide", Row(
        letter="S", sign="↑↗→↘↓↙←↖", family=Family.SLIDE, use=Use.GO, rule="SLIDE-1", stickers=16,
        meaning="goes any number of free squares in this direction; captures where it stops",
        needs_line=True, distance=1, is_direction=True, pushes=True,
        weaker=("move", "noncapture_move", "noncapture_slide"),
        is_offered=True,
    )  # fmt: skip
    JUMP_SLIDE = "jump_slide", Row(
        letter="Z", sign="⇑⇗⇒⇘⇓⇙⇐⇖", family=Family.SLIDE, use=Use.GO, rule="JSLIDE-1", stickers=16,
        scenario="JSLIDE", meaning="leaps the next square, then slides on in this direction",
        needs_line=True, distance=2, is_direction=True, leaps_first=True, pushes=True,
        weaker=("jump", "noncapture_jump", "noncapture_jump_slide"),
    )  # fmt: skip
    STRIKE = "strike", Row(
        letter="X", sign="☆", family=Family.FORCE, use=Use.STRIKE, rule="STRIKE-1", stickers=16,
        meaning="captures on this square without leaving its own", is_offered=True,
    )  # fmt: skip
    COMMAND = "command", Row(
        letter="C", sign="⌘", family=Family.COMMAND, use=Use.COMMAND, rule="CMD-1", stickers=12,
        scenario="CMD", meaning="sends a friendly tile from one such square to another",
        record="commands {} squares",
    )  # fmt: skip
    DREAD = "dread", Row(
        letter="D", sign="☠", family=Family.DREAD, use=Use.COVER, rule="DREAD-1", stickers=14,
        meaning="a tile on this square can neither act nor be captured", captures=False,
        record="spreads dread over {} squares",
    )  # fmt: skip
    DEFENSE = "defense", Row(
        letter="F", sign="■", family=Family.DEFENSE, use=Use.COVER, rule="DEF-1", stickers=12,
        scenario="DEF", meaning="captures coming over this square fail", captures=False,
        record="defends {} squares",
    )  # fmt: skip
    SMASH = "smash", Row(
        letter="A", sign="▲", family=Family.FORCE, use=Use.GO, rule="SMASH-1",
        meaning="a move that Defense does not stop",
        needs_line=True, pierces=True, weaker=("move", "noncapture_move"),
    )  # fmt: skip
    HAMMER = "hammer", Row(
        letter="H", sign="★", family=Family.FORCE, use=Use.STRIKE, rule="HAMMER-1",
        meaning="a strike that neither Defense nor a Fort stops", pierces=True, weaker=("strike",),
    )  # fmt: skip
    NONCAPTURE_MOVE = "noncapture_move", Row(
        letter="m", sign="•", family=Family.STEP, use=Use.GO, rule="NCAP-1", scenario="NCMOVE",
        meaning="a move that cannot capture", captures=False, needs_line=True,
    )  # fmt: skip
    NONCAPTURE_JUMP = "noncapture_jump", Row(
        letter="j", sign="◦", family=Family.STEP, use=Use.GO, rule="NCAP-1", scenario="NCJUMP",
        meaning="a jump that cannot capture", captures=False, leaps=True,
    )  # fmt: skip
    NONCAPTURE_SLIDE = "noncapture_slide", Row(
        letter="s", sign="⇧⬀⇨⬂⇩⬃⇦⬁", family=Family.SLIDE, use=Use.GO, rule="NCAP-5", scenario="NCSLIDE",
        meaning="a slide that cannot capture", captures=False,
        needs_line=True, distance=1, is_direction=True, weaker=("noncapture_move",),
    )  # fmt: skip
    NONCAPTURE_JUMP_SLIDE = "noncapture_jump_slide", Row(
        letter="z", sign="⟰⤤⟹⤥⟱⤦⟸⤣", family=Family.SLIDE, use=Use.GO, rule="NCAP-5", scenario="NCJSLIDE",
        meaning="leaps the next square, then slides on without capturing", captures=False,
        needs_line=True, distance=2, is_direction=True, leaps_first=True, weaker=("noncapture_jump",),
    )  # fmt: skip

    @property
    def words(self) -> str:
        """'jump slide', 'non-capture move'."""
        return self.value.replace("noncapture", "non-capture").replace("_", " ")


ICONS = tuple(IconType)
BY_NAME = {icon.value: icon for icon in ICONS}
BY_LETTER = {icon.row.letter: icon for icon in ICONS}
BY_SCENARIO = {icon.row.scenario or icon.value.upper(): icon for icon in ICONS}
