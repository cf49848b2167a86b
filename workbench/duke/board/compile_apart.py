"""Entries that no run has compiled yet are compiled in processes of their own, two at a time, and told of meanwhile.

A process compiles several entries one after the other, so that what they share is looked at once. It says on its
standard output how many functions are done. Where it fails, the caller compiles by itself.
"""

from __future__ import annotations

import logging
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np

from workbench.cache import keep_small
from workbench.duke.board.compile import CompiledEntry, Wanted, names_of
from workbench.duke.board.compile_told import Tell, shown
from workbench.duke.board.sources import CACHE_HOME, source_hash

_LOGGER = logging.getLogger("workbench.engine")
PROCESSES = 2
PROGRAM = "from workbench.duke.board.compile_apart import main; main()"


def compile_missing(wanted: Sequence[Wanted]) -> None:
    """Compile those of the entries that are not kept, and show how far that is."""
    entries = {one: args for one, args in wanted if isinstance(one, CompiledEntry) and not one.is_kept}
    todo = list(entries.items())
    if not todo:
        return
    with shown(names_of([one for one, _ in todo])) as tell:
        groups = _groups(todo)
        progress = Progress(len(groups), tell)
        children = [Child(group, partial(progress.note, number)) for number, group in enumerate(groups)]
        try:
            for child in children:
                child.finish()
        finally:
            for child in children:
                child.end()
    keep_small(CACHE_HOME)


def _groups(todo: Sequence[Wanted]) -> list[list[Wanted]]:
    """The entries for each process: the largest first, each to whom has least to do."""
    groups: list[list[Wanted]] = [[] for _ in range(min(PROCESSES, len(todo), os.cpu_count() or 1))]
    for one in sorted(todo, key=lambda one: -one[0].weight):
        min(groups, key=lambda group: sum(entry.weight for entry, _ in group)).append(one)
    return groups


class Progress:
    """Functions that are done in all processes together."""

    def __init__(self, children: int, tell: Tell) -> None:
        self.done, self.total = [0] * children, [0] * children
        self.tell = tell
        self.lock = threading.Lock()

    def note(self, child: int, done: int, total: int) -> None:
        with self.lock:
            self.done[child], self.total[child] = done, total
            if all(self.total):
                self.tell(sum(self.done), sum(self.total))


class Child:
    """A process that compiles some entries, for all games or for those of one signature."""

    def __init__(self, group: Sequence[Wanted], note: Tell, signature: Any = None) -> None:
        self.note = note
        command = [sys.executable, "-c", PROGRAM]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=_environment()
        )
        ask = [(one.function.__module__, one.function.__name__, [shape_of(arg) for arg in args]) for one, args in group]
        self.said: list[bytes] = []
        self.readers = [threading.Thread(target=job, daemon=True) for job in (self._read, self._read_errors)]
        for reader in self.readers:
            reader.start()
        with suppress(BrokenPipeError):  # Ctrl-C reaches a child before it has read: `finish` tells how it ended
            self._send(pickle.dumps(signature) + pickle.dumps(ask))

    def _send(self, asked: bytes) -> None:
        assert self.process.stdin is not None
        with self.process.stdin as pipe:
            pipe.write(asked)

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            done, total = map(int, line.split())
            self.note(done, total)

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        self.said.append(self.process.stderr.read())

    def finish(self) -> None:
        for reader in self.readers:
            while reader.is_alive():
                reader.join(0.2)  # in short waits, so that an interruption is heeded
        if self.process.wait():
            _LOGGER.info("compiling apart has failed: %s", b"".join(self.said).decode(errors="replace")[-2000:])

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait()


class Beside:
    """Special builds of entries, compiled while games are played with the general ones."""

    def __init__(self, wanted: Sequence[Wanted], rules: Any) -> None:
        from workbench.duke.board.features import signature_of

        signature = signature_of(rules)
        todo = [(one, args) for one, args in wanted if not one.file_for(signature).is_file()]
        self.child = Child(todo, lambda done, total: None, signature) if todo else None

    def finish(self) -> None:
        """Wait until they are done."""
        if self.child is not None:
            self.child.finish()

    def end(self) -> None:
        """Leave off: what is not done is not kept."""
        if self.child is not None:
            self.child.end()


def _environment() -> dict[str, str]:
    """So that the process finds what this one has imported."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


def shape_of(arg: Any) -> Any:
    """What is needed to make an argument of the same type elsewhere."""
    if isinstance(arg, tuple):
        return type(arg), [shape_of(part) for part in arg]
    if isinstance(arg, np.void):
        return "record", arg.dtype
    if isinstance(arg, np.ndarray):
        return "array", arg.dtype, arg.ndim
    return "int", 0


def made_like(shape: Any) -> Any:
    """An argument of this shape, with nothing in it."""
    form = shape[0]
    if form == "record":
        return np.zeros(1, shape[1]).view(np.recarray)[0]
    if form == "array":
        array = np.zeros((1,) * shape[2], shape[1])
        return array.view(np.recarray) if array.dtype.names else array
    return 0 if form == "int" else form(*map(made_like, shape[1]))


def main() -> None:
    """What such a process does."""
    signature = pickle.load(sys.stdin.buffer)
    if signature is not None:
        from workbench.duke.board.special import specialise

        specialise(dict(signature))
        os.nice(10)
    ask = pickle.load(sys.stdin.buffer)
    from workbench.duke.board import compile_once, dispatchers

    entries = [getattr(import_module(module), name) for module, name, _ in ask]
    for entry in entries:
        source_hash(entry.function.__module__)  # now: a file that is edited meanwhile is not what is compiled
    total = len({one for entry in entries for one in dispatchers.reached(entry.function)}) + len(entries)
    done = 0

    def note() -> None:
        nonlocal done
        done += 1
        print(min(done, total), total, flush=True)

    compile_once.DONE.append(note)
    print(0, total, flush=True)
    for entry, (_, _, shapes) in zip(entries, ask, strict=True):
        args = tuple(map(made_like, shapes))
        if signature is not None:
            dispatchers.compile_special(entry, args, signature)
        else:
            dispatchers.compile_entry(entry, args, anew=True)
