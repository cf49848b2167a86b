"""Before the first turn (section DSET of the ledger), and the four games of a block."""

from __future__ import annotations

from workbench.dune.chance import (
    ARTIFACT_DECK,
    DRAGON_START,
    EVENT_DECK,
    JACKS,
    NEUTRAL,
    ORDER,
    QUEENS,
    block_key,
    keyed_below,
    shuffled,
)
from workbench.dune.decision import Option, Options
from workbench.dune.dragon import strike_number
from workbench.dune.flow import Step, step, taker
from workbench.dune.names import BANK, FACTIONS, ORCS
from workbench.dune.rules import Rules
from workbench.dune.state import State
from workbench.dune.tables import Tables, tables_of

GAMES_OF_BLOCK = 4


def new_game(rules: Rules, seed: int, game: int, log: bool = False) -> State:
    """Game number `game` (from 0). Four games make a block: one circle of factions, each starting once (DSET-2)."""
    tables = tables_of(rules)
    block, number = divmod(game, GAMES_OF_BLOCK)
    key = block_key(seed, block)
    order = tuple(shuffled(list(FACTIONS), key, NEUTRAL, ORDER, 0))
    state = State(tables, key, order, number)
    if log:
        state.log = []
    for faction in FACTIONS:
        state.pay(BANK, faction, rules.factions[faction].gold, "start")
        for at, count in rules.factions[faction].units:
            state.recruit(faction, at, count)
    state.run()
    return state


def placements(tables: Tables) -> Options:
    """All ways of splitting the Orcs' units over their territories (DSET-1)."""
    orcs = tables.rules.factions[ORCS]
    return tuple(_splits(orcs.split_units, len(orcs.split_over)))


def _splits(units: int, places: int) -> list[Option]:
    if places == 0:
        return [()]
    if places == 1:
        return [(units,)]
    return [(first, *rest) for first in range(units + 1) for rest in _splits(units - first, places - 1)]


@step(Step.PLACE)
def ask_placement(s: State) -> None:
    options = placements(s.tables)
    if len(options) > 1:
        s.ask(ORCS, "orc_setup", options)
    else:
        take_placement(s, ORCS, options[0])


@taker("orc_setup")
def take_placement(s: State, seat: int, option: Option) -> None:
    for at, count in zip(s.tables.rules.factions[ORCS].split_over, option, strict=False):
        if count:
            s.recruit(ORCS, at, count)
    s.step = Step.DEAL


@step(Step.DEAL)
def deal(s: State) -> None:
    """Dragon (DSET-3), Queens and Jacks (DSET-5), artifacts (DSET-6)."""
    rules, key = s.tables.rules, s.key
    dice = rules.settings.dragon_start_dice
    total = sum(1 + keyed_below(key, NEUTRAL, DRAGON_START, one, rules.settings.dragon_die) for one in range(dice))
    s.dragon = (total - 1) % s.tables.last_number + 1
    if rules.settings.dragon_hits_at_start:
        strike_number(s, s.dragon)
    s.queen = _deal_queens(s)
    s.jack = shuffled([0, 1, 2, 3], key, NEUTRAL, JACKS, 0)
    s.events = shuffled([card for card, _, _ in rules.events], key, NEUTRAL, EVENT_DECK, 0)
    s.artifacts = shuffled(list(rules.artifacts), key, NEUTRAL, ARTIFACT_DECK, 0)
    for faction in FACTIONS:
        for _ in range(rules.factions[faction].artifacts):
            s.hands[faction].append(s.draw_artifact())
    s.step = Step.JUMP


def _deal_queens(s: State) -> list[int]:
    """One suit to each faction; its own only where the rules allow it."""
    ordinal = 0
    while True:
        queens = shuffled([0, 1, 2, 3], s.key, NEUTRAL, QUEENS, ordinal)
        if s.tables.settings.own_suit_dealt or all(queens[f] != s.tables.suit[f] for f in FACTIONS):
            return queens
        ordinal += 1
