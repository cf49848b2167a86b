"""Colours of a face. Shape carries the meaning first; colour is only a second cue."""

from __future__ import annotations

from dataclasses import dataclass, field

from workbench.words import IconKind

# Chosen by search: at least 3 to 1 against white, and far apart for all three kinds of colour blindness.
BLUE, GREEN, RED, PURPLE, AMBER = "#0050af", "#01a165", "#9e1d06", "#811b58", "#c68108"

_BY_FAMILY = {
    IconKind.MOVE: BLUE,
    IconKind.NONCAPTURE_MOVE: BLUE,
    IconKind.JUMP: BLUE,
    IconKind.NONCAPTURE_JUMP: BLUE,
    IconKind.SLIDE: GREEN,
    IconKind.JUMP_SLIDE: GREEN,
    IconKind.STRIKE: RED,
    IconKind.SMASH: RED,
    IconKind.HAMMER: RED,
    IconKind.COMMAND: PURPLE,
    IconKind.DREAD: "#000000",
    IconKind.DEFENSE: AMBER,
}


@dataclass(frozen=True, slots=True)
class Theme:
    name: str
    paper: str
    ink: str
    summary: str
    icons: dict[IconKind, str] = field(default_factory=dict)  # what differs from the ink

    def icon(self, kind: IconKind) -> str:
        return self.icons.get(kind, self.ink)


THEMES = {
    theme.name: theme
    for theme in (
        Theme("classic", "#ffffff", "#000000", "black on white, like the printed game"),
        Theme("light-on-dark", "#1c1c1c", "#ffffff", "white on near-black"),
        Theme("colour", "#ffffff", "#000000", "icon families in colours that colour-blind people tell apart",
              _BY_FAMILY),
    )
}  # fmt: skip
