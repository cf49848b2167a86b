"""What may be written: new files and ordinary ones; devices, pipes, sockets and inputs are left alone."""

from __future__ import annotations

import os
import socket
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
import typer
from support.command import Runner

from workbench.cli.outputs import write_files
from workbench.resources import shipped

RECORD = "duke game record 1\nsets: base\n\n0 S Du@c1\n"


def make_pipe(path: Path) -> None:
    os.mkfifo(path)


def make_socket(path: Path) -> None:
    held = socket.socket(socket.AF_UNIX)
    here = os.getcwd()
    os.chdir(path.parent)  # the whole path would be too long for a socket
    try:
        held.bind(path.name)
    finally:
        os.chdir(here)
        held.close()


def make_device(path: Path) -> None:
    """A private node that says "no space left" like /dev/full; only root may make one."""
    try:
        os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, 7))
    except PermissionError:
        pytest.skip("only root can make a device")


STRANGE = {"a pipe": make_pipe, "a socket": make_socket, "a device": make_device}


@pytest.mark.parametrize("kind", STRANGE)
@pytest.mark.parametrize("linked", [False, True])
def test_strange_files_are_left_alone_even_with_force(
    workbench: Runner, tmp_path: Path, kind: str, linked: bool
) -> None:
    node = tmp_path / "node.svg"
    make: Callable[[Path], None] = STRANGE[kind]
    make(node)
    before = stat.S_IFMT(node.lstat().st_mode)
    given = tmp_path / "link.svg" if linked else node
    if linked:
        given.symlink_to(node)
    result = workbench("sheet", "workshop", "-o", str(tmp_path / "out.pdf"), "--cut", str(given), "--force")
    assert result.code == 2
    assert f"error: {given} is {kind}, and is left alone" in result.err
    assert stat.S_IFMT(node.lstat().st_mode) == before
    assert not (tmp_path / "out.pdf").exists()


def test_a_record_goes_to_ordinary_files_only(workbench: Runner, tmp_path: Path) -> None:
    game, pipe = tmp_path / "game.txt", tmp_path / "pipe"
    game.write_text(RECORD)
    os.mkfifo(pipe)  # opening it to write would wait for a reader for ever
    assert workbench("replay", str(game), "--record", str(pipe)).code == 2
    bots = ("--bot", "random", "--bot", "random", "--quiet")
    result = workbench("play", *bots, "--record", str(tmp_path / "no/such/game.txt"))
    assert (result.code, result.out) == (2, "")
    assert "the folder" in result.err


def test_a_game_of_dragon_dune_goes_to_ordinary_files_only(workbench: Runner, tmp_path: Path) -> None:
    game, pipe = tmp_path / "game.txt", tmp_path / "pipe"
    os.mkfifo(pipe)
    watched = ("dune", "play", "--watch", "--seed", "1", "--setting", "turn_limit=1", "--record")
    assert (workbench(*watched, str(pipe)).code, workbench(*watched, str(tmp_path / "no/game.txt")).out) == (2, "")
    assert workbench(*watched, str(game)).code == 0
    before = game.read_text(encoding="utf-8")
    assert workbench("dune", "replay", str(game), "--record", str(pipe)).code == 2
    over_itself = workbench("dune", "replay", str(game), "--record", str(game))
    assert "would replace a file that is read" in over_itself.err
    assert game.read_text(encoding="utf-8") == before
    for asked in (("dune", "replay", str(pipe)), ("dune", "scenario", str(pipe)), ("dune", "check", str(pipe))):
        told = workbench(*asked)
        assert (told.code, "ordinary file" in told.err) == (2, True), asked
    assert stat.S_ISFIFO(pipe.lstat().st_mode)


@pytest.mark.parametrize("command", ["new", "calibrate", "render", "report", "schema"])
def test_every_command_that_writes_refuses_a_pipe(workbench: Runner, tmp_path: Path, command: str) -> None:
    target = tmp_path / ("tileset.schema.json" if command == "schema" else "pipe.pdf")
    target = tmp_path / "pipe.yaml" if command == "new" else target
    os.mkfifo(target)
    arguments = {
        "new": ("new", str(target), "--force"),
        "calibrate": ("calibrate", "-o", str(target), "--force"),
        "render": ("render", "base", "--card", "-o", str(target), "--force"),
        "schema": ("schema", "--into", str(tmp_path)),
    }
    if command == "report":
        from workbench.cli.report import _write

        with pytest.raises(typer.Exit):
            _write(target, "text", [])
    else:
        assert workbench(*arguments[command]).code == 2
    assert stat.S_ISFIFO(target.lstat().st_mode)


def test_two_outputs_that_are_one_file_are_refused(workbench: Runner, tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "there").symlink_to(tmp_path / "here")
    (tmp_path / "one.svg").write_text("old")
    os.link(tmp_path / "one.svg", tmp_path / "two.json")
    for first, second in (
        ("a.svg", "a.svg"),
        ("here/a.svg", "there/a.svg"),
        ("a.svg", "here/../a.svg"),
        ("one.svg", "two.json"),
    ):
        files = ("-o", str(tmp_path / first), "--plan-json", str(tmp_path / second))
        result = workbench("sheet", "workshop", "--tiles", "Lancer", *files, "--force")
        assert result.code == 2, (first, second)
        assert "are the same file" in result.err
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["here", "one.svg", "there", "two.json"]
    assert (tmp_path / "one.svg").read_text() == "old"


def test_a_result_never_takes_the_place_of_what_is_read(workbench: Runner, tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_bytes((shipped("tilesets") / "examples/workshop.yaml").read_bytes())
    result = workbench("sheet", str(own), "--plan-json", str(own), "--force")
    assert result.code == 2
    assert "would replace a file that is read" in result.err
    assert "Lancer" in own.read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", STRANGE)
def test_a_name_that_is_numbered_counts_too(workbench: Runner, tmp_path: Path, kind: str) -> None:
    """Of several pages each has a name of its own; what was named is no file all the same."""
    node = tmp_path / "node.svg"
    STRANGE[kind](node)
    for asked in (("--cut", str(node)), ("-o", str(node))):
        result = workbench("sheet", "base", "--force", *asked)
        assert result.code == 2
        assert f"error: {node} is {kind}, and is left alone" in result.err
    assert [path.name for path in tmp_path.iterdir()] == ["node.svg"]


def test_paths_for_a_cutter_are_an_svg(workbench: Runner, tmp_path: Path) -> None:
    result = workbench("sheet", "base", "--cut", str(tmp_path / "full"), "--force")
    assert (result.code, "End the name in .svg" in result.err) == (2, True)
    assert not list(tmp_path.iterdir())


def test_an_emblem_is_read_too(workbench: Runner, tmp_path: Path) -> None:
    own, art = tmp_path / "own.yaml", tmp_path / "lancer-starting.svg"
    text = (shipped("tilesets") / "examples/workshop.yaml").read_text(encoding="utf-8")
    own.write_text(text.replace("emblem: spear", f"emblem: {art.name}"), encoding="utf-8")
    art.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="3"/></svg>')
    before = art.read_bytes()
    asked = (
        ("sheet", str(own), "-o", str(art)),
        ("sheet", str(own), "-o", str(tmp_path / "x.pdf"), "--cut", str(art)),
        ("render", str(own), "--card", "-o", str(art)),
        ("render", str(own), "-o", str(tmp_path), "--format", "svg"),
    )
    for words in asked:
        result = workbench(*words, "--force")
        assert (result.code, "would replace a file that is read" in result.err) == (2, True), (words, result)
        assert art.read_bytes() == before


@pytest.mark.parametrize("command", ["demo", "render", "export", "schema"])
def test_what_is_no_folder_holds_no_results(workbench: Runner, tmp_path: Path, command: str) -> None:
    (tmp_path / "file").write_text("mine")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    asked = {
        "demo": ("demo",),
        "render": ("render", "workshop", "-o"),
        "export": ("export", "images", "workshop", "-o"),
        "schema": ("schema", "--into"),
    }
    told = {"file": "is a file, and no folder", "pipe": "is a pipe, and no folder", "loop": "is a link that leads"}
    for name, words in told.items():
        result = workbench(*asked[command], str(tmp_path / name))
        assert (result.code, words in result.err) == (2, True), (name, result)
    assert (tmp_path / "file").read_text() == "mine"


def test_a_link_to_itself_is_one_line(workbench: Runner, tmp_path: Path) -> None:
    loop = tmp_path / "loop.pdf"
    loop.symlink_to(loop)
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    for path in (loop, tmp_path / "a/out.pdf"):
        result = workbench("sheet", "workshop", "-o", str(path), "--force")
        assert result.code == 2
        assert "is a link that leads back to itself" in result.err
        assert "Traceback" not in result.err


def test_links_to_files_are_followed_and_stay(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    link = tmp_path / "link.txt"
    link.symlink_to(tmp_path / "folder/real.txt")
    write_files({link: b"new"})  # the link points nowhere yet
    assert (tmp_path / "folder/real.txt").read_bytes() == b"new"
    (tmp_path / "folder/real.txt").chmod(0o640)
    write_files({link: b"newer"})
    assert link.is_symlink()
    assert (tmp_path / "folder/real.txt").read_bytes() == b"newer"
    assert stat.S_IMODE((tmp_path / "folder/real.txt").stat().st_mode) == 0o640


def test_the_longest_name_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 251 + ".txt")
    write_files({path: b"text"})
    assert path.read_bytes() == b"text"


def test_faces_whose_names_differ_in_punctuation_get_files_each(workbench: Runner, tmp_path: Path) -> None:
    from support.tiles import set_text, tile_text

    own = tmp_path / "own.yaml"
    names = ("A-B", "A B", "A. B", "A_B")
    tiles = [tile_text(name=f"'{name}'", code=f"A{letter}") for name, letter in zip(names, "vwxz", strict=True)]
    own.write_text(set_text(*tiles))
    result = workbench("render", str(own), "-o", str(tmp_path / "faces"))
    assert result.code == 0, result.err
    assert len(list((tmp_path / "faces").iterdir())) == 8
