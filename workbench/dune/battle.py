"""Round V: battles (section DBAT), as the steps of the game; what they decide is in `combat`."""

from __future__ import annotations

from workbench.dune.chance import PLUNDERED, keyed_below
from workbench.dune.combat import settle, treacheries
from workbench.dune.decision import (
    ARMY,
    BLACK_ANSWER,
    COLOUR,
    KEEP,
    LEAVE,
    NO_CARD_ANSWER,
    NO_YES,
    PASS,
    RED_ANSWER,
    SELL,
    Option,
    Options,
    Ranged,
)
from workbench.dune.flow import Step, step, taker
from workbench.dune.names import BANK, BATTLE, DWARVES, ELVES, FACTIONS, NO_CARD, NOBODY, ORCS, RED
from workbench.dune.state import Fight, State

ASKABLE: Options = (PASS, (COLOUR,), (ARMY,))


def battles(s: State, attacker: int) -> list[tuple[int, int]]:
    """Where and against whom an attacker has to fight (DBAT-1); nobody fights on the mountain."""
    own = s.seen[attacker] & s.tables.not_mountain
    found = []
    for foe in FACTIONS:
        shared = own & s.seen[foe]
        if shared and foe != attacker and (s.tables.settings.allies_battle or s.ally[attacker] != foe):
            found += [(at, foe) for at in s.tables.list_of(shared)]
    return found


@step(Step.NEXT_BATTLE)
def next_battle(s: State) -> None:
    s.round = BATTLE
    while s.pos < 4:
        attacker = s.order[(s.start + s.pos) % 4]
        pairs = battles(s, attacker)
        if len(pairs) > 1:
            s.ask(attacker, "battle_order", tuple(pairs))
            return
        if pairs:
            start_battle(s, attacker, *pairs[0])
            return
        s.pos += 1
    s.step = Step.COLLECT


@taker("battle_order")
def take_order(s: State, seat: int, option: Option) -> None:
    start_battle(s, seat, *option)


def start_battle(s: State, attacker: int, at: int, defender: int) -> None:
    s.fight = Fight(at, attacker, defender)
    s.step = Step.FIGHT


@step(Step.FIGHT)
def fight(s: State) -> None:
    """The stages of a battle, one after the other; a stage that asks nobody is passed over."""
    battle = s.fight
    assert battle is not None
    while s.asked is None and s.step == Step.FIGHT:
        stage, side = battle.stage, STAGE_SIDES[battle.stage]
        if side < 0:
            resolve(s, battle)
        elif not STAGES[stage](s, battle, side):
            battle.stage += 1


def answers(s: State, battle: Fight, side: int) -> Options:
    """What a side may truthfully promise (DBAT-3)."""
    faction, about = battle.sides[side], battle.asked[1 - side]
    if about == ARMY:
        least = 0 if s.tables.settings.zero_army else 1
        return Ranged([(least, s.units[faction][battle.at])], passes=False)
    reds = [RED[card // 6] for card in s.hands[faction]]
    held = ((RED_ANSWER, True in reds), (BLACK_ANSWER, False in reds))
    return ((NO_CARD_ANSWER,), *((colour,) for colour, is_held in held if is_held))


def plans(s: State, battle: Fight, side: int) -> Ranged:
    """Army and at most one artifact (DBAT-4), as promised."""
    faction, at = battle.sides[side], battle.at
    units, least = s.units[faction][at], 0 if s.tables.settings.zero_army else 1
    most, hand = units, s.hands[faction]
    cards = [NO_CARD, *hand]
    about, answer = battle.asked[1 - side], battle.answer[side]
    if answer < 0:
        pass  # nothing is promised
    elif about == ARMY:
        least = most = answer
    elif about == COLOUR:
        if answer == NO_CARD_ANSWER:
            cards = [NO_CARD]
        else:
            cards = [card for card in hand if RED[card // 6] == (answer == RED_ANSWER)]
    elites = s.elites[at] if faction == DWARVES else 0
    if not elites:
        return Ranged([(card, 0, least, most) for card in cards], passes=False)
    ordinary = units - elites
    ranges = [(e, max(least, e), min(most, e + ordinary)) for e in range(elites + 1)]
    return Ranged([(card, *part) for card in cards for part in ranges if part[1] <= part[2]], passes=False)


# ------------------------------------------------------------------------------- stages: True when somebody is asked
def _stage_ask(s: State, battle: Fight, side: int) -> bool:
    """The Elves and their ally may ask one thing (DBAT-2)."""
    faction = battle.sides[side]
    if not s.tables.may_ask(faction, s.ally[faction]):
        return False
    s.ask(faction, "ask", ASKABLE)
    return True


@taker("ask")
def take_question(s: State, seat: int, option: Option) -> None:
    battle = s.fight
    assert battle is not None
    battle.asked[battle.sides.index(seat)] = option[0] if option else 0
    battle.stage += 1


def _stage_answer(s: State, battle: Fight, side: int) -> bool:
    if not battle.asked[1 - side]:
        return False
    options = answers(s, battle, side)
    if len(options) == 1:
        battle.answer[side] = options[0][0]
        return False
    s.ask(battle.sides[side], "answer", options)
    return True


@taker("answer")
def take_answer(s: State, seat: int, option: Option) -> None:
    battle = s.fight
    assert battle is not None
    battle.answer[battle.sides.index(seat)] = option[0]
    battle.stage += 1


def may_bless(s: State, faction: int) -> bool:
    """DADV-3: once a turn, after enough losses."""
    return faction == ELVES and s.tables.blessing and not s.blessed and s.losses >= s.tables.settings.blessing_losses


def _stage_bless(s: State, battle: Fight, side: int) -> bool:
    if not may_bless(s, battle.sides[side]):
        return False
    s.ask(ELVES, "blessing", NO_YES)
    return True


@taker("blessing")
def take_blessing(s: State, seat: int, option: Option) -> None:
    battle = s.fight
    assert battle is not None
    battle.blessed[battle.sides.index(seat)] = option[0] == 1
    battle.stage += 1


def _stage_plan(s: State, battle: Fight, side: int) -> bool:
    options = plans(s, battle, side)
    if len(options.heads) == 1 and options.heads[0][-1] == options.heads[0][-2]:
        take_plan(s, battle.sides[side], options[0])
        battle.stage -= 1  # the loop of `fight` counts this stage
        return False
    s.ask(battle.sides[side], "plan", options)
    return True


@taker("plan")
def take_plan(s: State, seat: int, option: Option) -> None:
    battle = s.fight
    assert battle is not None
    side = battle.sides.index(seat)
    battle.card[side], battle.elites[side], battle.army[side] = option
    battle.planned[side] = True
    battle.stage += 1


def _stage_treachery(s: State, battle: Fight, side: int) -> bool:
    options = treacheries(s, battle, side)
    if len(options) == 1:
        return False
    s.ask(battle.sides[side], "treachery", options)
    return True


@taker("treachery")
def take_treachery(s: State, seat: int, option: Option) -> None:
    battle = s.fight
    assert battle is not None
    if option:
        battle.way[battle.sides.index(seat)] = option[0]
    battle.stage += 1


STAGES = (
    _stage_ask,
    _stage_answer,
    _stage_ask,
    _stage_answer,
    _stage_bless,
    _stage_plan,
    _stage_bless,
    _stage_plan,
    _stage_treachery,
    _stage_treachery,
)
STAGE_SIDES = (0, 1, 1, 0, 0, 0, 1, 1, 0, 1, -1)  # who decides at each stage; -1: nobody, the battle is settled
ATTACKER_TREACHERY, DEFENDER_TREACHERY = 8, 9


def resolve(s: State, battle: Fight) -> None:
    winner, loser = settle(s, battle)
    s.fight = None
    s.step = Step.NEXT_BATTLE
    if winner == ORCS and s.tables.plunder and s.hands[loser]:
        s.plunders += 1
        hand = sorted(s.hands[loser])
        s.loot = hand[keyed_below(s.key, ORCS, PLUNDERED, s.plunders, len(hand))]
        s.loser = loser
        s.known[4 * ORCS + loser] |= 1 << s.loot
        s.step = Step.PLUNDER


@step(Step.PLUNDER)
def ask_plunder(s: State) -> None:
    """DADV-4: the Orcs keep what they drew from the loser's hand, or discard it for gold."""
    room = len(s.hands[ORCS]) < s.tables.hand_limit[ORCS]
    s.ask(ORCS, "plunder", ((LEAVE,), (KEEP,), (SELL,)) if room else ((LEAVE,), (SELL,)))


@taker("plunder")
def take_plunder(s: State, seat: int, option: Option) -> None:
    card, loser, what = s.loot, s.loser, option[0]
    s.loot, s.loser = NO_CARD, NOBODY
    if what == KEEP:
        s.lose_card(loser, card)
        s.hands[ORCS].append(card)
        s.known[4 * loser + ORCS] |= 1 << card
    elif what == SELL:
        s.discard(loser, card, "plunder")
        s.pay(BANK, ORCS, s.tables.settings.plunder_gold, "plunder")
    if s.log is not None:
        s.note("plunder", loser, card, what)
    s.step = Step.NEXT_BATTLE
