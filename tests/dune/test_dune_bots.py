"""Bots choose legally, really choose, and know nothing that is hidden from them."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace

import pytest
from dune_games import ALL_POWERS, VARIANTS, rules

from workbench.bot_options import UnknownBot
from workbench.dune.bots import Bot
from workbench.dune.chance import Luck
from workbench.dune.decision import KINDS, Decision, Drawing, Option
from workbench.dune.game import new_game
from workbench.dune.glimpse import glimpse_of
from workbench.dune.play import play_game
from workbench.dune.registry import BOTS, parse_bot
from workbench.dune.seeker import CHOICES
from workbench.dune.views import View, view_of
from workbench.dune.worth import most_castles_shares


class Watched:
    """A bot whose choices are counted, and checked to be legal."""

    looks = True

    def __init__(self, bot: Bot) -> None:
        self.bot, self.name = bot, bot.name
        self.taken: dict[str, Counter[Option]] = defaultdict(Counter)
        self.not_first: Counter[str] = Counter()

    def choose(self, view: View | None, decision: Decision, luck: Drawing) -> Option:
        option = self.bot.choose(view, decision, luck)
        assert option in decision.options, f"{decision.kind}: {option}"
        self.taken[decision.kind][meaning(decision.kind, option)] += 1
        self.not_first[decision.kind] += option != decision.options[0]
        return option


def meaning(kind: str, option: Option) -> Option:
    """What was decided, without what the decision is about."""
    return option[1:] if kind == "unhide" else option


def lazy_kinds(text: str, games: int, kinds: set[str]) -> set[str]:
    """Kinds of decision that never came, or got one option only, or always their first, in so many games.

    Four of a bot, with all advanced powers, so that every kind comes; ends when all have been varied.
    """
    watched = Watched(parse_bot(text))
    lazy = set(kinds)
    for game in range(games):
        play_game(rules("v1.2", ALL_POWERS), 11, game, [watched] * 4)
        lazy = {kind for kind in lazy if len(watched.taken[kind]) < 2 or not watched.not_first[kind]}
        if not lazy:
            break
    return lazy


@pytest.mark.parametrize("text", list(BOTS))
def test_every_kind_is_really_decided_in_a_thousand_games(text: str) -> None:
    assert lazy_kinds(text, 1000, set(KINDS)) == set()


class Lazy:
    """A seeker that takes the first option of one kind."""

    name, looks = "lazy", True

    def choose(self, view: View | None, decision: Decision, luck: Drawing) -> Option:
        return decision.options[0] if decision.kind == "plunder" else parse_bot("seeker").choose(view, decision, luck)


def test_a_kind_that_falls_through_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "lazy", replace(BOTS["seeker"], name="lazy", make=Lazy))
    assert lazy_kinds("lazy", 20, {"plunder", "move"}) == {"plunder"}


@pytest.mark.parametrize(("text", "stride"), [("random", 1), ("seeker", 1), ("planner:samples=1,options=2", 7)])
@pytest.mark.parametrize("variant", ["v1.2", "advanced"])
def test_no_choice_depends_on_what_is_hidden(text: str, stride: int, variant: str) -> None:
    """Everything that a seat cannot know is drawn anew; the bot must choose the same."""
    bot, seeker, luck = parse_bot(text), parse_bot("seeker"), Luck(3)
    changed = number = 0
    for game in (0, 1):
        state = new_game(VARIANTS[variant](), 5, game)
        while (asked := state.asked) is not None:
            number += 1
            if number % stride == 0:
                twin = state.guess(asked.seat, luck)
                changed += twin.hands != state.hands
                assert twin.asked == asked
                one = bot.choose(view_of(state, asked.seat), asked, Luck(number))
                assert bot.choose(view_of(twin, asked.seat), asked, Luck(number)) == one, asked.kind
            state.take(seeker.choose(view_of(state, asked.seat), asked, luck))
    assert changed > 50


class Peeker:
    """A bot that cheats: it plays by a card of somebody else, got from outside its view."""

    name, looks = "peeker", True

    def __init__(self, hands: list[list[int]]) -> None:
        self.hands = hands

    def choose(self, view: View | None, decision: Decision, luck: Drawing) -> Option:
        return decision.options[sum(map(sum, self.hands)) % len(decision.options)]


def test_a_bot_that_peeks_would_be_noticed() -> None:
    state, luck, found = new_game(rules(), 5, 0), Luck(3), 0
    while (asked := state.asked) is not None:
        twin = state.guess(asked.seat, luck)
        found += Peeker(state.hands).choose(None, asked, luck) != Peeker(twin.hands).choose(None, asked, luck)
        state.take(asked.options[luck.below(len(asked.options))])
    assert found > 10


def test_a_glimpse_shows_what_a_view_shows() -> None:
    """Seekers choose the same from either, so imagined games are like real ones."""
    for game in range(3):
        state = new_game(VARIANTS["advanced"](), 9, game)
        number = 0
        while (asked := state.asked) is not None:
            number += 1
            views = (view_of(state, asked.seat), glimpse_of(state, asked.seat))
            first, second = (CHOICES[asked.kind](view, asked, Luck(number)) for view in views)
            assert first == second, asked.kind
            state.take(first)


@pytest.mark.parametrize("variant", list(VARIANTS))
def test_bots_play_by_any_rules(variant: str) -> None:
    for text in ("seeker", "planner:samples=1,options=2"):
        watched = Watched(parse_bot(text))
        play_game(VARIANTS[variant](), 2, 0, [watched] * 4)
        assert watched.taken


def test_a_seeker_is_far_better_than_chance() -> None:
    share = 0.0
    for game in range(16):
        faction = game % 4
        bots = [parse_bot("seeker" if number == faction else "random") for number in range(4)]
        share += most_castles_shares(play_game(rules(), 3, game, bots).standing().castles)[faction]
    assert share > 12


def test_bots_by_name() -> None:
    assert parse_bot("seeker").name == "seeker"
    planner = parse_bot(" planner:samples=4, options=5")
    assert (planner.samples, planner.options, planner.turns) == (4, 5, 1)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("seker", "there is no bot 'seker': did you mean 'seeker'?"),
        ("", "there is no bot '': there are random, seeker, planner"),
        ("random:depth=2", "the bot 'random' has no options, so 'depth=2' means nothing"),
        ("planner:sample=2", "the bot 'planner' has no option 'sample': did you mean 'samples'?"),
        ("planner:samples=0", "the bot 'planner' needs a whole number from 1 to 64 for 'samples', as in samples=2"),
        ("planner:samples", "the bot 'planner' needs a whole number from 1 to 64 for 'samples', as in samples=2"),
    ],
)
def test_what_there_is_not(text: str, message: str) -> None:
    with pytest.raises(UnknownBot) as caught:
        parse_bot(text)
    assert str(caught.value) == message
