"""Bots by name: options, their limits, and one clear message for everything else."""

from __future__ import annotations

import pytest

from workbench.bot_options import UnknownBot
from workbench.bots.registry import BOT_TYPES, BotSpec, parse_bot, split_bots


@pytest.mark.parametrize(
    ("text", "spec", "short"),
    [
        ("random", BotSpec("random"), "random"),
        ("search", BotSpec("search", (("depth", 2), ("draws", 3))), "search"),
        ("search:depth=3", BotSpec("search", (("depth", 3), ("draws", 3))), "search:depth=3"),
        ("search:draws=5,depth=1", BotSpec("search", (("depth", 1), ("draws", 5))), "search:depth=1,draws=5"),
        ("search:draws=5:depth=2", BotSpec("search", (("depth", 2), ("draws", 5))), "search:draws=5"),
    ],
)
def test_names_and_options(text: str, spec: BotSpec, short: str) -> None:
    assert parse_bot(text) == spec
    assert str(spec) == short
    assert parse_bot(short) == spec


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("gredy", "there is no bot 'gredy': did you mean 'greedy'?"),
        ("stockfish", "there is no bot 'stockfish': there are random, greedy, search, mcts"),
        ("greedy:depth=2", "the bot 'greedy' has no options, so 'depth=2' means nothing"),
        ("search:deph=2", "the bot 'search' has no option 'deph': did you mean 'depth'?"),
        ("search:depth", "needs a whole number from 1 to 8 for 'depth', as in depth=2"),
        ("search:depth=9", "needs a whole number from 1 to 8"),
        ("search:depth=-1", "needs a whole number from 1 to 8"),
        ("mcts:sims=1e3", "needs a whole number from 1 to 1000000"),
        ("", "there is no bot ''"),
    ],
)
def test_what_is_wrong_is_said(text: str, message: str) -> None:
    with pytest.raises(UnknownBot, match=message.replace("?", r"\?")):
        parse_bot(text)


def test_commas_part_bots_but_not_the_options_of_one() -> None:
    assert split_bots("random, greedy") == ["random", "greedy"]
    assert split_bots("mcts:sims=9,horizon=2,search:depth=1,draws=2") == [
        "mcts:sims=9,horizon=2",
        "search:depth=1,draws=2",
    ]


def test_every_bot_has_a_module_and_a_chooser() -> None:
    from workbench.bots.choose import Chooser, open_bot
    from workbench.duke.board.tables import build_rules
    from workbench.tileset.compose import compose
    from workbench.tileset.settings import Settings

    rules = build_rules(compose([], Settings()))[0]
    for name in BOT_TYPES:
        chooser = open_bot(parse_bot(name), rules)
        assert isinstance(chooser, Chooser)
        assert type(chooser).__module__ == f"workbench.bots.{name}"


def test_the_shipped_tiles_are_known_by_their_worths() -> None:
    """A fingerprint tells how a tile plays, not what our classes are called: a renaming makes no tile unknown."""
    from workbench.bots.profile import fingerprints
    from workbench.bots.worths import known_fingerprints, yardstick_of
    from workbench.duke.board.tables import build_rules
    from workbench.tileset.compose import compose
    from workbench.tileset.settings import Settings

    rules = build_rules(compose([], Settings()))[0]
    assert known_fingerprints().issuperset(fingerprints(rules))
    assert yardstick_of(rules) == "shipped"


def test_tables_are_read_once_by_all_bots_that_play_with_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every batch of a simulation opens its bots anew; other tables are never taken for those read before."""
    from workbench.bots import worths
    from workbench.bots.choose import open_bot
    from workbench.duke.board.tables import build_rules
    from workbench.tileset.compose import compose
    from workbench.tileset.load import load_sets
    from workbench.tileset.settings import Settings

    read: list[bytes] = []
    digest = worths._digest
    monkeypatch.setattr(worths, "_digests", {})
    monkeypatch.setattr(worths, "_digest", lambda rules: read.append(digest(rules)) or read[-1])
    base, siege = (build_rules(compose(sets, Settings())) for sets in ([], load_sets(["siege-engines"])))
    for tables in (base, base, siege, base):
        open_bot(parse_bot("greedy"), tables[0])
    assert read == [digest(base[0]), digest(siege[0])]
    assert len(worths._digests) == 2
    del base, siege, tables
    assert not worths._digests, "what nobody holds is forgotten, for other tables may come to lie there"
