"""What bots need is looked for once a process, not before every turn."""

from __future__ import annotations

import pytest

from workbench.bots import ready
from workbench.bots.measure import MIDDLE_GAMES, middle_games
from workbench.duke.board.compile import DISABLED


@pytest.mark.skipif(DISABLED, reason="nothing is compiled")
def test_a_bot_that_is_ready_is_not_looked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    decides, pool = ready.deciding_entries, ready.new_pool
    monkeypatch.setattr(ready, "_READY", set())
    monkeypatch.setattr(ready, "new_pool", lambda *sizes: looked.append("engine") or pool(*sizes))
    monkeypatch.setattr(
        ready, "deciding_entries", lambda chooser, *rest: looked.append(chooser.spec.name) or decides(chooser, *rest)
    )
    monkeypatch.setattr(ready, "is_compiled", lambda *entries: True)
    for bots in ((), (), ("random",), ("random", "greedy:blunder=0.1"), ("greedy",), ()):
        ready.compile_ahead(bots)
    assert looked == ["engine", "engine", "random", "engine", "random", "greedy"]


def test_bots_are_measured_in_twelve_positions() -> None:
    _, pools = middle_games()
    assert len({pool.states[0].hash.item() for pool in pools}) == len(MIDDLE_GAMES) == 12
