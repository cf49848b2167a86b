"""A player's card: every tile with both sides, by army, and what its icons and abilities do.

The card is as few pages as hold it with faces of true size or larger, and then the largest faces that these pages hold.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from workbench.icons import ICONS, IconType
from workbench.sheet.errors import PlanError
from workbench.sheet.face import TILE_MM
from workbench.sheet.icons import draw_icon
from workbench.sheet.marks import INK
from workbench.sheet.pages import looks, tile_stamps
from workbench.sheet.selection import Chosen
from workbench.sheet.shapes import Drawing, Line, Page, Placed, Shape, Text, frame
from workbench.sheet.text import choose_font, printable, text_width, wrap_text
from workbench.sheet.themes import WHITE, ArmyThemes
from workbench.words import Ability

CARD_EDGE_MM = 8.0
TITLE_MM, HEADING_MM = 11.0, 7.0
GAP_MM, BETWEEN_MM, ROW_GAP_MM = 5.0, 1.0, 3.0
SMALLEST_FACE_MM, LARGEST_FACE_MM, FACE_STEP_MM = TILE_MM, 90.0, 1.0
WORDS_MM, LINE_MM = 2.3, 3.0  # em and line of the small print: capitals of 1.7 mm
NAME_MM, NAME_LINE_MM = 3.6, 4.4
CELL_MM, NARROWEST_LEGEND_MM = 4.6, 80.0
MOST_ROW_GAP_MM = 12.0


@dataclass(frozen=True, slots=True)
class Section:
    """Tiles under one heading; `army` says how they look where the armies look different."""

    title: str
    tiles: tuple[Chosen, ...]
    army: str


@dataclass(frozen=True, slots=True)
class _Block:
    """A strip of the page: a heading, a row of tiles or a row of the legend."""

    height: float
    draw: Callable[[float], tuple[list[Shape], list[Placed]]]  # from the strip's top
    is_heading: bool = False  # stays with what follows


def build_card(chosen: Sequence[Chosen], title: str, paper: tuple[float, float], themes: ArmyThemes) -> Drawing:
    """Raises PlanError where not even one tile of true size fits the paper."""
    if not chosen:
        raise PlanError("there is nothing to draw: no tile was chosen")
    maker = _Maker(chosen, paper, themes)
    face, pages = maker.largest()
    drawn = [_draw_page(blocks, title, number, len(pages), paper) for number, blocks in enumerate(pages, 1)]
    return Drawing(f"{title}: player's card", tuple(drawn), tile_stamps(chosen, face, themes))


def card_sections(chosen: Sequence[Chosen]) -> list[Section]:
    """Who has which tiles: both armies, one of them, whoever takes it from beside the board, or the board itself."""
    by_title: dict[tuple[str, str], list[Chosen]] = {}
    for one in chosen:
        by_title.setdefault(_section_of(one), []).append(one)
    order = ["Both armies", "Light army", "Dark army", "Beside the board, for both", "Terrain"]
    found = sorted(by_title.items(), key=lambda item: order.index(item[0][0]))
    return [Section(title, tuple(tiles), army) for (title, army), tiles in found]


def _section_of(one: Chosen) -> tuple[str, str]:
    first = one.owners[0]
    if one.tile.role == "terrain":
        return "Terrain", first
    if one.set.mode == "pool":
        return "Beside the board, for both", first
    if len(one.owners) > 1:
        return "Both armies", first
    return f"{first.capitalize()} army", first


def facts_of(one: Chosen) -> list[str]:
    """What a player has to know besides the faces: how many, whose place it takes, links, abilities."""
    tile = one.tile
    facts = ["acts as the Duke"] if tile.role == "duke" and tile.name != "Duke" else []
    facts += [f"{tile.starts} start beside the Duke" if tile.starts > 1 else "starts on the board"] * bool(tile.starts)
    if tile.replaces:
        facts.append(f"swapped in for {tile.replaces}" if one.set.mode == "pool" else f"replaces {tile.replaces}")
    facts += [f"{ability.numeral} {ability.value}" for ability in tile.abilities]
    facts += [f"linked to {', '.join(tile.linked_to)}"] if tile.linked_to else []
    return facts


def _name_of(one: Chosen) -> str:
    each = one.armies.count(one.owners[0])
    return one.tile.name + (f" x{each}" if each > 1 else "")


@dataclass(frozen=True, slots=True)
class _Maker:
    chosen: Sequence[Chosen]
    paper: tuple[float, float]
    themes: ArmyThemes

    @property
    def width(self) -> float:
        return self.paper[0] - 2 * CARD_EDGE_MM

    @property
    def room(self) -> float:
        return self.paper[1] - 2 * CARD_EDGE_MM - TITLE_MM

    def largest(self) -> tuple[float, list[list[_Block]]]:
        """The edge of the faces and the pages: as few as possible, then as large as possible."""
        legend = self._legend()
        best: tuple[float, list[list[_Block]]] | None = None
        face = SMALLEST_FACE_MM
        while face <= min(LARGEST_FACE_MM, (self.width - BETWEEN_MM) / 2):
            pages = _paginate([*self._tiles(face), *legend], self.room)
            if best is None or len(pages) <= len(best[1]):
                best = (face, pages)
            face += FACE_STEP_MM
        if best is None or any(block.height > self.room for page in best[1] for block in page):
            size = f"{self.paper[0]:g} x {self.paper[1]:g} mm"
            raise PlanError(f"a player's card does not fit on {size} paper: choose a larger --paper")
        return best

    def _tiles(self, face: float) -> list[_Block]:
        columns = int((self.width + GAP_MM) / (2 * face + BETWEEN_MM + GAP_MM) + 1e-9)
        blocks: list[_Block] = []
        sections = card_sections(self.chosen)
        for section in sections:
            if len(sections) > 1:
                blocks.append(self._heading(section.title))
            for at in range(0, len(section.tiles), columns):
                blocks.append(self._row(section.tiles[at : at + columns], section.army, columns, face))
        return blocks

    def _heading(self, title: str) -> _Block:
        def draw(top: float) -> tuple[list[Shape], list[Placed]]:
            base = top + HEADING_MM - 2.4
            rule = Line(CARD_EDGE_MM, base + 1.4, self.paper[0] - CARD_EDGE_MM, base + 1.4, 0.12, INK)
            return [Text(CARD_EDGE_MM, base, title, 4.2, "title", INK, "start"), rule], []

        return _Block(HEADING_MM, draw, is_heading=True)

    def _row(self, tiles: Sequence[Chosen], army: str, columns: int, face: float) -> _Block:
        wide = (self.width - (columns - 1) * GAP_MM) / columns
        unit = 2 * face + BETWEEN_MM
        words = [wrap_text("; ".join(facts_of(one)), wide, WORDS_MM, "fallback") for one in tiles]
        height = face + NAME_LINE_MM + LINE_MM * max(map(len, words)) + ROW_GAP_MM

        def draw(top: float) -> tuple[list[Shape], list[Placed]]:
            shapes: list[Shape] = []
            placed: list[Placed] = []
            for column, (one, lines) in enumerate(zip(tiles, words, strict=True)):
                middle = CARD_EDGE_MM + column * (wide + GAP_MM) + wide / 2
                left, look = middle - unit / 2, army if looks(one, self.themes) != ("",) else ""
                placed.append(Placed(one.key(0, look), left, top))
                placed.append(Placed(one.key(1, look), left + face + BETWEEN_MM, top))
                base = top + face + NAME_LINE_MM - 0.8
                shapes.append(_fitted(_name_of(one), middle, base, NAME_MM, wide))
                for k, line in enumerate(lines, 1):
                    shapes.append(Text(middle, base + k * LINE_MM, line, WORDS_MM, "fallback", INK))
            return shapes, placed

        return _Block(height, draw)

    def _legend(self) -> list[_Block]:
        """What the icons and abilities of these tiles do, in columns."""
        faces = [face for one in self.chosen for face in (one.tile.starting, one.tile.other)]
        used = {icon.icon for face in faces for icon in face.icons}
        able = {ability for one in self.chosen for ability in one.tile.abilities}
        entries: list[tuple[IconType | Ability, str]] = [
            *((icon, f"{icon.words}: {icon.row.meaning}") for icon in ICONS if icon in used),
            *((ability, f"{ability.value}: {ability.row.meaning}") for ability in Ability if ability in able),
        ]
        if not entries:
            return []
        columns = max(1, int((self.width + GAP_MM) / (NARROWEST_LEGEND_MM + GAP_MM)))
        rows = [self._legend_row(entries[at : at + columns], columns) for at in range(0, len(entries), columns)]
        return [self._heading("What they do"), *rows]

    def _legend_row(self, entries: Sequence[tuple[IconType | Ability, str]], columns: int) -> _Block:
        wide = (self.width - (columns - 1) * GAP_MM) / columns
        indent = CELL_MM + 2.0
        words = [wrap_text(text, wide - indent, WORDS_MM, "fallback") for _, text in entries]
        height = max(CELL_MM, LINE_MM * max(map(len, words))) + 1.4

        def draw(top: float) -> tuple[list[Shape], list[Placed]]:
            shapes: list[Shape] = []
            for column, ((what, _), lines) in enumerate(zip(entries, words, strict=True)):
                left = CARD_EDGE_MM + column * (wide + GAP_MM)
                shapes += self._sign(what, left, top)
                first = top + (CELL_MM - LINE_MM * len(lines)) / 2 if len(lines) == 1 else top
                for k, line in enumerate(lines, 1):
                    shapes.append(
                        Text(left + indent, first + k * LINE_MM - 0.7, line, WORDS_MM, "fallback", INK, "start")
                    )
            return shapes, []

        return _Block(height, draw)

    def _sign(self, what: IconType | Ability, left: float, top: float) -> list[Shape]:
        middle = (left + CELL_MM / 2, top + CELL_MM / 2)
        if isinstance(what, Ability):
            return [Text(middle[0], middle[1] + 1.2, what.numeral, 3.6, "title", INK)]
        colour = self.themes.light.icon(what)
        edge = frame(left, top, CELL_MM, CELL_MM, 0.12, INK)
        return [*edge, *draw_icon(what, *middle, CELL_MM, INK if colour == WHITE else colour)]


def _fitted(text: str, x: float, y: float, size: float, width: float) -> Text:
    font = choose_font(text)
    line = printable(text, font)
    return Text(x, y, line, min(size, size * width / max(0.1, text_width(line, size, font))), font, INK)


def _paginate(blocks: Sequence[_Block], room: float) -> list[list[_Block]]:
    """Blocks in order onto pages; a heading never stands last on one, and is there again where its tiles go on."""
    pages: list[list[_Block]] = [[]]
    used, heading = 0.0, None
    for at, block in enumerate(blocks):
        needed = block.height + (blocks[at + 1].height if block.is_heading and at + 1 < len(blocks) else 0.0)
        if pages[-1] and used + needed > room + 1e-6:
            pages.append([heading] if heading and not block.is_heading else [])
            used = sum(one.height for one in pages[-1])
        heading = block if block.is_heading else heading
        pages[-1].append(block)
        used += block.height
    return pages


def _draw_page(blocks: Sequence[_Block], title: str, number: int, count: int, paper: tuple[float, float]) -> Page:
    """The blocks from top to bottom; what room is left goes between them, unless a longer card ends here."""
    spare = paper[1] - 2 * CARD_EDGE_MM - TITLE_MM - sum(block.height for block in blocks)
    most = ROW_GAP_MM if number == count > 1 else MOST_ROW_GAP_MM
    between = max(0.0, min(spare / max(1, sum(not block.is_heading for block in blocks)), most))
    name = f"{title}, {number} of {count}" if count > 1 else title
    shapes: list[Shape] = [_fitted(name, paper[0] / 2, CARD_EDGE_MM + 6, 7.0, paper[0] - 2 * CARD_EDGE_MM)]
    placed: list[Placed] = []
    top = CARD_EDGE_MM + TITLE_MM
    for block in blocks:
        more, stamps = block.draw(top)
        shapes += more
        placed += stamps
        top += block.height + (0.0 if block.is_heading else between)
    return Page(*paper, placed=tuple(placed), under=tuple(shapes), paper=WHITE)
