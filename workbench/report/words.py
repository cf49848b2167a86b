"""Numbers in words, the same in every form of a report."""

from __future__ import annotations

from workbench.report.model import Num


def signed(number: Num | None, digits: int = 1) -> str:
    return "" if number is None else _fixed(number.value, digits, True)


def plain(number: Num | None, digits: int = 1) -> str:
    return "" if number is None else _fixed(number.value, digits, False)


def interval(number: Num | None, digits: int = 1, sign: bool = True) -> str:
    """'+1.2 to +3.4', or nothing where no interval is known."""
    if number is None or number.low is None or number.high is None:
        return ""
    return f"{_fixed(number.low, digits, sign)} to {_fixed(number.high, digits, sign)}"


def _fixed(value: float, digits: int, sign: bool) -> str:
    """Without a minus before a zero, and with no plus either."""
    rounded = round(value, digits) + 0.0
    return f"{rounded:.{digits}f}" if rounded == 0 or not sign else f"{rounded:+.{digits}f}"


def p_words(p: float | None) -> str:
    if p is None:
        return ""
    return "< 0.001" if p < 0.001 else f"{p:.3f}" if p < 0.1 else f"{p:.2f}"
