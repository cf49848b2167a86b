"""The table, in a process of its own: bots may think there for as long as they like.

The table lives here from call to call. Should the process be killed while a bot thinks, the next one sets the table up
again from the record; what was not drawn yet is then shuffled anew.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from workbench.studio.streams import Told
from workbench.words import Owner

if TYPE_CHECKING:
    from workbench.duke.game import Game, Position
    from workbench.duke.record import GameRecord
    from workbench.table.session import Table

SQUARE = re.compile(r"[a-f][1-6]")
WORK = "workbench.studio.play_work:act"
FILM = "workbench.studio.films:film"
_table: Table | None = None
_id = ""


def act(memory: Told, action: str, value: str = "") -> Told:
    """Do something at the table and tell how it stands; {"fault": ...} where it cannot be done."""
    from workbench.bot_options import UnknownBot
    from workbench.duke.game import IllegalTurn
    from workbench.duke.record import BadRecord
    from workbench.duke.text.position_read import BadPosition
    from workbench.duke.text.turn_read import BadTurn
    from workbench.finding import UnusableInput
    from workbench.table.looking import NothingThere

    try:
        return ACTIONS[action](_open(memory, action), memory, value)
    except IllegalTurn as problem:
        return {"fault": problem.words, "rule": problem.rule}
    except UnusableInput as problem:
        return {"fault": problem.findings[0].message}
    except (BadTurn, BadRecord, BadPosition, UnknownBot, NothingThere, ValueError) as problem:
        return {"fault": str(problem).splitlines()[0]}


def _open(memory: Told, action: str) -> Table:
    """The table that stands here, or the same one set up again."""
    global _table, _id
    if action == "begin" or _table is None or _id != memory["id"]:
        _table, _id = _set_up(memory), memory["id"]
    return _table


def _set_up(memory: Told) -> Table:
    from workbench.duke.record import parse_record
    from workbench.table.session import Table, require_player

    asked = memory["asked"]
    players = require_player(asked["south"]), require_player(asked["north"])
    if memory.get("record"):
        table = Table.from_record(parse_record(memory["record"]), players, asked["seed"])
    elif asked.get("position"):
        game = _game(asked)
        table = Table.from_position(game, game.position(asked["position"]), players, asked["seed"])
    else:
        table = Table(_game(asked), players, asked["seed"])
    if asked.get("first"):
        _put_first(table, asked["first"])
    table.think_seconds = asked.get("think", 0.0)
    return table


def _game(asked: Told) -> Game:
    from workbench.duke.game import game_of, implied_settings

    settings = dict(asked["settings"])
    if asked.get("position"):
        settings = {**implied_settings(asked["position"]).model_dump(mode="json", exclude_defaults=True), **settings}
    return game_of(tuple(asked["sets"]), settings)


def _put_first(table: Table, name: str) -> None:
    """On top of every person's bag that holds it; of every bag where no person plays."""
    from workbench.table.session import HUMAN
    from workbench.table.view import View
    from workbench.words import Owner

    view = View.of(table.position)
    tile = next((one for one in table.game.composition.tiles if one.name == name), None)
    people: list[Owner] = [owner for owner in Owner if table.players[owner] == HUMAN] or list(Owner)
    if tile is None or view.phase == "draft":
        return
    for owner in people:
        if view.bags[owner][tile.code.capitalize()]:
            table.put_first(owner, table.game.composition.tiles.index(tile))


# ------------------------------------------------------------------------------------------------ actions


def _begin(table: Table, memory: Told, value: str) -> Told:
    tiles = [one.model_dump(mode="json") for one in table.game.composition.tiles]
    return {**stand(table), "tiles": tiles}


def _look(table: Table, memory: Told, value: str) -> Told:
    return stand(table)


def _play(table: Table, memory: Told, value: str) -> Told:
    step = table.play(value)
    return {**stand(table), "said": _said(step)}


def _advance(table: Table, memory: Told, value: str) -> Told:
    """One step of chance or a bot."""
    if table.position.is_over or table.waits_for_human:
        return stand(table)
    step = table.advance()
    share = None if step.before.is_chance else table.expectation(step.before.owner)
    expects = f" It expects to score {100 * share:.0f} %." if share is not None else ""
    return {**stand(table), "said": _said(step) + expects}


def _said(step: Any) -> str:
    return f"{step.words}.{' Guard!' if step.guard else ''}"


def _undo(table: Table, memory: Told, value: str) -> Told:
    if not table.undo():
        return {"fault": "there is nothing to take back"}
    return {**stand(table), "said": "Taken back."}


def _hint(table: Table, memory: Told, value: str) -> Told:
    hint = table.hint()
    expects = f" It expects to score {100 * hint.expects:.0f} %." if hint.expects is not None else ""
    return {**stand(table), "said": f"{hint.bot} would play {hint.turn}: {hint.words}.{expects}", "hint": hint.turn}


def _why(table: Table, memory: Told, value: str) -> Told:
    turn, verdict = table.why(value)
    return {"turn": turn, "rule": verdict.rule, "words": verdict.words, "legal": turn in table.position.turns()}


ACTIONS: dict[str, Callable[[Table, Told, str], Told]] = {
    "begin": _begin, "look": _look, "play": _play, "advance": _advance, "undo": _undo, "hint": _hint, "why": _why,
}  # fmt: skip


# ---------------------------------------------------------------------------------------------- how it stands


def stand(table: Table) -> Told:
    """All that the page shows of a table."""
    from workbench.duke.game import outcome
    from workbench.duke.record import format_record
    from workbench.table.asking import asked, meaning_of
    from workbench.table.telling import tell, tell_end

    here = table.position
    end = outcome(here)
    turns = list(here.turns()) if table.waits_for_human else []
    record = _record(table)
    return {
        "asked": asked(here),
        "turns": [
            {"text": turn, "squares": SQUARE.findall(turn), "meaning": meaning_of(turn), "words": tell(here, turn)}
            for turn in turns
        ],
        "waits": table.waits_for_human,
        "bot": table.deciding_bot,
        "to_move": int(here.owner),
        "players": list(table.players),
        "seed": table.seed,
        "over": "" if end is None else f"The game is over after {here.ply} turns. {tell_end(end)}",
        "changed": sorted(table.last_changed()),
        "entries": [str(entry) for entry in record.entries],
        "record": format_record(record),
        "expects": table.expected,
        "can_undo": "human" in table.players and bool(table.recorder.steps),
        **seen(here),
    }  # fmt: skip


def _record(table: Table) -> GameRecord:
    """As far as it has come, which may be nowhere yet."""
    from workbench.duke.record import GameRecord

    return table.record() if table.recorder.steps else GameRecord(dict(table.recorder.header))


def seen(position: Position) -> Told:
    """What lies on the table, by names; and the scene to be drawn."""
    from workbench.table.view import View

    game, view, scene = position.game, View.of(position), scene_of(position)
    flags = {at: f"{Owner(owner).name.capitalize()}'s flag" for at, owner in scene["flags"].items()}
    return {
        "line": position.line,
        "ply": view.ply,
        "squares": {
            at: {"code": one.code, "name": one.name, "owner": int(one.owner), "flipped": one.is_flipped}
            for at, one in view.troops.items()
        },
        "ground": {**scene["terrain"], **flags},
        "bags": [_counts(game, bag) for bag in view.bags],
        "lost": [_counts(game, _added(lost)) for lost in view.lost],
        "front": [_counts(game, front) for front in view.front],
        "pool": _counts(game, view.pool),
        "scores": list(view.scores) if view.scores else None,
        "scene": scene,
    }  # fmt: skip


def _added(lost: Any) -> Any:
    from collections import Counter

    found: Counter[str] = Counter()
    for counts in lost.values():
        found += counts
    return found


def _counts(game: Game, counts: Any) -> list[Told]:
    from workbench.table.view import name_of

    return [{"code": code, "name": name_of(game, code), "count": count} for code, count in sorted(counts.items())]


def scene_of(position: Position) -> Told:
    from workbench.table.view import View

    view = View.of(position)
    terrain = {**dict.fromkeys(view.mountains, "Mountain"), **dict.fromkeys(view.forts, "Fort")}
    if view.dragon is not None:
        rage = " enraged" if view.dragon.is_enraged else ""
        terrain[view.dragon.square] = f"Dragon {view.dragon.looks}{rage}"
    return {
        "troops": [
            [at, one.code, int(one.is_flipped), int(one.owner), one.quarters] for at, one in sorted(view.troops.items())
        ],
        "terrain": terrain,
        "flags": {at: owner for owner, at in enumerate(view.flags) if at},
    }
