"""The acts of scenarios. Each judges legality by the very lists of options that the game offers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from workbench.dune import bidding, collect, dragon, event, hiding, recruit
from workbench.dune.battle import answers, battles, may_bless, plans
from workbench.dune.combat import settle, treacheries
from workbench.dune.decision import ARMY, COLOUR, KEEP, RAISE, SELL
from workbench.dune.flow import STEPS, TAKERS, Step
from workbench.dune.names import DWARVES, ELVES, GOBLINS, LETTERS, NO_CARD, NOBODY, ORCS, parse_card, parse_faction
from workbench.dune.scenario_state import Unsupported, place_of
from workbench.dune.state import Fight, State


class Illegal(Exception):
    """The act is against the rules; nothing has changed."""


@dataclass
class Told:
    """What an act tells besides the state that it leaves."""

    illegal: bool = False
    cost: int | None = None
    paid_to: str | None = None
    reach: list[str] | None = None


Act = Callable[[State, Any, Told], None]
Details = Mapping[str, Any]
YES = (True, "yes", "accept")
TOPICS = {
    **dict.fromkeys(("colour", "color", "artifact", "artifact colour", "artifact_colour"), COLOUR),
    **dict.fromkeys(("army", "size", "army size", "army_size"), ARMY),
}


def _demand(condition: bool) -> None:
    if not condition:
        raise Illegal


def _known(details: Any, *keys: str) -> Details:
    if not isinstance(details, dict):
        raise Unsupported("the act needs keys and values")
    for key in details:
        if key not in keys:
            raise Unsupported(f"unknown key '{key}' in the act")
    return details


def _ace(s: State, faction: int, details: Details, needed: bool = False) -> int:
    """The Ace that is used: one by name, or any; NO_CARD for none."""
    asked = details.get("ace", needed)
    if asked is None or asked is False:
        _demand(not needed)
        return NO_CARD
    held = s.aces(faction)
    _demand(bool(held))
    if isinstance(asked, str):
        _demand(parse_card(asked) in held)
        return parse_card(asked)
    return held[0]


def _troll(s: State, faction: int, at: int) -> None:
    if at == s.tables.troll:
        dragon.strike_troll(s, faction)


def _payee(faction: int, payee: int) -> str:
    return "bank" if faction == payee else LETTERS[payee]


# ------------------------------------------------------------------------------------------------ rounds I and II
def act_dragon_roll(s: State, details: Any, told: Told) -> None:
    if not s.dragon:
        raise Unsupported("the dragon is nowhere")
    _demand(1 <= int(details) <= s.tables.settings.dragon_die)
    dragon.fly(s, int(details))


def act_red_dragon(s: State, details: Any, told: Told) -> None:
    event.strike_red(s, place_of(s, details))


def act_event(s: State, details: Any, told: Told) -> None:
    if not s.events:
        raise Unsupported("the next event card is left open")
    struck = event.check_event(s)
    if struck >= 0:
        event.strike_red(s, struck)
    event.place_event_gold(s)


def act_ride(s: State, details: Any, told: Told) -> None:
    given = _known(details, "by", "from", "to", "n")
    faction, start, to = parse_faction(given["by"]), place_of(s, given["from"]), place_of(s, given["to"])
    _demand(faction == ORCS and (to, int(given["n"])) in event.rides(s, start))
    dragon.land_units(s, faction, start, to, int(given["n"]))


def act_ace_jump(s: State, details: Any, told: Told) -> None:
    given = _known(details, "by", "from", "to", "ace", "n")
    faction, start, to = parse_faction(given["by"]), place_of(s, given["from"]), place_of(s, given["to"])
    _demand(faction == ORCS)
    ace = _ace(s, faction, given, needed=True)
    _demand((start, to, ace) in dragon.jumps(s))
    if int(given.get("n", s.units[faction][start])) != s.units[faction][start]:
        raise Illegal
    s.discard(faction, ace, "jump")
    dragon.land_units(s, faction, start, to, s.units[faction][start])


def act_council(s: State, details: Any, told: Told) -> None:
    """From the starting player each speaks once; who is not named neither breaks nor asks."""
    steps: list[Details] = [{"by": one["by"], key: one[key]} for one in details for key in _spoken(one)]
    trial = s.copy()
    trial.pos, trial.step = 0, Step.BREAK
    while trial.step != Step.GOLD:
        trial.asked = None
        _council_step(trial, steps)
    _demand(not steps)
    s.ally[:] = trial.ally


def _spoken(one: Any) -> list[str]:
    """What a speaker does, in the order of the council."""
    given = _known(one, "by", "break", "ask", "answer")
    return [key for key in ("break", "ask", "answer") if key in given]


def _council_step(s: State, steps: list[Details]) -> None:
    STEPS[s.step](s)
    asked = s.asked
    if asked is None:
        return
    wanted = {"council_break": "break", "council_propose": "ask", "council_reply": "answer"}[asked.kind]
    given: Any = None
    if steps and parse_faction(steps[0]["by"]) == asked.seat and wanted in steps[0]:
        given = steps.pop(0)[wanted]
    if asked.kind == "council_propose":
        option = (parse_faction(given),) if given is not None else ()
    else:
        option = (int(given in YES or (wanted == "break" and given == LETTERS[s.ally[asked.seat]])),)
    _demand(option in asked.options)
    TAKERS[asked.kind](s, asked.seat, option)


# ------------------------------------------------------------------------------------------------------ round III
def act_win_card(s: State, details: Any, told: Told) -> None:
    given = _known(details, "by", "card", "price", "ace")
    faction, card, bid = parse_faction(given["by"]), parse_card(given["card"]), int(given.get("price", 0))
    ace = _ace(s, faction, given)
    _demand(bidding.has_room(s, faction) and ((ace,) in bidding.payments(s, faction, bid)))
    if any(card in hand for hand in s.hands):
        raise Unsupported("the card is in a hand already")
    s.artifacts = [one for one in s.artifacts if one != card]
    told.cost = 0 if ace != NO_CARD else bidding.price(s, faction, bid)
    told.paid_to = None if ace != NO_CARD else _payee(faction, DWARVES)
    bidding.win_card(s, faction, card, bid, ace)


def act_auction(s: State, details: Any, told: Told) -> None:
    """Bids in the order in which they are made; 0 or null, or no further bid, is a pass."""
    given = _known(details, "card", "bids", "ace")
    card = parse_card(given["card"])
    s.artifacts = [one for one in s.artifacts if one != card]
    bids = [(parse_faction(who), bid or 0) for who, bid in given["bids"]]
    trial = s.copy()
    trial.bidder, trial.step = trial.start, Step.BID
    bidding.open_card(trial, card)
    while trial.step == Step.BID:
        trial.asked = None
        bidding.ask_bid(trial)
        if trial.asked is None:
            break
        _bid(trial, trial.asked.seat, bids)
    _demand(not any(bid for _, bid in bids))
    winner, high = trial.high_by, trial.high
    if winner == NOBODY:
        s.artifacts.append(card)
        s.known_top = card
        return
    options = bidding.payments(s, winner, high)
    ace = _ace(s, winner, given) if "ace" in given else options[0][0]
    _demand((ace,) in options)
    told.cost = 0 if ace != NO_CARD else bidding.price(s, winner, high)
    told.paid_to = None if ace != NO_CARD else _payee(winner, DWARVES)
    bidding.win_card(s, winner, card, high, ace)


def _bid(s: State, seat: int, bids: list[tuple[int, int]]) -> None:
    option: tuple[int, ...] = ()
    while bids and not bids[0][1] and s.passed >> bids[0][0] & 1:
        bids.pop(0)  # a pass of somebody who could not bid anyway
    if any(who == seat for who, _ in bids):
        _demand(bids[0][0] == seat)
        bid = bids.pop(0)[1]
        option = (bid,) if bid else ()
        _demand(option in bidding.bids(s, seat))
    bidding.take_bid(s, seat, option)


# ------------------------------------------------------------------------------------------------------- round IV
def act_hire(s: State, details: Any, told: Told) -> None:
    given = _known(details, "by", "at", "n", "ace")
    faction, at, count = parse_faction(given["by"]), place_of(s, given["at"]), int(given["n"])
    ace = _ace(s, faction, given)
    cost = recruit.hire_cost(s, faction, at, count, ace)
    wasted = ace != NO_CARD and recruit.has_half_price(s, faction) and not s.tables.settings.halvings_stack
    _demand((NO_CARD if wasted else ace, at, count) in recruit.hires(s, faction))
    told.cost, told.paid_to = cost, _payee(faction, GOBLINS)
    recruit.hire(s, faction, ace, at, count)
    _troll(s, faction, at)


def act_raise(s: State, details: Any, told: Told) -> None:
    given = _known(details, "by", "at", "n")
    faction, at, count = parse_faction(given["by"]), place_of(s, given["at"]), int(given["n"])
    _demand((RAISE, at, count) in recruit.hires(s, faction))
    told.cost = 0
    recruit.hire(s, faction, RAISE, at, count)
    _troll(s, faction, at)


def act_conscript(s: State, details: Any, told: Told) -> None:
    given = _known(details, "by", "at", "n")
    faction, at, count = parse_faction(given["by"]), place_of(s, given["at"]), int(given["n"])
    _demand((at, count) in recruit.conscriptions(s, faction))
    told.cost = 0
    recruit.conscript(s, faction, at, count)
    _troll(s, faction, at)


def act_revive(s: State, details: Any, told: Told) -> None:
    given = _known(details, "by", "n", "ace")
    faction, count = parse_faction(given["by"]), int(given["n"])
    ace = _ace(s, faction, given)
    options = recruit.revivals(s, faction)
    spared = (NO_CARD, count) in options  # an Ace that was not needed is used up all the same
    _demand((ace, count) in options or (spared and ace != NO_CARD and faction == ELVES))
    told.cost, told.paid_to = recruit.revival_cost(s, faction, count, ace), "bank"
    recruit.revive(s, faction, ace, count)


def act_move(s: State, details: Any, told: Told) -> None:
    given = _known(details, "by", "from", "to", "n", "ace")
    faction, start, to = parse_faction(given["by"]), place_of(s, given["from"]), place_of(s, given["to"])
    count = int(given.get("n", s.units[faction][start]))
    ace = _ace(s, faction, given)
    options = recruit.moves(s, faction)
    _demand((start, to, NO_CARD, count) in options or (start, to, ace, count) in options)
    if ace != NO_CARD:
        s.discard(faction, ace, "move")
    hiding.move_units(s, faction, start, to, count)
    _troll(s, faction, to)


def act_disband(s: State, details: Any, told: Told) -> None:
    given = _known(details, "by", "at", "n")
    faction, at, count = parse_faction(given["by"]), place_of(s, given["at"]), int(given["n"])
    _demand((at, count) in recruit.disbandings(s, faction, early=False))
    before = s.gold[faction]
    recruit.disband_late(s, faction, at, count)
    told.cost, told.paid_to = before - s.gold[faction], "bank"


def act_reach(s: State, details: Any, told: Told) -> None:
    given = _known(details, "by", "from", "ace")
    faction, start = parse_faction(given["by"]), place_of(s, given["from"])
    steps = recruit.move_range(s, faction)
    if given.get("ace"):
        steps += s.tables.settings.ace_range
    told.reach = [s.tables.names[at] for at in recruit.reach(s, faction, start, steps)]


def act_block_hire(s: State, details: Any, told: Told) -> None:
    given = _known(details, "by", "whom", "ace")
    faction, victim = parse_faction(given["by"]), parse_faction(given["whom"])
    _demand(faction == GOBLINS)
    ace = _ace(s, faction, given, needed=True)
    _demand((ace,) in recruit.blocks(s, victim))
    recruit.block_hire(s, victim, ace)


def act_hide(s: State, details: Any, told: Told) -> None:
    given = _known(details, "by", "at", "ace")
    faction, at = parse_faction(given["by"]), place_of(s, given["at"])
    ace = NO_CARD if faction == ELVES else _ace(s, faction, {"ace": True, **given}, needed=True)
    _demand((ace,) in hiding.ways_to_hide(s, faction, at))
    hiding.hide(s, faction, at, ace)


def act_unhide(s: State, details: Any, told: Told) -> None:
    given = _known(details, "by", "at")
    faction, at = parse_faction(given["by"]), place_of(s, given["at"])
    _demand(hiding.can_unhide(s, faction, at))
    hiding.unhide(s, faction, at)


# -------------------------------------------------------------------------------------------------------- round V
def act_battle(s: State, details: Any, told: Told) -> None:
    given = _known(details, "at", "attacker", "defender", "plans", "declare", "bless", "plunder")
    at, sides = place_of(s, given["at"]), (parse_faction(given["attacker"]), parse_faction(given["defender"]))
    _demand((at, sides[1]) in battles(s, sides[0]))
    fight = Fight(at, *sides)
    written = {parse_faction(key): plan for key, plan in given.get("plans", {}).items()}
    _demand(set(written) <= set(sides))
    for faction in map(parse_faction, given.get("bless", ())):
        _demand(faction in sides and may_bless(s, faction))
        fight.blessed[sides.index(faction)] = True
    for side, faction in enumerate(sides):
        _set_plan(s, fight, side, written.get(faction, {}))
    ways = {}
    for faction in map(parse_faction, given.get("declare", ())):
        _demand(faction in sides)
        options = treacheries(s, fight, sides.index(faction))
        _demand(len(options) > 1)
        ways[sides.index(faction)] = options[1][0]
    for side, way in ways.items():
        fight.way[side] = way
    _fight_out(s, fight, given.get("plunder", "keep"))


def _set_plan(s: State, fight: Fight, side: int, plan: Details) -> None:
    faction = fight.sides[side]
    given = _known(plan, "army", "artifact", "elite", "elites")
    army, artifact = int(given.get("army", 0)), given.get("artifact")
    card = parse_card(artifact) if artifact else NO_CARD
    there = s.elites[fight.at] if faction == DWARVES else 0
    named = given.get("elite", given.get("elites"))
    elites = min(army, there) if named is None else int(named)
    _demand((card, elites, army) in plans(s, fight, side))
    fight.card[side], fight.elites[side], fight.army[side] = card, elites, army


def _fight_out(s: State, fight: Fight, plunder: str) -> None:
    after = s.copy()
    winner, loser = settle(after, fight)
    plundered = after.hands[loser] if winner == ORCS and s.tables.plunder else []
    if len(plundered) > 1:
        raise Unsupported("which artifact is plundered is left to luck")
    settle(s, fight)
    if plundered:
        room = len(s.hands[ORCS]) < s.tables.hand_limit[ORCS]
        s.loot, s.loser = plundered[0], loser
        TAKERS["plunder"](s, ORCS, (KEEP if plunder == "keep" and room else SELL,))


def act_ask(s: State, details: Any, told: Told) -> None:
    """Legal where an Elf or Elf-ally battles; `of` names the opponent where there are several."""
    given = _known(details, "by", "at", "about", "of")
    faction, at = parse_faction(given["by"]), place_of(s, given["at"])
    _demand(given.get("about") in TOPICS and s.tables.may_ask(faction, s.ally[faction]))
    foes = [foe for where, foe in battles(s, faction) if where == at]
    _demand(bool(foes) and ("of" not in given or parse_faction(given["of"]) in foes))
    fight = Fight(at, faction, foes[0])
    fight.asked[0] = TOPICS[given["about"]]
    _demand(len(answers(s, fight, 1)) > 0)


# ---------------------------------------------------------------------------------------------- rounds VI and VII
def act_collect(s: State, details: Any, told: Told) -> None:
    collect.collect(s)


def act_victory(s: State, details: Any, told: Told) -> None:
    collect.judge(s)


def act_control(s: State, details: Any, told: Told) -> None:
    for name in details:
        place_of(s, name)


ACTS: dict[str, Act] = {
    name.removeprefix("act_"): act for name, act in list(globals().items()) if name.startswith("act_")
}
