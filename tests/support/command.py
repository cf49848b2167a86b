"""Runs the workbench inside the test process, as a user would call it."""

from __future__ import annotations

import sys
from typing import NamedTuple

import pytest

from workbench.cli.app import main


class Result(NamedTuple):
    code: int
    out: str
    err: str


class Runner:
    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._monkeypatch = monkeypatch

    def __call__(self, *arguments: str) -> Result:
        self._monkeypatch.setattr(sys, "argv", ["workbench", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        captured = self._capsys.readouterr()
        code = ended.value.code
        return Result(code if isinstance(code, int) else int(code is not None), captured.out, captured.err)
