"""A second, naive model of battle and auction, written from the rules alone; it imports nothing of the game."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

SUITS = {"D": "D", "E": "H", "G": "C", "O": "S"}
RED = {"D", "H"}


@dataclass
class Side:
    faction: str
    units: int
    army: int
    card: str | None
    hand: list[str]
    queen: str
    jack: str
    declares: bool = False


@dataclass
class After:
    units: dict[str, int]
    hands: dict[str, list[str]] = field(default_factory=dict)


def number(card: str) -> int:
    return 1 if card[0] == "A" else int(card[0])


def can_betray(traitor: Side, victim: Side) -> str | None:
    """How a side can declare: 'cards', the Ace it must discard, or None."""
    if victim.card is None:
        return None
    wanted = (SUITS[victim.faction], victim.card[1])
    if (traitor.queen, traitor.jack) == wanted:
        return "cards"
    if traitor.faction == "D":
        if (traitor.jack, traitor.queen) == wanted:
            return "cards"
        ace = "A" + victim.card[1]
        if traitor.queen == wanted[0] and ace in traitor.hand and ace != traitor.card:
            return ace
    return None


def battle(attacker: Side, defender: Side) -> After:
    hands = {one.faction: list(one.hand) for one in (attacker, defender)}
    units = {one.faction: one.units for one in (attacker, defender)}

    def wipe(side: Side) -> None:
        units[side.faction] = 0
        if side.card:
            hands[side.faction].remove(side.card)

    ways = {}
    for one, other in ((attacker, defender), (defender, attacker)):
        ways[one.faction] = can_betray(one, other) if one.declares else None
        way = ways[one.faction]
        if way and way != "cards":
            hands[one.faction].remove(way)
    if ways[attacker.faction] and ways[defender.faction]:
        wipe(attacker)
        wipe(defender)
        return After(units, hands)
    for one, other in ((attacker, defender), (defender, attacker)):
        if ways[one.faction]:
            wipe(other)
            if one.card and one.card[0] == "A":
                hands[one.faction].remove(one.card)
            return After(units, hands)
    points = {one.faction: 2 * one.army for one in (attacker, defender)}
    spent: set[str] = {one.card for one in (attacker, defender) if one.card and one.card[0] == "A"}
    a, d = attacker.card, defender.card
    if a and d and (a[1] in RED) == (d[1] in RED):
        if number(a) == number(d):
            spent |= {a, d}
        elif number(a) < number(d):
            points[attacker.faction] += number(a)
            spent.add(d)
        else:
            points[defender.faction] += number(d)
            spent.add(a)
    else:
        points[attacker.faction] += number(a) if a else 0
        points[defender.faction] += number(d) if d else 0
    if points[defender.faction] > points[attacker.faction]:
        winner, loser = defender, attacker
    else:
        winner, loser = attacker, defender
    wipe(loser)
    units[winner.faction] -= winner.army
    if winner.card in spent:
        hands[winner.faction].remove(winner.card)
    return After(units, hands)


@dataclass
class Buyer:
    faction: str
    gold: int
    limit_left: int
    aces: int
    wishes: list[int]  # what it bids each time it is asked, if it may; 0 is a pass


def auction(order: str, buyers: dict[str, Buyer]) -> tuple[str | None, int]:
    """Who buys and the bid; buyers are asked around the table from the first of `order`."""
    out: set[str] = set()
    high, leader = 0, None
    richest = max(buyer.gold for buyer in buyers.values())
    turn = 0
    while True:
        name = order[turn % 4]
        turn += 1
        if name == leader:
            return leader, high
        if len(out) == 4:
            return None, 0
        if name in out:
            continue
        buyer = buyers[name]
        ceiling = max(buyer.gold, richest + 1) if buyer.aces else buyer.gold
        least = high + 1
        if buyer.limit_left <= 0 or ceiling < least:
            out.add(name)
            continue
        wish = buyer.wishes.pop(0) if buyer.wishes else 0
        if least <= wish <= ceiling:
            high, leader = wish, name
        else:
            out.add(name)


def half_up(price: int) -> int:
    exact = Fraction(price, 2)
    return int(exact) if exact.denominator == 1 else int(exact + Fraction(1, 2))
