"""What wins a game, one row for each objective; the rules of their ends are in `duke/turn/ends.py`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectiveRow:
    """All about one objective but its name."""

    title: str
    goal: str = ""  # what wins, in a sentence for the table
    dukes_at_stake: tuple[str, ...] = (
        "light",
        "dark",
    )  # armies that lose with their Duke: Guard protects him (GUARD-3)
    has_flags: bool = False
    upset_by_dread: bool = True  # its rules warn of frozen tiles (PACK-2)
    binds_seats: bool = False  # each seat plays a part of its own, so armies cannot change seats
    hunted: tuple[str, ...] = ()  # tiles of the dark army that the light one must remove, all that are in play
    scenario: str | None = ""  # its short name in scenario files: None is what they mean unless they say, "" has none
    reasons: tuple[str, ...] = ()  # why games of this objective alone may end


class Objective(StrEnum):
    """The objectives by name; their rows are read as attributes."""

    row: ObjectiveRow

    def __new__(cls, name: str, row: ObjectiveRow) -> Objective:
        member = str.__new__(cls, name)
        member._value_ = name
        member.row = row
        return member

    CAPTURE_THE_DUKE = (
        "capture_the_duke",
        ObjectiveRow(title="Capture the Duke", goal="Capture the enemy Duke.", upset_by_dread=False, scenario=None),
    )
    COUNTING_COUP = (
        "counting_coup",
        ObjectiveRow(
            title="Counting Coup",
            goal="A tile that comes to stand beside the enemy Flag scores a point; three points win.",
            dukes_at_stake=(),
            has_flags=True,
            scenario="coup",
            reasons=("coup",),
        ),
    )
    TROPHY_HUNTERS = (
        "trophy_hunters",
        ObjectiveRow(
            title="Trophy Hunters",
            goal="Bring the enemy Flag to your own home edge.",
            dukes_at_stake=(),
            has_flags=True,
            scenario="trophy",
            reasons=("trophy",),
        ),
    )
    DARK_RIDER = (
        "dark_rider",
        ObjectiveRow(
            title="Dark Rider",
            goal="South wins with three Pikemen on rank 6 or by capturing the rider, North by capturing three Pikemen.",
            dukes_at_stake=(),
            binds_seats=True,
            reasons=("rider", "edge", "riders-toll", "rider-dead"),
        ),
    )
    DYNASTIC_DISPUTE = (
        "dynastic_dispute",
        ObjectiveRow(title="Dynastic Dispute", goal="Pick your bags in turns, then capture the enemy Duke."),
    )
    ROBIN_HOOD = (
        "robin_hood",
        ObjectiveRow(
            title="Robin Hood",
            goal="Dark wins by capturing Robin Hood, light when Prince John, Sheriff and Sir Guy are all out of play.",
            dukes_at_stake=("light",),
            hunted=("Prince John", "Sheriff", "Sir Guy"),
            reasons=("villains",),
        ),
    )


OBJECTIVES = {objective.value: objective for objective in Objective}
