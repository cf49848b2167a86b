"""A real terminal for tests: tmux, on a server of its own."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType

HAS_TMUX = shutil.which("tmux") is not None
ROOT = Path(__file__).parents[2]
PATIENCE_S = 900.0  # the first use of the engine may compile for a minute, on a busy machine for several


class Terminal:
    """A command in a window of tmux; `with Terminal(["play"]) as window`. `program` is run where it is not ours."""

    def __init__(
        self,
        words: list[str],
        columns: int = 80,
        lines: int = 48,
        folder: Path | None = None,
        program: str = "from workbench.cli import main; main()",
    ) -> None:
        self.socket = f"workbench-test-{os.getpid()}-{time.monotonic_ns()}"
        called = [sys.executable, "-c", program, *words]
        self.command = f"{shlex.join(called)}; echo [exit $?]; sleep 3600"
        self.size = ["-x", str(columns), "-y", str(lines)]
        self.folder = folder or Path.cwd()

    def __enter__(self) -> Terminal:
        other = ("TMUX", "NO_COLOR", "COLUMNS", "LINES")  # of the terminal that the tests run in
        environment = {key: value for key, value in os.environ.items() if key not in other}
        environment |= {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
        self._tmux("-f", os.devnull, "new-session", "-d", *self.size, "-c", str(self.folder),
                   "sh", "-c", self.command, env=environment)  # fmt: skip
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self._tmux("kill-server", check=False)

    def _tmux(self, *words: str, env: dict[str, str] | None = None, check: bool = True) -> str:
        done = subprocess.run(
            ["tmux", "-u", "-L", self.socket, *words], capture_output=True, text=True, check=check, env=env
        )
        return done.stdout

    def type(self, text: str, enter: bool = True) -> None:
        self._tmux("send-keys", "-l", text)
        if enter:
            self._tmux("send-keys", "Enter")

    def press(self, *keys: str) -> None:
        """Keys by their names: Right, Space, q."""
        self._tmux("send-keys", *keys)

    def screen(self, colours: bool = False) -> str:
        return self._tmux("capture-pane", "-p", *(["-e"] if colours else []))

    def history(self) -> str:
        """Everything that has been shown, from the beginning."""
        return self._tmux("capture-pane", "-p", "-S", "-")

    def wait_on_screen(self, *wanted: str) -> str:
        """Wait until all the texts stand on the screen as it is now; returns it."""
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            shown = self.screen()
            if all(text in shown for text in wanted):
                return shown
            time.sleep(0.03)
        raise AssertionError(f"never saw {wanted} together:\n{self.screen()}")

    def wait_for(self, *wanted: str, times: int = 1) -> str:
        """Wait until one of the texts has been shown so often in all; returns the whole history."""
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            shown = self.history()
            if sum(shown.count(text) for text in wanted) >= times:
                return shown
            time.sleep(0.03)
        raise AssertionError(f"never saw {wanted} x {times}:\n{self.history()}")
