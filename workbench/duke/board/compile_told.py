"""Who is told while the engine is compiled. The command line puts its progress bar here; elsewhere it is logged."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

_LOGGER = logging.getLogger("workbench.duke")
Tell = Callable[[int, int], None]  # functions done, of how many


@contextlib.contextmanager
def logged(what: str) -> Iterator[Tell]:
    """One line in the log."""
    _LOGGER.warning("compiling %s, first run only; this takes about half a minute", what)
    yield lambda done, total: None


_shown: list[Callable[[str], AbstractContextManager[Tell]]] = [logged]


def show_by(shown: Callable[[str], AbstractContextManager[Tell]]) -> None:
    """From now on this shows what is compiled, and how far that is."""
    _shown[0] = shown


def shown(what: str) -> AbstractContextManager[Tell]:
    return _shown[0](what)
