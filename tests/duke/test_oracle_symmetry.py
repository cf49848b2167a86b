"""The oracle sees the same game from either seat and in a mirror."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from oracle import Oracle, Rules
from support import generate, symmetry


def below(oracle: Oracle, line: str) -> dict[str, Fraction]:
    """Next positions with their chances (1 for a decision)."""
    if oracle.kind(line) == "chance":
        return {after: share for share, _, after in oracle.chance(line)}
    return dict.fromkeys(oracle.decisions(line).values(), Fraction(1))


def compare(data: dict[str, Any], oracle: Oracle, line: str, seat: bool) -> None:
    to_game = symmetry.other_seat_game if seat else symmetry.mirrored_game
    to_line = symmetry.other_seat if seat else symmetry.mirrored
    twin = Oracle(Rules(**to_game(data)))
    assert to_line(to_line(line)) == line
    expected = {to_line(after): share for after, share in below(oracle, line).items()}
    assert below(twin, to_line(line)) == expected, line


def test_mirror() -> None:
    for data, oracle, line in generate.cases(11, 250):
        compare(data, oracle, line, seat=False)


def test_other_seat() -> None:
    set_up = ("ph=draft", "ph=duke", "ph=foot", "ph=flag", "ph=?mountain", "ph=?fort", "ph=?nest")
    for data, oracle, line in generate.cases(12, 300):
        if data["settings"]["objective"] == "dark_rider" or any(phase in line for phase in set_up):
            continue  # who begins is not symmetric
        compare(data, oracle, line, seat=True)
