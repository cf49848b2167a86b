"""Sets that are too large for the engine's tables are told by `check`, at the tile (E407)."""

from __future__ import annotations

from pathlib import Path

from support.tiles import FACE, make_set, set_text, tile_text

from workbench.check.run import run_check
from workbench.check.size import SURELY_FITS_A_SIDE, check_size, most_to_do
from workbench.tileset.compose import compose
from workbench.tileset.load import load_sets, shipped_sets
from workbench.tileset.settings import Settings

ALL_COMMANDS = "C C C C C\nC C C C C\nC C @ C C\nC C C C C\nC C C C C\n"


def test_a_side_with_more_to_do_than_the_tables_hold(tmp_path: Path) -> None:
    file = tmp_path / "big.yaml"
    file.write_text(set_text(tile_text("Overlord", "Ov", starting=ALL_COMMANDS)))
    (finding,) = [one for one in run_check([str(file)]).findings if one.code == "E407"]
    assert "255 is the limit" in finding.message
    assert (finding.tile, finding.place.line) == ("Overlord", 3)


def test_what_is_counted_is_never_less_than_there_is() -> None:
    """The bound that spares us the engine must not be lower than what the engine finds."""
    from workbench.duke.board.tables import build_rules

    for name in shipped_sets():
        game = compose(load_sets([name]), Settings(enhanced="both"))
        longest = max(int(run) & 255 for run in build_rules(game)[0]["run"])
        bound = max(most_to_do(face) for tile in game.tiles for face in (tile.starting, tile.other))
        assert longest <= bound <= SURELY_FITS_A_SIDE, name
        assert check_size(game) == ()


def test_a_set_that_only_might_be_too_large_is_left_to_the_engine() -> None:
    """15 Command squares are 210 orders: more than surely fits, less than the limit."""
    fifteen = "C C C C C\nC C C C C\nC C @ C C\n. C . . .\n. . . . .\n"
    game = compose([make_set(tile_text("Overlord", "Ov", starting=fifteen, other=FACE))], Settings())
    assert most_to_do(game.tiles[-1].starting) == 210
    assert check_size(game) == ()
