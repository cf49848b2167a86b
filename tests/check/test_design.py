"""The design checks: what a lone tile can do, which tiles do all that others do, and what is said of it."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.check.company import check_company
from workbench.check.compare import Yardstick, check_against
from workbench.check.cover import Compared, Profile, same_icons, unmirrored
from workbench.check.design import check_design
from workbench.check.lettering import check_lettering
from workbench.check.lone import LoneTile, attacked, destinations
from workbench.check.remark import describe, listed
from workbench.check.run import check_loaded, yardstick
from workbench.icons import BY_NAME, IconType
from workbench.tileset.grid import parse_grid
from workbench.tileset.load import load_tileset, shipped_sets
from workbench.tileset.model import Face, Icon, Tile, TileSet
from workbench.words import Ability, Offset, SideUp, parse_square, square_name

BLANK = ". . . . ./. . . . ./. . @ . ./. . . . ./. . . . ."
STEP = ". . . . ./. . M . ./. . @ . ./. . . . ./. . . . ."
CROSS = ". . . . ./. . M . ./. M @ M ./. . M . ./. . . . ."


def face(rows: str) -> Face:
    read = parse_grid(rows.replace("/", "\n")).face
    assert read is not None
    return read


def tile(starting: str, other: str, name: str = "Lancer", **fields: object) -> Tile:
    made = {"name": name, "code": "La", "starting": face(starting), "other": face(other), **fields}
    return Tile.model_validate(made)


def codes(made: Tile) -> list[str]:
    return [remark.code for remark in check_design(made)]


def squares(numbers: frozenset[int]) -> list[str]:
    return [square_name(number) for number in sorted(numbers)]


def official() -> dict[str, Tile]:
    tiles = {}
    for path in shipped_sets().values():
        if path.parent == shipped_sets()["base"].parent:
            tiles |= {one.name: one for one in load_tileset(path).require().tiles}
    return tiles


def test_what_the_official_tiles_give() -> None:
    """Every exception of the official tiles, by hand; each is accepted in its file."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in shipped_sets().values():
        if path.parent == shipped_sets()["base"].parent:
            told, accepted = check_loaded(load_tileset(path), "capture_the_duke")
            assert not told
            for finding in accepted:
                found[finding.code].add(finding.tile)
    assert found == {
        "W501": {"Trebuchet"},
        "W502": {"Pikeman", "Guinevere", "Maid Marion", "Royal Assassin"},
        "W504": {"Duchess", "Battering Ram", "Watch Tower"},
        "W505": {"Countess"},
        "N602": {"Arthur", "Morgana", "D'Artagnan", "Richelieu", "Robin Hood", "Prince John"},
        "N603": {"Specter", "Dragon"},
    }


@pytest.mark.parametrize(
    ("icon", "at", "expected"),
    [
        ("S", "a1", "b1 c1 d1 e1 f1"),
        ("Z", "a1", "c1 d1 e1 f1"),
        ("Z", "e1", ""),
        ("J", "a1", "c1"),
        ("m", "e1", ""),
    ],
)
def test_where_icons_lead(icon: str, at: str, expected: str) -> None:
    near, far = (icon, ".") if icon == "S" else (".", icon)
    side = face(f". . . . ./. . . . ./. . @ {near} {far}/. . . . ./. . . . .")
    assert squares(destinations(side)[parse_square(at)]) == expected.split()


def test_noncapture_icons_threaten_nothing_and_strikes_go_nowhere() -> None:
    side = face(". . X . ./. . m . ./. . @ . ./. . j . ./. . H . .")
    middle = parse_square("c3")
    assert squares(destinations(side)[middle]) == ["c2", "c4"]
    assert squares(attacked(side)[middle]) == ["c1", "c5"]


def test_trap_at_the_far_edge() -> None:
    alone = LoneTile(official()["Pikeman"])
    assert squares(alone.traps(SideUp.STARTING)) == ["a6", "b6", "c6", "d6", "e6", "f6"]
    assert not alone.traps(SideUp.OTHER)


def test_a_tile_with_a_way_out_is_not_trapped() -> None:
    assert "W502" in codes(tile(STEP, STEP))
    for ability in ("summon", "escape", "redeploy"):
        assert "W502" not in codes(tile(STEP, STEP, abilities=(ability,)))
    assert "W502" in codes(tile(STEP, STEP, abilities=("ransom",)))
    assert "W502" in codes(tile(STEP, STEP, abilities=("summon",), role="duke"))
    assert "W502" not in codes(tile(CROSS, STEP, abilities=("divination",)))


def test_only_squares_that_the_tile_can_come_to_are_traps() -> None:
    """The other side has nothing to do on rank 1, but the tile never stands there with it up."""
    back = ". . . . ./. . . . ./. . @ . ./. . M . ./. . . . ."
    assert codes(tile(STEP, back)) == []
    assert codes(tile(CROSS, back)) == ["W502"]
    assert squares(LoneTile(tile(CROSS, back)).traps(SideUp.OTHER)) == ["a1", "b1", "c1", "d1", "e1", "f1"]


def test_a_blank_side_and_a_passive_side_never_act() -> None:
    passive = ". . . . ./. D F D ./. . @ . ./. . . . ./. . . . ."
    assert codes(tile(CROSS, BLANK)) == ["W501"]
    assert codes(tile(CROSS, passive)) == ["W501"]
    assert codes(tile(CROSS, ". . . . ./. . . . ./C C @ C C/. . . . ./. . . . .")) == []


@pytest.mark.rule("LINK-2", "LINK-6", "ENH-II-1", "NOICON-3")
def test_a_blank_side_that_an_ability_works_from_acts() -> None:
    assert "W501" not in codes(tile(CROSS, BLANK, abilities=("link",)))
    assert "W501" not in codes(tile(BLANK, CROSS, abilities=("link",)))
    assert "W501" not in codes(tile(CROSS, BLANK, abilities=("divination",)))
    assert "W501" in codes(tile(BLANK, CROSS, abilities=("divination",)))
    assert "W501" in codes(tile(CROSS, BLANK, abilities=("redeploy",)))


def test_an_icon_that_no_square_can_use() -> None:
    leap = ". . J . ./. . . . ./. . . . ./. . . . ./. . @ . ."
    ahead = ". . J . ./. . . . ./. M @ M ./. . . . ./. . . . ."
    remarks = [remark for remark in check_design(tile(leap, ahead)) if remark.code == "W503"]
    abouts = [remark.where for remark in remarks]
    assert [(about.field, about.icon and about.icon.at) for about in abouts] == [("other", (0, 2))]
    assert "from ranks 5 and 6" in remarks[0].message
    far = Face(icons=(Icon(icon=IconType.JUMP, at=Offset(0, 6)),))
    assert "W503" in codes(Tile(name="Far", code="Fa", starting=far, other=face(CROSS)))
    assert "W503" not in codes(tile(leap, ahead, abilities=("redeploy",)))  # it can be turned round


def test_lopsided_side_names_the_odd_icon() -> None:
    [remark] = check_design(tile(". J . . ./. . . . ./. M @ M ./. . M . ./. . . . .", CROSS))
    assert remark.code == "W505"
    assert "jump 2 ahead and 1 left" in remark.message


@pytest.mark.parametrize(
    ("weak", "strong", "expected"),
    [
        ("m", "M", True),
        ("M", "A", True),
        ("m", "A", True),
        ("M", "S", True),
        ("m", "S", True),
        ("X", "H", True),
        ("j", "J", True),
        ("M", "J", False),  # a jump may not enter a Fort
        ("M", "m", False),
        ("S", "M", False),
        ("J", "M", False),
        ("M", "X", False),
        ("C", "M", False),
    ],
)
def test_which_icon_does_all_that_another_does(weak: str, strong: str, expected: bool) -> None:
    sides = [Profile.of(face(STEP.replace("M", letter))) for letter in (weak, strong)]
    assert sides[1].covers(sides[0]) is expected


def test_a_slide_covers_its_whole_line_and_a_jump_slide_only_the_first_stop() -> None:
    slide = Profile.of(face(STEP.replace("M", "S")))
    assert slide.covers(Profile.of(face(". . M . ./. . M . ./. . @ . ./. . . . ./. . . . .")))
    assert not slide.covers(Profile.of(face(". . . . ./. M . . ./. . @ . ./. . . . ./. . . . .")))
    leaping = Profile.of(face(". . . . ./. . Z . ./. . . . ./. . @ . ./. . . . ."))
    assert leaping.covers(Profile.of(face(". . . . ./. . J . ./. . . . ./. . @ . ./. . . . .")))
    assert not leaping.covers(Profile.of(face(". . J . ./. . . . ./. . . . ./. . @ . ./. . . . .")))


def test_area_groups_are_only_covered_by_equal_groups() -> None:
    joined = Profile.of(face(". X1 . X1 ./. . . . ./. . @ . ./. . . . ./. . . . ."))
    renumbered = Profile.of(face(". X2 . X2 ./. . . . ./. . @ . ./. . . . ./. . . . ."))
    loose = Profile.of(face(". X . X ./. . . . ./. . @ . ./. . . . ./. . . . ."))
    assert joined == renumbered
    assert not joined.covers(loose)
    assert not loose.covers(joined)


def test_no_official_tile_dominates_another() -> None:
    compared = [Compared.of(one) for one in official().values()]
    assert [(a.name, b.name) for a in compared for b in compared if a is not b and a.covers(b)] == []


def test_dukes_are_compared_with_dukes_only_and_abilities_count() -> None:
    measured = Yardstick(list(official().values()))
    everything = "J J J J J/J A A A J/J A @ A J/J A A A J/J J J J J"

    def dominated(**fields: object) -> str:
        made = tile(everything, everything, **fields)
        return next((r.message for r in check_against(made, measured) if r.code == "W507"), "")

    assert "Wizard" in dominated()
    assert "Wizard" not in dominated(role="duke")
    assert "Oracle" not in dominated()
    assert "Oracle" in dominated(abilities=("divination",))


def test_reach_names_the_official_record_and_the_difference() -> None:
    queen = ". . . . ./. S S S ./. S @ S ./. S S S ./. . . . ."
    [remark] = [r for r in check_against(tile(queen, CROSS), yardstick()) if r.code == "W508"]
    assert "threatens 19 squares at once (5 more than Solomon Kane)" in remark.message
    assert remark.where.field == "starting"
    for one in official().values():
        assert not [r.message for r in check_against(one, yardstick()) if r.code == "W508"]


def ransom_remarks(**escaper: object) -> list[str]:
    hostage = tile(CROSS, STEP, "Hostage", abilities=("ransom",), army="light")
    other = tile(STEP, CROSS, "Runner", **escaper)
    tileset = TileSet(id="x", name="x", tiles=(hostage, other))
    return [remark.code for remark in check_company(tileset, (), "capture_the_duke")]


def test_ransom_needs_an_escape_tile_on_the_other_side() -> None:
    assert ransom_remarks() == ["W509"]
    assert ransom_remarks(abilities=("escape",), army="light") == ["W509"]
    assert ransom_remarks(abilities=("escape",), army="dark") == []
    assert ransom_remarks(abilities=("escape",)) == []


@pytest.mark.parametrize(("ability", "idle"), [("summon", True), ("ransom", True), ("redeploy", False)])
def test_abilities_that_a_duke_cannot_use(ability: str, idle: bool) -> None:
    duke = tile(CROSS, STEP, "Regent", abilities=(ability,), role="duke", replaces="Duke")
    runner = tile(STEP, CROSS, "Runner", abilities=(Ability.ESCAPE,))
    tileset = TileSet(id="x", name="x", tiles=(duke, runner))
    remarks = [remark.code for remark in check_company(tileset, (), "capture_the_duke")]
    assert remarks == (["W509"] if idle else [])


def test_words() -> None:
    jump = Icon(icon=IconType.NONCAPTURE_JUMP, at=Offset(-2, 1))
    assert describe(jump) == "non-capture jump 1 ahead and 2 left"
    assert describe(Icon(icon=IconType.SLIDE, at=Offset(1, -1))) == "slide back and right"
    assert listed(["a"]) == "a"
    assert listed(["a", "b"]) == "a and b"
    assert listed(["a", "b", "c", "d"]) == "a, b, c and d"
    assert listed(["a", "b", "c", "d", "e"]) == "a, b, c and 2 more"


OFFSETS = st.tuples(st.integers(-2, 2), st.integers(-2, 2)).filter(any).map(lambda pair: Offset(*pair))
KINDS = st.sampled_from(["move", "jump", "strike", "hammer", "smash", "noncapture_move", "noncapture_jump", "command"])
LOOSE = st.builds(lambda kind, at: Icon(icon=BY_NAME[kind], at=at), KINDS, OFFSETS)
SLIDES = (
    st.tuples(st.integers(-1, 1), st.integers(-1, 1))
    .filter(any)
    .flatmap(
        lambda way: st.sampled_from(
            [
                Icon(icon=IconType.SLIDE, at=Offset(*way)),
                Icon(icon=IconType.JUMP_SLIDE, at=Offset(2 * way[0], 2 * way[1])),
            ]
        )
    )
)
ICONS = st.lists(st.one_of(LOOSE, SLIDES), max_size=9, unique=True)
FACES = ICONS.map(lambda icons: Face(icons=tuple(icons)))


@given(FACES, FACES)
def test_what_covers_a_side_also_reaches_and_threatens_all_of_it(one: Face, two: Face) -> None:
    both = Face(icons=tuple(dict.fromkeys((*one.icons, *two.icons))))
    assert Profile.of(both).covers(Profile.of(one))
    for stronger, weaker in ((both, one), (one, two), (two, one)):
        if Profile.of(stronger).covers(Profile.of(weaker)):
            for square in range(36):
                assert destinations(weaker)[square] <= destinations(stronger)[square]
                assert attacked(weaker)[square] <= attacked(stronger)[square]


@given(FACES)
def test_mirroring_twice_and_symmetry(side: Face) -> None:
    mirrored = Face(icons=tuple(Icon(icon=i.icon, at=Offset(-i.at.right, i.at.forward)) for i in side.icons))
    assert bool(unmirrored(side)) is not same_icons(side, mirrored)
    whole = Face(icons=tuple(dict.fromkeys((*side.icons, *mirrored.icons))))
    assert unmirrored(whole) == ()


@given(FACES, FACES)
def test_from_a_trap_nothing_leads_on(starting: Face, other: Face) -> None:
    alone = LoneTile(Tile(name="T", code="Tt", starting=starting, other=other))
    for side in SideUp:
        for square in alone.traps(side):
            assert not alone.ways[side][square]
            assert (square, side) in alone.reached


def test_names_are_measured_not_counted() -> None:
    def lettering(name: str) -> list[str]:
        return [remark.code for remark in check_lettering(tile(CROSS, STEP, name), "set.yaml")]

    assert lettering("W" * 28) == ["W513"]
    assert lettering("Dark Agnes de Chastillon") == []
    assert lettering("Königin Ömer Ñandú") == []
    assert lettering("騎士") == ["W510"]


def test_emblems_are_looked_for_beside_the_file(tmp_path: Path) -> None:
    def problems(emblem: str) -> list[str]:
        made = tile(CROSS, STEP, emblem=emblem)
        return [remark.message for remark in check_lettering(made, str(tmp_path / "set.yaml"))]

    assert problems("sword") == []
    assert "was not found" in problems("mine.svg")[0]
    drawn = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9H0Z"/></svg>'
    (tmp_path / "mine.svg").write_text(drawn, encoding="utf-8")
    assert problems("mine.svg") == []
    assert "leads out" in problems("../mine.svg")[0]
