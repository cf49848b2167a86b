"""A process beside this one: calls, values as they are made, and an end within moments."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator

import pytest
from support.patience import PATIENCE_SECONDS

from workbench.sim.aside import GIVES_WAY, Aside, Failed, Spare, Stopped, is_asked_to_stop
from workbench.sim.pool import use_forkserver


def double(number: int) -> int:
    return 2 * number


def count(to: int) -> Iterator[int]:
    yield from range(to)


def fail() -> None:
    raise ValueError("no such thing\nand more")


def sleep_for_an_hour() -> Iterator[str]:
    yield "begun"
    time.sleep(3600)


def priority() -> int:
    return os.getpriority(os.PRIO_PROCESS, 0)


@pytest.fixture
def aside() -> Iterator[Aside]:
    use_forkserver()
    aside = Aside(spare=True)
    yield aside
    aside.close()


def name(function: str) -> str:
    return f"{__name__}:{function}"


def test_calls_values_and_failures(aside: Aside) -> None:
    assert aside.call(name("double"), 21) == 42
    assert list(aside.each(name("count"), 4)) == [0, 1, 2, 3]
    with pytest.raises(Failed, match=r"ValueError: no such thing$"):
        aside.call(name("fail"))
    assert aside.call(name("double"), 1) == 2  # the process goes on


def test_stopping_is_quick_and_a_spare_goes_on(aside: Aside) -> None:
    values = aside.each(name("sleep_for_an_hour"))
    assert next(values) == "begun"
    ended: list[bool] = []

    def wait() -> None:
        with pytest.raises(Stopped):
            next(values)
        ended.append(True)

    thread = threading.Thread(target=wait)
    thread.start()
    aside.stop()
    thread.join(PATIENCE_SECONDS)
    assert ended  # long before the hour is over
    assert aside.call(name("double"), 2) == 4


def test_who_has_heard_enough_leaves_no_process_behind(aside: Aside) -> None:
    values = aside.each(name("count"), 10**9)
    assert next(values) == 0
    values.close()  # type: ignore[attr-defined]
    assert aside.call(name("double"), 3) == 6


@pytest.mark.skipif(not hasattr(os, "setpriority"), reason="priorities are not set on this system")
def test_who_gives_way_is_last_to_get_a_core(aside: Aside) -> None:
    assert aside.call(name("priority")) == priority()
    giving = Aside(gives_way=True)
    assert giving.call(name("priority")) >= max(GIVES_WAY, priority())
    giving.close()


def test_nothing_is_left_after_closing() -> None:
    import multiprocessing

    use_forkserver()
    before = set(multiprocessing.active_children())
    aside = Aside(spare=True)
    aside.call(name("double"), 1)
    assert set(multiprocessing.active_children()) - before
    aside.close()
    assert not set(multiprocessing.active_children()) - before
    with pytest.raises(Stopped):
        aside.call(name("double"), 1)


def count_until_asked() -> Iterator[int]:
    number = 0
    while not is_asked_to_stop():
        yield os.getpid()
        time.sleep(0.01)
        number += 1


def test_a_function_that_listens_ends_by_itself_and_keeps_its_process(aside: Aside) -> None:
    values = aside.each(name("count_until_asked"))
    first = next(values)
    heard: list[bool] = []

    def follow() -> None:
        with pytest.raises(Stopped):
            for _ in values:
                pass
        heard.append(True)

    thread = threading.Thread(target=follow)
    thread.start()
    aside.stop(patience_seconds=PATIENCE_SECONDS)
    thread.join(PATIENCE_SECONDS)
    assert heard == [True]
    assert aside.call(name("own_id")) == first
    aside.stop(patience_seconds=PATIENCE_SECONDS)  # nothing is being done: the process stays
    assert aside.call(name("own_id")) == first


def own_id() -> int:
    return os.getpid()


def test_several_share_one_spare() -> None:
    use_forkserver()
    spare = Spare()
    one, other = Aside(spare=spare), Aside(spare=spare)
    assert one.call(name("own_id")) != other.call(name("own_id"))
    before = one.call(name("own_id"))
    one.stop()
    assert one.call(name("own_id")) != before
    for part in (one, other, spare):
        part.close()
    with pytest.raises(Stopped):
        one.call(name("own_id"))
