"""What must be compiled before people and bots can sit down: all at once, so that nobody waits twice."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.bots.choose import Chooser, open_bot
from workbench.bots.measure import base_composition
from workbench.bots.registry import parse_bot
from workbench.duke.board.compile import DISABLED, Rules, Wanted, captured, is_compiled
from workbench.duke.board.state import Pool, new_pool

_READY: set[str] = set()  # names of bots that this process has asked for


def compile_ahead(bots: Iterable[str] = ()) -> None:
    """The engine for a table and the decisions of these bots, unless earlier runs have left them."""
    names = dict.fromkeys(bot.partition(":")[0] for bot in bots)
    if DISABLED or (_READY and _READY.issuperset(names)):  # asked before every turn of a bot
        return
    from workbench.duke.board.compile_apart import compile_missing
    from workbench.duke.board.kept_tables import rules_of
    from workbench.duke.turn.engine import engine_entries

    rules, pool = rules_of(base_composition())[0], new_pool()
    wanted = engine_entries(rules, pool)
    for bot in names:
        wanted += deciding_entries(open_bot(parse_bot(bot), rules), rules, pool)
    if not is_compiled(*(one for one, _ in wanted)):
        compile_missing(wanted)
    _READY.update(names, [""])  # the engine itself, for those who ask for no bot


def deciding_entries(chooser: Chooser, rules: Rules, pool: Pool) -> list[Wanted]:
    """What a bot decides by."""
    with captured() as wanted:
        chooser.decide(rules, pool, 0, 1)
    return wanted
