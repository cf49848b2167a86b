"""The map as SVG: castles are square, forests have dashed edges, plains are round; heat fills them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from workbench.dune.picture.layout import Place, plan_borders, plan_places

STEP = 10.0  # user units for a tenth of the distance between neighbours
RADIUS = 32.0
EDGE = 44.0
STYLE = """
svg.dunemap {
  color-scheme: light dark; --ink: #1d1f21; --card: #ffffff; --line: #b9b3a6; --soft: #5a6067; --heat: #a3420f;
  background: var(--card); font-family: system-ui, "DejaVu Sans", sans-serif;
}
@media (prefers-color-scheme: dark) {
  svg.dunemap { --ink: #e8e6e1; --card: #1e2125; --line: #5a616a; --soft: #a3a9b0; --heat: #b4552a; }
}
svg.dunemap .border { stroke: var(--line); stroke-width: 5; stroke-linecap: round; }
svg.dunemap .ground { fill: var(--card); stroke: var(--soft); stroke-width: 2.5; }
svg.dunemap .castle .ground { stroke: var(--ink); stroke-width: 5; }
svg.dunemap .forest .ground { stroke-dasharray: 7 4; }
svg.dunemap .warm { fill: var(--heat); }
svg.dunemap text {
  fill: var(--ink); text-anchor: middle; font-size: 23px; font-weight: 600;
  paint-order: stroke; stroke: var(--card); stroke-width: 4px; stroke-linejoin: round;
}
svg.dunemap .under { font-size: 19px; font-weight: 400; }
"""


def draw_svg_map(
    names: Sequence[str],
    touches: Sequence[Sequence[int]],
    heat: Sequence[float] | None = None,
    under: Mapping[str, str] | None = None,
    label: str = "Map of Dragon Dune",
    style: str = STYLE,
    source: str = "",
) -> str:
    """`heat` is 0 to 1 by territory; `under` is written below a name and told by its tooltip; `source` is whose the
    map is, with its licence."""
    places = {name: (EDGE + x * STEP, EDGE + y * STEP) for name, (x, y) in plan_places(names).items()}
    width = max(x for x, _ in places.values()) + EDGE
    height = max(y for _, y in places.values()) + EDGE
    parts = [
        f'<svg class="dunemap" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'role="img" aria-label="{escape(label)}">',
        f"<desc>{escape(source)}</desc>" if source else "",
        f"<style>{style}</style>" if style else "",
        *(_border(places[one], places[other]) for one, other in plan_borders(names, touches)),
    ]
    for number, name in enumerate(names):
        parts.append(_territory(name, places[name], heat[number] if heat else 0.0, (under or {}).get(name, "")))
    return "\n".join(part for part in (*parts, "</svg>") if part)


def _border(one: Place, other: Place) -> str:
    return f'<line class="border" x1="{one[0]:g}" y1="{one[1]:g}" x2="{other[0]:g}" y2="{other[1]:g}"></line>'


def _territory(name: str, place: Place, heat: float, under: str) -> str:
    kind = "castle" if name.endswith("*") else "forest" if name.endswith("f") else "plain"
    x, y = place
    round_by = {"castle": 4.0, "forest": 16.0, "plain": RADIUS}[kind]
    box = f'x="{x - RADIUS:g}" y="{y - RADIUS:g}" width="{2 * RADIUS:g}" height="{2 * RADIUS:g}" rx="{round_by:g}"'
    warm = f'<rect class="warm" {box} fill-opacity="{0.85 * heat:.3f}"></rect>' if heat > 0 else ""
    told = f"{name} ({kind}){': ' + under if under else ''}"
    text = f'<text x="{x:g}" y="{y - (1 if under else -8):g}">{escape(name)}</text>'
    more = f'<text class="under" x="{x:g}" y="{y + 20:g}">{escape(under)}</text>' if under else ""
    title = f"<title>{escape(told)}</title>"
    return f'<g class="{kind}">{title}<rect class="ground" {box}></rect>{warm}{text}{more}</g>'
