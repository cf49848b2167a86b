"""Rebuild the shipped fonts and their table of outlines (needs fontTools; run by hand, rarely).

    python workbench/sheet/fonts/build.py ALEGREYA_SC_FOLDER DEJAVU_SANS_CONDENSED_BOLD.ttf

The first argument holds the per-script WOFF files of Alegreya SC Bold. Hinting, kerning and
ligatures are dropped so that every painter sets a text with the same advance widths.
"""
# mypy: ignore-errors

from __future__ import annotations

import gzip
import json
import sys
import tempfile
from pathlib import Path

from fontTools import merge, subset
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.ttLib import TTFont

HERE = Path(__file__).parent
DROPPED = ["GPOS", "GSUB", "GDEF", "kern", "DSIG", "STAT", "MVAR", "HVAR", "gasp", "meta"]
FALLBACK_RANGES = (
    (0x20, 0x7E), (0xA0, 0x24F), (0x259, 0x259), (0x2B0, 0x2DD), (0x370, 0x3FF), (0x400, 0x52F),
    (0x1E00, 0x1EFF), (0x2010, 0x2027), (0x2030, 0x205E), (0x20A0, 0x20BF), (0x2116, 0x2116),
    (0x2122, 0x2122), (0x2153, 0x215E), (0x2190, 0x2199), (0x2600, 0x266F), (0x2713, 0x2718),
)  # fmt: skip


def slimmed(font: TTFont, code_points: set[int], family: str) -> TTFont:
    options = subset.Options(
        hinting=False,
        layout_features=[],
        drop_tables=[*subset.Options().drop_tables, *DROPPED],
        name_IDs=[0, 13, 14],
        notdef_outline=True,
        glyph_names=False,
        recalc_timestamp=False,
    )
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=code_points)
    cutter.subset(font)
    names = {
        1: family,
        2: "Bold",
        3: f"{family} Bold; subset",
        4: f"{family} Bold",
        6: family.replace(" ", "") + "-Bold",
    }
    for number, text in names.items():
        font["name"].setName(text, number, 3, 1, 0x409)
    font["head"].created = font["head"].modified = 3_800_000_000  # same bytes on every rebuild
    return font


def merged_title(folder: Path) -> TTFont:
    with tempfile.TemporaryDirectory() as scratch:
        parts = []
        for script in ("latin", "latin-ext", "vietnamese", "greek", "greek-ext", "cyrillic", "cyrillic-ext"):
            font = TTFont(folder / f"alegreya-sc-{script}-700-normal.woff")
            font.flavor = None
            for table in DROPPED:
                if table in font:
                    del font[table]
            parts.append(str(Path(scratch) / f"{script}.ttf"))
            font.save(parts[-1])
        font = merge.Merger().merge(parts)
        path = Path(scratch) / "merged.ttf"
        font.save(path)
        return TTFont(path, lazy=False)


def outlines(font: TTFont) -> dict[str, object]:
    glyphs, cmap = font.getGlyphSet(), font.getBestCmap()
    table = {}
    for code, name in sorted(cmap.items()):
        pen = SVGPathPen(glyphs, ntos=lambda value: str(round(value)))
        glyphs[name].draw(pen)
        table[f"{code:x}"] = [glyphs[name].width, pen.getCommands()]
    cap = font["glyf"][cmap[ord("H")]].yMax
    return {"units": font["head"].unitsPerEm, "cap": cap, "glyphs": table}


def main(title_folder: str, fallback_file: str) -> None:
    title = merged_title(Path(title_folder))
    title = slimmed(title, set(title.getBestCmap()), "Workbench Title")
    wide = {code for first, last in FALLBACK_RANGES for code in range(first, last + 1)}
    fallback = slimmed(TTFont(fallback_file), wide, "Workbench Fallback")
    table = {}
    for key, font in (("title", title), ("fallback", fallback)):
        font.save(HERE / f"{key}.ttf")
        table[key] = outlines(TTFont(HERE / f"{key}.ttf"))
    text = json.dumps(table, separators=(",", ":"), sort_keys=True)
    (HERE / "glyphs.json.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    main(*sys.argv[1:])
