"""Perft tables: engine and oracle count the same ways. Regenerate a number only with both."""

from __future__ import annotations

from typing import Any

import pytest
from oracle import Oracle, Rules
from oracle.perft import perft as oracle_perft

from workbench.duke.game import game_of
from workbench.duke.perft import divide, perft
from workbench.tileset.compose import Composition

# name, sets, settings, position, ways at depth 1, 2, ...
CASES: tuple[tuple[str, tuple[str, ...], dict[str, Any], str, tuple[int, ...]], ...] = (
    (
        "base, opening",
        (),
        {},
        "3du2/2fo'1fo1/6/6/2FO'1FO1/3DU2 S AsBoChDrFoGeKnLoMaPi3PrRaSeWi/AsBoChDrFoGeKnLoMaPi3PrRaSeWi np=6 6",
        (55, 2953),
    ),
    (
        "base, middle",
        (),
        {},
        "1fodu3/3GE2/fo'1fo3/6/2FO'FODU1/1FO1as2 S AsBoChDrKnLoMaPi3PrRaSeWi/BoChDrGeKnLoMaPi3PrRaSeWi np=3 30",
        (50, 1767),
    ),
    (
        "base, late",
        (),
        {},
        "2DU3/6/1dr'4/1du'1FO'2/4SE'1/6 S AsChDrFoGeKnLoMaPi3PrRaWi/AsBoChFoKnLoMaPi3PrRaSeWi "
        "off=x:BoFo/x:Fo2Ge;np=5 70",
        (49, 2042),
    ),
    (
        "enhanced",
        (),
        {"enhanced": "both"},
        "5fo'/2fo'1se'1/ma2bo'1FO'/du'1pr3/3RADU1/3FO'MA'1 S AsBoChDcDrFoGeKnLoOrPi3SeWi/"
        "AsChDcDrFoGeKnLoOrPi3RaWi off=x:Pr/-;np=3 30",
        (41, 1838),
    ),
    (
        "siege start",
        ("siege-engines",),
        {"enhanced": "both"},
        "2dufo2/2fo3/6/6/2FO3/2DUFO2 S AsBoChDcDrFoGeKnLoMaOrPi3PrRaSeWi/"
        "AsBoChDcDrFoGeKnLoMaOrPi3PrRaSeWi pool=BaBrCaEnTr 0",
        (28, 775),
    ),
    (
        "siege, middle",
        ("siege-engines",),
        {"enhanced": "both"},
        "1CH'3DU'/5as'/5du/6/6/3ge'2 S AsBoDcDrFoGeKnLoMaOrPi3PrRaSeWi/"
        "BoChDcDrFoKnLoMaOrPi3PrRaSeWi off=x:Fo2/x:Fo2;pool=BaBrCaEnTr;no=-/Ge 40",
        (23, 994),
    ),
    (
        "siege, late",
        ("siege-engines",),
        {"enhanced": "both"},
        "4CH1/2du'3/2MA3/6/RA'SE'3dr'/DUEN4 S AsBoDcDrFoGeKnLoPi3PrWi/BoChDcFoGeLoMaOrPi3PrRaSeTr "
        "off=x:Fo2/x:AsFo2Wi;box=Or/Kn;pool=BaBrCa;no=Ma/-;np=11 80",
        (17, 652),
    ),
    (
        "terrain start",
        (),
        {"terrain": {"mountain": 1, "fort": 1, "dragon": True}},
        "2fodu2/3fo2/6/6/6/1FODUFO2 S AsBoChDrFoGeKnLoMaPi3PrRaSeWi/AsBoChDrFoGeKnLoMaPi3PrRaSeWi mt=d4;ft=e2;dr=c4E 0",
        (18, 360),
    ),
    (
        "terrain, middle",
        (),
        {"terrain": {"mountain": 1, "fort": 1, "dragon": True}},
        "6/3fo2/DU'5/FO'1du3/6/6 S AsBoChFoGeKnLoMaPi3PrRaSeWi/AsBoChGeKnLoMaPi3PrRaSeWi mt=e5;"
        "ft=f2;dr=f2W;off=x:Fo,t:Dr/x:DrFo,t:Fo;np=8 30",
        (30, 1388),
    ),
    (
        "terrain, late",
        (),
        {"terrain": {"mountain": 2, "fort": 2, "dragon": True}},
        "bo'lodu'2ch/1fo1fo2/1SE'4/FO4wi/1DU'4/1DR4 S AsBoChGeKnLoMaPi3PrWi/AsDrGeKnMaPi3PrRaSe "
        "mt=a5,c5;ft=d1,b2;dr=d2E;off=x:FoRa,t:Fo/x:Fo;np=5 50",
        (40, 860),
    ),
    (
        "coup",
        (),
        {"objective": "counting_coup"},
        "3ra'2/3foDU1/6/6/6/1FO4 S AsBoChDrFoGeKnLoMaPi3PrRaSeWi/AsBoChDrFoGeKnLoMaPi3PrSeWi fl=d1/"
        "a2;off=x:Fo/x:DuFo;np=1 20",
        (55, 384),
    ),
    (
        "coup with the Dragon",
        (),
        {"objective": "counting_coup", "terrain": {"dragon": True}},
        "2fo'3/2AS3/3fo'2/FO'5/6/2DU3 S BoChDrFoGeKnLoMaPi3PrRaSeWi/AsBoDrGeKnLoMaPi3PrRaSeWi "
        "dr=f2W;fl=a3/f3;sc=1/0;off=t:Fo/t:ChDuFo;np=3 24",
        (55, 409),
    ),
    (
        "trophy",
        (),
        {"objective": "trophy_hunters"},
        "6/3as2/3DU'RA1/2FO3/6/du5 S AsBoChDrFoGeKnLoMaPi3PrSeWi/BoChDrFoGeKnLoMaPi3PrRaSeWi fl=b1/"
        "f6;off=x:Fo/x:Fo2;np=3 24",
        (42, 845),
    ),
    (
        "rider",
        (),
        {"objective": "dark_rider"},
        "6/3kn'2/6/6/3PI'1PI'/1PI1PI2 S -/- np=5 5",
        (10, 48, 399),
    ),
    (
        "rider with terrain",
        (),
        {"objective": "dark_rider", "terrain": {"mountain": 1, "fort": 1, "dragon": True}},
        "6/6/6/PI'PI'4/4kn1/1PI2PI1 N -/- mt=c4;ft=b3;dr=c3E;np=4 4",
        (4, 30, 118),
    ),
    (
        "dynasty",
        (),
        {"objective": "dynastic_dispute"},
        "du'5/6/1fo4/2FO'1fo1/4FO'1/FO'4DU' N AsBoLoMaRaSeWi/ChDrFoGeKnPi3Pr box=ChDrGeKnPi3Pr/AsBoLoMaRaSeWi;np=2 10",
        (26, 669),
    ),
    (
        "no Guard",
        (),
        {"guard": "off"},
        "3DU'2/MA5/6/6/1duch'3/3FO'2 S AsBoChDrFoGeKnLoPi3PrRaSeWi/AsBoDrFoGeKnLoMaPi3PrRaSeWi off=x:Fo/x:Fo2;np=4 30",
        (52, 2235),
    ),
    (
        "siege engines",
        ("siege-engines",),
        {"enhanced": "both"},
        "3du2/2tr'1fo1/6/3EN2/1TR1CA'2/2DU1BR1 S KnPi/GePr box=GeKn/Ma;pool=Ba 40",
        (4, 104),
    ),
    (
        "Link call",
        ("siege-engines",),
        {"enhanced": "both"},
        "3du2/6/6/3EN'2/6/2DU3 S GeKnPi/PiSe pool=BaCaTr 40",
        (58, 562),
    ),
    (
        "Divination",
        (),
        {"enhanced": "both"},
        "3du2/6/4fo1/3OR'2/6/2DU3 S KnPiSe/PiSe - 20",
        (50, 747),
    ),
    (
        "push",
        (),
        {"terrain": {"dragon": True}},
        "3du2/6/6/6/DU2fo2/6 S Kn/Pi dr=c2E 12",
        (6, 45),
    ),
    (
        "points and hops",
        (),
        {"objective": "counting_coup"},
        "3du2/3fo2/1FO4/6/2FO3/2DU3 S Kn/Pi fl=f1/a5;sc=1/2 30",
        (24, 236),
    ),
)
TABLE = {name: rest for name, *rest in CASES}


def oracle_of(composition: Composition) -> Oracle:
    codes = [tile.code for tile in composition.tiles]

    def face(icons: Any) -> dict[str, Any]:
        return {"icons": [[str(i.icon), *i.at, i.group] for i in icons]}

    tiles = [
        {
            "name": tile.name, "code": tile.code, "starting": face(tile.starting.icons),
            "other": face(tile.other.icons), "abilities": [str(one) for one in tile.abilities],
            "linked_to": list(tile.linked_to), "role": tile.role,
        }
        for tile in composition.tiles
    ]  # fmt: skip
    armies = [
        {
            "duke": codes[army.duke] if army.duke >= 0 else None,
            "starters": [codes[kind] for kind in army.starters],
            "bag": [codes[kind] for kind in army.bag],
        }
        for army in composition.armies
    ]
    pool = [{"tile": codes[one.tile], "replaces": codes[one.replaces]} for one in composition.pool]
    return Oracle(Rules(tiles, armies, pool, composition.settings.model_dump(mode="json")))


@pytest.mark.parametrize("name", TABLE)
def test_the_engine_counts_these_ways(name: str) -> None:
    sets, settings, line, counts = TABLE[name]
    position = game_of(sets, settings).position(line)
    assert tuple(perft(position, depth) for depth in range(1, len(counts) + 1)) == counts


@pytest.mark.parametrize("name", TABLE)
def test_the_oracle_counts_the_same(name: str) -> None:
    sets, settings, line, counts = TABLE[name]
    oracle = oracle_of(game_of(sets, settings).composition)
    shallow = [count for count in counts if count < 60]
    assert [oracle_perft(oracle, line, depth) for depth in range(1, len(shallow) + 1)] == shallow


@pytest.mark.long
@pytest.mark.parametrize("name", TABLE)
def test_the_oracle_counts_the_same_at_every_depth(name: str) -> None:
    sets, settings, line, counts = TABLE[name]
    oracle = oracle_of(game_of(sets, settings).composition)
    assert oracle_perft(oracle, line, len(counts)) == counts[-1]


@pytest.mark.parametrize("name", TABLE)
def test_the_parts_of_a_divide_make_the_whole(name: str) -> None:
    sets, settings, line, counts = TABLE[name]
    position = game_of(sets, settings).position(line)
    assert sum(divide(position, 1).values()) == counts[0]


def test_a_draw_counts_once_per_tile_and_square() -> None:
    position = game_of().position("3du2/6/6/6/6/2DU3 S KnPi3/- - 0")
    parts = divide(position, 1)
    drawn = {text for text in parts if text.startswith("+")}
    assert drawn == {f"+{code}@{square}" for code in ("Kn", "Pi") for square in ("b1", "c2", "d1")}
    assert set(parts.values()) == {1}


def test_nothing_follows_the_end() -> None:
    position = game_of().position("3du2/3FO2/6/6/6/2DU3 S -/- - 0")
    assert divide(position, 2)["d5xd6"] == 0
    assert perft(position, 0) == 1
    assert perft(game_of().position("3du2/6/6/6/6/6 N -/- ph=over:N:duke 3"), 1) == 0


def test_set_up_counts_no_turn() -> None:
    position = game_of((), {"objective": "dark_rider"}).start()
    parts = divide(position, 1)
    assert len(parts) == 15
    assert perft(position, 1) == sum(parts.values())
