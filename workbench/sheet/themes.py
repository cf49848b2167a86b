"""Colours of a face. Shape carries the meaning first; colour is only a second cue."""

from __future__ import annotations

from dataclasses import dataclass, field

from workbench.icons import Family, IconType
from workbench.sheet.errors import SheetError

WHITE = "#ffffff"

# Chosen by search: at least 3 to 1 against white, and far apart for all three kinds of colour blindness.
BLUE, GREEN, RED, PURPLE, AMBER = "#0050af", "#01a165", "#9e1d06", "#811b58", "#c68108"

_BY_FAMILY = {
    Family.STEP: BLUE,
    Family.SLIDE: GREEN,
    Family.FORCE: RED,
    Family.COMMAND: PURPLE,
    Family.DREAD: "#000000",
    Family.DEFENSE: AMBER,
}


@dataclass(frozen=True, slots=True)
class Theme:
    name: str
    paper: str
    ink: str
    summary: str
    families: dict[Family, str] = field(default_factory=dict)  # what differs from the ink

    def icon(self, icon: IconType) -> str:
        return self.families.get(icon.row.family, self.ink)


THEMES = {
    theme.name: theme
    for theme in (
        Theme("classic", "#ffffff", "#000000", "black on white, like the printed game"),
        Theme("light-on-dark", "#1c1c1c", "#ffffff", "white on near-black"),
        Theme("colour", "#ffffff", "#000000", "icon families in colours that colour-blind people tell apart",
              _BY_FAMILY),
    )
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class ArmyThemes:
    """A theme for each army."""

    light: Theme
    dark: Theme

    def of(self, army: str) -> Theme:
        return self.dark if army == "dark" else self.light

    @property
    def differ(self) -> bool:
        return self.light != self.dark

    @property
    def need_bleed(self) -> bool:
        """A coloured background has to run past the cut."""
        return any(theme.paper != WHITE for theme in (self.light, self.dark))


def one_theme(name: str = "classic") -> ArmyThemes:
    """Both armies alike."""
    return ArmyThemes(THEMES[name], THEMES[name])


def parse_themes(text: str) -> ArmyThemes:
    """'colour', or 'light=classic,dark=light-on-dark'; an army that is not named is classic. Raises SheetError."""
    chosen = {"light": "classic", "dark": "classic"}
    for number, part in enumerate(text.split(",")):
        army, equals, name = (word.strip().lower() for word in part.rpartition("="))
        if not equals and number == 0 and "," not in text:
            chosen = dict.fromkeys(chosen, name)
        elif army not in chosen:
            raise SheetError(f"theme '{text}': write one theme, or light=THEME,dark=THEME")
        else:
            chosen[army] = name
        if name not in THEMES:
            raise SheetError(f"there is no theme '{name}': {', '.join(THEMES)}")
    return ArmyThemes(THEMES[chosen["light"]], THEMES[chosen["dark"]])
