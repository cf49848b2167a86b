"""The section of a balance question: a card for each tile asked about."""

from __future__ import annotations

from typing import Literal

from workbench.report.model import Num, Part, Section

CardVerdict = Literal["fair", "strong", "weak", "too strong", "too weak", "on the line", "open"]


class BalanceBot(Part):
    """What one bot's games say."""

    bot: str
    verdict: CardVerdict
    points: Num | None
    games: int


class NextStep(Part):
    why: str
    command: str


class BalanceCard(Part):
    name: str
    code: str
    army: Literal["light", "dark"] | None
    verdict: CardVerdict
    """Of the first bot."""
    sentence: str
    brief: str
    """The sentence without what stands above it on a card: name and verdict."""
    check: str
    """What the second bot makes of it, in a sentence."""
    points: Num | None
    """Draw luck: what a draw of it is worth against an average draw of base tiles. The interval decides."""
    sds: float | None
    nearest: str | None
    agree: bool | None
    bots: tuple[BalanceBot, ...]
    next: tuple[NextStep, ...]
    swing_points: Num | None
    """First-draw swing, which answers another question: the first draw alone."""
    drawn_score_percent: Num | None
    """Plain win rates: they mix a tile's worth with how the game went."""
    not_drawn_score_percent: Num | None


class OfficialTile(Part):
    name: str
    points: float


class BalanceSection(Section):
    """Is each tile fair? The worst first."""

    kind: Literal["balance"] = "balance"
    run: str
    bot: str
    margin: float
    """In standard deviations of the official tiles."""
    sd_points: float | None
    """Of the official tiles at this bot; null where it is not known."""
    reference: str
    official: tuple[OfficialTile, ...]
    cards: tuple[BalanceCard, ...]
    notes: tuple[str, ...]

    @property
    def title(self) -> str:
        return "Is it fair?" if self.cards else "In short"

    @property
    def numbers(self) -> list[Num | None]:
        """All that the pictures must hold."""
        official = [Num(value=one.points, low=None, high=None, n=0) for one in self.official]
        return [*(card.points for card in self.cards if card.sds is not None), *official]


class ContestRow(Part):
    """A tile of an entry; its place is that of the row."""

    entry: str
    set_name: str
    card: BalanceCard


class LeftOut(Part):
    entry: str
    why: str


class ContestSection(Section):
    """The tiles of all entries in one table: fair ones first, of equal verdict those nearer to the average."""

    kind: Literal["contest"] = "contest"
    run: str
    bot: str
    margin: float
    sd_points: float | None
    reference: str
    official: tuple[OfficialTile, ...]
    entries: int
    rows: tuple[ContestRow, ...]
    left_out: tuple[LeftOut, ...]
    notes: tuple[str, ...]

    @property
    def title(self) -> str:
        return "All entries"

    @property
    def numbers(self) -> list[Num | None]:
        """All that the pictures must hold."""
        official = [Num(value=one.points, low=None, high=None, n=0) for one in self.official]
        return [*(row.card.points for row in self.rows if row.card.sds is not None), *official]
