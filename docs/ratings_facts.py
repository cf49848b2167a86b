"""The surprising facts of docs/ratings.md. Each is told only as long as the ratings bear it out."""

from __future__ import annotations

from workbench.ratings.file import BagLevel, Points, Ratings, TileLevel
from workbench.ratings.scale import placed
from workbench.ratings.words import points_words


def facts(ratings: Ratings) -> list[str]:
    return [_changing_favourite(ratings), _light_horse(ratings), _weakest(ratings)]


def _bear_out(is_so: bool) -> None:
    if not is_so:
        raise SystemExit("the ratings no longer bear out a fact of docs/ratings_facts.py: look for another")


def _level(ratings: Ratings, set_id: str, name: str, bot: str) -> TileLevel:
    tile = ratings.find(set_id, name)
    found = tile.at(bot) if tile else None
    assert found is not None
    return found


def _light(ratings: Ratings, bag: str, bot: str) -> Points:
    here: BagLevel | None = next(one for one in ratings.bags if one.name == bag).at(bot)
    assert here is not None
    assert here.light is not None
    return here.light


def _wins(light: Points) -> str:
    return f"{50 + light.points:.0f} of 100 games between"


def _changing_favourite(ratings: Ratings) -> str:
    weak, middle, strong = (_light(ratings, "robin-hood", bot) for bot in ("random", "greedy", "search:depth=1"))
    _bear_out(weak.interval[0] > 40 and middle.interval[1] < 0 and strong.interval[0] > 15)
    return (
        "**Who is favoured depends on who plays.** In the Robin Hood pack the light army wins "
        f"{_wins(weak)} random players: {points_words(weak)} points above half. It wins {_wins(middle)} greedy ones, "
        f"{points_words(middle)}, and {_wins(strong)} players that look one turn ahead (`search:depth=1`), "
        f"{points_words(strong)}. Nobody should call a pack fair, or unfair, by one level of skill."
    )


def _light_horse(ratings: Ratings) -> str:
    greedy, search = (_level(ratings, "lords-legacy", "Light Horse", bot) for bot in ("greedy", "search:depth=1"))
    place = next(one for one in placed(ratings, "greedy") if one.tile.name == "Light Horse")
    _bear_out(place.last <= 5 and greedy.interval[0] > search.interval[1] + 4)
    return (
        "**The Light Horse is a beginner's darling.** To greedy players it is one of the strongest tiles of all, "
        f"place {place.words}, with {points_words(greedy)} points a draw; to players that look one turn ahead it is "
        f"an average tile, {points_words(search)}."
    )


def _weakest(ratings: Ratings) -> str:
    greedy, search = (_level(ratings, "lords-legacy", "Royal Assassin", bot) for bot in ("greedy", "search:depth=1"))
    footman = _level(ratings, "base", "Footman", "greedy")
    places = [placed(ratings, bot)[-1] for bot in ("greedy", "search:depth=1")]
    is_last = all(one.tile.name == "Royal Assassin" and one.first == one.last for one in places)  # surely
    _bear_out(is_last and greedy.interval[1] < footman.interval[0])
    return (
        "**The weakest official tile has the proudest name.** A draw of the Royal Assassin is worth "
        f"{points_words(greedy)} points to greedy players, where a Footman's is worth {points_words(footman)}, "
        f"and {points_words(search)} to players that look one turn ahead: no other drawn tile is as weak to either."
    )
