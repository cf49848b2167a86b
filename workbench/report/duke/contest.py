"""The folder of a contest -> its report: one table over the tiles of all entries, from the answers that they got."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from workbench.balance.base import known_effects
from workbench.balance.contest import by_verdict
from workbench.balance.folder import CONTEST, read_answer, read_story, slug
from workbench.balance.question import BASE
from workbench.report.duke.balance_model import BalanceCard, ContestRow, ContestSection, LeftOut
from workbench.report.duke.cards import build_cards, official_tiles
from workbench.report.duke.look import face_symbols
from workbench.report.duke.method import method_note
from workbench.report.duke.model import AnySection
from workbench.report.duke.records import read_tiles
from workbench.report.model import Paragraph
from workbench.report.seam import Symbols
from workbench.sim.duke.plan import Plan
from workbench.sim.store import Run, open_run
from workbench.tileset.model import Tile


def build_contest(run: Run[Plan], name: str, margin: float) -> list[AnySection]:
    """One section; the answer has a margin of its own."""
    folder = _folder(run)
    story, answer = read_story(folder, CONTEST), read_answer(folder, CONTEST)
    bot = story["asked"]["bots"][0]
    found = ContestSection(
        run=name,
        bot=bot,
        margin=story["asked"]["margin"],
        sd_points=answer["reference"]["sd_points"],
        reference=answer["reference"]["name"],
        official=official_tiles(known_effects(bot, run.about["yardstick"], run.plan.house_rules)),
        entries=len(story["entries"]),
        rows=_rows(folder, story),
        left_out=tuple(LeftOut(**one) for one in answer["left_out"]),
        notes=_notes(answer),
    )
    return [found]


def _folder(run: Run[Any]) -> Path:
    return run.path.parent.parent


def _rows(folder: Path, story: dict[str, Any]) -> tuple[ContestRow, ...]:
    found = [row for one in story["entries"] for row in _entry_rows(folder / one["folder"], one["entry"])]
    return tuple(sorted(found, key=lambda row: by_verdict(_order(row.card))))


def _order(card: BalanceCard) -> dict[str, Any]:
    return {"verdict": card.verdict, "points": None if card.points is None else card.points.value}


def _entry_rows(folder: Path, entry: str) -> list[ContestRow]:
    story, answer = read_story(folder), read_answer(folder)
    about = open_run(folder / slug(story["asked"]["bots"][0]), Plan).about
    codes = {tile["name"]: tile["code"] for tile in about["tiles"]}
    cards = build_cards(answer["tiles"], codes, story.get("told", {}), {})
    sets = [one["name"] for one in about.get("sets", ()) if one.get("id") != BASE]
    return [ContestRow(entry=entry, set_name=", ".join(sets), card=card) for card in cards]


def _notes(answer: dict[str, Any]) -> tuple[str, ...]:
    """Entries that brought house rules of their own are measured against the base set under these."""
    usual = answer["entries"][0]["settings"]
    found = []
    for one in answer["entries"]:
        if one["settings"] != usual:
            rules = ", ".join(f"{key}: {value}" for key, value in one["settings"].items() if usual.get(key) != value)
            found.append(f"{one['entry']} has other house rules than {answer['entries'][0]['entry']} ({rules}).")
    return tuple(found)


def contest_note(margin: float) -> tuple[Paragraph, ...]:
    """The method, with what is particular to a contest first."""
    text = (
        "Every set is a question of its own, with the base set and no other entry in the bags, on the same luck. So it "
        "gets the answer that it would get alone, and what is said of intervals holds for each entry by itself: "
        "among a hundred entries up to five may hold an interval that misses."
    )
    return (Paragraph(title="Contest", text=text), *method_note(margin))


def count_contest_games(run: Run[Plan]) -> int:
    return int(read_answer(_folder(run), CONTEST)["games"])


def told_contest(run: Run[Plan]) -> dict[str, Any]:
    """What the head of the report says of a contest in place of what its first run says."""
    folder = _folder(run)
    story, answer = read_story(folder, CONTEST), read_answer(folder, CONTEST)
    return {
        "command": str(story.get("command", "")),
        "folder": folder.resolve().name,
        "sets": tuple(one["entry"] for one in answer["entries"]),
        "rounds": tuple(one["rounds"] for one in answer["entries"]),
    }


def draw_contest_symbols(runs: Sequence[tuple[str, Run[Any]]]) -> Symbols:
    """The faces of the entries' own tiles, by entry and code: two entries may use the same code."""
    faces: dict[tuple[str, str], Tile] = {}
    for _, run in runs:
        folder = _folder(run)
        story = read_story(folder, CONTEST)
        for one in story["entries"]:
            about = open_run(folder / one["folder"] / slug(story["asked"]["bots"][0]), Plan).about
            own = [tile for tile in read_tiles(about) if tile.tile is not None and tile.set != BASE]
            faces |= {(one["entry"], tile.code): tile.tile for tile in own if tile.tile is not None}
    return face_symbols(faces)
