"""sheet, calibrate, render and stocks as a user meets them."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image
from typer.testing import CliRunner

from workbench.cli.app import app, main

RUNNER = CliRunner()


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)


def run(*arguments: str, code: int = 0) -> str:
    result = RUNNER.invoke(app, list(arguments))
    assert result.exit_code == code, result.output
    return result.output


def files() -> set[str]:
    return {path.name for path in Path().iterdir()}


def pages(name: str) -> list[str]:
    document = pypdfium2.PdfDocument(name)
    return [page.get_textpage().get_text_range() for page in document]


def test_a_pdf_with_names_notice_and_page_numbers() -> None:
    out = run("sheet", "base", "-o", "base.pdf")
    assert "84 stickers on 2 pages" in out
    first, second = pages("base.pdf")
    assert "Print at 100 %" in first
    assert "The Duke, page 1 of 2" in first
    assert "page 2 of 2" in second
    assert "Knight" in first
    assert "Duchess" in second


def test_png_and_svg_give_a_file_for_each_page() -> None:
    run("sheet", "base", "-o", "base.png", "--dpi", "60")
    run("sheet", "base", "-o", "base.svg", "--theme", "colour")
    assert files() == {"base-1.png", "base-2.png", "base-1.svg", "base-2.svg"}
    assert Image.open("base-1.png").size == (496, 702)


def test_nothing_is_overwritten_without_leave() -> None:
    Path("out.pdf").write_text("mine")
    assert "exists already" in run("sheet", "workshop", "-o", "out.pdf", code=2)
    assert Path("out.pdf").read_text() == "mine"
    run("sheet", "workshop", "-o", "out.pdf", "--force")
    assert Path("out.pdf").read_bytes().startswith(b"%PDF")
    assert files() == {"out.pdf"}, "no scratch files stay behind"


def test_a_failed_run_writes_nothing() -> None:
    Path("cut.svg").write_text("mine")
    run("sheet", "workshop", "-o", "out.pdf", "--cut", "cut.svg", "--plan-json", "plan.json", code=2)
    assert files() == {"cut.svg"}


def test_a_broken_set_prints_nothing_and_says_why(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("bad.yaml").write_text("name: Bad\ntiles:\n  - name: X\n    code: Xx\n    starting: |\n      Q\n")
    monkeypatch.setattr(sys, "argv", ["workbench", "sheet", "bad.yaml", "-o", "bad.pdf"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert "bad.yaml:" in capsys.readouterr().err
    assert files() == {"bad.yaml"}


@pytest.mark.parametrize(("emblem", "told"), [("../x.png", "leads out of"), ("fox", "'fox' is not known")])
def test_check_and_sheet_judge_an_emblem_alike(emblem: str, told: str) -> None:
    grid = "|\n" + "      .  .  .  .  .\n" * 2 + "      .  M  @  .  .\n" + "      .  .  .  .  .\n" * 2
    Path("set.yaml").write_text(
        f"name: Own\ntiles:\n  - name: X\n    code: Xx\n    emblem: {emblem}\n    starting: {grid}    other: {grid}"
    )
    assert told in run("check", "set.yaml", "--select", "W514")
    text = run("sheet", "set.yaml")
    assert "warning[W514]: set.yaml: X: emblem" in text
    assert told in text
    assert files() == {"set.yaml", "set.pdf"}
    assert told in run("render", "set.yaml", "-o", "faces")


def test_a_sheet_has_a_name_of_its_own() -> None:
    run("sheet", "workshop", "--tiles", "Lancer")
    assert files() == {"workshop.pdf"}
    assert "workshop.pdf" in run("sheet", "workshop", "--tiles", "Lancer", code=2)  # it is there already


def test_plan_cut_file_and_registration() -> None:
    run(
        "sheet", "workshop", "-o", "x.pdf", "--plan-json", "plan.json", "--cut", "cut.svg", "--registration",
        "--tiles", "Lancer,Pg", "--copies", "Lancer=3", "--armies", "light",
    )  # fmt: skip
    plan = json.loads(Path("plan.json").read_text())
    labels = [slot["label"] for slot in plan["pages"][0]["slots"]]
    assert labels == ["Lancer (light)"] * 6 + ["Page (light)"] * 2
    assert Path("cut.svg").read_text().count("<path") == 9


def test_loose_icons() -> None:
    assert "178 stickers" in run("sheet", "--icons", "-o", "icons.pdf")
    assert "181 stickers" in run("sheet", "--icons", "--icon-counts", "V=3", "-o", "more.pdf", "--paper", "letter")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["-o", "x.pdf"], "name a tile set"),
        (["base", "-o", "x.doc"], "End the name in"),
        (["base", "-o", "x.pdf", "--stock", "nothing"], "no label stock"),
        (["base", "-o", "x.pdf", "--paper", "a9"], "paper 'a9'"),
        (["base", "-o", "x.pdf", "--stock", "lp70-25sq", "--tile-mm", "30"], "larger than a label"),
        (["base", "-o", "x.pdf", "--stock", "lp70-25sq", "--gap-mm", "3"], "stand where they stand"),
        (["base", "-o", "x.pdf", "--stock", "lp70-25sq", "--paper", "letter"], "leave --paper out"),
        (["base", "-o", "x.pdf", "--tiles", "Knigth"], "did you mean 'Knight'"),
        (["base", "-o", "x.pdf", "--copies", "Knight"], "NAME=COUNT"),
        (["base", "-o", "x.pdf", "--armies", "grey"], "neither light nor dark"),
        (["base", "-o", "x.pdf", "--offset-mm", "1"], "two numbers"),
        (["base", "-o", "x.pdf", "--scale", "0,1"], "factors near 1"),
        (["base", "-o", "x.pdf", "--printer", "none"], "no printer 'none'"),
        (["base", "-o", "none/x.pdf"], "does not exist"),
        (["base", "-o", "x.pdf", "--start-at", "900"], "places 1 to"),
        (["base", "-o", "x.png", "--dpi", "1200", "--paper", "1400x1400mm"], "too large"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_what_cannot_be_done_is_said_plainly(arguments: list[str], words: str) -> None:
    out = " ".join(run("sheet", *arguments, code=2).replace("│", " ").split())
    assert words in out
    assert not files()


def test_calibration_is_saved_and_used() -> None:
    run("calibrate", "-o", "page.pdf", "--stock", "avery-22806")
    front, back = pages("page.pdf")
    assert "unverified" in front
    assert "back_x" in back
    out = run("calibrate", "--save", "office", "--measured", "width=99,height=101,left=11,top=9,back_x=0.5")
    assert "saved 'office'" in out
    assert "office" in run("calibrate", "--list")
    run("sheet", "workshop", "-o", "x.pdf", "--printer", "office", "--layout", "duplex")
    assert "give one or the other" in run(
        "sheet", "workshop", "-o", "y.pdf", "--printer", "office", "--scale", "1,1", code=2
    )
    saved = json.loads(Path("config/duke-workbench/printers.json").read_text())["office"]
    assert saved["correction"]["scale_x"] == pytest.approx(1 / 0.99)
    assert saved["back_offset"][0] == pytest.approx(-0.5 / 0.99)


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--save", "x"],
        ["--save", "x", "--measured", "width"],
        ["--save", "x", "--measured", "width=5"],
        ["--save", "x", "--measured", "girth=100"],
        ["-o", "page.png"],
        ["-o", "page.pdf", "--paper", "a4", "--stock", "ol2681"],
    ],
)
def test_bad_calibrations(arguments: list[str]) -> None:
    run("calibrate", *arguments, code=2)
    assert not files()


def test_a_damaged_printer_file_is_named() -> None:
    path = Path("config/duke-workbench/printers.json")
    path.parent.mkdir(parents=True)
    path.write_text('{"office": 3}')
    assert "printers.json cannot be read" in run("calibrate", "--list", code=2).replace("\n", "")


def test_faces_go_to_a_folder_not_to_one_that_is_called_like_a_picture() -> None:
    said = run("render", "base", "--tile", "Knight", "-o", "knight.png", code=2)
    assert "faces are two pictures of each tile, so --out is a folder" in said
    assert "--share" in said
    assert not Path("knight.png").exists()


def test_render_faces() -> None:
    run("render", "base", "--tile", "Knight", "-o", "faces", "--format", "both", "--dpi", "100")
    names = {path.name for path in Path("faces").iterdir()}
    assert names == {f"knight-{side}.{kind}" for side in ("starting", "other") for kind in ("png", "svg")}
    assert Image.open("faces/knight-other.png").size == (96, 96)
    assert "exists already" in run("render", "base", "--tile", "Kn", "-o", "faces", code=2)
    run("render", "base", "--tile", "Kn", "-o", "clear", "--transparent")
    assert Image.open("clear/knight-starting.png").mode == "RGBA"


def test_faces_have_1024_pixels_unless_millimetres_are_asked_for() -> None:
    def width(*wishes: str) -> tuple[int, int]:
        run("render", "base", "--tile", "Knight", "-o", "faces", "--force", *wishes)
        return Image.open("faces/knight-starting.png").size

    assert width() == (1024, 1024)
    assert width("--px", "300") == (300, 300)
    assert width("--size-mm", "25.4") == (300, 300)
    assert width("--size-mm", "25.4", "--px", "77") == (77, 77)
    run("render", "base", "-o", "x", "--px", "99", "--dpi", "90", code=2)


def test_faces_differ_where_the_armies_do() -> None:
    run("render", "base", "--tile", "Duke", "-o", "faces", "--theme", "dark=light-on-dark", "--px", "50")
    names = {path.name for path in Path("faces").iterdir()}
    assert names == {f"duke-{army}-{side}.png" for army in ("light", "dark") for side in ("starting", "other")}
    light, dark = (Image.open(f"faces/duke-{army}-starting.png").convert("L") for army in ("light", "dark"))
    assert light.getpixel((0, 0)) == 255
    assert dark.getpixel((0, 0)) == 28


@pytest.mark.parametrize("theme", ["night", "light=night", "grey=classic", "classic,colour", "light="])
def test_a_theme_that_is_none_is_refused(theme: str) -> None:
    assert "theme" in run("sheet", "workshop", "--theme", theme, code=2)
    assert not files()


def test_a_theme_for_each_army_on_a_sheet() -> None:
    run("sheet", "base", "--tiles", "Duke", "--theme", "light=classic,dark=light-on-dark", "-o", "x.png", "--dpi", "72",
        "--plan-json", "plan.json")  # fmt: skip
    slots = json.loads(Path("plan.json").read_text())["pages"][0]["slots"]
    assert [slot["stamp"] for slot in slots] == [
        f"base/Du/{side}/{army}" for army in ("light", "dark") for side in ("starting", "other")
    ]
    image, pixel = Image.open("x.png").convert("L"), 72 / 25.4
    inside = [image.getpixel((int((slot["x"] + 0.4) * pixel), int((slot["y"] + 0.4) * pixel))) for slot in slots]
    assert inside[:2] == [255, 255]
    assert max(inside[2:]) < 60
    beyond = slots[2]
    assert image.getpixel((round((beyond["x"] - 0.6) * pixel), round((beyond["y"] + 12) * pixel))) < 160, "it bleeds"


def test_small_print_is_warned_of() -> None:
    assert "capitals under 1.5 mm" in run("sheet", "workshop", "--tile-mm", "12", "-o", "x.pdf")
    assert "icons under 1.2 mm" in run("render", "workshop", "--size-mm", "10", "-o", "faces")
    assert "on stickers of" in run("sheet", "--icons", "--tile-mm", "12", "-o", "y.pdf")
    assert "warning" not in run("sheet", "workshop", "-o", "z.pdf")


@pytest.mark.parametrize("name", ["base", "siege-engines", "workshop"])
def test_render_a_players_card(name: str) -> None:
    run("render", "--card", name, "-o", "card.pdf")
    (text,) = pages("card.pdf")
    assert "move: goes to this square" in text
    run("render", name, "--card", "--paper", "letter", "-o", "letter.svg")


def test_a_long_card_has_a_file_for_each_page() -> None:
    names = ["base", "arthurian-legends", "robin-hood", "musketeers", "lords-legacy"]
    assert ": 3 pages" in run("render", *names, "--card", "-o", "card.png", "--dpi", "50")
    assert files() == {"card-1.png", "card-2.png", "card-3.png"}


def test_one_picture_of_a_tile_to_share() -> None:
    answer = {"tiles": [{"name": "Lancer", "verdict": "fair", "points": 0.42, "interval": [-0.1, 0.94],
                         "bots": [{"bot": "greedy"}]}]}  # fmt: skip
    Path("balance").mkdir()
    Path("balance/answer.json").write_text(json.dumps(answer))
    run("render", "workshop", "--tile", "Lancer", "--share", "--verdict", "balance", "-o", "lancer.png")
    assert Image.open("lancer.png").width == 1024
    run("render", "workshop", "--tile", "Ln", "--share", "--verdict", "balance/answer.json", "-o", "lancer.pdf")
    (text,) = pages("lancer.pdf")
    assert "Verdict: fair, +0.4 points a draw (-0.1 to +0.9), greedy players" in " ".join(text.split())
    assert "shows one tile" in run("render", "workshop", "--share", "-o", "x.png", code=2)
    for damaged in ("{}", '{"tiles": [{"name": "Lancer"}]}', "nonsense", "[" * 9000):
        Path("bad.json").write_text(damaged)
        out = run("render", "workshop", "--tile", "Lancer", "--share", "--verdict", "bad.json", "-o", "x.png", code=2)
        assert "no answer of workbench balance" in out
    out = run("render", "workshop", "--tile", "Page", "--share", "--verdict", "balance", "-o", "x.png", code=2)
    assert "It tells about Lancer." in out
    run("render", "workshop", "--tile", "Page", "--share", "--verdict", "nowhere", "-o", "x.png", code=2)
    assert not Path("x.png").exists()


@pytest.mark.parametrize("wishes", [["--card", "--share"], ["--card", "--px", "99"], ["--verdict", "x"]])
def test_pictures_that_do_not_go_together(wishes: list[str]) -> None:
    run("render", "workshop", "-o", "x.png", *wishes, code=2)
    assert not files()


def test_render_a_position() -> None:
    line = "2fodu2/3fo2/6/3KN'2/2FO3/2DUFO2 S BoPi3/BoPi3 - 9"
    run("render", "base", "--board", line, "-o", "board.pdf")
    text = pages("board.pdf")[0]
    assert "Knight" in text
    assert "Footman" in text
    out = run("render", "base", "--board", "nonsense", "-o", "x.pdf", code=2)
    assert "five fields" in out


@pytest.mark.parametrize(
    "wishes",
    [["sheet", "workshop"], ["sheet", "--icons"], ["render", "base", "--card"], ["calibrate"]],
    ids=lambda wishes: " ".join(wishes),
)
def test_every_font_of_a_pdf_is_in_it(wishes: list[str]) -> None:
    """Print shops refuse files that name fonts without holding them, even where no letter uses them."""
    run(*wishes, "-o", "x.pdf")
    data = Path("x.pdf").read_bytes()
    fonts = re.findall(rb"/BaseFont\s*/([^\s/]+)", data)
    assert fonts
    assert all(re.fullmatch(rb"[A-Z]{6}\+Workbench\w+-Bold", font) for font in fonts), fonts
    assert data.count(b"/FontFile2") == len(set(fonts))
    written = 0
    for page in pypdfium2.PdfDocument("x.pdf"):
        for one in page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_TEXT], max_depth=8):
            assert pypdfium2.raw.FPDFFont_GetIsEmbedded(pypdfium2.raw.FPDFTextObj_GetFont(one.raw)) == 1
            written += 1
    assert written


def test_sheet_help_names_the_stocks_that_fit() -> None:
    assert "stocks --fits 24.3" in " ".join(run("sheet", "--help").split())


def test_an_emblem_in_colours_is_printed_in_them() -> None:
    grid = "|\n" + "      .  .  .  .  .\n" * 2 + "      .  M  @  M  .\n" + "      .  .  .  .  .\n" * 2
    head = "name: Own\ntiles:\n  - name: X\n    code: Xx\n    emblem: fox.svg\n"
    Path("set.yaml").write_text(f"{head}    starting: {grid}    other: {grid}")
    fox = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="10" height="30" fill="#c03000"{}/></svg>'
    Path("fox.svg").write_text(fox.format(""))
    assert "W516" not in run("render", "set.yaml", "-o", "faces", "--px", "200")
    colours = Image.open("faces/x-starting.png").convert("RGB").getcolors(100_000) or []
    assert (0xC0, 0x30, 0x00) in {colour for _, colour in colours}
    Path("fox.svg").write_text(fox.format(' stroke="red"'))
    assert "warning[W516]: set.yaml: X: emblem 'fox.svg' loses strokes" in run("sheet", "set.yaml")


def test_stocks_are_listed() -> None:
    out = run("stocks")
    assert "avery-22806" in out
    assert "unverified" in out
    listed = json.loads(run("stocks", "--fits", "60", "--json"))["stocks"]
    assert {stock["id"] for stock in listed} >= {"avery-3111", "full-a4"}
    assert all(stock["label_width"] >= 60 for stock in listed)
    assert "pitch_x" in run("stocks", "ol2681")
    run("stocks", "nonsense", code=2)


def test_png_pages_are_true_to_the_plan() -> None:
    """The first frame of a 600 dpi page stands where the plan has it."""
    run(
        "sheet",
        "base",
        "--tiles",
        "Duke",
        "--armies",
        "light",
        "-o",
        "x.png",
        "--dpi",
        "600",
        "--plan-json",
        "p.json",
    )
    slot = json.loads(Path("p.json").read_text())["pages"][0]["slots"][0]
    image = Image.open(io.BytesIO(Path("x.png").read_bytes())).convert("L")
    pixel = 600 / 25.4
    level = int((slot["y"] + slot["size"] * 0.955) * pixel)
    start = int(slot["x"] * pixel)
    row = [image.getpixel((x, level)) for x in range(start, start + int(slot["size"] * pixel) + 1)]
    dark = [start + index for index, value in enumerate(row) if value < 128]
    assert dark[0] / pixel == pytest.approx(slot["x"] + 0.03 * 24.3 - 0.11, abs=0.05)
    assert (dark[-1] + 1) / pixel == pytest.approx(slot["x"] + 0.97 * 24.3 + 0.11, abs=0.05)


def test_an_unverified_stock_is_said_to_be_one() -> None:
    assert "not verified" in run("sheet", "workshop", "-o", "x.pdf", "--stock", "avery-22806")


def test_the_speed_is_measured() -> None:
    result = RUNNER.invoke(app, ["bench", "sheet", "--repeat", "1"])
    assert result.exit_code in (0, 1), "1 on a machine that is too slow or too busy"
    assert "vector PDF" in result.output
    assert "600 dpi" in result.output
