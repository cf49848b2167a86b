"""The numbers of a report of The Duke: what HTML, Markdown, JSON and CSV all show.

Each kind of section is one model here with one template of the same name in `templates/html` and `templates/md`;
adding a kind is adding those three.
Points are points of win rate (percent); a draw counts one half.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from workbench.report.duke.balance_model import BalanceSection, CardVerdict, ContestSection
from workbench.report.duke.lab_model import LabEffectsSection, LabIconsSection, LabTuneSection
from workbench.report.model import Lengths, Num, Part, Report, RunHead, Section, Share, schema_of


class Rank(Part):
    """1 is the strongest; `low` to `high` is the 95 % interval of the rank."""

    value: int
    low: int
    high: int
    of: int


class AmongOfficial(Part):
    """How many of the official tiles of its bag a tile is stronger than."""

    beaten: int
    at_least: int
    at_most: int
    of: int


class IconUse(Part):
    side: Literal["starting", "other"]
    kind: str
    per_100_games: Num


class Described(Part):
    """Descriptive numbers: confounded by the choice to draw and by the length of the game."""

    drawn_percent: Num
    """How many owners drew the tile at all."""
    drawn_first_percent: Num
    drawn_later_percent: Num
    """How many drew it, but not first."""
    drawn_score_percent: Num | None = None
    not_drawn_score_percent: Num | None = None
    drawn_less_not_drawn_points: Num | None = None
    deployed_per_game: Num | None = None
    captured_percent: Num | None = None
    captures_per_deployment: Num | None = None
    survival_plies: Num | None = None
    icon_uses: tuple[IconUse, ...] = ()
    squares_percent: tuple[float, ...] = ()
    """How its arrivals spread over the squares a1 to f6, as its owner sees the board."""
    square_arrivals: int = 0


class TileNumbers(Part):
    number: int
    name: str
    code: str
    set: str
    asked: bool
    """Whether the run asks about it: it is of another set than base."""
    copies: int
    """In the bag of one owner."""
    points: Num | None
    """Draw luck: what a draw of it is worth against an average draw of base tiles."""
    verdict: CardVerdict | None
    """Only of tiles asked about."""
    first_draws: int
    swing_points: Num | None
    """First-draw swing: score when drawn first less the bag's copy-weighted mean."""
    first_draw_score_percent: Num | None
    differs_p: float | None
    """Of a swing of 0, adjusted for the number of tiles (Holm)."""
    rank: Rank | None
    """By swing."""
    among_official: AmongOfficial | None
    described: Described


Side = Literal["both", "light", "dark", "first", "second"]


class TilesSection(Section):
    """All tiles of one bag at one bot level, in numbers."""

    kind: Literal["tiles"] = "tiles"
    run: str
    bot: str
    against: str
    side: Side
    """Whose bag: both owners', an army's where these differ, or one of two unlike bots'."""
    games: int
    pairs: int
    tiles: tuple[TileNumbers, ...]

    @property
    def label(self) -> str:
        return side_words(self.side, self.bot, self.against)

    @property
    def title(self) -> str:
        return f"All numbers: {self.label}"


def side_words(side: Side, bot: str, against: str) -> str:
    """'greedy'; 'greedy, light army'; 'random against greedy'."""
    if side == "both":
        return bot
    return f"{bot}, {side} army" if side in ("light", "dark") else f"{bot} against {against}"


class GamesSection(Section):
    """How the games of one bot level went."""

    kind: Literal["games"] = "games"
    run: str
    bot: str
    games: int
    pairs: int
    first_player_score_percent: Num
    first_player_edge_points: Num
    drawn_games_percent: Num
    capped_percent: Num
    reasons: tuple[Share, ...]
    draw_reasons: tuple[Share, ...]
    lengths: Lengths
    turns_per_game: dict[str, Num]

    @property
    def title(self) -> str:
        return f"How the games went: {self.bot}"


class ForestTile(Part):
    name: str
    code: str
    asked: bool
    copies: int
    points: tuple[Num | None, ...]
    """Draw luck by bot; the interval of a tile asked about is the one that decides."""
    change_points: Num | None
    """For the strongest bot less for the weakest, where the run has several."""
    reading: str


class ForestSection(Section):
    """All tiles of the bag, by what a draw of them is worth to every bot of the run, weakest bot first."""

    kind: Literal["forest"] = "forest"
    run: str
    bots: tuple[str, ...]
    decides: str
    """The verdict's bot."""
    band_points: float | None
    """What is fair to that bot; null where it is not known."""
    tiles: tuple[ForestTile, ...]

    @property
    def title(self) -> str:
        return "All tiles" if len(self.bots) == 1 else "All tiles, and whether skill changes their worth"


class ArmyLine(Part):
    bot: str
    games: int
    favoured: Literal["light", "dark"] | None
    """Only when sure."""
    light_points: Num
    """The light army's score above 50 %; the interval holds at every look."""
    sentence: str


class ArmiesSection(Section):
    """Two unlike armies: which of them is favoured?"""

    kind: Literal["armies"] = "armies"
    run: str
    lines: tuple[ArmyLine, ...]

    @property
    def title(self) -> str:
        return "Which army is favoured?"


class DuelSection(Section):
    """Two sides that differ (bots or armies), in pairs with changed seats."""

    kind: Literal["duel"] = "duel"
    run: str
    first: str
    second: str
    games: int
    pairs: int
    score_percent: Num
    elo: Num
    sentence: str

    @property
    def title(self) -> str:
        return f"{self.first} against {self.second}"


class PoolTile(Part):
    name: str
    code: str
    custom: bool
    replaces: str
    chances: int
    swapped_in_percent: Num
    swap_swing_points: Num | None
    """Score with the swap less score without it, when the counterpart came as first draw."""


class PoolSection(Section):
    """Tiles beside the board that may be swapped in on a draw."""

    kind: Literal["pool"] = "pool"
    run: str
    bot: str
    games: int
    chosen_at_random: bool
    tiles: tuple[PoolTile, ...]

    @property
    def title(self) -> str:
        return f"Tiles beside the board: {self.bot}"


class Compared(Part):
    what: str
    bot: str
    values: tuple[Num | None, ...]
    differences: tuple[Num | None, ...]
    """Each later run less the first."""
    unit: str


class ComparedTile(Part):
    name: str
    codes: tuple[str | None, ...]
    """By run; null where the run does not have the tile."""
    changes: tuple[str, ...]
    """What is not the same in all runs; nothing: the tile is unchanged."""
    sentences: tuple[str, ...]
    rows: tuple[Compared, ...]


class ComparisonSection(Section):
    """Several runs side by side, what changed first; differences are to the first run."""

    kind: Literal["comparison"] = "comparison"
    runs: tuple[str, ...]
    note: str
    changed: tuple[ComparedTile, ...]
    unchanged: tuple[ComparedTile, ...]
    rows: tuple[Compared, ...]
    """How the games went."""

    @property
    def title(self) -> str:
        return "What changed"

    @property
    def folded(self) -> list[Compared]:
        return [row for tile in self.unchanged for row in tile.rows] + list(self.rows)


AnySection = Annotated[
    BalanceSection
    | ContestSection
    | ForestSection
    | ArmiesSection
    | TilesSection
    | GamesSection
    | DuelSection
    | PoolSection
    | ComparisonSection
    | LabEffectsSection
    | LabIconsSection
    | LabTuneSection,
    Field(discriminator="kind"),
]


class DukeRunHead(RunHead):
    sets: tuple[str, ...]
    differing_settings: dict[str, Any]

    @property
    def subject(self) -> str:
        return " + ".join(self.sets)

    @property
    def facts(self) -> dict[str, str]:
        settings = "; ".join(f"{name} = {setting_words(value)}" for name, value in self.differing_settings.items())
        return {"Tile sets": ", ".join(self.sets), "Settings that differ from default": settings or "none"}


class ContestHead(DukeRunHead):
    """Of all entries of a contest; `sets` are their files, in the order of `rounds`."""

    rounds: tuple[int, ...]

    @property
    def subject(self) -> str:
        return f"{len(self.sets)} {'entry' if len(self.sets) == 1 else 'entries'}, each by itself"

    @property
    def facts(self) -> dict[str, str]:
        played = ", ".join(f"{name} {count}" for name, count in zip(self.sets, self.rounds, strict=True))
        return {"Rounds of each entry": played, **super().facts}


class DukeReport(Report):
    """A balance report over one or more runs."""

    model_config = ConfigDict(title="Balance report")

    runs: tuple[DukeRunHead, ...]
    sections: tuple[AnySection, ...]


class ContestReport(DukeReport):
    """A report over all entries of a contest."""

    runs: tuple[ContestHead, ...]

    @property
    def kicker(self) -> str:
        return "Tile contest"


def report_schema() -> dict[str, Any]:
    """The JSON schema (2020-12) of `workbench report --format json`."""
    return schema_of(DukeReport, "Balance report")


def setting_words(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key}: {setting_words(inner)}" for key, inner in value.items())
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
