"""Emblems: simple glyphs of our own for the column at the right of a tile.

Each is drawn in a box 10 wide and 30 high, x from -5 to 5, y from 0 (top) to 30.
"""

from __future__ import annotations

from collections.abc import Callable
from math import pi

from workbench.sheet.geometry import arc, circle, mirrored, moved, ring_of, star, turned
from workbench.sheet.shapes import Ring, Shape, Solid

WIDTH, HEIGHT = 10.0, 30.0
Part = tuple[Ring, ...]  # one solid: an outer ring and its holes


def _bar(left: float, top: float, right: float, bottom: float) -> Ring:
    return ring_of([(left, top), (right, top), (right, bottom), (left, bottom)])


def _flipped(ring: Ring) -> Ring:
    return ring_of((-x, y) for x, y in ring)


def _sword() -> list[Part]:
    blade = mirrored([(0, 0), (1.1, 2.2), (1.1, 20)])
    return [(blade,), (_bar(-4, 20, 4, 21.6),), (_bar(-0.8, 21, 0.8, 27),), (circle(0, 28, 1.6),)]


def _dagger() -> list[Part]:
    blade = mirrored([(0, 3), (1.6, 8), (1.2, 18)])
    return [(blade,), (_bar(-3.2, 18, 3.2, 19.6),), (_bar(-0.9, 19, 0.9, 25),), (circle(0, 25.6, 1.5),)]


def _spear() -> list[Part]:
    head = mirrored([(0, 0), (2, 5), (0.6, 9)])
    return [(head,), (_bar(-0.6, 8, 0.6, 30),)]


def _halberd() -> list[Part]:
    axe = ring_of([(0.4, 6), (4.6, 4.6), (4.9, 9), (4.2, 13), (0.4, 11)])
    hook = ring_of([(-0.4, 7), (-3.8, 6), (-0.4, 10)])
    return [(mirrored([(0, 0), (1, 3), (0.6, 7)]),), (axe,), (hook,), (_bar(-0.6, 5, 0.6, 30),)]


def _axe() -> list[Part]:
    blade = ring_of([(0.4, 4), (3.6, 1.5), (4.8, 5), (4.8, 8), (3.6, 11.5), (0.4, 9)])
    return [(blade,), (_flipped(blade),), (_bar(-0.8, 1, 0.8, 29),)]


def _mace() -> list[Part]:
    return [(moved(star(4.6, 8, 3.2), 0, 5),), (_bar(-0.8, 8, 0.8, 28),), (_bar(-1.4, 27, 1.4, 29),)]


def _hammer() -> list[Part]:
    return [(_bar(-4.6, 2, 4.6, 8.5),), (_bar(-0.9, 1, 0.9, 29),)]


def _bow() -> list[Part]:
    outer, inner = arc(-9.3, 15, 14.2, -0.98, 0.98, 22), arc(-9.3, 15, 12.7, 0.9, -0.9, 22)
    string = _bar(-1.75, 3.4, -1.25, 26.6)
    shaft = _bar(-4.6, 14.6, 3.4, 15.4)
    return [((*outer, *inner),), (string,), (shaft,)]


def _crossbow() -> list[Part]:
    outer, inner = arc(0, 14, 10.6, -pi + 1.1, -1.1, 18), arc(0, 14, 9.2, -1.1, -pi + 1.1, 18)
    string = _bar(-4.6, 4.7, 4.6, 5.3)
    stock = mirrored([(0, 1), (0.9, 2.5), (0.9, 20), (1.9, 23), (1.9, 29)])
    return [((*outer, *inner),), (string,), (stock,)]


def _arrow() -> list[Part]:
    head = mirrored([(0, 0), (2.6, 5.5), (0.5, 4.6)])
    feather = mirrored([(0.5, 22), (2.4, 24.4), (2.4, 30), (0.5, 27.6)])
    return [(head,), (_bar(-0.5, 4, 0.5, 29),), (feather,)]


def _staff() -> list[Part]:
    return [(circle(0, 4, 3.8), circle(0, 4, 2.1)), (circle(0, 4, 1.0),), (_bar(-0.8, 7.6, 0.8, 30),)]


def _wand() -> list[Part]:
    return [(moved(star(4.8, 5, 1.9), 0, 5),), (_bar(-0.6, 8.5, 0.6, 29),)]


def _crook() -> list[Part]:
    hook = (*arc(0.6, 5, 4.4, -pi, 0.6, 18), *arc(0.6, 5, 2.9, 0.6, -pi, 18))
    return [(hook,), (_bar(-3.8, 4.8, -2.3, 30),)]


def _crown() -> list[Part]:
    band = _bar(-4.6, 19, 4.6, 21.4)
    points = ring_of([(-4.6, 18), (-4.3, 9), (-2.2, 13.4), (0, 7.4), (2.2, 13.4), (4.3, 9), (4.6, 18)])
    jewels: list[Part] = [(circle(x, y, 0.9, 14),) for x, y in ((-4.1, 7.6), (0, 6.0), (4.1, 7.6))]
    return [(points,), (band,), *jewels]


def _shield() -> list[Part]:
    edge = mirrored([(0, 6), (4.7, 7.2), (4.7, 14), (3.6, 19), (0, 24)])
    cross = [_bar(-0.7, 8.6, 0.7, 20.4), _bar(-3.2, 11.6, -0.7, 13), _bar(0.7, 11.6, 3.2, 13)]
    return [(edge, *cross)]


def _hourglass() -> list[Part]:
    glass = mirrored([(0, 6), (3.4, 6), (3.4, 9), (0.7, 15), (3.4, 21), (3.4, 24)])
    hollow = mirrored([(0, 7.4), (2.2, 7.4), (2.2, 8.8), (0, 13)])
    return [(_bar(-4.4, 4, 4.4, 6),), (glass, hollow), (_bar(-4.4, 24, 4.4, 26),)]


def _goblet() -> list[Part]:
    bowl = mirrored([(0, 7), (4, 7), (3.6, 12), (2, 15), (0.8, 16), (0.8, 21), (3.2, 22.6), (3.2, 24)])
    return [(bowl,)]


def _key() -> list[Part]:
    bow = (circle(0, 6, 4), circle(0, 6, 2.1))
    return [bow, (_bar(-0.8, 9.6, 0.8, 27),), (_bar(0.6, 21, 3.6, 22.6),), (_bar(0.6, 24.4, 3, 26),)]


def _banner() -> list[Part]:
    cloth = ring_of([(-3.4, 2), (4.8, 2), (3, 6), (4.8, 10), (-3.4, 10)])
    return [(cloth,), (_bar(-4.6, 1, -3.4, 30),)]


def _cross() -> list[Part]:
    return [(_bar(-1, 3, 1, 27),), (_bar(-4.4, 9, -1, 11),), (_bar(1, 9, 4.4, 11),)]


def _book() -> list[Part]:
    page = ring_of([(0.4, 10), (2.4, 8.8), (4.8, 9.2), (4.8, 20.4), (2.4, 20), (0.4, 21.2)])
    return [(page,), (_flipped(page),)]


def _eye() -> list[Part]:
    lid = (*arc(0, 19.4, 6.6, -pi + 0.72, -0.72, 16), *arc(0, 10.6, 6.6, 0.72, pi - 0.72, 16))
    return [(lid, circle(0, 15, 1.9)), (circle(0, 15, 0.9),)]


def _tower() -> list[Part]:
    top = [
        (0, 6),
        (0.9, 6),
        (0.9, 4),
        (2.2, 4),
        (2.2, 6),
        (2.9, 6),
        (2.9, 4),
        (4.3, 4),
        (4.3, 9),
        (3.2, 10.4),
    ]
    door = mirrored([(0, 20), (1.2, 21), (1.2, 26)])
    window = _bar(-0.6, 12, 0.6, 15.4)
    return [(mirrored([*top, (3.2, 26)]), door, window)]


def _horseshoe() -> list[Part]:
    outer = arc(0, 13.6, 4.7, pi * 0.86, pi * 2.14, 20)
    inner = arc(0, 13.6, 2.6, pi * 2.1, pi * 0.9, 20)
    return [((*outer, *ring_of([(3.4, 22.4), (1.7, 22.4)]), *inner, *ring_of([(-1.7, 22.4), (-3.4, 22.4)])),)]


def _mask() -> list[Part]:
    face = mirrored([(0, 9), (2, 8), (4.8, 8.6), (4.4, 13.6), (2.2, 15.6), (0, 13.8)])
    ribbon = ring_of([(4.2, 12), (4.9, 22), (3.6, 18), (3.2, 14.4)])
    eyes = [ring_of([(0.9, 11), (2.2, 10.2), (3.6, 11), (2.2, 12)])]
    eyes.append(_flipped(eyes[0]))
    return [(face, *eyes), (ribbon,)]


def _moon() -> list[Part]:
    return [((*arc(0, 15, 4.8, pi / 3.4, 2 * pi - pi / 3.4, 24), *arc(2.3, 15, 3.99, -1.36, -2 * pi + 1.36, 24)),)]


def _sun() -> list[Part]:
    return [(moved(star(4.9, 12, 3.3), 0, 15),)]


def _rose() -> list[Part]:
    petals: list[Part] = [(circle(x, y, 2.1, 16),) for x, y in ((0, 4.4), (2.4, 6.2), (1.5, 9), (-1.5, 9), (-2.4, 6.2))]
    leaf = ring_of([(0.3, 21), (2.2, 17), (4.4, 16), (3, 19.6)])
    return [*petals, (_bar(-0.5, 9, 0.5, 29),), (leaf,), (moved(_flipped(leaf), 0, 3),)]


def _feather() -> list[Part]:
    vane = ring_of([(0.4, 2), (3, 6), (3.4, 12), (2.2, 18), (0.6, 21), (-0.6, 21), (-2.6, 17), (-2.8, 10), (-1.4, 5)])
    return [(vane, _bar(-0.25, 6, 0.25, 19)), (_bar(-0.4, 20, 0.4, 29),)]


def _wheel() -> list[Part]:
    spokes: list[Part] = []
    for k in range(3):
        bar = _bar(-4, -0.45, 4, 0.45)
        spokes.append((moved(turned(bar, k * pi / 3), 0, 15),))
    return [(circle(0, 15, 4.8, 32), circle(0, 15, 3.4, 32)), *spokes, (circle(0, 15, 1.4, 16),)]


def _skull() -> list[Part]:
    head = (
        *arc(0, 12.6, 4.7, pi * 0.84, pi * 2.16, 24),
        *ring_of([(2.6, 16), (2.4, 20), (-2.4, 20), (-2.6, 16)]),
    )
    return [
        (
            head,
            circle(-1.9, 12.8, 1.25, 16),
            circle(1.9, 12.8, 1.25, 16),
            ring_of([(0, 14.2), (0.8, 16), (-0.8, 16)]),
        )
    ]


def _lozenge() -> list[Part]:
    return [
        (
            mirrored([(0, 2), (0.5, 9), (2.4, 15), (0.5, 21), (0, 28)]),
            mirrored([(0, 12.4), (1, 15), (0, 17.6)]),
        ),
    ]


_DRAWN: dict[str, Callable[[], list[Part]]] = {
    "arrow": _arrow, "axe": _axe, "banner": _banner, "book": _book, "bow": _bow, "crook": _crook,
    "cross": _cross, "crossbow": _crossbow, "crown": _crown, "dagger": _dagger, "eye": _eye,
    "feather": _feather, "goblet": _goblet, "halberd": _halberd, "hammer": _hammer,
    "horseshoe": _horseshoe, "hourglass": _hourglass, "key": _key, "lozenge": _lozenge, "mace": _mace,
    "mask": _mask, "moon": _moon, "rose": _rose, "shield": _shield, "skull": _skull, "spear": _spear,
    "staff": _staff, "sun": _sun, "sword": _sword, "tower": _tower, "wand": _wand, "wheel": _wheel,
}  # fmt: skip

EMBLEMS: tuple[str, ...] = (*_DRAWN, "none")


def draw_emblem(name: str, x: float, y: float, width: float, height: float, colour: str) -> list[Shape]:
    """The named glyph as large as the box allows, in its middle."""
    if name == "none":
        return []
    scale = min(width / WIDTH, height / HEIGHT)
    middle, top = x + width / 2, y + (height - HEIGHT * scale) / 2
    return [Solid(tuple(moved(ring, middle, top, scale) for ring in part), colour) for part in _DRAWN[name]()]
