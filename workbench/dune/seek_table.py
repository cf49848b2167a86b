"""A seeker at the table: alliances, auctions and cards."""

from __future__ import annotations

from workbench.dune.decision import KEEP, PASS, SELL, Decision, Drawing, Option
from workbench.dune.names import DWARVES, ELVES, FACTIONS, GOBLINS, NO_CARD, NOBODY, ORCS
from workbench.dune.race import castle_race
from workbench.dune.seek_board import heads_of
from workbench.dune.views import View

CARD_WORTH = (3.0, 0.5, 1.0, 2.0, 3.0, 4.0)  # in gold, by value from the Ace on
UNSEEN_WORTH = 2.2
GIVES = {DWARVES: 1.0, ELVES: 1.2, GOBLINS: 2.0, ORCS: 2.5}  # what an alliance with each is worth


def alliance_worth(view: View, other: int) -> float:
    """What the other's power is worth, less what ours is worth to one who is ahead."""
    seat, (counts, leader, _) = view.seat, castle_race(view)
    worth = GIVES[other]
    if other == GOBLINS:
        worth += 0.15 * (view.gold[seat] - 3)
    elif other == DWARVES:
        worth += 0.1 * (view.tables.hand_limit[seat] - view.hand_sizes[seat])
    elif other == ORCS:
        worth += 0.1 * (view.bank[seat] + view.grave[seat] - 5)
    ahead = counts[other] - counts[seat]
    return worth - 1.5 * max(0, ahead) - (2.0 if leader == other and ahead > 0 else 0.0)


def choose_break(view: View, decision: Decision, luck: Drawing) -> Option:
    """An ally who has got ahead is left, and one for whom a better one is free."""
    ally = view.ally[view.seat]
    now = alliance_worth(view, ally)
    free = [alliance_worth(view, f) for f in FACTIONS if f != view.seat and view.ally[f] == NOBODY]
    return (1,) if now < 0.5 or max(free, default=0.0) > now + 0.8 else (0,)


def choose_proposal(view: View, decision: Decision, luck: Drawing) -> Option:
    """The best who is free, unless none is worth it."""
    found = [(alliance_worth(view, option[0]), option) for option in decision.options if option]
    worth, option = max(found)
    return option if worth > 0.8 else PASS


def choose_reply(view: View, decision: Decision, luck: Drawing) -> Option:
    """Yes to whoever is worth it: who waits for better may stay alone."""
    speaker = view.order[(view.start + view.pos) % 4]
    return (1,) if alliance_worth(view, speaker) > 0.8 else (0,)


def purse(view: View) -> int:
    """The most that a seeker spends on a card: half of its gold."""
    gold = view.gold[view.seat]
    return gold // 2 if gold > 2 else min(gold, 1)


def bid_limit(view: View) -> int:
    """The most that the card up for bid is worth to the seat."""
    seat, gold = view.seat, view.gold[view.seat]
    worth = UNSEEN_WORTH if view.card == NO_CARD else CARD_WORTH[view.card % 6]
    held = view.hand_sizes[seat]
    worth += 1.0 if held == 0 else -0.4 * (held - 1)
    if seat == GOBLINS:
        worth += 1.5  # two for one
    if view.ally[seat] == DWARVES:
        worth *= 1.6
    if seat != DWARVES and view.turn > 1:
        worth -= 1.0 if castle_race(view).leader == DWARVES else 0.0
    if view.turn >= view.tables.settings.turn_limit - 1:
        worth += 0.5 * (gold > 6)
    return min(int(worth + 0.5), purse(view))


def choose_bid(view: View, decision: Decision, luck: Drawing) -> Option:
    """The least bid that leads, as long as the card is worth it; at times a step more, which shakes off others."""
    heads = heads_of(decision.options)
    least, most = heads[0]
    limit = bid_limit(view) if least <= purse(view) else 0
    if least > limit:
        return PASS
    return (least + 1,) if least + 1 <= min(limit, most) and luck.below(4) == 0 else (least,)


def choose_payment(view: View, decision: Decision, luck: Drawing) -> Option:
    """Gold where the price is small; an Ace saves more than it is worth."""
    options = decision.options
    if options[0][0] != NO_CARD:
        return options[0]
    return options[1] if view.high >= 3 else options[0]


def card_worth(view: View, card: int) -> float:
    return CARD_WORTH[card % 6]


def choose_discard(view: View, decision: Decision, luck: Drawing) -> Option:
    """A full hand makes room by its worst card, if that is a bad one: a card in hand bars from bidding."""
    if view.hand_sizes[view.seat] < view.tables.hand_limit[view.seat] or view.gold[view.seat] < 3:
        return PASS
    place = min(range(len(view.hand)), key=lambda one: card_worth(view, view.hand[one]))
    return (place,) if card_worth(view, view.hand[place]) < 2.0 else PASS


def choose_plunder(view: View, decision: Decision, luck: Drawing) -> Option:
    """A good card is kept where there is room, a bad one sold."""
    is_good = card_worth(view, view.loot) > view.tables.settings.plunder_gold
    return (KEEP,) if is_good and (KEEP,) in decision.options else (SELL,)
