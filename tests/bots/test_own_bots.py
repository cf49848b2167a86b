"""Bots of one's own: what they are shown, what they may answer, and how their faults are told."""

from __future__ import annotations

import os
import pickle
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from workbench.bots.own import OwnBot, OwnBotError, load_own_bot, load_own_bots
from workbench.bots.own_seat import OwnSeat, seen_state
from workbench.duke.board.kinds import NO_TURN
from workbench.duke.game import Game, Position, game_of

LINE = "2fodu2/3fo2/6/3KN'2/2FO3/2DUFO2 S AsBoPi3Ra/BoPi3 - 9"
FIRST = "class First:\n    def choose(self, position, turns):\n        return turns[0]\n"


def written(folder: Path, body: str, name: str = "mine.py") -> str:
    file = folder / name
    file.write_text(body, encoding="utf-8")
    return str(file)


def answering(folder: Path, expression: str, head: str = "") -> OwnBot:
    body = f"{head}\nclass Mine:\n    def choose(self, position, turns):\n        return {expression}\n"
    return load_own_bot(written(folder, body) + ":Mine")


def asked(bot: OwnBot, position: Position) -> int:
    return OwnSeat(bot, Game(position.game.composition)).decide(position.state)


def test_a_bot_answers_with_one_of_its_turns(tmp_path: Path) -> None:
    position = Position(LINE)
    bot = answering(tmp_path, "[turn for turn in turns if 'x' in turn][0]")
    assert (bot.name, bot.class_name) == ("mine", "Mine")
    assert asked(bot, position) == position.turns()["d3xd5"]


def test_where_no_turn_is_legal_it_is_not_asked(tmp_path: Path) -> None:
    over = Position("2fodu2/3fo2/6/3KN'2/2FO3/2DUFO2 S BoPi3/BoPi3 ph=over:S:mate 9")
    assert asked(answering(tmp_path, "1 / 0"), over) == NO_TURN


@pytest.mark.parametrize(
    ("sets", "settings", "seeds"), [((), {}, 1), ((), {"enhanced": "oracle"}, 8), (("siege-engines",), {}, 1)]
)
def test_nothing_it_is_shown_tells_the_order_of_a_bag(
    sets: tuple[str, ...], settings: dict[str, str], seeds: int
) -> None:
    """Games that look alike to the players, with other luck in hand: the very same bytes are shown."""
    game = game_of(sets, settings)
    divined = 0
    for seed in range(seeds):
        for position in walk(game, seed):
            divined += "ph=divine" in position.line
            others = [game.shuffled(position, luck).state for luck in (1, 2)]
            shown = {seen_state(state).tobytes() for state in (position.state, *others)}
            assert len(shown) == 1
            s = seen_state(position.state)[0]
            assert all(not s["bag"][owner, s["nbag"][owner] :].any() for owner in range(2))
            assert "ph=divine" in position.line or not s["hand"].any()
            assert len({state.tobytes() for state in others}) == 2, "the luck did differ"
    assert bool(divined) == bool(settings), "the Oracle has looked at tiles and put them back"


def walk(game: Game, seed: int) -> Iterator[Position]:
    """The decisions of a game; whoever can divine does."""
    position = game.dealt(seed)
    while not position.is_over and position.ply < 60:
        if position.is_chance:
            position = game.let_luck(position)[1]
            continue
        yield position
        turns = sorted(position.turns(), key=lambda turn: (not turn.endswith("?"), turn != "+", turn))
        best = 0 if turns[0].endswith("?") or position.ply < 16 else position.ply % len(turns)
        position = game.after(position, position.turns()[turns[best]])


def test_the_tables_own_desk_is_out_of_reach(tmp_path: Path) -> None:
    """Its game is another object than the table's, whose engine holds the hidden order."""
    position = Position(LINE)
    bot = answering(tmp_path, "KEPT.append(position) or turns[0]", "KEPT = []")
    asked(bot, position)
    (seen,) = sys.modules[type(bot.make()).__module__].KEPT
    assert seen == position
    assert seen.game is not position.game
    assert list(seen.turns()) == list(position.turns())


def test_what_it_does_to_what_it_is_shown_changes_nothing(tmp_path: Path) -> None:
    position = Position(LINE)
    bot = answering(tmp_path, "position.turns().clear() or position._state.fill(0) or turns[-1]")
    before = position.state.tobytes()
    assert asked(bot, position) == position.turns()[list(position.turns())[-1]]
    assert position.state.tobytes() == before


def test_random_follows_the_game_and_is_given_back(tmp_path: Path) -> None:
    bot = answering(tmp_path, "random.choice(turns)", "import random")
    random.seed(5)
    before = random.getstate()
    at_first = [asked(bot, game_of().shuffled(Position(LINE), seed)) for seed in range(9)]
    assert random.getstate() == before
    random.seed(6)
    assert [asked(bot, game_of().shuffled(Position(LINE), seed)) for seed in range(9)] == at_first
    assert len(set(at_first)) > 3


def test_a_new_object_serves_each_seat_of_each_game(tmp_path: Path) -> None:
    body = """
class Mine:
    made = 0

    def __init__(self):
        Mine.made += 1
        self.asked = 0

    def choose(self, position, turns):
        self.asked += 1
        return turns[0]
"""
    bot = load_own_bot(written(tmp_path, body) + ":Mine")
    game = game_of()
    seat = OwnSeat(bot, Game(game.composition))
    start = game.dealt(1)
    after = game.after(start, seat.decide(start.state))
    while after.owner != start.owner or after.is_chance:
        after = game.let_luck(after)[1] if after.is_chance else game.after(after, next(iter(after.turns().values())))
    seat.decide(after.state)
    assert seat.player.asked == 2
    seat.decide(game.dealt(2).state)
    assert seat.player.asked == 1


@pytest.mark.parametrize(
    ("expression", "told"),
    [
        (
            "turns[1 // 0]",
            "ZeroDivisionError: integer division or modulo by zero (return turns[1 // 0]); Mine was asked",
        ),
        ("'d3-d9'", "it answered 'd3-d9', which is none of the 12 legal turns (+, d3-f1,"),
        ("None", "it answered nothing; choose must return one of its turns, such as '+'"),
        ("turns", "it answered tuple ('+', 'd3-f1',"),
        ("0", "it answered int 0; choose must return one of its turns"),
        ("exit(0)", "SystemExit: 0 (return exit(0))"),
        ("play(position, 'nonsense')", "BadTurn: "),
    ],
)
def test_a_fault_in_choose_is_told_with_its_line(tmp_path: Path, expression: str, told: str) -> None:
    bot = answering(tmp_path, expression, "from workbench.duke import play")
    with pytest.raises(OwnBotError) as error:
        asked(bot, Position(LINE))
    line = 3 if "answered" in told else 4
    assert str(error.value).startswith(f"{tmp_path}/mine.py:{line}: {told}")
    assert str(error.value).endswith(f"Mine was asked at {LINE}")
    assert error.value.__cause__ is None


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("class Other: pass\n", "mine.py: there is no class 'Mine' in this file: it has Other"),
        ("x = 1\n", "mine.py: there is no class 'Mine' in this file: it has none"),
        ("Mine = 3\n", "mine.py: there is no class 'Mine' in this file: it has none"),
        ("\nclass Mine:\n    pass\n", "mine.py:2: Mine has no method choose(self, position, turns) (class Mine:)"),
        ("class Mine:\n    def choose(self, p, t)\n", "mine.py:2: SyntaxError: expected ':' (def choose(self, p, t))"),
        (
            "import nothing_here\n",
            "mine.py:1: ModuleNotFoundError: No module named 'nothing_here' (import nothing_here)",
        ),
        ("1 / 0\n", "mine.py:1: ZeroDivisionError: division by zero (1 / 0)"),
        ("\n\nraise SystemExit\n", "mine.py:3: SystemExit (raise SystemExit)"),
        (
            "class Mine:\n    def __init__(self, depth):\n        pass\n    choose = print\n",
            "mine.py:1: TypeError: Mine.__init__() missing 1 required positional argument: 'depth' (class Mine:)",
        ),
        ("# caf\xe9\n", "mine.py: "),
        ("a = '\0'\n", "mine.py: "),
    ],
)
def test_a_file_that_cannot_be_used_is_told_with_its_line(tmp_path: Path, body: str, told: str) -> None:
    (tmp_path / "mine.py").write_bytes(body.encode("latin-1"))
    with pytest.raises(OwnBotError) as error:
        load_own_bot(f"{tmp_path}/mine.py:Mine")
    assert str(error.value).startswith(f"{tmp_path}/{told}")


@pytest.mark.parametrize(
    ("spelling", "told"),
    [
        ("mine.py", "'mine.py' is not FILE.py:Class"),
        (":Mine", "':Mine' is not FILE.py:Class"),
        ("mine.py:", "'mine.py:' is not FILE.py:Class"),
        ("mine.py:my bot", "'mine.py:my bot' is not FILE.py:Class"),
        ("mine.py:Greedy", "mine.py:Greedy: the bot would be called 'greedy', as one that is there already"),
        ("mine.py:_Mine", "mine.py:_Mine: the class is the bot's name"),
        ("gone.py:Mine", "gone.py: No such file or directory"),
        ("pipe.py:Mine", "pipe.py: this is not an ordinary file"),
        ("folder.py:Mine", "folder.py: this is not an ordinary file"),
    ],
)
def test_what_does_not_name_a_bot(spelling: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe.py")
    os.mkdir("folder.py")
    with pytest.raises(OwnBotError, match="^" + told.replace("(", r"\(")):
        load_own_bot(spelling)


def test_two_bots_need_two_names(tmp_path: Path) -> None:
    one, other = (written(tmp_path, FIRST, name) for name in ("one.py", "other.py"))
    with pytest.raises(OwnBotError, match="there are two bots called 'first'"):
        load_own_bots([f"{one}:First", f"{other}:First"])


def test_the_hash_is_of_class_and_source_alone(tmp_path: Path) -> None:
    both = FIRST + FIRST.replace("First", "Second")
    here, there = (
        load_own_bot(written(tmp_path, both) + ":First"),
        load_own_bot(written(tmp_path, both, "x.py") + ":First"),
    )
    assert here.sha256 == there.sha256
    assert load_own_bot(written(tmp_path, both) + ":Second").sha256 != here.sha256
    assert load_own_bot(written(tmp_path, both + "\n") + ":First").sha256 != here.sha256
    assert here.about() == {"name": "first", "file": "mine.py", "class": "First", "sha256": here.sha256}


def test_it_is_played_as_it_was_read_whatever_becomes_of_the_file(tmp_path: Path) -> None:
    bot = load_own_bot(written(tmp_path, FIRST) + ":First")
    written(tmp_path, "gone = 1\n")
    again = pickle.loads(pickle.dumps(bot))
    assert asked(again, Position(LINE)) == next(iter(Position(LINE).turns().values()))


def test_what_lies_beside_the_file_is_not_imported(tmp_path: Path) -> None:
    written(tmp_path, "x = 1\n", "neighbour_of_mine.py")
    with pytest.raises(OwnBotError, match="No module named 'neighbour_of_mine'"):
        load_own_bot(written(tmp_path, "import neighbour_of_mine\n" + FIRST) + ":First")


def test_classes_of_all_kinds_work(tmp_path: Path) -> None:
    body = """
from __future__ import annotations
from dataclasses import dataclass, field

@dataclass
class Mine:
    seen: list[str] = field(default_factory=list)

    @staticmethod
    def choose(position, turns):
        return sorted(turns)[0]
"""
    assert asked(load_own_bot(written(tmp_path, body) + ":Mine"), Position(LINE)) == Position(LINE).turns()["+"]
