"""The one table of finding codes: what each means, why it matters, an example and the way out.

Families: E1 the file, E2 its fields, E3 faces and icons, E4 tiles and sets together, W5 design, N6 notices,
E7 and W7 rules of Dragon Dune.
Codes are stable: a retired code is never given to something else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from workbench.finding import Finding, Place, Severity
from workbench.words import ABILITIES

SEVERITIES = {"E": Severity.ERROR, "W": Severity.WARNING, "N": Severity.NOTICE}
FAMILIES = {
    "E1": "The file",
    "E2": "Fields of a set or tile",
    "E3": "Faces and icons",
    "E4": "Tiles and sets together",
    "W5": "Design",
    "N6": "Notices",
    "E7": "Rules of Dragon Dune",
    "W7": "Rules of Dragon Dune, doubtful",
}


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of finding. `example` shows a file that gives it (or says in words how one comes about)."""

    code: str
    title: str
    what: str
    why: str
    example: str
    fix: str

    @property
    def severity(self) -> Severity:
        return SEVERITIES[self.code[0]]

    @property
    def acceptable(self) -> bool:
        """Whether a tile may list the code under `accept`: errors never."""
        return self.severity is not Severity.ERROR


_TABLE = (
    # ------------------------------------------------------------------------------------------- E1 the file
    Code(
        "E101",
        "path cannot be read",
        "The path does not exist, may not be read, or is a symbolic link that leads back to itself.",
        "A misspelt path would otherwise look like a clean result.",
        "workbench check tilesets/sige-engines.yaml",
        "Correct the path, or the permissions or the link; the help line names the nearest file that exists.",
    ),
    Code(
        "E102",
        "folder without tile sets",
        "The folder and the folders in it hold no .yaml, .yml or .json file.",
        "Nothing was checked, which is not the same as nothing being wrong.",
        "workbench check empty-folder",
        "Name the folder that holds the sets, or begin one with 'workbench new my-set.yaml'.",
    ),
    Code(
        "E103",
        "empty file",
        "The file holds nothing but white space or comments.",
        "A set needs at least a name and one tile.",
        "# nothing here yet",
        "Begin it with 'workbench new my-set.yaml --force', or delete it.",
    ),
    Code(
        "E104",
        "not a text file",
        "The file is not UTF-8 text, or holds NUL or other control characters.",
        "A set is text that people read, compare and edit; pictures and old encodings cannot be read as such.",
        "A file saved as UTF-16 or Latin-1, or a PNG named .yaml.",
        "Save the file as UTF-8 in your editor.",
    ),
    Code(
        "E105",
        "file too large",
        "The file has more than 5 MB.",
        "All official tiles together need less than 50 kB: this is some other file, or one made by accident.",
        "A game log renamed to .yaml.",
        "Check the path; split a really large collection into several sets.",
    ),
    Code(
        "E106",
        "nested too deeply",
        "Lists or maps stand inside one another more than 40 levels deep.",
        "A set needs five levels; deeper nesting comes from damage or from files made to exhaust a program.",
        "tiles: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
        "Look for an unclosed bracket near the place shown.",
    ),
    Code(
        "E107",
        "anchors, aliases and tags",
        "The file uses '&name', '*name', '<<' or '!tag'.",
        "Aliases make small files expand to gigabytes and hide what a tile says; tags name program objects.",
        "tiles:\n  - &knight {name: Knight}\n  - *knight",
        "Write the values out, or start a tile from another with 'workbench new SET --tile NAME --from TILE'.",
    ),
    Code(
        "E108",
        "syntax error",
        "The text is not YAML (or, in a .json file, not JSON).",
        "Nothing in the file can be trusted until it can be read.",
        "tiles:\n  - name: Knight\n    code: [Kn",
        "See the place shown and the line before it: a missing quote, bracket, colon or indent.",
    ),
    Code(
        "E109",
        "tab in place of spaces",
        "A line is indented with a tab, or has one at its end.",
        "YAML forbids tabs there because editors show them at different widths.",
        "tiles:\n\t- name: Knight",
        "Use spaces; most editors can convert the file.",
    ),
    Code(
        "E110",
        "duplicate key",
        "A key stands twice in one map.",
        "Most readers keep the last one silently and the first is lost.",
        "- name: Knight\n  code: Kn\n  code: Kt",
        "Remove one of the two.",
    ),
    Code(
        "E111",
        "unknown format version",
        "The file's 'version' is not one that this workbench reads.",
        "A newer format may mean something else by the same words.",
        "version: 99",
        "Use 'version: 1' or leave it out; or update the workbench.",
    ),
    # ------------------------------------------------------------------------- E2 fields of a set or tile
    Code(
        "E201",
        "unknown key",
        "The set, tile or icon has a key that means nothing to the workbench.",
        "A misspelt 'replaces' would silently add a tile instead of replacing one.",
        "- name: Lancer\n  code: La\n  replace: Knight",
        "Take the suggestion, or put free text under 'notes'.",
    ),
    Code(
        "E202",
        "wrong kind of value",
        "A value is of another type than the field takes, or not one of the words it allows.",
        "Guessing what was meant would give another game than the one you designed.",
        "- name: 1812\n  code: La\n  army: red",
        "Give what the message names; quote names that look like numbers: name: '1812'.",
    ),
    Code(
        "E203",
        "missing field",
        "A field that every set or tile needs is not there.",
        "A set needs 'name' and 'tiles'; a tile needs 'name', 'code', 'starting' and 'other'.",
        "- name: Lancer\n  starting: ...\n  other: ...",
        "Add the field. 'workbench new SET --tile NAME' writes a whole tile to start from.",
    ),
    Code(
        "E204",
        "side missing",
        "The tile has only one of 'starting' and 'other'.",
        "Every tile has two sides: it turns over whenever it acts.",
        "- name: Lancer\n  code: La\n  starting: ...",
        "Add the other side; a blank one is a grid of dots with the '@'.",
    ),
    Code(
        "E205",
        "name empty or too long",
        "A name is empty, or too long for the band at the top of a printed tile.",
        "The name is how players, files and reports tell tiles apart, and it must fit the sticker.",
        "- name: The Most Noble and Puissant Lord High Constable",
        "Shorten the name to 28 characters or fewer.",
    ),
    Code(
        "E206",
        "unsafe characters",
        "A name or emblem holds control characters, line breaks, characters that reverse the text, or "
        "blanks at an end.",
        "They vanish or rearrange text on stickers, in reports and in terminals, so two names can look alike.",
        '- name: "Kni\\u202Eght"',
        "Type the text again in plain characters.",
    ),
    Code(
        "E207",
        "bad code",
        "A tile's code is not two letters from A to Z.",
        "Codes stand for tiles in positions and game records; case there tells the owner.",
        "- name: Lancer\n  code: L1",
        "Use two letters, such as the first two of the name.",
    ),
    Code(
        "E208",
        "unknown ability",
        f"An entry of 'abilities' is not one of {', '.join(ABILITIES)}.",
        "The engine plays these and no others.",
        "abilities: [sumon]",
        "Take the suggestion, or describe the idea under 'notes'.",
    ),
    Code(
        "E209",
        "out of limits",
        "A number is out of its range, or a set or text is longer than allowed.",
        "The limits are far beyond any real set and keep printing and simulation safe.",
        "copies: 0",
        "Choose a value within the range named in the message.",
    ),
    Code(
        "E210",
        "cannot be accepted",
        "'accept' names a code that does not exist, or an error.",
        "Design warnings and notices may be accepted; an error means that the tile cannot be played.",
        "accept: [E301]",
        "Correct the code ('workbench explain' lists all), or mend the error.",
    ),
    # --------------------------------------------------------------------------------- E3 faces and icons
    Code(
        "E301",
        "unknown icon",
        "A cell holds a letter, or an icon a name, that is no icon.",
        "Letters: M move, J jump, S slide, Z jump slide, X strike, C command, D dread, F defense, A smash, "
        "H hammer, "
        "m and j the same as M and J without capturing.",
        ".  .  Q  .  .",
        "Use one of the letters above; '.' is an empty cell.",
    ),
    Code(
        "E302",
        "wrong number of rows or cells",
        "A face is not five rows of five cells.",
        "Cells are told apart by blanks, so one dot too few moves every icon after it.",
        ".  .  M  .",
        "Give five rows of five cells; 'workbench fmt' lines them up.",
    ),
    Code(
        "E303",
        "own square missing or given twice",
        "A face has no '@', or more than one.",
        "All icons are counted from the tile's own square. It may stand anywhere in the grid, but once.",
        ".  .  .  .  .\n(five rows without an @)",
        "Put one '@' where the tile itself stands.",
    ),
    Code(
        "E304",
        "icon on the tile's own square",
        "An icon shares the cell with '@', or has the offset [0, 0].",
        "No icon can act on the square its own tile stands on (CUSTOM-5).",
        ".  .  M@ .  .",
        "Move the icon to the cell it is meant for.",
    ),
    Code(
        "E305",
        "off the straight lines",
        "A move, smash, slide, jump slide or non-capture move is not straight or diagonal from '@'.",
        "These icons travel square by square in a straight line (MOVE-1, CUSTOM-5).",
        ".  M  .  .  .\n.  .  .  .  .\n.  .  @  .  .",
        "Use a jump for a knight's leap, or put the icon on a line.",
    ),
    Code(
        "E306",
        "slide not adjacent",
        "A slide icon is not next to '@'.",
        "A slide is a direction and is drawn in the neighbouring cell; farther off it would look like a move.",
        ".  .  S  .  .\n.  .  .  .  .\n.  .  @  .  .",
        "Draw it next to '@' in the same direction, or use a jump slide (Z).",
    ),
    Code(
        "E307",
        "jump slide not at distance two",
        "A jump slide icon is not exactly two squares from '@'.",
        "It leaps the first square and can stop from the second on (JSLIDE-1), and is drawn there.",
        ".  .  Z  .  .\n.  .  @  .  .",
        "Draw it two squares from '@' in the same direction.",
    ),
    Code(
        "E308",
        "single command square",
        "A face has exactly one command icon.",
        "A command moves a friendly tile from one command square to another, so it takes two (CMD-1).",
        ".  .  C  .  .",
        "Add a second command icon, or take this one away.",
    ),
    Code(
        "E309",
        "area group of one",
        "An area-effect group has a single member.",
        "A group is used as a whole; one icon is a plain strike or hammer (AREA-1).",
        ".  .  X1 .  .",
        "Remove the digit, or give the same digit to the other icons of the group.",
    ),
    Code(
        "E310",
        "icon cannot join an area group",
        "A digit follows an icon that is neither strike nor hammer.",
        "Only icons that capture from afar can be joined (AREA-2).",
        ".  M1 X1 M1 .",
        "Remove the digit, or use X or H.",
    ),
    Code(
        "E311",
        "icon given twice",
        "The same icon stands twice on one square of a face.",
        "At most one icon of a kind per square; different kinds may share it (CUSTOM-5).",
        ".  .  MM .  .",
        "Remove one of the two.",
    ),
    Code(
        "E312",
        "icon outside the face",
        "Icons given as a list do not fit the 5 x 5 cells of a face.",
        "A printed tile has five rows and five columns around or beside the tile's own square.",
        "starting: [{icon: strike, at: [0, 5]}]",
        "Bring the icon nearer, or set 'origin' so that all icons fit.",
    ),
    # ----------------------------------------------------------------------------- E4 tiles and sets together
    Code(
        "E401",
        "duplicate name",
        "Two tiles used together have the same name, ignoring case.",
        "'replaces' and 'linked_to' find tiles by their names.",
        "A set with two tiles named Lancer, or one named Knight beside the base set's.",
        "Rename one; to stand in for an official tile, give a new name and 'replaces: Knight'.",
    ),
    Code(
        "E402",
        "duplicate code",
        "Two tiles used together have the same code, ignoring case.",
        "In a position capitals are South's tiles and small letters North's, so case cannot tell types apart.",
        "- {name: Lancer, code: Kn, ...}   # Kn is the Knight",
        "Choose two letters that are still free; the help line names some.",
    ),
    Code(
        "E403",
        "replaces nothing",
        "'replaces' names no tile of the base set or of the sets used with it.",
        "The tile would silently not enter the game.",
        "replaces: Knigth",
        "Take the suggestion; leave 'replaces' out to add the tile to the bag.",
    ),
    Code(
        "E404",
        "replaced more than once",
        "More copies of a tile are replaced than there are in one army.",
        "Two tiles cannot take one place: which of them is in the bag would be a surprise.",
        "Two tiles, both 'replaces: Knight', in one set or in two sets used together.",
        "Let one of them replace another tile, touch another army, or be added to the bag.",
    ),
    Code(
        "E405",
        "link to nothing",
        "'linked_to' names no tile in use, names the tile itself, or stands without the ability 'link', or "
        "the other way round.",
        "A Link tile flips and calls the tiles it is linked to; without any the ability is empty (LINK-1).",
        "abilities: [link]\nlinked_to: [Balista]",
        "Take the suggestion, and give both 'abilities: [link]' and 'linked_to: [...]'.",
    ),
    Code(
        "E406",
        "not exactly one Duke",
        "An army would have no tile, or more than one, that acts as the Duke; or such a tile has copies.",
        "The game is about one Duke a side (SETUP-1b).",
        "- name: Regent\n  replaces: Knight\n  role: duke",
        "Give 'role: duke' only to the tile that replaces the Duke, and 'army' if only one side has it.",
    ),
    Code(
        "E407",
        "army too large or small",
        "An army has more tiles or types than the engine plays, or too few to set up.",
        "Two tiles start beside the Duke, and positions have room for a limited number of types.",
        "copies: 99 on several tiles",
        "Fewer copies, or fewer sets at once.",
    ),
    Code(
        "E408",
        "pool tile that cannot be swapped in",
        "In a set with 'mode: pool' a tile replaces nothing, has copies, is for one army only, acts as the "
        "Duke, or replaces what another pool tile replaces.",
        "A pool tile exists once and comes into play when the tile it replaces is drawn (SIEGE-1).",
        "mode: pool\ntiles:\n  - {name: Mangonel, code: Mg, copies: 2, replaces: Knight, ...}",
        "Give it one copy and a 'replaces' of its own, or use 'mode: bag'.",
    ),
    Code(
        "E409",
        "smoke game failed",
        "A short random game with this set, which 'check --play' and every simulation play first, broke off.",
        "The engine met something that the checks let through; a long simulation would have stopped halfway.",
        "workbench check my-set.yaml --play",
        "Report it together with the file: a set that passes the checks should play.",
    ),
    Code(
        "E410",
        "sets that ask for different house rules",
        "Two sets that are used together ask in their 'settings' for different values of one setting.",
        "A game is played by one set of rules, and nobody has said which.",
        "workbench play one.yaml two.yaml, where one says settings: {enhanced: both} and two {enhanced: none}",
        "Say it yourself, for instance with --setting enhanced=both: what you say wins over what sets ask for.",
    ),
    # -------------------------------------------------------------------------------- W5 design
    Code(
        "W501",
        "side that can never act",
        "No icon of this side does anything by itself: the side is blank, or shows only dread or defense.",
        "A blank side can only be turned over, which costs a turn (NOICON-1). A side of dread or defense is "
        "not "
        "blank and cannot even be flipped (NOICON-2): the tile is stuck until something else moves it "
        "(STUCK-1).",
        "other: a grid with nothing but F around the @",
        "Add an icon to move or strike with; or accept: [W501]. Sides of Link and the other side of Divination act.",
    ),
    Code(
        "W502",
        "trap at the edge",
        "By its own icons the tile can come to a square with a side up from which none of its icons leads anywhere.",
        "A tile that only goes forward ends on the far edge for good; each such tile is lost without a fight.",
        "starting and other: only M ahead of the @",
        "Add one way back or sideways on either side; or accept: [W502] if that is the point.",
    ),
    Code(
        "W503",
        "icon that no square can use",
        "From every square of the 6 x 6 board where the tile can have this side up, the icon leads off the board.",
        "The icon promises something on the sticker that never happens, unless a command carries the tile there.",
        "starting: only a J four squares ahead; other: M two squares ahead",
        "Bring the icon nearer to the '@', or give the other side a shorter way.",
    ),
    Code(
        "W504",
        "both sides alike",
        "The two sides have the same icons.",
        "Turning the tile over means nothing; the game lives on tiles that change as they act.",
        "starting and other are equal grids",
        "Change one side; or accept: [W504] (the Duchess and the Battering Ram are so by design).",
    ),
    Code(
        "W505",
        "not left-right symmetric",
        "A side is not its own mirror image.",
        "Nearly all official sides are: a lopsided one is most often a slip of one cell.",
        ".  M  .  .  .   (and nothing to the right)",
        "Mirror the icon; or accept: [W505] if it is meant.",
    ),
    Code(
        "W506",
        "dominated by an official tile",
        "An official tile can do all that this tile can, on both sides, and more.",
        "Nobody would choose the weaker one; it may still be fair as an addition, or for its price.",
        "a Footman without its way back",
        "Give the tile something of its own; or accept: [W506].",
    ),
    Code(
        "W507",
        "dominates an official tile",
        "The tile can do all that an official tile can, on both sides, and more.",
        "Replacing that tile, or one worth as much, tilts the game; a sim tells by how much.",
        "a Footman with an extra jump",
        "Take something away elsewhere; or accept: [W507].",
    ),
    Code(
        "W508",
        "reach beyond every official tile",
        "A side has more of something than any official side: squares it can act on, distance, or squares of a kind.",
        "Beyond the range of the official tiles no experience tells what a tile is worth.",
        "slides in all eight directions and jumps besides",
        "Take icons away, or test the tile with 'workbench sim'; or accept: [W508].",
    ),
    Code(
        "W509",
        "ability without effect",
        "An ability can never do anything with this set and the base set.",
        "Ransom needs an Escape tile on the other side, Divination an 'other' side from which it starts, "
        "Redeploy "
        "and Summon a tile that is not the Duke.",
        "abilities: [ransom]   # and no tile with escape anywhere",
        "Add the tile the ability works with, or remove it.",
    ),
    Code(
        "W510",
        "character the sticker font lacks",
        "A name has a character that the shipped fonts cannot draw.",
        "The sticker would show a question mark.",
        "name: 騎士",
        "Use characters the font has (Latin, Greek, Cyrillic, common symbols).",
    ),
    Code(
        "W511",
        "same as an official tile",
        "Both sides and all abilities equal those of an official tile with another name.",
        "It plays exactly as that tile: the name alone is new.",
        "the grids of the Knight under the name Horseman",
        "Change a side, or use the official tile with more copies; or accept: [W511].",
    ),
    Code(
        "W512",
        "icon that adds nothing",
        "Another icon of the same side can always do what this one does.",
        "A slide passes every square of its line and a move captures where a non-capture move only goes: the "
        "weaker icon clutters the sticker without changing the game.",
        ".  .  M  .  .\n.  .  S  .  .\n.  .  @  .  .",
        "Remove the icon, or put it where it counts.",
    ),
    # -------------------------------------------------------------------------------- N6 notices
    Code(
        "W513",
        "name cut short on the sticker",
        "The name does not fit its band on a tile of 24.3 mm, even wrapped and at the smallest size.",
        "The sticker would show only its beginning.",
        "name: Hochgeneralfeldmarschallin",
        "Shorten the name, or break a long word with a space or a hyphen.",
    ),
    Code(
        "W514",
        "emblem that cannot be printed",
        "The emblem is neither one that the workbench draws nor a usable picture beside the file.",
        "'workbench sheet' and 'render' say so too, and print the usual emblem for it. A picture must be a sound PNG "
        "or SVG of sensible size in the folder of the tile file.",
        "emblem: sowrd",
        "Use an emblem by its name (sword, staff, crown ...), or put a PNG or SVG beside the file.",
    ),
    Code(
        "W515",
        "Duke that does not say whom it replaces",
        "A tile has 'role: duke' but no 'replaces', and takes the Duke's place all the same.",
        "An army has exactly one tile that acts as the Duke (SETUP-1b), so the Duke silently leaves both armies.",
        "- {name: Regent, code: Re, role: duke, ...}",
        "Write 'replaces: Duke', or remove the role; or accept: [W515].",
    ),
    Code(
        "W516",
        "emblem that loses colours or parts",
        "An SVG emblem has gradients, strokes, transparency, text or a style sheet: the print does not show them.",
        "Filled shapes are printed in their own colours (black in the ink of the theme); what is filled otherwise is "
        "printed in the ink, and what is not filled is left out.",
        "emblem: fox.svg   # whose shapes are filled with a gradient",
        "Fill the shapes with plain colours, or draw the emblem as PNG; or accept: [W516].",
    ),
    Code(
        "N601",
        "slides merged",
        "Two slide (or two jump slide) icons stand in one direction; they count as one.",
        "A slide is only a direction (CUSTOM-5).",
        ".  .  SS .  .",
        "Remove one of them.",
    ),
    Code(
        "N602",
        "pack with rules of its own",
        "In its own leaflet this pack changes set-up or victory; here its tiles are played under the normal rules.",
        "Musketeers has three leaders, Robin Hood passes on the Duke's mantle, Arthurian Legends has two "
        "placers "
        "(PACK-1): results say what the tiles are worth, not how the pack plays as published.",
        "workbench check tilesets/musketeers.yaml",
        "Nothing to do; keep it in mind when you read reports.",
    ),
    Code(
        "N603",
        "terrain tile",
        "The tile has 'role: terrain': it is checked, shown and printed, but never joins an army.",
        "The Specter belongs to no owner (PACK-1); the terrain that the engine plays is chosen by settings.",
        "- name: Specter\n  role: terrain",
        "Remove the role to play the tile as a troop; or accept: [N603].",
    ),
    Code(
        "N604",
        "Dread and other objectives",
        "The tile shows Dread and the objective is Counting Coup, Trophy Hunters, Dark Rider or Dynastic Dispute.",
        "The rules warn of it (PACK-2): a frozen Flag carrier or rider can bring such a game to a standstill.",
        "workbench check my-set.yaml --objective counting_coup   # with a D on a face",
        "Leave the tile out, or play to capture the Duke; or accept: [N604].",
    ),
    Code(
        "N605",
        "accepted but not found",
        "'accept' lists a code that this tile does not give.",
        "The exception is out of date and would hide the finding if it came back.",
        "accept: [W505] on a symmetric tile",
        "Remove the code from 'accept'.",
    ),
    # ----------------------------------------------------------------------- E7, W7 rules of Dragon Dune
    Code(
        "E701",
        "unknown key in rules",
        "The rules file has a key that means nothing to the workbench.",
        "A misspelt key would silently leave the number as it was.",
        "settings:\n  turn_limt: 10",
        "Take the suggestion; 'workbench schema dune-rules' lists all keys.",
    ),
    Code(
        "E702",
        "wrong kind of value in rules",
        "A value is of another type than the key takes, or not one of the words it allows.",
        "Guessing what was meant would give another game than the one you asked about.",
        "settings:\n  half_rounds: sideways",
        "Give what the message names; quote territories and cards.",
    ),
    Code(
        "E703",
        "rules incomplete",
        "Neither the file nor the rules that it is based on give this key.",
        "The game cannot be played without it.",
        "name: mine\nsettings:\n  turn_limit: 10",
        "Begin the file with 'based_on: v1.2' and give only what you change.",
    ),
    Code(
        "E704",
        "number out of limits in rules",
        "A number is smaller or larger than any game could use.",
        "A hand limit of 0 or a turn limit of 0 is a slip, not a game.",
        "factions:\n  elves: {hand_limit: 0}",
        "Stay within the limit that the message names.",
    ),
    Code(
        "E705",
        "no such rules",
        "'based_on' (or the name given) leads to no rules, or back to the file itself.",
        "Nothing is known of the game then.",
        "based_on: v1.3",
        "Use v1.2 or rev9, or the path of a rules file.",
    ),
    Code(
        "E706",
        "unknown territory",
        "A list names a territory that the map does not have, or one of the wrong kind.",
        "Units or griffins would stand nowhere.",
        'map:\n  troll: "5"',
        "Take the suggestion, or add the territory under map.touches.",
    ),
    Code(
        "E707",
        "adjacency at odds",
        "A territory touches another that does not touch it, or itself.",
        "Units could march one way and never back.",
        'map:\n  touches:\n    "1": ["1*", "2", "3"]',
        "Name each of the two in the other's list.",
    ),
    Code(
        "E708",
        "unknown advanced power",
        "'advanced' lists a word that is none of the four powers.",
        "The games would be played without the power that you asked about.",
        "advanced: [plundering]",
        "Use elite, blessing, initiative or plunder.",
    ),
    Code(
        "E709",
        "cards missing or double",
        "A deck lacks a card or has one twice.",
        "Every card exists once; what is hidden is worked out from that.",
        'artifacts: ["AC", "AC"]',
        "List all 24 artifacts and all 16 event cards once.",
    ),
    Code(
        "E710",
        "gold for an unknown territory",
        "An event card names a territory that is not on the map.",
        "Its gold would fall nowhere.",
        'events:\n  7C: {at: "5"}',
        "Take the suggestion; numbers 5 and 12 have no plain territory.",
    ),
    Code(
        "E711",
        "map in pieces",
        "From some territory no way leads to another.",
        "Units there could never take part in the game.",
        'map:\n  touches:\n    "18": []',
        "Join the parts.",
    ),
    Code(
        "E712",
        "more cards dealt than can be held",
        "A faction is dealt more artifacts than its hand_limit, or all together more than there are.",
        "The deal could not be carried out.",
        "factions:\n  goblins: {artifacts: 9}",
        "Deal fewer, or raise hand_limit.",
    ),
    Code(
        "E713",
        "starting units at odds",
        "A faction starts with more units than unit_cap, or with units that it cannot place.",
        "Board, graveyard and bank together always make unit_cap units.",
        "settings:\n  unit_cap: 4",
        "Place fewer units, or raise unit_cap.",
    ),
    Code(
        "E714",
        "suit given twice",
        "Two factions have the same suit.",
        "A Queen must name one faction.",
        "factions:\n  orcs: {suit: C}",
        "Give each faction its own of C, D, H, S.",
    ),
    Code(
        "E715",
        "more castles to win than castles",
        "castles_to_win is larger than the number of castles on the map.",
        "Every game would end by default.",
        "settings:\n  castles_to_win: 6",
        "Lower it, or add castles.",
    ),
    Code(
        "E716",
        "number without territory",
        "The map skips a number between 1 and its largest.",
        "The dragon visits the numbers in order and rests on them.",
        "a map without 7",
        "Number the territories without gaps.",
    ),
    Code(
        "W721",
        "two winners possible",
        "castles_to_win is at most half of the castles.",
        "Two factions can hold enough of them in the same turn.",
        "settings:\n  castles_to_win: 2",
        "Raise it; or live with the starting player's order deciding.",
    ),
    Code(
        "W722",
        "armies worth more than any artifact",
        "A whole army is worth more than 200 battle points.",
        "Artifacts add at most 6: they no longer decide anything.",
        "settings:\n  points_per_unit: 50",
        "Lower points_per_unit or unit_cap.",
    ),
    Code(
        "W723",
        "gold where the dragon never comes",
        "An event card puts gold into a castle or a forest.",
        "Such gold is safe from the dragon, which no card of version 1.2 allows.",
        'events:\n  7C: {at: "1*"}',
        "Use a plain territory, unless this is what you want to try.",
    ),
)

CODES: dict[str, Code] = {row.code: row for row in _TABLE}


def found(code: str, place: Place, message: str, help: str = "", tile: str = "") -> Finding:
    """A finding with the severity of its code."""
    return Finding(code, CODES[code].severity, place, message, help, tile)


Where = TypeVar("Where")


@dataclass(frozen=True)
class Remark(Generic[Where]):
    """What a finding will say, before its place in the file is known; `where` is what its writer knows of that."""

    code: str
    message: str
    help: str
    where: Where

    @property
    def is_error(self) -> bool:
        return CODES[self.code].severity is Severity.ERROR

    def at(self, place: Place, tile: str = "") -> Finding:
        return found(self.code, place, self.message, self.help, tile)
