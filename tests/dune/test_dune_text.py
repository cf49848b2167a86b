"""Every decision, option and event has words."""

from __future__ import annotations

from dune_games import VARIANTS, random_states

from workbench.dune.decision import KINDS
from workbench.dune.text import EVENTS, QUESTIONS, WORDS, format_event_line, format_option


def test_every_kind_has_a_question_and_words() -> None:
    assert set(QUESTIONS) == set(KINDS)
    assert set(WORDS) == set(KINDS) - {"answer"}


def test_options_differ_in_words_and_events_can_be_told() -> None:
    told = set()
    last = None
    for game in range(40):
        for state in random_states(VARIANTS["advanced"](), 61, game, log=True):
            last = state
            if state.asked is None:
                continue
            asked = max(state.fight.asked) if state.fight else 0
            options = list(state.asked.options)[:300]
            words = [format_option(state.tables, state.asked.kind, option, asked) for option in options]
            if state.asked.kind != "answer":
                assert len(set(words)) == len(words), state.asked.kind
        assert last is not None
        for entry in last.log or ():
            told.add(entry[2])
            assert format_event_line(last.tables, entry)
    assert told | {"troll_gone"} == set(EVENTS)  # rare in random play
    assert format_event_line(last.tables, (3, 4, "troll_gone", 0)) == "3.4 the Dwarves drive the troll away"
