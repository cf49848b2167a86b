"""Tile sets -> the two armies of a game."""

from __future__ import annotations

import pytest
from support.tiles import make_set, tile_text

from workbench.tileset.compose import MAX_BAG, MAX_TYPES, Army, ComposeError, Composition, compose
from workbench.tileset.load import load_sets, load_tileset_text, shipped_sets
from workbench.tileset.model import TileSet
from workbench.tileset.settings import Settings
from workbench.words import Owner

BASE_BAG = "Fo Pi Pi Pi Kn Wi Ra Se Ge Pr Ch Ma Bo Dr As Lo"


def made(*sets: str | TileSet, light: Owner = Owner.SOUTH, **settings: object) -> Composition:
    chosen = [load_sets([one])[0] if isinstance(one, str) else one for one in sets]
    return compose(chosen, Settings.model_validate(settings), light)


def codes(game: Composition, numbers: tuple[int, ...]) -> str:
    return " ".join(game.tiles[number].code for number in numbers)


def shown(game: Composition, owner: Owner = Owner.SOUTH) -> tuple[str, str, str]:
    """Duke, starters and bag of an army as codes."""
    army: Army = game.armies[owner]
    return game.tiles[army.duke].code, codes(game, army.starters), codes(game, army.bag)


def faults(*sets: str | TileSet, **settings: object) -> list[str]:
    with pytest.raises(ComposeError) as caught:
        made(*sets, **settings)
    assert all(finding.message and finding.place.file for finding in caught.value.findings)
    return [finding.code for finding in caught.value.findings]


@pytest.mark.rule("SETUP-1")
def test_base_armies() -> None:
    game = made()
    assert shown(game) == shown(game, Owner.NORTH) == ("Du", "Fo Fo", BASE_BAG)
    assert len(game.tiles) == 15
    assert game.sets == ("base",)
    assert made("base") == game, "naming the base set adds nothing"


@pytest.mark.rule("SETUP-1")
@pytest.mark.parametrize(
    ("enhanced", "more"), [("none", ""), ("duchess", " Dc"), ("oracle", " Or"), ("both", " Dc Or")]
)
def test_enhanced_base_tiles(enhanced: str, more: str) -> None:
    assert shown(made(enhanced=enhanced)) == ("Du", "Fo Fo", BASE_BAG + more)


def test_enhanced_custom_tile_joins_in_enhanced_play_only() -> None:
    custom = make_set(tile_text("Envoy", "Ev", enhanced="true"))
    assert "Ev" not in shown(made(custom))[2]
    assert shown(made(custom, enhanced="duchess"))[2] == BASE_BAG + " Dc Ev"


@pytest.mark.rule("CUSTOM-1", "CUSTOM-2", "CUSTOM-4")
def test_replacement_keeps_the_place_in_the_bag_and_the_number_of_the_type() -> None:
    game = made(make_set(tile_text("Lancer", "Ln", replaces="Knight")))
    assert shown(game)[2] == BASE_BAG.replace("Kn", "Ln")
    base = made()
    assert [tile.code for tile in game.tiles] == [tile.code.replace("Kn", "Ln") for tile in base.tiles]
    assert [army.bag for army in game.armies] == [army.bag for army in base.armies]


@pytest.mark.rule("CUSTOM-3")
def test_addition_goes_to_the_end_of_the_bag() -> None:
    assert shown(made(make_set(tile_text("Envoy", "Ev", copies=2))))[2] == BASE_BAG + " Ev Ev"


def test_friar_tuck_takes_one_of_three_pikemen_of_the_light_army() -> None:
    game = made("robin-hood")
    assert shown(game)[2].startswith("Fo Pi Pi Ft Kn")
    assert shown(game, Owner.NORTH)[2].startswith("Fo Pi Pi Pi Kn")


@pytest.mark.rule("SETUP-1c")
def test_starts_are_inherited() -> None:
    assert shown(made("city-troops"))[:2] == ("Du", "Ml Ml")
    one = make_set(tile_text("Recruit", "Rc", replaces="Footman"))
    assert shown(made(one)) == ("Du", "Fo Fo", BASE_BAG.replace("Fo", "Rc"))
    two = make_set(tile_text("Recruit", "Rc", replaces="Footman"), tile_text("Sentry", "Sn", replaces="Footman"))
    assert shown(made(two)) == ("Du", "Fo Rc", BASE_BAG.replace("Fo", "Sn")), "in file order"


@pytest.mark.rule("SETUP-1c")
def test_a_third_starter_is_a_fault() -> None:
    assert faults(make_set(tile_text("Recruit", "Rc", starts=1))) == ["E407", "E407"]


@pytest.mark.rule("SETUP-1b", "G-11")
def test_duke_role() -> None:
    regent = make_set(tile_text("Regent", "Rg", role="duke"))
    assert shown(made(regent)) == ("Rg", "Fo Fo", BASE_BAG)
    dark = make_set(tile_text("Regent", "Rg", role="duke", army="dark", replaces="Duke"))
    assert shown(made(dark))[0] == "Du"
    assert shown(made(dark), Owner.NORTH)[0] == "Rg"


@pytest.mark.rule("SETUP-1b")
@pytest.mark.parametrize("fields", [{"replaces": "Duke"}, {"replaces": "Knight", "role": "duke"}])
def test_not_exactly_one_duke(fields: dict[str, str]) -> None:
    assert faults(make_set(tile_text("Regent", "Rg", **fields))) == ["E406", "E406"]


def test_light_army_sits_where_it_is_told() -> None:
    south, north = made("robin-hood"), made("robin-hood", light=Owner.NORTH)
    assert shown(south)[0] == "Rh"
    assert shown(north)[0] == "Pj"
    assert south.tiles == north.tiles
    assert south.with_seats_swapped() == north


@pytest.mark.rule("SIEGE-1")
def test_pool_and_the_oracle() -> None:
    game = made("siege-engines")
    pool = {game.tiles[one.tile].code: game.tiles[one.replaces].name for one in game.pool}
    assert pool == {"Br": "Marshall", "Tr": "Knight", "Ca": "General", "Ba": "Priest", "En": "Oracle"}
    assert shown(game) == shown(game, Owner.NORTH) == ("Du", "Fo Fo", BASE_BAG + " Or")
    assert shown(made("siege-engines", enhanced="duchess"))[2] == BASE_BAG + " Dc Or"


@pytest.mark.rule("SIEGE-5")
def test_pool_tiles_in_the_bag() -> None:
    game = made("siege-engines", siege_mode="in_bag")
    assert game.pool == ()
    assert shown(game)[2] == "Fo Pi Pi Pi Tr Wi Ra Se Ca Ba Ch Br Bo Dr As Lo En"


@pytest.mark.rule("LINK-1")
def test_links_are_numbers_of_types() -> None:
    game = made("siege-engines")
    engineer = [tile.name for tile in game.tiles].index("Engineer")
    assert sorted(game.tiles[one].code for one in game.links(engineer)) == ["Ba", "Br", "Ca", "Tr"]


def test_links_across_sets() -> None:
    sapper = make_set(tile_text("Sapper", "Sp", abilities="[link]", linked_to="[Trebuchet]"))
    assert faults(sapper) == ["E405"]
    game = made("siege-engines", sapper)
    assert [game.tiles[one].name for one in game.links(len(game.tiles) - 6)] == ["Trebuchet"]


def test_replacing_an_enhanced_tile_brings_only_what_is_needed() -> None:
    game = made("robin-hood")  # Sir Guy replaces the dark Duchess
    assert "Dc" not in shown(game)[2]
    assert shown(game, Owner.NORTH)[2].endswith(" Sg")


@pytest.mark.rule("PACK-1")
def test_terrain_joins_no_army() -> None:
    assert [tile.name for tile in made("events").tiles if tile.role == "terrain"] == []
    assert shown(made("events"))[2] == BASE_BAG + " Je"
    assert made("terrain").tiles == made().tiles
    assert faults(make_set(tile_text("Wraith", "Wr", replaces="Specter")), "events") == ["E403"]


@pytest.mark.rule("RIDER-1", "RIDER-2")
def test_dark_rider() -> None:
    game = made(objective="dark_rider")
    assert [tile.name for tile in game.tiles] == ["Pikeman", "Knight"]
    assert game.armies == (Army(-1, (0, 0, 0, 0), ()), Army(-1, (1,), ()))
    assert len(made(objective="dark_rider", rider_pikemen=3).armies[0].starters) == 3
    assert made(objective="dark_rider", rider_tile="Ranger").tiles[1].name == "Ranger"
    assert faults(objective="dark_rider", rider_tile="Unicorn") == ["E202"]


def test_two_sets_that_replace_the_same_tile() -> None:
    assert set(faults("arthurian-legends", "robin-hood")) == {"E404"}
    first = make_set(tile_text("One", "On", replaces="Pikeman"), id="first")
    second = make_set(tile_text("Two", "Tw", replaces="Pikeman"), id="second")
    assert set(faults(first, second)) == {"E404"}
    light = make_set(tile_text("One", "On", replaces="Pikeman", army="light"), id="first")
    dark = make_set(tile_text("Two", "Tw", replaces="Pikeman", army="dark"), id="second")
    assert made(light, dark).sets == ("base", "first", "second")


@pytest.mark.parametrize(
    ("tiles", "expected"),
    [
        ([tile_text("Lancer", "Ln", replaces="Knigth")], {"E403"}),
        ([tile_text("Lancer", "Ln", replaces="Lancer")], {"E403"}),
        ([tile_text("Ay", "Ay", replaces="Be"), tile_text("Be", "Be", replaces="Ay")], {"E403"}),
        ([tile_text("Lancer", "Ln", replaces="Knight", copies=2)], {"E404"}),
        ([tile_text("One", "On", replaces="Knight"), tile_text("Two", "Tw", replaces="Knight")], {"E404"}),
        ([tile_text("KNIGHT", "Xx")], {"E401"}),
        ([tile_text("Lancer", "kN")], {"E402"}),
        ([tile_text("Lancer", "Ln"), tile_text("Lancer", "Lm")], {"E401"}),
        ([tile_text("Lancer", "Ln"), tile_text("Lanser", "lN")], {"E402"}),
        ([tile_text("Envoy", "Ev", abilities="[link]", linked_to="[Nobody]")], {"E405"}),
    ],
)
def test_faults_of_one_set(tiles: list[str], expected: set[str]) -> None:
    assert set(faults(make_set(*tiles))) == expected


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"replaces": "Knight", "copies": 2},
        {"replaces": "Knight", "army": "light"},
        {"replaces": "Duke", "role": "duke"},
    ],
)
def test_faults_of_pool_tiles(fields: dict[str, object]) -> None:
    assert "E408" in faults(make_set(tile_text("Mangonel", "Mg", **fields), mode="pool"))


def test_a_replacement_of_a_replacement() -> None:
    first = make_set(tile_text("Heavy", "Hv", replaces="Lancer"), id="first")
    second = make_set(tile_text("Lancer", "Ln", replaces="Knight"), id="second")
    assert shown(made(first, second))[2] == shown(made(second, first))[2] == BASE_BAG.replace("Kn", "Hv")


def test_limits() -> None:
    def code(number: int) -> str:
        return "QXYZ"[number // 20] + "abcdefghijklmnopqrst"[number % 20]

    full = [tile_text(f"Tile {number}", code(number)) for number in range(MAX_TYPES - 15)]
    assert len(made(make_set(*full)).tiles) == MAX_TYPES
    one_more = tile_text("One More", "Vv")
    assert faults(make_set(*full, one_more)) == ["E407"]
    many = [tile_text("Many", "Mn", copies=52), tile_text("More", "Mo", copies=52)]
    assert len(made(make_set(*many)).armies[0].bag) == MAX_BAG
    assert faults(make_set(*many, one_more)) == ["E407", "E407"]


def test_every_shipped_set_composes_with_base() -> None:
    for name in shipped_sets():
        game = made(name)
        for army in game.armies:
            assert len(army.starters) == 2
            assert game.tiles[army.duke].role == "duke"
            assert all(game.tiles[number].role is None for number in army.bag)


# Settings that sets bring


def asking(name: str, code: str, text: str) -> TileSet:
    return make_set(tile_text(name, code), settings=text)


@pytest.mark.parametrize(
    ("said", "expected"),
    [({}, "both"), ({"enhanced": "none"}, "none"), ({"enhanced": "oracle"}, "oracle")],
)
def test_what_is_said_wins_over_what_a_set_asks_for(said: dict[str, str], expected: str) -> None:
    composed = compose([asking("Mangonel", "Mg", "{enhanced: both, max_turns: 50}")], Settings.model_validate(said))
    assert composed.settings.enhanced == expected
    assert composed.settings.max_turns == 50
    assert composed.set_settings == ("enhanced", "max_turns")
    assert composed.with_seats_swapped().settings == composed.settings


def test_sets_that_ask_for_different_things() -> None:
    sets = [asking("Mangonel", "Mg", "{max_turns: 50}"), asking("Onager", "Og", "{max_turns: 60}")]
    with pytest.raises(ComposeError, match="max_turns=50"):
        compose(sets, Settings())
    assert compose(sets, Settings(max_turns=70)).settings.max_turns == 70


def test_a_set_with_unknown_settings_has_a_finding() -> None:
    text = "name: S\nsettings: {enhancd: both, max_turns: -1}\ntiles: []\n"
    told = [finding.message for finding in load_tileset_text(text).findings]
    assert any("unknown key 'enhancd'" in message for message in told)
    assert any("max_turns" in message for message in told)
