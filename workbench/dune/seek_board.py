"""A seeker on the board: where units start, come, go, hide and leave. Each kind ranks its options, best first to last.

A ranking is a list of (worth, option); rankings leave out options that no seeker would look at.
"""

from __future__ import annotations

from operator import itemgetter

from workbench.dune.decision import PASS, RAISE, Decision, Drawing, Option, Options, Ranged
from workbench.dune.names import ELVES, GOBLINS, NO_CARD, ORCS
from workbench.dune.outlook import ACE, Outlook
from workbench.dune.race import castle_race, chance_to_win, is_last_turn
from workbench.dune.views import View

Ranking = list[tuple[float, Option]]
worth_of = itemgetter(0)
MOST_GARRISON = 4  # units left behind that are tried


def heads_of(options: Options) -> list[tuple[int, ...]]:
    return options.heads if isinstance(options, Ranged) else []


def best_of(ranking: Ranking) -> Option:
    """The option of most worth; of equals the first."""
    return max(ranking, key=worth_of)[1]


# ------------------------------------------------------------------------------------------------------- set-up
def rank_setup(view: View, decision: Decision, luck: Drawing) -> Ranking:
    """Half of the units keep the castle; the others wait near the castles of others, now here, now there."""
    tables = view.tables
    over = tables.rules.factions[ORCS].split_over
    lean = [luck.below(100) / 100 for _ in over]
    found: Ranking = []
    for option in decision.options:
        worth = 0.0
        for at, count, taste in zip(over, option, lean, strict=True):
            if tables.is_castle[at]:
                worth += 5.0 * count / (count + 1.0)
            else:
                worth += (0.4 + taste) * count - 0.1 * count * count
        found.append((worth, option))
    return found


# ------------------------------------------------------------------------------------------- anywhere in one go
def rank_jumps(view: View, decision: Decision, luck: Drawing) -> Ranking:
    """An Ace is spent where a whole stack is worth more elsewhere before the dragon flies."""
    row = view.units[view.seat]
    outlook = Outlook(view, max(row))
    found: Ranking = [(0.0, PASS)]
    for option in decision.options:
        if option:
            start, to, _ = option
            count = row[start]
            found.append((outlook.gains(to)[count] - outlook.losses(start)[count] - ACE, option))
    return found


def rank_rides(view: View, decision: Decision, luck: Drawing) -> Ranking:
    """The Red Dragon carries for nothing."""
    outlook = Outlook(view, view.units[view.seat][view.shared_at])
    losses = outlook.losses(view.shared_at)
    found: Ranking = [(0.0, PASS)]
    for to, least, most in heads_of(decision.options):
        gains = outlook.gains(to)
        found += [(gains[count] - losses[count], (to, count)) for count in range(least, most + 1)]
    return found


# ------------------------------------------------------------------------------------------------- recruitment
def choose_initiative(view: View, decision: Decision, luck: Drawing) -> Option:
    """Last, where all moves of others are known; first where a castle stands open and gold is there to fill it."""
    held = view.seen[0] | view.seen[1] | view.seen[2] | view.seen[3]
    open_castles = view.tables.castle_mask & ~held & ~(1 << view.tables.troll if view.troll else 0)
    can_fill = open_castles and view.gold[GOBLINS] >= 2 and view.bank[GOBLINS] >= 3
    return decision.options[0 if can_fill and view.turn < view.tables.settings.turn_limit else -1]


def choose_revival(view: View, decision: Decision, luck: Drawing) -> Option:
    """All that costs nothing; with an Ace where the bank is empty and many have died; paid for if gold is left."""
    heads = heads_of(decision.options)
    free = view.tables.revive_free[view.seat][view.ally[view.seat]]
    price = view.tables.settings.revive_price
    least, most = heads[0][-2:]
    spare = view.gold[view.seat] // (2 * price) if price else most
    count = max(least, min(most, free + spare))
    if len(heads) > 1 and view.bank[view.seat] <= 2 and view.grave[view.seat] >= 4:
        return (*heads[1][:-2], heads[1][-1])
    return (NO_CARD, count)


def rank_conscripts(view: View, decision: Decision, luck: Drawing) -> Ranking:
    """Units come for nothing where they are worth most; nowhere if the dragon would have them."""
    heads = heads_of(decision.options)
    outlook = Outlook(view, heads[0][-1])
    found: Ranking = [(0.0, PASS)]
    for at, least, most in heads:
        gains = outlook.gains(at)
        found += [(gains[count], (at, count)) for count in range(least, most + 1)]
    return found


def rank_hires(view: View, decision: Decision, luck: Drawing) -> Ranking:
    """Mercenaries where they are worth more than their price; gold for the leader counts more than its price."""
    heads, seat, tables = heads_of(decision.options), view.seat, view.tables
    outlook = Outlook(view, max([head[-1] for head in heads]))
    is_half = seat == GOBLINS or view.ally[seat] == GOBLINS
    point = outlook.gold * (1.6 if outlook.leader == GOBLINS and seat != GOBLINS else 1.0)
    found: Ranking = [(0.0, PASS)]
    busy, rates, first_ace, best_rate = outlook.busy(), outlook.rates, NO_CARD, 0.0
    for how, at, least, most in heads:
        if not busy >> at & 1:
            if how == RAISE and rates[at] > best_rate:
                best_rate = rates[at]
                found.append((best_rate * most, (how, at, most)))
            continue
        if how >= 0:
            first_ace = how if first_ace == NO_CARD else first_ace
            if how != first_ace:
                continue  # Aces are alike
        price = 0 if how == RAISE else tables.hire_price[at]
        gains, last = outlook.gains(at), most_wanted(outlook, at, most)
        if how >= 0 or is_half:
            aside = ACE if how >= 0 else 0.0
            halves = [(n, (price * n + 1) >> 1) for n in range(least, last + 1)]
            found += [(gains[n] - point * cost - aside, (how, at, n)) for n, cost in halves]
        else:
            each = point * price
            found += [(gains[n] - each * n, (how, at, n)) for n in range(least, last + 1)]
    return found


def most_wanted(outlook: Outlook, at: int, most: int) -> int:
    """Nobody needs more units than can carry the gold where there is neither castle nor foe."""
    if (outlook.tables.castle_mask | outlook.others) >> at & 1:
        return most
    per_unit = max(1, outlook.tables.settings.gold_per_unit)
    return min(most, max(1, (outlook.view.land[at] + per_unit - 1) // per_unit))


def rank_moves(view: View, decision: Decision, luck: Drawing) -> Ranking:
    """Some or all of a stack to where they are worth more; garrisons of castles are weighed unit by unit."""
    outlook, castles = Outlook(view, max(view.units[view.seat])), view.tables.castle_mask
    rates, busy = outlook.rates, outlook.busy()
    found: Ranking = [(0.0, PASS)]
    start_now, losses, least, first_ace, best_rate = -1, [0.0], 1, NO_CARD, 0.0
    for start, to, ace, _, most in heads_of(decision.options):
        if start != start_now:
            start_now, losses, best_rate = start, outlook.losses(start), -9.0
            least = max(1, most - MOST_GARRISON) if castles >> start & 1 or view.land[start] else most
        if not busy >> to & 1:
            if ace < 0 and rates[to] > best_rate:  # of all places on the way only the best, with the whole stack
                best_rate = rates[to]
                found.append((best_rate * most - losses[most], (start, to, ace, most)))
        elif ace < 0:
            first = least if castles >> to & 1 else min(least, most_wanted(outlook, to, most))
            gains = outlook.gains(to)
            found += [(gains[count] - losses[count], (start, to, ace, count)) for count in range(first, most + 1)]
        elif castles >> to & 1 and (first_ace in (NO_CARD, ace)):  # Aces are alike, and kept for castles
            first_ace = ace
            found.append((outlook.gains(to)[most] - losses[most] - ACE, (start, to, ace, most)))
    return found


def choose_block(view: View, decision: Decision, luck: Drawing) -> Option:
    """An Ace keeps a rich leader from hiring; others may pay us."""
    victim, race = view.seq[view.pos], castle_race(view)
    is_dangerous = race.leader == victim or race.counts[victim] >= view.tables.settings.castles_to_win - 1
    if is_dangerous and min(view.gold[victim], view.bank[victim]) >= 3:
        return decision.options[1]
    return PASS


def rank_disbands(view: View, decision: Decision, luck: Drawing) -> Ranking:
    """Units go where they would only die: before the dragon, or in a battle that cannot be won."""
    seat, seen = view.seat, view.seen
    others = seen[seat ^ 1] | seen[seat ^ 2] | seen[seat ^ 3]
    if not (seen[seat] | view.hid[seat]) & (others | ~view.tables.castle_mask):
        return [(0.0, PASS)]  # all stand in castles of their own
    outlook = Outlook(view)
    price = 0 if decision.kind == "early_disband" else view.tables.settings.late_disband_price
    spared = 0.3 * outlook.unit - price * outlook.gold  # a unit in the bank has to come back first
    kept, busy = view.tables.castle_mask & ~outlook.others, outlook.busy()
    found: Ranking = [(0.0, PASS)]
    for at, least, most in heads_of(decision.options):
        if kept >> at & 1:
            continue
        if not busy >> at & 1:
            least = most
        losses = outlook.losses(at)
        found += [(count * spared - losses[count], (at, count)) for count in range(least, most + 1)]
    return found


# ------------------------------------------------------------------------------------------------------- hiding
def choose_hiding(view: View, decision: Decision, luck: Drawing) -> Option:
    """Who would probably lose hides; an Ace is spent for this only where much is at stake."""
    count = view.units[view.seat][view.shared_at]
    if is_last_turn(view) or (view.seat != ELVES and count < 3):
        return PASS
    chance = chance_to_win(view, view.shared_at, count)
    return decision.options[1] if chance < (0.45 if view.seat == ELVES else 0.3) else PASS


def choose_unhiding(view: View, decision: Decision, luck: Drawing) -> Option:
    """A stack comes out where nobody is seen, or where it may win what is there."""
    at, seen = decision.options[0][0], view.seen
    foes = (seen[ELVES ^ 1] | seen[ELVES ^ 2] | seen[ELVES ^ 3]) >> at & 1
    needed = 0.35 if view.tables.is_castle[at] else 0.5
    is_out = not foes or is_last_turn(view) or chance_to_win(view, at, view.units[ELVES][at]) >= needed
    return (at, 1 if is_out else 0)
