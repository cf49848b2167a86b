"""The numbers of a report: what HTML, Markdown, JSON and CSV all show.

A report is a list of sections. Each kind of section is one model here (or in another game's module) with
one template of the same name in `templates/html` and `templates/md`; adding a kind is adding those three.
Points are points of win rate (percent); a draw counts one half.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from workbench.report.duke.lab_model import LabEffectsSection, LabIconsSection, LabTuneSection
from workbench.report.part import Num as Num
from workbench.report.part import Part as Part

SCHEMA_VERSION = 1


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


Verdict = Literal["too_strong", "strong", "balanced", "weak", "too_weak", "undecided", "unknown"]


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
    custom: bool
    copies: int
    """In the bag of one owner."""
    first_draws: int
    swing_points: Num | None
    """Score when drawn first less the bag's copy-weighted mean: randomised, the headline."""
    first_draw_score_percent: Num | None
    differs_p: float | None
    """Of a swing of 0, adjusted for the number of tiles (Holm)."""
    rank: Rank | None
    among_official: AmongOfficial | None
    effect_points: Num | None
    """Of drawing the tile for certain: regression on the bag order of all games, shrunk."""
    effect_unshrunk_points: Num | None
    effect_p: float | None
    """Holm-adjusted."""
    effect_q: float | None
    """Benjamini-Hochberg-adjusted."""
    verdict: Verdict
    sentence: str
    more_games: int | None
    """About how many more games would settle the verdict."""
    described: Described


class TilesSection(Part):
    """All tiles of one bag at one bot level."""

    kind: Literal["tiles"] = "tiles"
    run: str
    bot: str
    against: str
    side: Literal["both", "A", "B"]
    games: int
    pairs: int
    margin_points: float
    effect_spread_points: float | None
    tiles: tuple[TileNumbers, ...]

    @property
    def label(self) -> str:
        if self.side == "both":
            return self.bot
        return f"{self.bot} (side {self.side}) against {self.against}"

    @property
    def title(self) -> str:
        return f"What each tile is worth to {self.label} players"


class VerdictLine(Part):
    name: str
    code: str
    bot: str
    verdict: Verdict
    sentence: str
    swing_points: Num | None


class VerdictsSection(Part):
    """The answer first: a sentence per custom tile and bot level."""

    kind: Literal["verdicts"] = "verdicts"
    run: str
    margin_points: float
    lines: tuple[VerdictLine, ...]
    summary: tuple[str, ...]

    @property
    def title(self) -> str:
        return "Is my tile too strong?" if self.lines else "In short"


class Share(Part):
    name: str
    games: int
    percent: Num


class Lengths(Part):
    mean_plies: Num
    quantiles: dict[str, Num]
    """Plies at the 5th, 25th, 50th, 75th and 95th percentile."""
    edges: tuple[float, ...]
    counts: tuple[int, ...]


class GamesSection(Part):
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


class LadderTile(Part):
    name: str
    code: str
    custom: bool
    swings_points: tuple[Num | None, ...]
    slope_points: Num | None
    """Change of the swing from one rung to the next."""
    reading: str


class LadderSection(Part):
    """The same tiles at several bot levels: does a tile reward skill?"""

    kind: Literal["ladder"] = "ladder"
    run: str
    bots: tuple[str, ...]
    tiles: tuple[LadderTile, ...]

    @property
    def title(self) -> str:
        return "Does skill change a tile's worth?"


class DuelSection(Part):
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
    verdict: Verdict
    """Against the counterpart; only where the bots choose by lot."""
    sentence: str


class PoolSection(Part):
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


class ComparisonSection(Part):
    """Several runs side by side; differences are to the first run."""

    kind: Literal["comparison"] = "comparison"
    runs: tuple[str, ...]
    note: str
    rows: tuple[Compared, ...]

    @property
    def title(self) -> str:
        return "Side by side"


AnySection = Annotated[
    VerdictsSection
    | TilesSection
    | GamesSection
    | LadderSection
    | DuelSection
    | PoolSection
    | ComparisonSection
    | LabEffectsSection
    | LabIconsSection
    | LabTuneSection,
    Field(discriminator="kind"),
]


class Paragraph(Part):
    title: str
    text: str


class RunHead(Part):
    """Which run the numbers come from, and how to get it again."""

    name: str
    folder: str
    game: str
    sets: tuple[str, ...]
    bots: tuple[str, ...]
    games: int
    planned_games: int
    seed: int
    command: str
    differing_settings: dict[str, Any]
    versions: dict[str, str]
    created: str
    fingerprint: str


class Report(Part):
    """A balance report over one or more runs."""

    model_config = ConfigDict(title="Balance report")

    schema_version: Literal[1] = 1
    title: str
    workbench: str
    margin_points: float
    runs: tuple[RunHead, ...]
    sections: tuple[AnySection, ...]
    method: tuple[Paragraph, ...]
    """The method in plain words."""


def report_schema() -> dict[str, Any]:
    """The JSON schema (2020-12) of `workbench report --format json`."""
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Balance report"}
    made = Report.model_json_schema(mode="serialization")
    return {**head, **{key: value for key, value in made.items() if key not in head}}
