"""The bot `seeker`: rules of thumb for every kind of decision."""

from __future__ import annotations

from collections.abc import Callable

from workbench.dune import seek_battle, seek_board, seek_table
from workbench.dune.decision import Decision, Drawing, Option
from workbench.dune.seek_board import Ranking, best_of
from workbench.dune.views import View

Rank = Callable[[View, Decision, Drawing], Ranking]
Choose = Callable[[View, Decision, Drawing], Option]

# Kinds whose options are ranked: the best is taken, and a planner looks at the best few.
RANKINGS: dict[str, Rank] = {
    "orc_setup": seek_board.rank_setup,
    "ace_jump": seek_board.rank_jumps,
    "ride": seek_board.rank_rides,
    "conscript": seek_board.rank_conscripts,
    "hire": seek_board.rank_hires,
    "move": seek_board.rank_moves,
    "early_disband": seek_board.rank_disbands,
    "disband": seek_board.rank_disbands,
    "plan": seek_battle.rank_plans,
}


def _ranked(rank: Rank) -> Choose:
    def choose(view: View, decision: Decision, luck: Drawing) -> Option:
        return best_of(rank(view, decision, luck))

    return choose


CHOICES: dict[str, Choose] = {
    **{kind: _ranked(rank) for kind, rank in RANKINGS.items()},
    "council_break": seek_table.choose_break,
    "council_propose": seek_table.choose_proposal,
    "council_reply": seek_table.choose_reply,
    "bid": seek_table.choose_bid,
    "pay_ace": seek_table.choose_payment,
    "discard": seek_table.choose_discard,
    "plunder": seek_table.choose_plunder,
    "initiative": seek_board.choose_initiative,
    "revive": seek_board.choose_revival,
    "block_hire": seek_board.choose_block,
    "hide": seek_board.choose_hiding,
    "unhide": seek_board.choose_unhiding,
    "battle_order": seek_battle.choose_order,
    "ask": seek_battle.choose_question,
    "answer": seek_battle.choose_answer,
    "blessing": seek_battle.choose_blessing,
    "plan": seek_battle.choose_plan,
    "treachery": seek_battle.choose_treachery,
}


class SeekerBot:
    """Castles first, then gold; the least army that wins; nothing for the leader."""

    name = "seeker"
    looks = True

    def choose(self, view: View | None, decision: Decision, luck: Drawing) -> Option:
        assert view is not None
        return CHOICES[decision.kind](view, decision, luck)
