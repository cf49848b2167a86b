"""Events: numbered, remembered for those who were away, with a heartbeat."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

from workbench.studio.streams import REMEMBERED, Streams


async def heard(streams: Streams, count: int, last: str = "", tab: str = "a") -> list[str]:
    out: list[str] = []
    async with aclosing(streams.listen(tab, last)) as stream:
        async for text in stream:
            out.append(text)
            if len(out) == count:
                break
    return out


def test_every_page_hears_every_event() -> None:
    async def play() -> None:
        streams = Streams()
        pages = [asyncio.create_task(heard(streams, 3)) for _ in range(50)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert len(streams.tabs) == 50
        streams.tell("file", {"name": "mine.yaml"})
        for told in await asyncio.gather(*pages):
            assert "event: hello" in told[1]
            assert told[2] == 'id: 0-1\nevent: file\ndata: {"name": "mine.yaml"}\n\n'
        assert streams.tabs == []

    asyncio.run(play())


def test_a_page_that_comes_back_hears_what_it_missed() -> None:
    async def play() -> None:
        streams = Streams()
        streams.epoch = 7
        for number in range(5):
            streams.tell("batch", number)
        told = await heard(streams, 3, "7-3")
        assert [text.split("\n")[0] for text in told[1:]] == ["id: 7-4", "id: 7-5"]

    asyncio.run(play())


def test_a_page_from_an_earlier_server_begins_anew() -> None:
    async def play() -> None:
        streams = Streams()
        streams.epoch = 8
        for number in range(REMEMBERED + 10):
            streams.tell("batch", number)
        for last in ("7-3", "8-2", "8-9999", "nonsense", "8-x"):
            assert "event: reset" in (await heard(streams, 2, last))[1]

    asyncio.run(play())


def test_a_heartbeat_keeps_the_line_open() -> None:
    async def play() -> None:
        assert (await heard(Streams(heartbeat_seconds=0.01), 4))[2:] == [": still here\n\n"] * 2

    asyncio.run(play())


def test_closing_sends_everyone_home() -> None:
    async def play() -> None:
        streams = Streams()
        page = asyncio.create_task(heard(streams, 99))
        await asyncio.sleep(0.01)
        streams.close()
        assert len(await page) == 2

    asyncio.run(play())
