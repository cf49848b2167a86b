"""How fast a bot thinks: decisions, look-aheads and plies a second on one core."""

from __future__ import annotations

import itertools
import time
from functools import lru_cache

from workbench.bots.choose import open_bot
from workbench.bots.registry import parse_bot
from workbench.duke.board.compile import Rules
from workbench.duke.board.state import Pool, new_pool
from workbench.tileset.compose import Composition, compose
from workbench.tileset.settings import Settings
from workbench.words import Owner

# Decisions of base games between strong players, early and late: the same for every bot and every version.
MIDDLE_GAMES = (
    "2fodufo1/3dr2/6/3FO'2/6/2GEDUFO1 N AsBoChDrFoKnLoMaPi3PrRaSeWi/AsBoChFoGeKnLoMaPi3PrRaSeWi np=1 3",
    "1fodulo2/6/2fo'3/2FO'3/6/1FODUKN2 S AsBoChDrFoGeLoMaPi3PrRaSeWi/AsBoChDrFoGeKnMaPi3PrRaSeWi np=2 4",
    "2fodufo1/4dr'1/6/6/2FO3/FO'GEDUMA2 N AsBoChDrFoKnLoPi3PrRaSeWi/AsBoChFoGeKnLoMaPi3PrRaSeWi - 5",
    "1fodu3/2gefo'2/6/3as'2/3PI2/2FODUAS1 S BoChDrFoGeKnLoMaPi2PrRaSeWi/BoChDrFoKnLoMaPi3PrRaSeWi off=x:Fo/- 8",
    "1lodufo2/pr'fo'ma3/6/6/2FO'BOFO1/2PIDUKN1 N AsChDrFoGeLoMaPi2PrRaSeWi/AsBoChDrFoGeKnPi3RaSeWi np=1 11",
    "6/3BO2/6/2fo2wi/5du/1FO'1DUFO1 S AsChDrFoGeKnLoMaPi3PrRaSeWi/AsBoDrFoGeKnLoMaPi3PrRaSe off=-/x:ChFo 12",
    "1pr2du'RA/1fo'1fo'2/6/6/2FO3/FO'SEDUDR'2 N AsBoChFoGeKnLoMaPi3PrWi/AsBoChDrFoGeLoMaPi3RaSeWi off=-/x:Kn;np=2 13",
    "3dufo1/2fo'pikn'1/3as2/6/3LOFO'1/1FOPI1MADU' N AsBoChDrFoGePi2PrRaSeWi/BoChDrFoGeLoMaPi2PrRaSeWi off=x:Kn/- 15",
    "3duwi1/1pi'4/2SE'fodr1/6/6/FO'PRDULO2 S AsBoDrFoGeKnPi3RaWi/AsChFoGeKnLoMaPi2PrRaSe off=x:ChFoMa/x:BoFo 24",
    "1FO4/4fo'1/6/du2MA'2/DU5/3CH2 N AsBoDrFoGeLoPi3PrSeWi/BoChDrFoGeMaPrRaSeWi off=x:FoKnRa/x:AsFoKnLoPi3 31",
    "du'3fo1/2wi'fo2/PI1bofo2/PI5/3WI2/DRDU'BO1FO1 S AsChFoKnLoMaSe/ChDrGeKnLoPiPrSe off=x:FoGePiPrRa/x:AsMaPi2Ra 46",
    "6/1lo4/pr1piWI'2/DU5/3du2/1pi4 N AsPi2Pr/- off=x:BoChDrFo3GeKnLoMaPiRaSe/x:AsBoChDrFo3GeKnMaPiRaSeWi;np=3 117",
)
LUCKS = 8  # decisions in a position before the next: at a table and in simulations, too, it is one pool again and again


@lru_cache(maxsize=1)
def base_composition() -> Composition:
    return compose([], Settings(), Owner.SOUTH)


def middle_games() -> tuple[Rules, list[Pool]]:
    """The rule tables of base games, and a pool for each decision."""
    from workbench.duke.game import Game

    game = Game(base_composition())
    pools = [new_pool() for _ in MIDDLE_GAMES]  # the referee has one for all
    for pool, line in zip(pools, MIDDLE_GAMES, strict=True):
        pool.put(game.position(line).state)
    return game.referee.rules, pools


def decision_rates(bot: str, seconds: float) -> dict[str, float]:
    """Decisions a second in the middle of a game, and what each of them looks at."""
    rules, pools = middle_games()
    chooser = open_bot(parse_bot(bot), rules)
    decisions, looked, plies = 0, 0, 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        for pool, _ in itertools.product(pools, range(LUCKS)):
            s = pool.states[0]
            s.choices[int(s.to_move)] += 1  # another luck
            chooser.forget()
            chooser(rules, pool)
            decisions += 1
            looked += chooser.looked
            plies += chooser.plies
    spent = time.process_time() - began
    return {"decisions": decisions / spent, "looked": looked / spent, "plies": plies / spent}


def mcts_rates(bot: str, seconds: float) -> dict[str, float]:
    """Look-aheads and plies a second of a Monte Carlo bot."""
    rates = decision_rates(bot, seconds)
    sims, plies = rates["looked"], rates["plies"]
    return {"sims_per_second": sims, "plies_per_sim": plies / sims, "plies_per_second": plies}
