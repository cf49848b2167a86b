"""Special builds of the engine, compiled beside a run that is long enough to repay them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from workbench.sim.run import Progress, Report

if TYPE_CHECKING:
    from workbench.duke.board.compile import Wanted
    from workbench.duke.board.compile_apart import Beside

REPAYS_SECONDS = 150.0  # a build takes about 25 s of a core and makes games a fifth faster


class Specialised(Protocol):
    """A game that can say what would be compiled for it alone."""

    def special_builds(self) -> Sequence[Beside]: ...


class BuildsBeside:
    """Told of a run's progress in the place of `report`, which it tells; begins the builds when they will pay."""

    def __init__(self, game: Specialised, report: Report, seconds: float = REPAYS_SECONDS) -> None:
        self.begin: Callable[[], Sequence[Beside]] = game.special_builds
        self.report = report
        self.seconds = seconds
        self.builds: Sequence[Beside] | None = None

    def __call__(self, progress: Progress) -> None:
        self.report(progress)
        left = progress.seconds_left
        if self.builds is None and left is not None and left > self.seconds:
            self.builds = self.begin()

    def __enter__(self) -> BuildsBeside:
        return self

    def __exit__(self, *_: object) -> None:
        for build in self.builds or ():
            build.end()


def builds_of(wanted: Sequence[Wanted], tables: Iterable[Any]) -> list[Beside]:
    """Begin the builds of these entries for the kinds of games that the rule tables are of."""
    from workbench.duke.board.compile import DISABLED, GENERAL_ONLY
    from workbench.duke.board.compile_apart import Beside
    from workbench.duke.board.features import signature_of

    if DISABLED or GENERAL_ONLY:
        return []
    return [Beside(wanted, rules) for rules in {signature_of(rules): rules for rules in tables}.values()]
