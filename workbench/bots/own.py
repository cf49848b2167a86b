"""A bot of one's own: a class with `choose(position, turns)` in a Python file, named as FILE.py:Class.

The source is read once and travels with the bot, so that every process plays the very same code and a run can be
recognised by its hash. It is one file: what lies beside it is not imported.
"""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from workbench.bots.registry import BOT_TYPES

OPTION = "--bots-from"
RESERVED = {*BOT_TYPES, "human", "own"}
Result = TypeVar("Result")


class OwnBotError(ValueError):
    """What is wrong with somebody's bot: one message with the line of their file."""


@dataclass(frozen=True)
class OwnBot:
    """A class in a file, with the file's source as it was when it was named."""

    file: str
    class_name: str
    source: bytes

    @property
    def name(self) -> str:
        """What it is called where bots are named."""
        return self.class_name.lower()

    @property
    def spelling(self) -> str:
        return f"{self.file}:{self.class_name}"

    @property
    def sha256(self) -> str:
        """Of class and source; where the file lies does not count."""
        return sha256(self.class_name.encode() + b"\0" + self.source).hexdigest()

    def about(self) -> dict[str, str]:
        """What a run tells of it; folders of this machine are nobody's business."""
        file = Path(self.file).name
        return {"name": self.name, "file": file, "class": self.class_name, "sha256": self.sha256}

    def make(self) -> Any:
        """A player of this class."""
        return self.guarded(_class_of(self), line=_class_line(self))

    def guarded(self, call: Callable[..., Result], *arguments: object, line: int = 0, asked: str = "") -> Result:
        """The result of their code; what it raises becomes an OwnBotError at the last line of their file."""
        try:
            return call(*arguments)
        except (Exception, SystemExit) as problem:
            raise self.error(_told(problem), _line_in(problem, self.file) or line, asked) from None

    def error(self, what: str, line: int, asked: str = "") -> OwnBotError:
        """`asked` is the position at which it happened."""
        lines = self.source.decode("utf-8", "replace").splitlines()
        text = f" ({lines[line - 1].strip()})" if 0 < line <= len(lines) else ""
        where = f"{self.file}:{line}" if line else self.file
        return OwnBotError(f"{where}: {what}{text}" + (f"; {self.class_name} was asked at {asked}" if asked else ""))


def load_own_bot(spelling: str) -> OwnBot:
    """Read and try the class that FILE.py:Class names; raises OwnBotError."""
    file, colon, class_name = spelling.rpartition(":")
    if not colon or not file or not class_name.isidentifier():
        raise OwnBotError(f"'{spelling}' is not FILE.py:Class")
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", class_name):
        raise OwnBotError(f"{spelling}: the class is the bot's name, so it begins with a letter and is plain ASCII")
    if class_name.lower() in RESERVED:
        raise OwnBotError(f"{spelling}: the bot would be called '{class_name.lower()}', as one that is there already")
    try:
        is_strange = Path(file).exists() and not Path(file).is_file()
        source = b"" if is_strange else Path(file).read_bytes()
    except OSError as problem:
        raise OwnBotError(f"{file}: {problem.strerror}") from None
    if is_strange:  # a pipe would keep us waiting
        raise OwnBotError(f"{file}: this is not an ordinary file")
    bot = OwnBot(file, class_name, source)
    choose_of(bot, bot.make())
    return bot


def load_own_bots(spellings: Iterable[str]) -> tuple[OwnBot, ...]:
    """Several, which must have different names."""
    bots: dict[str, OwnBot] = {}
    for spelling in spellings:
        bot = load_own_bot(spelling)
        if bots.setdefault(bot.name, bot) is not bot:
            raise OwnBotError(f"{spelling}: there are two bots called '{bot.name}'")
    return tuple(bots.values())


def choose_of(bot: OwnBot, player: Any) -> Callable[..., Any]:
    choose: object = getattr(player, "choose", None)
    if not callable(choose):
        raise bot.error(f"{bot.class_name} has no method choose(self, position, turns)", _class_line(bot))
    return choose


def line_of(call: Callable[..., Any]) -> int:
    """Where a function of theirs begins; 0 where that cannot be told."""
    code = getattr(call, "__code__", None)
    return int(code.co_firstlineno) if code is not None else 0


@lru_cache(maxsize=64)
def _class_of(bot: OwnBot) -> type:
    """The class, from the source: compiled and run once in each process."""
    module = bot.guarded(_run_source, bot)
    found = getattr(module, bot.class_name, None)
    if not isinstance(found, type):
        there = [
            name for name, one in vars(module).items() if isinstance(one, type) and one.__module__ == module.__name__
        ]
        has = f"it has {', '.join(there)}" if there else "it has none"
        raise bot.error(f"there is no class '{bot.class_name}' in this file: {has}", 0)
    return found


def _run_source(bot: OwnBot) -> ModuleType:
    module = ModuleType(f"own_bot_{bot.sha256[:16]}")
    module.__file__ = bot.file
    code = compile(bot.source, bot.file, "exec", dont_inherit=True)
    sys.modules[module.__name__] = module  # dataclasses look their module up
    try:
        exec(code, module.__dict__)
    except BaseException:
        del sys.modules[module.__name__]
        raise
    return module


def _class_line(bot: OwnBot) -> int:
    found = re.search(rb"^class[ \t]+" + bot.class_name.encode() + rb"\b", bot.source, re.MULTILINE)
    return bot.source.count(b"\n", 0, found.start()) + 1 if found else 0


def _line_in(problem: BaseException, file: str) -> int:
    """The innermost line of the file that was being run, or that could not be read."""
    if isinstance(problem, SyntaxError) and problem.filename == file:
        return problem.lineno or 0
    line, trace = 0, problem.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def _told(problem: BaseException) -> str:
    text = ""
    with contextlib.suppress(Exception):  # an exception of theirs may fail at telling itself
        text = " ".join(str(problem.msg if isinstance(problem, SyntaxError) else problem).split())
    return f"{type(problem).__name__}: {text}" if text else type(problem).__name__
