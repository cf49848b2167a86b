"""workbench play: a game in the terminal, against a bot, between two people or between bots."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.game_options import (
    GameOptions,
    Goal,
    Ground,
    Light,
    LightArmy,
    North,
    Rules,
    SetNames,
    Sets,
    South,
    complete_bots,
    format_settings,
    format_terrain,
    open_position,
    read_bots,
)
from workbench.cli.own_bots import BotsFrom, read_own_bots

if TYPE_CHECKING:
    from workbench.bots.own import OwnBot
    from workbench.cli.play_prompt import Prompt
    from workbench.cli.play_screen import Screen
    from workbench.table.session import Step, Table
    from workbench.words import Owner

Players = tuple[str, str]
USUAL: Players = ("human", "random")


def register(app: typer.Typer) -> None:
    app.command("play")(play)


def play(
    names: SetNames = None,
    bots: Annotated[
        list[str] | None,
        typer.Option(
            "--bots",
            "--bot",
            metavar="BOT",
            help="Your opponent (random). Two, with a comma: South's and North's bot.",
            autocompletion=complete_bots,
        ),
    ] = None,
    south: South = None,
    north: North = None,
    seat: Annotated[Light, typer.Option("--seat", metavar="SEAT", help="Where you sit: south or north.")] = Light.SOUTH,
    hot_seat: Annotated[bool, typer.Option("--hot-seat", help="Two people at one keyboard.")] = False,
    first: Annotated[
        str | None, typer.Option(metavar="TILE", help="This tile is the first that you draw, by name or code.")
    ] = None,
    start: Annotated[
        str | None, typer.Option("--from", metavar="POSITION|FILE", help="Begin there: a position, or a saved game.")
    ] = None,
    at: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="Of a saved game: go on after its first N entries.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, max=2**32 - 1, metavar="N", help="Where all luck comes from.")
    ] = None,
    bots_from: BotsFrom = None,
    record: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the game to this file.")] = None,
    think: Annotated[
        float, typer.Option(min=0, max=3600, metavar="SECONDS", help="Time for search and mcts to think.")
    ] = 0.0,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Bots only: print just the end.")] = False,
    sets: Sets = None,
    setting: Rules = None,
    terrain: Ground = None,
    objective: Goal = None,
    light: LightArmy = None,
) -> None:
    """Play a game in the terminal: you against a bot, two people, or two bots.

    [b]workbench play[/b] seats you as South against the random bot, [b]workbench play my-set.yaml --bots
    search:depth=2 --first Lancer[/b] against a good one, with your tile first in your bag. [b]--hot-seat[/b] is for two
    people; [b]--bots random,greedy[/b] lets two bots play. [b]--from game.txt[/b] goes on with a saved game.

    Bots: random, greedy, search:depth=N, mcts:sims=N; the last two say what score they expect. The same seed gives the
    same luck. [b]--bots-from mine.py:Cautious[/b] seats a bot of your own, which [b]--bots cautious[/b] names.
    Type [b]help[/b] at the prompt for everything you can do there.

    Exit code: 0, 2 cannot begin, 130 stopped by Ctrl-C.
    """
    from workbench.cli.console import shows_unicode
    from workbench.cli.outputs import record_target
    from workbench.cli.play_city import choose_city_troops
    from workbench.cli.play_screen import Screen

    options = GameOptions([*(names or ()), *(sets or ())], setting, terrain, objective, light)
    own = {one.name: one for one in read_own_bots(bots_from)}
    named = read_bots(bots, own=own) or (() if south or north or hot_seat else tuple(own))
    players = _players(named, south, north, seat, hot_seat, own)
    _refuse_idle(own, players)
    luck = _new_seed() if seed is None else seed
    if record is not None:
        from workbench.duke.record import FIRST_LINE

        record_target(record, FIRST_LINE)  # a game shall not be lost for a slip in the name
    screen = Screen(shows_unicode())
    if start is None:
        options = choose_city_troops(options, players or USUAL, screen)
    table = _open(options, start, players, luck, at)
    if first is not None:
        _put_first(table, first, screen)
    table.think_seconds = think
    table.own = own
    if not quiet:
        _greet(table, screen)
    _run(table, screen, quiet, record)


def _refuse_idle(own: Mapping[str, OwnBot], players: Players | None) -> None:
    if not own:
        return
    from workbench.sim.duke.own_bots import refuse_idle
    from workbench.sim.seam import SimError

    try:
        refuse_idle(own.values(), players or (), "--bots")
    except SimError as error:
        raise typer.BadParameter(str(error), param_hint="--bots-from") from None


def _players(
    bots: tuple[str, ...], south: str | None, north: str | None, seat: Light, hot: bool, own: Collection[str]
) -> Players | None:
    """Who sits where; None where nothing was said, so that a saved game may say it."""
    from workbench.bot_options import UnknownBot
    from workbench.table.session import HUMAN, require_player

    if len(bots) > 2:
        raise typer.BadParameter("at most two bots can play", param_hint="--bots")
    if (bots and (south or north)) or (hot and (bots or south or north)):
        raise typer.BadParameter("say who plays in one way: --bots, or --south and --north, or --hot-seat")
    if hot:
        return HUMAN, HUMAN
    if south or north:
        try:
            return require_player(south or HUMAN, own), require_player(north or HUMAN, own)
        except UnknownBot as error:
            raise typer.BadParameter(str(error), param_hint="--south or --north") from None
    if len(bots) == 2:
        return bots[0], bots[1]
    if not bots and seat is Light.SOUTH:
        return None
    bot = bots[0] if bots else "random"
    return (HUMAN, bot) if seat is Light.SOUTH else (bot, HUMAN)


def _new_seed() -> int:
    from secrets import randbits

    return randbits(31)


def _open(options: GameOptions, start: str | None, players: Players | None, seed: int, at: int | None) -> Table:
    """The table with the game that was asked for; says so where the engine has to be compiled first."""
    from workbench.cli.waiting import compiling
    from workbench.table.session import Table

    seated = players or USUAL
    if start is not None and _is_file(start):
        return _go_on_with(Path(start), options, players, seed, at)
    if at is not None:
        raise typer.BadParameter("goes with a saved game: --from FILE", param_hint="--at")
    game = options.open(start)
    with compiling():
        if start is None:
            return Table(game, seated, seed)
        return Table.from_position(game, open_position(game, start), seated, seed)


def _is_file(text: str) -> bool:
    """A position has five fields; anything shorter is the name of a file."""
    return Path(text).is_file() or len(text.split()) < 5


def _go_on_with(file: Path, options: GameOptions, players: Players | None, seed: int, at: int | None) -> Table:
    from workbench.cli.console import fail
    from workbench.cli.play_files import load_game
    from workbench.cli.waiting import compiling
    from workbench.duke.record import BadRecord

    if options.is_given:
        message = "a saved game brings its own sets and settings; leave --set, --setting and the like out"
        raise typer.BadParameter(message, param_hint="--from")
    try:
        with compiling():
            return load_game(file, players, seed, at)
    except (BadRecord, UnicodeDecodeError) as error:
        fail(f"{file}: {error}", "Saved games are written by 'save' and by 'workbench play --record FILE'.")


def _put_first(table: Table, name: str, screen: Screen) -> None:
    """The tile on top of each person's bag that holds it, or will hold it once it is picked."""
    from workbench.table.looking import NothingThere, find_tile
    from workbench.table.session import DRAFT, HUMAN
    from workbench.table.view import View, format_tiles
    from workbench.words import Owner

    try:
        tile, _ = find_tile(table.position, name)
    except NothingThere as error:
        raise typer.BadParameter(str(error), param_hint="--first") from None
    tile_type = table.game.composition.tiles.index(tile)
    people: list[Owner] = [owner for owner in Owner if table.players[owner] == HUMAN]
    view = View.of(table.position)
    heaps = [view.bags[owner] + view.front[owner] for owner in Owner]
    holders = [owner for owner in people if heaps[owner][tile.code.capitalize()]]
    if not holders:
        held = "; ".join(format_tiles(table.game, heaps[owner]) for owner in people) or "no person plays"
        raise typer.BadParameter(f"no {tile.name} is in your bag: {held}", param_hint="--first")
    for owner in holders:
        table.put_first(owner, tile_type)
    drafted = ", if the draft brings it into your bag" if view.phase == DRAFT else ""
    screen.say(f"The {tile.name} will be your first draw{drafted}.")


def _greet(table: Table, screen: Screen) -> None:
    from workbench.table.session import HUMAN

    south, north = table.players
    screen.say(f"{south} (South, CAPITALS) against {north} (North), seed {table.seed}.")
    settings = table.game.composition.settings
    said = ("terrain=", "objective=")
    rules = [pair for pair in format_settings(settings) if not pair.startswith(said)]
    if "objective" in settings.differing():
        screen.say(f"{settings.aim.row.title}: {settings.aim.row.goal}")
    if settings.terrain.model_dump(exclude_defaults=True):
        screen.say(f"Terrain: {format_terrain(settings.terrain)}.")
    if rules:
        asked = table.game.composition.set_settings
        of_sets = f" ({', '.join(asked)}: as the tile sets ask, unless you said otherwise)" if asked else ""
        screen.say(f"House rules: {', '.join(rules)}{of_sets}.")
    if HUMAN in table.players:
        screen.say("Type 'help' for what you can do.")


def _run(table: Table, screen: Screen, quiet: bool, record: Path | None) -> None:
    """Play until the end or until the player leaves; the record is written whatever happens."""
    from workbench.bots.own import OwnBotError
    from workbench.cli.console import fail
    from workbench.cli.play_prompt import Prompt, stop_words

    prompt = Prompt(table, screen)
    try:
        if not _play_on(prompt, quiet):
            screen.print(stop_words(prompt.table))
    except KeyboardInterrupt:
        screen.print("\n" + stop_words(prompt.table))
        raise
    except OwnBotError as error:
        fail(str(error))
    finally:
        if record is not None:
            from workbench.cli.play_files import save_game

            save_game(prompt.table, record)
            typer.echo(f"Game written to {record}.", err=True)


def _play_on(prompt: Prompt, quiet: bool) -> bool:
    """True when the game is over, False when the player has left."""
    from workbench.cli.play_prompt import After

    screen, is_fresh = prompt.screen, True
    while not prompt.table.position.is_over:
        table = prompt.table
        if table.waits_for_human:
            screen.show_table(table.position, table.players, table.last_changed())
            if prompt.ask(is_fresh) is After.STOP:
                return False
            is_fresh = False
        else:
            step = _advance(table)
            is_fresh = True
            if not quiet:
                screen.say(f"{step.words}.{' Guard!' if step.guard else ''}{_expectation(table, step)}")
    _say_end(prompt.table, screen)
    return True


def _advance(table: Table) -> Step:
    """The next step of chance or a bot; a bot that may take its time is seen thinking."""
    from workbench.cli.waiting import compiling, working

    bot = table.deciding_bot
    if not bot:
        return table.advance()
    with compiling(() if bot in table.own else (bot,)):
        if bot == "random":
            return table.advance()
        with working(f"{bot} is thinking"):
            return table.advance()


def _expectation(table: Table, step: Step) -> str:
    """What the bot that has just decided expects, from its own seat."""
    share = table.expectation(step.before.owner)
    if step.before.is_chance or share is None or table.players[step.before.owner] == "human":
        return ""
    return f" It expects to score {100 * share:.0f} %."


def _say_end(table: Table, screen: Screen) -> None:
    from workbench.duke.game import outcome
    from workbench.table.telling import tell_end

    screen.show_table(table.position, table.players, table.last_changed())
    end = outcome(table.position)
    assert end is not None
    screen.say(f"The game is over after {table.position.ply} turns. {tell_end(end)}")
    screen.print(table.position.line)
