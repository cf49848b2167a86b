"""workbench play through a pipe: every kind of game to its end, and all that can be typed on the way."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from support.scripted_games import KINDS, Kind, find_script, typed
from support.tiles import set_text, tile_text
from typer.testing import CliRunner

from workbench.cli.app import app
from workbench.duke.game import legal_turns
from workbench.duke.record import parse_record
from workbench.table.session import Table
from workbench.table.view import View

RUN = CliRunner()
LINE = "2fodu2/3fo2/6/3KN'2/2FO3/2DUFO2 S BoPi3/BoPi3 - 9"
JUMPS = "2fodu2/6/6/6/2FO1KN1/2DUFO2 S BoPi3/BoPi3 - 9"


def play(*words: str, lines: list[str] | None = None, code: int = 0) -> str:
    result = RUN.invoke(app, ["play", *words], input="".join(f"{line}\n" for line in lines or []))
    assert result.exit_code == code, result.output
    return result.output


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_of_game_is_played_to_the_end(name: str, tmp_path: Path) -> None:
    kind, script = find_script(KINDS[name])
    file = tmp_path / "game.txt"
    text = play(*kind.words, "--record", str(file), lines=typed(script))
    assert "The game is over after" in text
    assert script.last.line in text
    record = parse_record(file.read_text())
    assert record.header["result"].split()[1] == script.end
    *_, (_, last) = record.positions()
    assert last.line == script.last.line


def test_looking_around() -> None:
    lines = ["tile Kn", "tile d3", "tile Knigt", "d3?", "f6?", "d6?", "why d3xd5", "why", "hint", "hint deep", "line"]
    text = play("--from", LINE, lines=[*lines, "board", "turns"])
    assert text.count("starting side           other side") == 2
    assert "Knight (Kn), South's, the other side is up" in text
    assert "did you mean 'Knight'?" in text
    assert "South's Knight on d3 (other side up) may play: d3-f1" in text
    assert "*" in text
    assert "No tile stands on f6." in text
    assert "North's Duke on d6 (starting side up) could, if it were its turn, play:" in text
    assert "d3xd5 is legal (SLIDE-1)" in text
    assert "Say which turn" in text
    assert "greedy would play " in text
    assert "There is no bot 'deep'" in text
    assert LINE in text


def test_the_table_is_told_in_plain_words() -> None:
    text = play("--from", JUMPS.replace("- 9", "off=x:Pi/x:KnSe 9"), "--hot-seat", lines=["e2-d4", "quit"])
    assert "South's bag (4): Bowman, 3 x Pikeman." in text
    assert "Taken by South: Knight, Seer." in text
    assert "Taken by North: Pikeman." in text
    assert "South, turn 10. Act with a tile or draw a new tile (+)." in text
    assert "South's Knight goes from e2 to d4. Guard!" in text
    assert "Guard! North's Duke could be captured: this must be answered." in text
    assert all(len(line) < 80 for line in text.splitlines() if "--from" not in line)


def test_a_drawn_tile_is_placed_by_its_square_alone() -> None:
    text = play("--from", LINE, "--seed", "1", "--first", "Bowman", lines=["draw", "help", "b1", "quit"])
    assert "South draws the Bowman." in text
    assert "Place your Bowman: b1." in text
    assert "  b1  place the drawn tile there" in text
    assert "South places the Bowman on b1." in text


@pytest.mark.rule("DYNASTY-2", "PACK-3")
@pytest.mark.parametrize(
    ("kind", "tile"),
    [(Kind(objective="dynastic_dispute"), "Wizard"), (Kind(("robert-e-howard",), ("howard=draft",)), "Kull")],
)
def test_a_tile_that_is_drafted_can_be_drawn_first(kind: Kind, tile: str) -> None:
    first = brief_set_up(kind.table(), tile)
    for seed in ("1", "2", "3"):
        text = play(*kind.words[:-1], seed, "--first", tile, lines=[*first, "draw", "quit"])
        assert f"The {tile} will be your first draw, if the draft brings it into your bag." in text
        assert f"South draws the {tile}." in text


def brief_set_up(table: Table, picked: str) -> list[str]:
    """Lines up to South's first turn: South picks that tile, and everything else is the first that is legal."""
    lines: list[str] = []
    while View.of(table.position).phase or table.position.owner:
        lines.append(next(turn for turn in legal_turns(table.position) if turn != "+") if lines else picked)
        table.play(lines[-1])
    return lines


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--first", "Duke"], "no Duke is in your bag"),
        (["--first", "Knigth"], "did you mean 'Knight'?"),
        (["--first", "Kn", "--bots", "random,random"], "no person plays"),
        (["--hot-seat", "--bots", "random"], "in one way"),
        (["--south", "randon"], "did you mean 'random'?"),
        (["--bots", "a,b,c"], "there is no bot 'a'"),
        (["--at", "3"], "--from FILE"),
        (["--terrain", "lake"], "mountain=N, fort=N or dragon"),
    ],
)
def test_what_cannot_be_played_is_refused(words: list[str], told: str) -> None:
    assert told in " ".join(play(*words, code=2).replace("│", " ").split())


def test_saving_loading_and_taking_back(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    lines = ["c1", "b1 c2", "save", f"save {file}", "save /nowhere/game.txt", "draw", f"save {file}", f"load {file}"]
    text = play("--seed", "3", lines=[*lines, "load nothing.txt", "undo", "undo", "quit"])
    assert "Say where to" in text
    assert "the folder /nowhere does not exist" in text
    assert text.count("Place your ") >= 2  # before and after loading: the drawn tile is still in hand
    assert re.search(r"nothing\.txt: .*\. The game here\s+goes on\.", text)
    assert text.count("Taken back.") == 2
    assert "9 S +" not in file.read_text()
    assert "0 S +\n0 * +" in file.read_text()


def test_a_game_takes_the_place_of_no_file_but_a_saved_game(tmp_path: Path) -> None:
    mine = tmp_path / "mine.yaml"
    mine.write_text("name: Mine\n")
    text = play("--seed", "3", lines=["c1", f"save {mine}", "quit"])
    assert "exists already, and is no saved game" in text
    assert "exists already, and is no saved game" in play("--bots", "random", "--record", str(mine), code=2)
    assert mine.read_text() == "name: Mine\n"


def test_a_game_is_saved_before_its_first_turn_and_in_the_middle_of_one(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    play("--record", str(file), "--seed", "1", lines=["quit"])
    assert parse_record(file.read_text()).entries == ()
    assert "Put your Duke on c1 or d1." in play("--from", str(file), lines=["quit"])
    drawn = LINE.replace("S BoPi3", "S Pi3").replace("- 9", "ph=place:Bo 9")
    play("--from", drawn, "--hot-seat", lines=["b1", f"save {file}", "quit"])
    assert [entry.text for entry in parse_record(file.read_text()).entries] == ["@b1"]
    assert "North, turn 11." in play("--from", str(file), lines=["quit"])


def test_going_on_with_a_record_from_anywhere(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    play("--bots", "random,random", "--seed", "5", "-q", "--record", str(file))
    record = parse_record(file.read_text())
    text = play("--from", str(file), "--at", "6", "--seed", "2", lines=["line", "undo", "quit"])
    assert "human (South, CAPITALS) against random (North)" in text
    beyond = str(len(record.entries) + 1)
    assert f"entries, not {beyond}" in " ".join(
        play("--from", str(file), "--at", beyond, code=2).replace("│", " ").split()
    )
    sixth = list(record.positions())[6][1]
    assert sixth.line.split()[0] in text
    ended = play("--from", str(file))
    assert "The game is over after" in ended
    assert "brings its own sets" in " ".join(play("--from", str(file), "--set", "terrain", code=2).split())
    bad = tmp_path / "bad.txt"
    bad.write_text("duke game record 1\n\n0 S Du@a1\n")
    assert "at '0 S Du@a1'" in play("--from", str(bad), code=2)


def test_divination_is_asked_for_twice() -> None:
    start = "2fodu2/3fo2/6/4OR'1/2FO3/2DUFO2 S BoKnPi3/BoPi3 - 9"
    text = play("--from", start, "-s", "enhanced=oracle", "--hot-seat", lines=["e3?", "e3-e4", "e3?", "e3?", "quit"])
    assert text.count("type it once more to divine") == 2
    assert text.count("South's Oracle on e3 divines.") == 1
    assert "Your hand: " in text


def test_help_shows_the_forms_that_are_legal_now() -> None:
    text = play("--objective", "dark_rider", "--hot-seat", lines=["help", "a1 b1 c1 d1", "help", "quit"])
    assert "Put your 4 Pikemen on your home edge" in text
    assert "  a1 b1 c1 d1  put the tiles there" in text
    assert "Put your Knight on a6" in text
    assert "draw a tile" not in text


def test_a_set_brings_its_settings_and_they_can_be_overridden(tmp_path: Path) -> None:
    own, game = tmp_path / "own.yaml", tmp_path / "game.txt"
    own.write_text(set_text(tile_text("Mangonel", "Mg"), settings="{max_turns: 2, enhanced: both}"))
    words = (str(own), "--bots", "random,random", "--seed", "1", "--record", str(game))
    text = " ".join(play(*words).split())
    assert "House rules: enhanced=both, max_turns=2 (enhanced, max_turns: as the tile sets ask" in text
    assert "over after 2 turns" in text
    assert "over after 3 turns" in play(*words, "-s", "max_turns=3")
    assert "over after 2 turns" not in play(*words, "-s", "max_turns=600")  # the default, but said
    record = parse_record(game.read_text())
    assert '"max_turns": 600' in record.header["settings"]
    *_, (_, last) = record.positions()
    assert last.is_over
    listed = RUN.invoke(app, ["tiles", str(own)]).output
    assert "played with enhanced=both, max_turns=2" in listed


def test_settings_of_a_game_are_said() -> None:
    text = play("--terrain", "mountain=2,dragon", "-s", "max_turns=3", "--bots", "random,random", "--seed", "1")
    assert "House rules: max_turns=3." in text
    assert "Terrain: mountain=2, dragon." in text
    assert "A Mountain lies on " in text


def test_what_cannot_be_done_now_is_told_by_the_right_rule() -> None:
    """While a tile is to be placed no other turn is taken; a square alone is looked at where no place is asked."""
    lines = ["d1-d2", "a1", "d1", "c1 d2", "draw", "d2-d3", "a1", "e1", "d2", "c6", "quit"]
    text = " ".join(play("--seed", "3", "--first", "lo", lines=lines).split())
    assert "The Longbowman will be your first draw." in text
    assert "d1-d2 is not legal (SETUP-3): no turn is taken before the set-up is over." in text
    assert "Du@a1 is not legal (SETUP-3): the Duke starts on one of the two middle squares" in text
    assert "d2-d3 is not legal (PLACE-3): a tile has been drawn, and it must be placed now." in text
    assert "@a1 is not legal (PLACE-2)" in text
    assert "South's Footman on d2 (starting side up) may play: d2-c2 d2-e2 d2-d3" in text
    assert "No tile stands on c6." in text


def test_how_to_go_on_is_said_for_a_shell() -> None:
    start = "3du2/6/6/6/6/2DU'3 S -/- mt=a3 9"
    text = play("--from", start, "--hot-seat", "-s", "no_turn=draw", lines=["quit"])
    words = shlex.split(text.rpartition("To go on later: ")[2])
    assert words == ["workbench", "play", "--from", start, "--south", "human", "--north", "human",
                     "--setting", "no_turn=draw"]  # fmt: skip
    assert f'"{start}"' in text


@pytest.mark.rule("PACK-5")
def test_each_person_is_asked_for_the_city_troops() -> None:
    lines = ["tile Thief", "Mayor", "militia, Baron", "none", "c1", "b1 c2", "c6", "b6 c6", "quit"]
    text = " ".join(play("city-troops", "--hot-seat", "--seed", "1", lines=lines).split())
    assert "South, which City Troops join your army (city_light)? Militia for Footman, Baron for Champion," in text
    assert "Thief (Th), takes the place of the Assassin" in text
    assert "There is no City Troop 'Mayor'; there are Militia, Baron, Watch Tower, Thief." in text
    assert text.index("(city_dark)?") < text.index("Put your Duke on")
    assert "House rules: city_light=Militia+Baron, city_dark=none." in text
    assert "Put your two Militia" in text
    assert "Put your two Footmen" in text


@pytest.mark.rule("PACK-5")
def test_city_troops_that_were_said_are_not_asked_for() -> None:
    said = play("city-troops", "-s", "city_light=none", lines=["quit"])
    assert "which City Troops" not in said
    assert "House rules: city_light=none, city_dark=all." in said
    both = play("city-troops", "musketeers", "--seat", "north", "--seed", "1", lines=["", "quit"])
    assert "North, which City Troops join your army (city_dark)?" in both
    assert "Thief for Assassin" in both  # of the dark army no Musketeer is an Assassin
    assert "House rules: city_light=Militia+Baron+Watch Tower, city_dark=all." in both
    assert "Stopped before the game began." in play("city-troops", lines=["quit"])
    assert "which City Troops" not in play("city-troops", "--objective", "dark_rider", lines=["quit"])
