"""Positions about which players have asked: what is legal there, and by which rule not."""

from __future__ import annotations

import pytest

from workbench.duke.game import Position, legal_turns, outcome, play, why

RIDER = {"objective": "dark_rider"}
AROUND = "3fo2/2fodufo1/3fo2/6/1tr4/2DUFO2 N Bo/BoPi3 - 9"  # North's Duke has friends on all four sides


@pytest.mark.rule("DRAGON-10b", "GUARD-2")
def test_nobody_steps_where_the_dragon_can_be_pushed_onto_his_duke() -> None:
    here = Position("5du/1pr4/6/6/6/3DU'2 S -/- dr=c4E 9")
    assert "d1-d3" not in legal_turns(here)
    assert why(here, "d1-d3").rule == "GUARD-2"
    pushed = play(Position("5du/1pr4/6/3DU2/6/6 N -/- dr=c4E 10"), "b5>c4")
    end = outcome(pushed)
    assert end is not None
    assert end.winner is not None
    assert end.winner.name == "NORTH"


@pytest.mark.rule("PLACE-4", "PLACE-5", "ENH-V-2")
@pytest.mark.parametrize("turn", ["+", "b2%"])
def test_a_surrounded_duke_is_no_matter_of_guard(turn: str) -> None:
    found = why(Position(AROUND, sets=("siege-engines",)), turn)
    assert not found.legal
    assert found.rule in ("PLACE-4", "PLACE-5")


@pytest.mark.rule("RIDER-3")
def test_a_pikeman_on_the_far_edge_rests_and_is_not_frozen_by_dread() -> None:
    assert why(Position("1PI'4/6/2kn3/6/6/PIPI4 S -/- - 9", settings=RIDER), "b6-b5").rule == "RIDER-3"


@pytest.mark.rule("RIDER-9")
@pytest.mark.parametrize(
    ("settings", "rider", "lost"),
    [({}, "kn", "Pi2"), ({"rider_pikemen": 3}, "kn", "Pi"), ({"rider_tile": "Ranger"}, "ra", "Pi2")],
)
@pytest.mark.parametrize("kept", [False, True])
def test_the_dark_rider_ends_when_nobody_can_reach_his_goal(
    settings: dict[str, object], rider: str, lost: str, kept: bool
) -> None:
    """A Pikeman crosses as the second; the others are taken."""
    chosen = {**RIDER, **settings, **({"rider_dead": "play_on"} if kept else {})}
    here = Position(f"PI5/2PI3/6/6/4{rider}1/6 S -/- off=x:{lost}/- 9", settings=chosen)
    end = outcome(play(here, "c5-b6"))
    assert (end is not None and end.reason == "rider-dead" and end.winner is None) is not kept
