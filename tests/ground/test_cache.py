"""The user's cache: used while nobody else can write to it, else a private folder of the run, told in one line."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from support.places import ROOT

from workbench import cache

pytestmark = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="about owners of files")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "chosen" / cache.OURS
    home.parent.mkdir()
    monkeypatch.setenv(cache.CHOSEN, str(home.parent))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(cache.tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv(cache.OF_THIS_RUN, "")
    return home


def test_a_cache_is_made_for_its_user_alone(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = os.umask(0)
    try:
        assert cache.cache_folder("engine") == home / "engine"
    finally:
        os.umask(before)
    assert stat.S_IMODE((home / "engine").stat().st_mode) == 0o700
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    assert capsys.readouterr().err == ""


def test_a_cache_that_others_can_read_is_closed_and_used(home: Path) -> None:
    (home / "engine").mkdir(parents=True, mode=0o755)
    assert cache.cache_folder("engine") == home / "engine"
    assert stat.S_IMODE((home / "engine").stat().st_mode) == 0o700


@pytest.mark.parametrize("harm", ["open", "open above", "link", "file"])
def test_what_others_can_write_is_not_used(home: Path, harm: str, capsys: pytest.CaptureFixture[str]) -> None:
    folder = home / "engine"
    home.mkdir()
    if harm == "file":
        folder.touch()
    elif harm == "link":
        (home / "real").mkdir()
        folder.symlink_to(home / "real")
    else:
        folder.mkdir()
        (folder if harm == "open" else home).chmod(0o777)
    first = cache.cache_folder("engine")
    told = capsys.readouterr().err
    assert first != folder
    assert stat.S_IMODE(first.stat().st_mode) == 0o700
    assert told.startswith(f"note: {folder} ")
    assert told.count("\n") == 1
    assert cache.cache_folder("engine") == first, "once a run"
    assert cache.cache_folder("played").parent == first.parent
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("harm", ["owner", "owner above", "link above", "link in an open folder", "two links"])
def test_no_way_to_it_is_in_the_hands_of_others(
    home: Path, tmp_path: Path, harm: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder of the user's own, but somebody else could put another in its place."""
    if harm.startswith(("owner", "link above")) and os.geteuid() != 0:
        pytest.skip("only root can give files away")
    another, given, open_to_all = 65534, home.parent, tmp_path / "open"
    (home / "engine").mkdir(parents=True)
    open_to_all.mkdir()
    open_to_all.chmod(0o777)
    if harm.startswith("owner"):
        os.chown(home if harm == "owner above" else home / "engine", another, -1)
    elif harm == "link above":
        given = tmp_path / "link"
        given.symlink_to(home.parent)
        os.chown(given, another, -1, follow_symlinks=False)
    else:
        given = open_to_all / "link"
        given.symlink_to(home.parent)
    if harm == "two links":
        (tmp_path / "mine").symlink_to(given)
        given = tmp_path / "mine"
    monkeypatch.setenv(cache.CHOSEN, str(given))
    assert cache.cache_folder("engine").resolve() != home / "engine"


def test_links_of_the_user_may_lead_to_it(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home.mkdir()
    (tmp_path / "mine").symlink_to(Path("..") / tmp_path.name / "chosen")
    monkeypatch.setenv(cache.CHOSEN, str(tmp_path / "mine"))
    assert cache.cache_folder("engine").resolve() == home / "engine"


def test_a_sticky_folder_above_may_be_open(home: Path) -> None:
    home.mkdir()
    home.chmod(0o1777)
    assert cache.cache_folder("engine") == home / "engine"


def test_processes_of_a_run_share_its_private_folder_and_the_run_removes_it(home: Path, tmp_path: Path) -> None:
    home.write_text("in the way")
    code = """if True:
        import subprocess, sys
        from workbench.cache import cache_folder
        ask = "from workbench.cache import cache_folder; print(cache_folder('engine'))"
        print(cache_folder("engine"), flush=True)
        subprocess.run([sys.executable, "-c", ask])
        """
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    first, second = done.stdout.split()
    assert first == second
    assert done.stderr.count("note: ") == 1
    assert list(tmp_path.iterdir()) == [home.parent]
