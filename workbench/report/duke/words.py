"""How the report calls things that the records of The Duke name by short words."""

from __future__ import annotations

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
    "rider-dead": "neither the Rider nor the Pikemen could win",
    "villains": "the villains hunted down",
    "no-troops": "no troops left",
    "repetition": "the position came again",
    "no-progress": "no progress",
    "max-turns": "the limit of turns",
}
CAPPED = frozenset({"max-turns"})


def reason_words(reason: str) -> str:
    return REASONS.get(reason, reason.replace("_", " ").replace("-", " "))
