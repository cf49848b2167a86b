"""Fonts: coverage, widths, fitting names, licences."""

from __future__ import annotations

import pytest
from reportlab.pdfbase.ttfonts import TTFont

from workbench.sheet.face import TILE_MM, fit_name
from workbench.sheet.text import (
    FONT_FOLDER,
    FONTS,
    SMALLEST_NAME_MM,
    choose_font,
    fit_text,
    font_path,
    font_tables,
    missing_characters,
    printable,
    text_width,
    tidy,
)


@pytest.mark.parametrize("font", FONTS)
def test_the_table_agrees_with_the_font_file(font: str) -> None:
    face, table = TTFont("Check", str(font_path(font))).face, font_tables()[font]
    assert {chr(code) for code in face.charToGlyph} >= set(table.glyphs)
    for character, (width, _) in table.glyphs.items():
        assert face.charWidths[ord(character)] == pytest.approx(width * 1000 / table.units, abs=0.51), character


def test_wide_coverage() -> None:
    languages = "éèêëàâçñüöäßåæøœłżźćśńęąőűčšžřěďťňğışțăķļģņūīāėųŵŷĦħðþÿ—–’‘“”«»¡¿ΑΒΓαβγБГДбгдЖжЇїЄєắễộ"
    assert missing_characters(languages) == ""
    for font in FONTS:
        assert {*"ABCXYZabcxyz0123456789 ?&'-.,()…"} <= set(font_tables()[font].glyphs)


def test_what_is_missing_is_named_once_and_replaced() -> None:
    assert missing_characters("Kn漢ight 漢字") == "漢字"
    assert printable("K漢", "title") == "K?"
    assert choose_font("Knight") == "title"
    assert choose_font("Knight ♞") == "fallback"
    assert tidy("  e\u0301  x ") == "é x"


def test_licences_are_beside_the_fonts() -> None:
    assert "SIL OPEN FONT LICENSE" in (FONT_FOLDER / "title-OFL.txt").read_text()
    assert "Bitstream Vera Fonts Copyright" in (FONT_FOLDER / "fallback-LICENSE.txt").read_text()
    for font in FONTS:  # modified fonts must not carry the reserved names
        names = TTFont("Check", str(font_path(font))).face
        assert b"Workbench" in names.name
        assert b"Vera" not in names.name


def test_a_name_shrinks_and_wraps_before_it_is_cut() -> None:
    short, long = fit_name("Duke"), fit_name("Dark Agnes de Chastillon")
    assert short.lines == ("Duke",)
    assert long.fits
    assert len(long.lines) > 1
    assert short.size > long.size >= SMALLEST_NAME_MM
    assert " ".join(long.lines) == "Dark Agnes de Chastillon"


@pytest.mark.parametrize("name", ["Llanfairpwllgwyngyllgogerychwyrndrobwll", "a b " * 60, "M" * 200, "W"])
def test_no_line_is_wider_than_the_band(name: str) -> None:
    fitted = fit_text(name, 15.0, 6.0, 3.8, 1.7)
    for line in fitted.lines:
        assert text_width(line, fitted.size, fitted.font) <= 15.0 + 1e-6
    assert fitted.size * (1 + 0.98 * (len(fitted.lines) - 1)) <= 6.0 + 1e-6
    assert fitted.fits == (name == "W")
    assert fitted.fits or any(line.endswith("…") for line in fitted.lines)


def test_larger_tiles_have_larger_names() -> None:
    assert fit_name("Longbowman", 44.45).size == pytest.approx(fit_name("Longbowman", TILE_MM).size * 44.45 / TILE_MM)
