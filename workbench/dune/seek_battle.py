"""A seeker in battle: what it fights first, asks, promises and commits."""

from __future__ import annotations

from functools import cache, lru_cache

from workbench.dune.combat import compare_artifacts
from workbench.dune.decision import (
    ARMY,
    BLACK_ANSWER,
    COLOUR,
    NO_CARD_ANSWER,
    PASS,
    RED_ANSWER,
    Decision,
    Drawing,
    Option,
)
from workbench.dune.names import DWARVES, ELVES, NO_CARD, RED
from workbench.dune.outlook import GOLD_WORTH, KILLED, LAST_TURN_GOLD, LAST_TURN_UNIT, UNIT_WORTH
from workbench.dune.race import castle_race, castle_worth, chance_to_win, is_last_turn
from workbench.dune.seek_board import Ranking, heads_of
from workbench.dune.seek_table import CARD_WORTH
from workbench.dune.views import FightView, View

Chance = tuple[float, int]  # of what
Chances = list[Chance]
# Points that just win, each with its chance; the lowest of them, the highest, and all chances together.
Needs = tuple[list[tuple[int, float]], int, int, float]
STRONG_RED, STRONG_BLACK, WEAK_RED, WEAK_BLACK = 10, 4, 7, 1  # 5D, 5C, 2D, 2C: they stand for cards not known
CLOSE = 0.25  # plans this near to the best are as good


def choose_order(view: View, decision: Decision, luck: Drawing) -> Option:
    """Sure battles first: what dies there cannot hurt; then what is worth most."""
    row = view.units[view.seat]

    def worth(option: Option) -> float:
        at, foe = option
        stake = castle_worth(view, at) if view.tables.is_castle[at] else view.land[at] + 1.0
        return chance_to_win(view, at, row[at]) * (10.0 + stake) + KILLED * view.units[foe][at]

    return max(decision.options, key=worth)


# -------------------------------------------------------------------------------------------------- the opponent
def known_cards(view: View, foe: int) -> list[int]:
    mask = view.known[foe]
    return [card for card in range(24) if mask >> card & 1] if mask else []


def likely_cards(view: View, fight: FightView, foe: int, side: int) -> Chances:
    """What the opponent may play, with chances: known cards, or typical ones for cards not known."""
    size = view.hand_sizes[foe]
    promised = fight.answer[side] if fight.asked[1 - side] == COLOUR else -1
    if size == 0 or promised == NO_CARD_ANSWER:
        return [(1.0, NO_CARD)]
    known = [card for card in known_cards(view, foe) if card % 6 >= 2]
    typical = [STRONG_RED, STRONG_BLACK] if size > 1 else [STRONG_RED, STRONG_BLACK, WEAK_RED, WEAK_BLACK]
    cards = known if len(known) >= size else known + typical
    if promised in (RED_ANSWER, BLACK_ANSWER):
        fitting = [card for card in cards if RED[card // 6] == (promised == RED_ANSWER)]
        return [(1.0 / len(fitting), card) for card in fitting] if fitting else [(1.0, STRONG_RED)]
    none = 0.15
    return [(none, NO_CARD), *((((1.0 - none) / len(cards)), card) for card in cards)]


def likely_armies(view: View, fight: FightView, foe: int, side: int) -> Chances:
    """How much the opponent may commit: what it promised, or from nearly half to all."""
    units = view.units[foe][fight.at]
    if fight.asked[1 - side] == ARMY and fight.answer[side] >= 0:
        return [(1.0, fight.answer[side])]
    half = (units + 1) // 2
    return [(0.2, half), (0.3, (half + units) // 2), (0.5, units)]


def likely_scores(view: View, fight: FightView, foe: int, side: int) -> Chances:
    """Points of the opponent without its artifact."""
    settings, bonus = view.tables.settings, view.tables.bonus[foe][view.seat]
    elites = view.elites[fight.at] if foe == DWARVES else 0
    found: Chances = []
    for chance, army in likely_armies(view, fight, foe, side):
        strength = army + min(elites, army) * (settings.elite_worth - 1)
        found.append((chance, settings.points_per_unit * strength + bonus))
    return found


def is_betrayed(view: View, foe: int, card: int) -> bool:
    """Whether everybody knows that the opponent can betray who plays this card."""
    return view.shown_queens[foe] == view.tables.suit[view.seat] and view.shown_jacks[foe] == card // 6


# ------------------------------------------------------------------------------------------------------ the plan
def stake_of(view: View, at: int, foe: int) -> float:
    """What is won with the battle, besides own units."""
    killed = KILLED * view.units[foe][at]
    if view.tables.is_castle[at]:
        return castle_worth(view, at) + killed
    gold = LAST_TURN_GOLD if is_last_turn(view) else GOLD_WORTH
    return gold * view.land[at] + killed * (2.0 if foe == castle_race(view).leader else 1.0)


def rank_plans(view: View, decision: Decision, luck: Drawing) -> Ranking:
    """Least army that wins: chance of winning times the stake, less units and cards that it costs."""
    fight = view.fight
    assert fight is not None
    seat, tables = view.seat, view.tables
    side = 1 if fight.attacker == seat else 0  # the opponent's
    foe = (fight.attacker, fight.defender)[side]
    scores = tuple(likely_scores(view, fight, foe, side))
    cards = tuple(likely_cards(view, fight, foe, side))
    units, stake = view.units[seat][fight.at], stake_of(view, fight.at, foe)
    each = (LAST_TURN_UNIT if is_last_turn(view) else UNIT_WORTH) + 0.3
    bonus = tables.bonus[seat][foe] + (tables.settings.blessing_points if fight.blessed else 0)
    per_unit = tables.settings.points_per_unit
    table = known_needs(scores, cards, 1 - side)
    found: Ranking = []
    needs: Needs = ([], 0, 0, 0.0)
    card_now, price = NO_CARD - 1, 0.0
    for card, elites, least, most in heads_of(decision.options):
        if card != card_now:
            card_now, price = card, card_price(view, foe, card, stake)
            needs = table.get(card) or table.setdefault(card, points_needed(scores, cards, card, 1 - side))
        first = per_unit * (least + elites * (tables.settings.elite_worth - 1)) + bonus
        chances = win_chances(needs, first, per_unit, most - least + 1)
        for count, chance in enumerate(chances, least):
            found.append((chance * (stake + each * (units - count)) - price, (card, elites, count)))
    return found


def win_chances(needs: Needs, first: int, step: int, number: int) -> list[float]:
    """Of winning with so many points, and steps more."""
    parts, lowest, highest, total = needs
    chances = []
    for points in range(first, first + step * number, step) if step else [first] * number:
        chance = 0.0
        if points >= highest:
            chance = total
        elif points >= lowest:
            for need, part in parts:
                if points >= need:
                    chance += part
        chances.append(chance)
    return chances


def card_price(view: View, foe: int, card: int, stake: float) -> float:
    """What it costs to play a card: it may be lost, an Ace is, and the opponent may be known to wait for it."""
    if card < 0:
        return 0.0
    price = 0.25 * CARD_WORTH[card % 6] * (2.0 if card % 6 == 0 else 1.0)
    return price + stake if is_betrayed(view, foe, card) else price


@lru_cache(maxsize=4096)
def known_needs(scores: tuple[Chance, ...], cards: tuple[Chance, ...], side: int) -> dict[int, Needs]:
    """By own card, as far as they were reckoned."""
    return {}


def points_needed(scores: tuple[Chance, ...], cards: tuple[Chance, ...], card: int, side: int) -> Needs:
    """The points of an army that just win against each thing the opponent may do, with chances; ties are side 0's."""
    needs: dict[int, float] = {}
    for chance, theirs in cards:
        mine, his = artifact_points(card, theirs)
        for part, score in scores:
            need = score + his - mine + side
            needs[need] = needs.get(need, 0.0) + chance * part
    total = 0.0
    for part in needs.values():  # one by one, as in `win_chances`
        total += part
    return list(needs.items()), min(needs), max(needs), total


@cache
def artifact_points(mine: int, theirs: int) -> tuple[int, int]:
    return compare_artifacts(mine, theirs).points


def choose_plan(view: View, decision: Decision, luck: Drawing) -> Option:
    """One of the plans that are about as good as the best: who always does the same is easily beaten."""
    ranking = rank_plans(view, decision, luck)
    best = max(worth for worth, _ in ranking)
    good = [option for worth, option in ranking if worth >= best - CLOSE]
    return good[luck.below(len(good))]


# ------------------------------------------------------------------------------------------- questions and powers
def choose_question(view: View, decision: Decision, luck: Drawing) -> Option:
    """The army where it may vary much; the colour where the opponent has cards and we have both; else nothing."""
    fight = view.fight
    assert fight is not None
    foe = fight.defender if fight.attacker == view.seat else fight.attacker
    units = view.units[foe][fight.at]
    colours = {RED[card // 6] for card in view.hand if card % 6 >= 2}
    if units <= 2 and view.hand_sizes[foe] and len(colours) == 2:
        return (COLOUR,)
    if units >= 2:
        return (ARMY,)
    return (COLOUR,) if view.hand_sizes[foe] else PASS


def choose_answer(view: View, decision: Decision, luck: Drawing) -> Option:
    """A colour that the best plan would have anyway; of the army what a plan would commit, now and then a bluff."""
    fight = view.fight
    assert fight is not None
    side = 0 if fight.attacker == view.seat else 1
    if fight.asked[1 - side] == COLOUR:
        best = max(view.hand, key=lambda card: (card % 6, -card))
        if best % 6 <= 1:
            return (NO_CARD_ANSWER,)
        return (RED_ANSWER,) if RED[best // 6] else (BLACK_ANSWER,)
    least, most = heads_of(decision.options)[0]
    foe = (fight.attacker, fight.defender)[1 - side]
    chance = chance_to_win(view, fight.at, most)
    if chance < 0.2 and stake_of(view, fight.at, foe) < 5.0:
        return (least,)  # all is lost: nothing more to reckon with
    return (most - luck.below(2) if most > least + 1 and chance > 0.75 else most,)


def choose_blessing(view: View, decision: Decision, luck: Drawing) -> Option:
    """Once a turn: for the battle about the most, unless it is won or lost already."""
    fight = view.fight
    assert fight is not None
    row, own = view.units[ELVES], view.seen[ELVES]
    others = view.seen[0] | view.seen[2] | view.seen[3]
    battles = view.tables.list_of(own & others & view.tables.not_mountain)
    stakes = [castle_worth(view, at) if view.tables.is_castle[at] else float(view.land[at]) for at in battles]
    here = castle_worth(view, fight.at) if view.tables.is_castle[fight.at] else float(view.land[fight.at])
    chance = chance_to_win(view, fight.at, row[fight.at])
    return (1,) if here >= max(stakes, default=0.0) and 0.05 < chance < 0.9 else (0,)


def choose_treachery(view: View, decision: Decision, luck: Drawing) -> Option:
    """Declared, unless the battle is won without losses anyway: then the secret is kept."""
    fight = view.fight
    assert fight is not None
    side = 0 if fight.attacker == view.seat else 1
    mine, theirs = fight.plans[side], fight.plans[1 - side]
    assert mine is not None
    assert theirs is not None
    settings, seats = view.tables.settings, (fight.attacker, fight.defender)
    scores = []
    points = compare_artifacts(mine[0], theirs[0]).points
    for number, (_, elites, army, blessed) in enumerate((mine, theirs)):
        strength = army + elites * (settings.elite_worth - 1)
        seat = side if number == 0 else 1 - side
        bonus = view.tables.bonus[seats[seat]][seats[1 - seat]] + (settings.blessing_points if blessed else 0)
        scores.append(settings.points_per_unit * strength + points[number] + bonus)
    wins = scores[0] >= scores[1] if side == 0 else scores[0] > scores[1]
    way = decision.options[-1]
    spent = 1 if way[0] >= 0 else 0  # an Ace is worth a unit
    return PASS if wins and mine[2] <= spent else way
