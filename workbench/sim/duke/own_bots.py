"""Bots of one's own in simulations: they decide in plain Python, the compiled engine plays and records each step.

So the tables are the same as of any other bot. What such a bot is called says nothing of where its code lies: only
the command line can say that, and a plan or a run that names one is refused without it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from workbench.bot_options import UnknownBot
from workbench.bots.own import OPTION, OwnBot, OwnBotError
from workbench.bots.registry import parse_bot
from workbench.sim.seam import SimError

if TYPE_CHECKING:
    from workbench.bots.own_seat import OwnSeat
    from workbench.sim.duke.plan import Plan
    from workbench.tileset.compose import Composition


def own_plays(bots: Iterable[OwnBot], composition: Composition) -> dict[str, Callable[..., Any]]:
    """Bot by name -> what carries games on for it, as `carry.plays_of` says for a shipped one."""
    from workbench.duke.game import Game
    from workbench.sim.duke.carry import thoughtful_plays

    found: dict[str, Callable[..., Any]] = {}
    for bot in bots:
        game = Game(composition)
        found[bot.name] = partial(thoughtful_plays, partial(_choose, bot, game, {}))
    return found


def _choose(bot: OwnBot, game: Any, seats: dict[Any, OwnSeat], _rules: Any, pool: Any, lane: int, _spare: int) -> int:
    """The turn at pool[lane]; `seats` keeps the player of each seat of each game in play."""
    from workbench.bots.own_seat import OwnSeat

    s = pool.states[lane]
    here = lane, int(s.to_move)
    if here not in seats or not int(s.choices[here[1]]):  # the first decision of a game
        seats[here] = OwnSeat(bot, game)
    try:
        return seats[here].decide(pool.saved(lane))
    except OwnBotError as error:
        raise SimError(str(error)) from None


def refuse_strange_bots(names: Iterable[str], own: Iterable[OwnBot]) -> None:
    """Before anything is compiled or written: all bots must be shipped ones, or named on the command line."""
    known = {bot.name: bot for bot in own}
    for name in names:
        head, colon, _ = name.partition(":")
        if head in known:
            if colon:
                raise SimError(f"'{name}': {known[head].spelling} is your own bot and takes no options")
            continue
        try:
            parse_bot(name)
        except UnknownBot as error:
            yours = ", ".join(f"yours is '{bot}'" for bot in known)
            raise SimError(f"{error}; {yours or f'a bot of your own is named with {OPTION} FILE.py:Class'}") from None


def refuse_idle(own: Iterable[OwnBot], players: Collection[str], option: str) -> None:
    """A bot that was named and plays nowhere is a slip."""
    for bot in own:
        if bot.name not in players:
            raise SimError(f"{OPTION} {bot.spelling} is in no seat: name it in {option} as '{bot.name}'")


def seat_own_bots(
    read: Callable[[Mapping[str, Any]], Plan], options: Mapping[str, Any], own: Collection[OwnBot]
) -> Plan:
    """The plan that `read` makes of the options; bots of one's own that nobody seats play both sides."""
    plan = read(options)
    names = [bot.name for bot in own]
    if own and not {"bots", "south", "north"} & options.keys() and not plan.bot_names & set(names):
        plan = read({**options, "bots": names})
    refuse_idle(own, plan.bot_names, "--bots, --south or --north")
    return plan


def refuse_unnamed(about: Mapping[str, Any], own: Iterable[OwnBot], where: object) -> None:
    """A run that bots of one's own have played: their code is imported only if the command line names it."""
    named = {bot.name for bot in own}
    wanting = [one for one in about.get("own_bots", ()) if one["name"] not in named]
    if wanting:
        names = ", ".join(one["name"] for one in wanting)
        options = " ".join(f"{OPTION} {one['file']}:{one['class']}" for one in wanting)
        raise SimError(f"{where} was played by {names}, whose code is only run if you name it: add {options}")


def refuse_changed(about: Mapping[str, Any], own: Iterable[OwnBot], where: object) -> None:
    """The games of a run come out the same only by the same code."""
    then = {one["name"]: one["sha256"] for one in about.get("own_bots", ())}
    changed = [bot for bot in own if then.get(bot.name, bot.sha256) != bot.sha256]
    if changed:
        raise SimError(f"{changed[0].spelling} has changed since {where} was played")
