"""How the report calls things that the records name by short words."""

from __future__ import annotations

from workbench.report.duke.model import Num, Verdict

VERDICTS: dict[Verdict, str] = {
    "too_strong": "Too strong",
    "strong": "Strong",
    "balanced": "Balanced",
    "weak": "Weak",
    "too_weak": "Too weak",
    "undecided": "Not enough games",
    "unknown": "No verdict",
}
REASONS = {
    "duke": "Duke captured",
    "mate": "mate (in Guard without a legal turn)",
    "stuck": "no legal turn",
    "eaten": "eaten by the Dragon",
    "both": "both Dukes lost at once",
    "coup": "coup counted",
    "trophy": "trophies taken",
    "rider": "the Rider captured",
    "edge": "the Rider reached the edge",
    "riders-toll": "the Rider's toll",
    "no-troops": "no troops left",
    "repetition": "the position came again",
    "no-progress": "no progress",
    "max-turns": "the limit of turns",
}
CAPPED = frozenset({"max-turns"})


def reason_words(reason: str) -> str:
    return REASONS.get(reason, reason.replace("_", " ").replace("-", " "))


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


def setting_words(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key}: {setting_words(inner)}" for key, inner in value.items())
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
