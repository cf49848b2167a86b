"""A whole game of Dragon Dune in a real terminal, typed line by line, and kept as a recording."""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from pathlib import Path

from support.places import ROOT

from workbench.cli.dune_play import list_choices
from workbench.dune.chance import Luck
from workbench.dune.load import load_rules
from workbench.dune.names import parse_faction
from workbench.dune.registry import parse_bot
from workbench.dune.session import Session

SEED, GAME, FACTION = 1, 99, "dwarves"
RECORDING = ROOT / "docs" / "recordings" / "dragon-dune.txt"


def typed_lines() -> list[str]:
    """What a player types who decides as a seeker does: the number of the option, and a count where one is asked."""
    seeker, person, luck, lines = parse_bot("seeker"), parse_faction(FACTION), Luck(5), []
    players = [None if faction == person else seeker for faction in range(4)]
    session = Session(load_rules(), SEED, GAME, players)
    while not session.is_over:
        if not session.waits_for_person:
            session.let_bot_decide()
            continue
        asked = session.state.decision()
        assert asked is not None
        option = seeker.choose(session.state.view(person), asked, luck)
        for number, choice in enumerate(list_choices(session.state.view(person), asked), 1):
            if choice.least is None and choice.parts == option:
                lines.append(f"{number}")
            elif choice.least is not None and choice.parts == option[:-1] and option:
                lines.append(f"{number} {option[-1]}")
        session.take(option)
    return lines


def play_in_terminal(lines: list[str], folder: Path) -> str:
    """Type each line when the prompt waits for it; returns all that the terminal showed."""
    command = [sys.executable, "-c", "from workbench.cli import main; main()", "dune", "play", "--as", FACTION]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "TERM": "dumb", "NO_COLOR": "1"}
    outer, inner = pty.openpty()
    fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 48, 80, 0, 0))
    game = subprocess.Popen(
        [*command, "--seed", str(SEED), "--game", str(GAME), "--record", "game.txt"],
        env=environment, cwd=folder, stdin=inner, stdout=inner, stderr=inner, start_new_session=True,
    )  # fmt: skip
    os.close(inner)
    shown, waiting = b"", list(lines)
    while True:
        try:
            part = os.read(outer, 65536)
        except OSError:  # the terminal is closed: the game is over
            break
        shown += part
        if shown.endswith(b"> ") and waiting:
            os.write(outer, waiting.pop(0).encode() + b"\n")
    os.close(outer)
    assert game.wait() == 0, shown[-2000:]
    assert not waiting
    return shown.decode().replace("\r\n", "\n")


def test_a_whole_game_in_a_terminal(tmp_path: Path) -> None:
    """With WORKBENCH_UPDATE=1 the recording is written anew; then read the difference."""
    shown = play_in_terminal(typed_lines(), tmp_path)
    assert "The Dwarves win by castles" in shown
    if os.environ.get("WORKBENCH_UPDATE"):
        RECORDING.write_text(shown, encoding="utf-8")
    assert shown == RECORDING.read_text(encoding="utf-8")
    assert max(map(len, shown.splitlines())) <= 80
