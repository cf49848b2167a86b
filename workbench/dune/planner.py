"""The bot `planner`: looks ahead where it matters.

For the kinds of LOOKS the best few options of a seeker are tried on guesses of what is hidden: each is taken, seekers
play on to the end of the turn, and what has been learned of standings judges. Guesses come from the view alone.
"""

from __future__ import annotations

from workbench.dune.chance import Luck
from workbench.dune.decision import Decision, Drawing, Option
from workbench.dune.glimpse import glimpse_of
from workbench.dune.guesses import guess_from
from workbench.dune.seek_board import Ranking
from workbench.dune.seeker import CHOICES, RANKINGS
from workbench.dune.state import State
from workbench.dune.views import View
from workbench.dune.worth import evaluate, shipped_weights

# Kinds that are played out -> how far behind the seeker's best an option may be to be tried, in the seeker's points.
LOOKS = {
    "ace_jump": 4.0,
    "ride": 4.0,
    "conscript": 1.5,
    "hire": 4.0,
    "move": 4.0,
    "plan": 2.0,
    "hide": 0.0,  # a choice of two, not ranked
    "unhide": 0.0,
}
SMALL = frozenset({"conscript", "hide", "unhide"})  # little is at stake: half of the samples
TRUST = 0.006  # how much a point of the seeker's ranking counts, in chance to hold most castles
MIX = 1 << 62


def play_on_turn(state: State, turns: int, luck: Luck) -> None:
    """Seekers play until so many turns have ended, or the game."""
    last = state.turn + turns
    while (asked := state.asked) is not None and state.turn < last:
        state.take(CHOICES[asked.kind](glimpse_of(state, asked.seat), asked, luck))


class PlannerBot:
    """Tries a seeker's best options on guesses of what is hidden."""

    name = "planner"
    looks = True

    def __init__(self, samples: int = 2, options: int = 3, turns: int = 1) -> None:
        self.samples, self.options, self.turns = samples, options, turns
        self.weights = shipped_weights()

    def choose(self, view: View | None, decision: Decision, luck: Drawing) -> Option:
        assert view is not None
        own = CHOICES[decision.kind](view, decision, luck)
        if decision.kind not in LOOKS:
            return own
        tried = self.worth_trying(view, decision, luck, own)
        samples = (self.samples + 1) // 2 if decision.kind in SMALL else self.samples
        return self.best_by_playing(view, tried, samples, luck) if len(tried) > 1 else own

    def worth_trying(self, view: View, decision: Decision, luck: Drawing, own: Option) -> Ranking:
        """What a seeker would do and the next best, unless these are far behind."""
        rank = RANKINGS.get(decision.kind)
        if rank is None:
            return [(0.0, own), *((0.0, option) for option in decision.options if option != own)][: self.options]
        ranking = sorted(rank(view, decision, luck), key=lambda row: -row[0])
        least = ranking[0][0] - LOOKS[decision.kind]
        near = [row for row in ranking[: 2 * self.options] if row[0] > least and row[1] != own]
        return [*(row for row in ranking if row[1] == own), *near][: self.options]

    def best_by_playing(self, view: View, tried: Ranking, samples: int, luck: Drawing) -> Option:
        """Every option meets the same guesses and the same luck."""
        worths = [TRUST * samples * worth for worth, _ in tried]
        for _ in range(samples):
            guess, key = guess_from(view, luck), luck.below(MIX)
            for number, (_, option) in enumerate(tried):
                state = guess.copy()
                state.take(option)
                play_on_turn(state, self.turns, Luck(key))
                worths[number] += evaluate(state, view.seat, self.weights)
        return tried[worths.index(max(worths))][1]
