"""The command line as a whole: exit codes, colours, pipes, help, completion."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.command import Runner
from support.patience import PATIENCE_SECONDS
from support.places import ROOT

from workbench import __version__
from workbench.cli import demo
from workbench.cli.app import COMMANDS
from workbench.cli.demo import TOUR
from workbench.sim.duke.play import DukeGame

PROGRAM = [sys.executable, "-c", "from workbench.cli.app import main; main()"]


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    return subprocess.run(
        [*PROGRAM, *arguments], capture_output=True, text=True, env=env, timeout=PATIENCE_SECONDS, check=False
    )


def test_version(workbench: Runner) -> None:
    assert workbench("--version") == (0, f"workbench {__version__}\n", "")


ENGINE = {"numba", "polars", "scipy", "PIL", "reportlab", "dask"}
LIBRARIES = ENGINE | {"numpy", "jsonschema", "ruamel.yaml", "pydantic"}


@pytest.mark.parametrize(
    ("arguments", "unwanted"), [(["--version"], LIBRARIES), (["check", "base"], ENGINE), (["tiles"], ENGINE)]
)
def test_short_commands_import_nothing_heavy(arguments: list[str], unwanted: set[str]) -> None:
    script = (
        f"import sys\nfrom workbench.cli.app import main\nsys.argv = ['workbench', *{arguments}]\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        f"print(sorted({unwanted} & set(sys.modules)))"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", script]
    result = subprocess.run(command, capture_output=True, text=True, env=env, check=True)
    assert result.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_that_reads_like_help(workbench: Runner, command: str) -> None:
    result = workbench(command, "--help")
    assert result.code == 0
    assert "Usage: workbench" in result.out
    assert "Traceback" not in result.err


def test_help_lists_every_command(workbench: Runner) -> None:
    out = workbench("--help").out
    for command in COMMANDS:
        assert f" {command} " in out


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ([], 2),
        (["chek"], 2),
        (["check"], 2),
        (["--nonsense"], 2),
        (["check", "no-such-file.yaml"], 2),
        (["tiles", "no-such-set"], 2),
        (["tile", "Nobody"], 2),
        (["rules", "GUARD-99"], 2),
        (["schema", "--draft", "4"], 2),
        (["explain", "E999"], 2),
        (["tile", "Knight"], 0),
        (["rules", "GUARD-2"], 0),
    ],
)
def test_exit_codes(workbench: Runner, arguments: list[str], code: int) -> None:
    result = workbench(*arguments)
    assert result.code == code
    assert "Traceback" not in result.err


def test_misspelt_command_gets_a_suggestion(workbench: Runner) -> None:
    assert "'check'" in workbench("chek").err


def test_unusable_input_is_shown_with_its_place(workbench: Runner, tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text("name: X\ntiels: []\n", encoding="utf-8")
    result = workbench("tiles", str(path))
    assert result.code == 2
    assert f"{path}:2:1" in result.err
    assert "Did you mean 'tiles'?" in result.err
    assert result.out == ""


def test_an_unwritable_place_is_a_message(workbench: Runner, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    result = workbench("demo", str(blocked))
    assert result.code == 2
    assert result.err.startswith("error:")


@pytest.mark.parametrize("environment", [{}, {"NO_COLOR": "1", "FORCE_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colour_off_a_terminal_or_against_the_user(environment: dict[str, str]) -> None:
    result = run("check", "no-such-file.yaml", **environment)
    assert "\x1b[" not in result.stdout + result.stderr


def test_ascii_where_the_output_knows_no_more() -> None:
    result = run("tile", "Trebuchet", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert result.returncode == 0
    assert result.stdout.isascii()
    assert "| X1 |" in result.stdout


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = " ".join(f"'{part}'" for part in PROGRAM)
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    for arguments in ("rules", "tiles --json", "--help"):
        result = subprocess.run(
            ["bash", "-c", f"{command} {arguments} | head -c 1 > /dev/null"],
            capture_output=True, text=True, env=env, timeout=PATIENCE_SECONDS, check=False,
        )  # fmt: skip
        assert result.stderr == ""


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
def test_streams_that_the_caller_has_closed(tmp_path: Path, closed: str) -> None:
    """Nothing that is printed ends in a file that was opened in place of the screen."""
    program = shlex.join([sys.executable, "-c", "from workbench.cli import main; main()"])
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    for arguments, made in (
        ("rules", ""),
        ("sheet workshop -o x.svg", "x.svg"),
        ("new own.yaml --tile Rider", "own.yaml"),
    ):
        result = subprocess.run(
            ["bash", "-c", f"{program} {arguments} {closed}"],
            cwd=tmp_path, capture_output=True, text=True, env=env, timeout=PATIENCE_SECONDS, check=False,
        )  # fmt: skip
        assert (result.returncode, result.stderr) == (0, ""), arguments
        assert not made or "wrote" not in (tmp_path / made).read_text(encoding="utf-8")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["own.yaml", "x.svg"]


def test_interruption_ends_with_130(tmp_path: Path) -> None:
    """A command that waits for a pipe to be written is interrupted like any other."""
    script = (
        "import sys, time\nfrom workbench.cli import app, tiles\n"
        "def wait(*_):\n    print('ready', flush=True)\n    time.sleep(3600)\n"
        "import workbench.tileset.load as load\nload.shipped_sets = wait\n"
        "sys.argv = ['workbench', 'tiles']\napp.main()\n"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=PATIENCE_SECONDS)
    assert process.returncode == 130
    assert "Traceback" not in errors


def test_completion_knows_commands_and_sets() -> None:
    def complete(words: str) -> str:
        return run(
            _WORKBENCH_COMPLETE="complete_bash", COMP_WORDS=words, COMP_CWORD=str(len(words.split(" ")) - 1)
        ).stdout

    assert "check" in complete("workbench che").split()
    assert "siege-engines" in complete("workbench tiles sie").split()
    assert "GUARD-6" in complete("workbench rules GUARD").split()


def test_bench_start_measures(workbench: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    result = workbench("bench", "start", "--repeat", "1", "--json")
    times = {row["name"]: row for row in json.loads(result.out)["times"]}
    assert times["workbench --version"]["limit"] == 0.2
    assert times["workbench check tilesets"]["limit"] == 1.0
    slow = any(row["seconds"] > row["limit"] for row in times.values())
    assert result.code == int(slow)


def test_demo_steps_are_commands_that_exist(tmp_path: Path) -> None:
    assert [step.arguments(tmp_path)[0] for step in TOUR] == ["tile", "check", "sheet", "balance", "sim", "report"]
    assert {step.arguments(tmp_path)[0] for step in TOUR} <= set(COMMANDS)
    for number in (1, 2):
        run = str(tmp_path / f"run-{number}")
        assert TOUR[4].arguments(tmp_path)[-1] == run, "a run of its own"
        Path(run).mkdir()
        assert TOUR[5].arguments(tmp_path)[-1] == run, "the run just played"


def test_demo_compiles_all_its_bots_together_before_the_first_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or its second simulation would keep a newcomer waiting once more."""
    done: list[object] = []

    def show(number: int, step: demo.Step, folder: Path) -> None:
        said = step.arguments(folder)
        done.append(said[0])
        if said[0] == "sim":
            Path(said[-1]).mkdir()

    monkeypatch.setattr(demo, "_show", show)
    monkeypatch.setattr(DukeGame, "prepare", lambda game: done.append([bot for bot, _ in game.pairings]))
    demo.demo(tmp_path / "demo")
    assert done == ["tile", "check", "sheet", ["greedy", "random"], "balance", "sim", "report"]


def test_demo_runs_its_steps_and_stops_at_a_failure(tmp_path: Path) -> None:
    script = (
        "import sys\nfrom pathlib import Path\nfrom workbench.cli import app, demo\n"
        "demo.TOUR = (*demo.TOUR[:2], demo.Step('fails', lambda _: ['tile', 'Nobody']), *demo.TOUR[3:])\n"
        f"sys.argv = ['workbench', 'demo', {str(tmp_path / 'demo')!r}]\napp.main()\n"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", script]
    result = subprocess.run(command, capture_output=True, text=True, env=env, check=False)
    assert result.returncode == 2
    assert "$ workbench tile Lancer --set workshop\n\nLancer (Ln), Workshop" in result.stdout
    assert "4 accepted findings" in result.stdout
    assert "no tile 'Nobody'" in result.stderr
    assert "$ workbench sim" not in result.stdout
