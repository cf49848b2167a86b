"""Run folders that are damaged, made by hand or by a stranger: one line, whatever their shape."""

from __future__ import annotations

import json
import os
import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter
from support.command import Runner
from support.planted_game import PlantedGame, base_tiles, write_run

from workbench.sim.disk import canonical, sha256
from workbench.sim.duke.plan import Plan
from workbench.sim.seam import SimError
from workbench.sim.store import MANIFEST, open_run
from workbench.tileset.compose import Composition, compose
from workbench.tileset.settings import Settings


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tiles = tuple(tile for tile in base_tiles() if tile.name not in ("Duchess", "Oracle"))
    path = tmp_path_factory.mktemp("planted") / "run"
    write_run(path, PlantedGame(tiles), Plan(games=60, chunk=20))
    return path


@pytest.fixture
def run(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "run"))


def rewrite(run: Path, manifest: dict[str, Any]) -> None:
    """As somebody would who knows how the hash is made."""
    manifest.pop("sha256", None)
    manifest["sha256"] = sha256(canonical(manifest))
    (run / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")


def refused(workbench: Runner, *arguments: str) -> str:
    code, _, err = workbench(*arguments)
    assert code == 2, err
    assert "Traceback" not in err
    assert err.count("\n") <= 2, err
    return err


def test_every_flipped_bit_of_a_manifest_is_noticed(run: Path) -> None:
    text = (run / MANIFEST).read_bytes()
    assert open_run(run, Plan).games_done == 60
    chance = random.Random(1)
    for _ in range(300):
        damaged = bytearray(text)
        damaged[chance.randrange(len(text))] ^= 1 << chance.randrange(8)
        (run / MANIFEST).write_bytes(bytes(damaged))
        if json_equal(bytes(damaged), text):
            continue  # white space between values says nothing
        with pytest.raises(SimError, match="damaged or from another version"):
            open_run(run, Plan)


def json_equal(one: bytes, other: bytes) -> bool:
    try:
        return bool(json.loads(one) == json.loads(other))
    except ValueError:
        return False


@pytest.mark.parametrize(
    "text",
    ["", "[]", "3", "null", '"sha256"', "{}", '{"sha256": 1}', "[" * 100_000, '{"about":' * 50_000, "\ud800", "{" * 9],
    ids=lambda text: text[:10],
)
def test_damaged_manifests_are_one_line(workbench: Runner, run: Path, text: str) -> None:
    (run / MANIFEST).write_bytes(text.encode("utf-8", "surrogatepass"))
    for command in (["report", str(run)], ["sim", "--out", str(run), "--resume"], ["replay", str(run), "--game", "0"]):
        assert "manifest.json is damaged or from another version" in refused(workbench, *command)


SHAPES: tuple[Any, ...] = (None, 3, "text", [], {}, [[]], {"a": 1}, [None], -1, 1e999, True)


def parts(value: Any, path: tuple[Any, ...] = (), depth: int = 4) -> Iterator[tuple[Any, ...]]:
    """Places in plain data, the first of each list for all its likes."""
    if path:
        yield path
    if isinstance(value, dict) and depth:
        for key in value:
            yield from parts(value[key], (*path, key), depth - 1)
    elif isinstance(value, list) and value and depth:
        yield from parts(value[0], (*path, 0), depth - 1)


def replaced(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    copy = json.loads(json.dumps(data))
    inner = copy
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return copy


def test_manifests_of_any_other_shape_are_one_line(workbench: Runner, run: Path) -> None:
    """Every part of a manifest in turn has another shape, under a hash that fits."""
    manifest = json.loads((run / MANIFEST).read_text(encoding="utf-8"))
    chance = random.Random(2)
    tried = 0
    for path in parts(manifest):
        if path[0] in ("sha256", "columns", "created", "versions"):
            continue
        rewrite(run, replaced(manifest, path, chance.choice(SHAPES)))
        code, _, err = workbench("report", str(run), "--format", "json")
        assert code in (0, 2), (path, err)
        assert "Traceback" not in err, (path, err)
        tried += 1
    assert tried > 60


def test_a_game_that_cannot_be_is_not_replayed(workbench: Runner, run: Path) -> None:
    """Compiled code is handed nothing that a stranger has made up."""
    manifest = json.loads((run / MANIFEST).read_text(encoding="utf-8"))
    composition = TypeAdapter(Composition).dump_python(compose([], Settings()), mode="json")
    for path, shape in (
        (("armies", 0, "bag", 0), 10**9),
        (("armies", 1, "duke"), 99),
        (("armies", 0, "bag"), [1] * 500),
        (("tiles", 0, "starting", "icons", 0, "at"), [0, 10**6]),
        (("tiles",), []),
        (("pool",), [{"tile": 0, "replaces": 77}]),
    ):
        manifest["about"]["composition"] = replaced(composition, path, shape)
        rewrite(run, manifest)
        assert "no game that can be played" in refused(workbench, "replay", str(run), "--game", "0"), path


def test_resuming_a_manifest_of_another_shape_is_one_line(workbench: Runner, run: Path) -> None:
    manifest = json.loads((run / MANIFEST).read_text(encoding="utf-8"))
    for path in (("identity",), ("about",), ("deciding",), ("deciding", "games"), ("identity", "the rules engine")):
        for shape in SHAPES:
            rewrite(run, replaced(manifest, path, shape) if path[-1] in manifest or len(path) > 1 else manifest)
            refused(workbench, "sim", "--out", str(run), "--resume")


@pytest.mark.parametrize("name", ["manifest.json", "games-00000.parquet", "counts-00001.json", "plan.yaml", "log"])
@pytest.mark.parametrize("kind", ["pipe", "folder", "loop"])
def test_strange_files_in_a_run_folder_keep_nobody_waiting(workbench: Runner, run: Path, name: str, kind: str) -> None:
    path = run / name
    path.unlink(missing_ok=True)
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to(path)
    code, _, err = workbench("report", str(run), "--format", "json")
    assert code in (0, 2)
    assert "Traceback" not in err
    if name == "games-00000.parquet":
        assert open_run(run, Plan).games_done == 40


def test_a_log_that_leads_elsewhere_is_not_written(run: Path, tmp_path: Path) -> None:
    from workbench.sim.logs import log_for_run

    (tmp_path / "precious").write_text("mine")
    (run / "log").unlink(missing_ok=True)
    (run / "log").symlink_to(tmp_path / "precious")
    with pytest.raises(SimError, match="not an ordinary file"), log_for_run(run / "log"):
        pass
    assert (tmp_path / "precious").read_text() == "mine"


LAB_ABOUT: dict[str, Any] = {
    "no arms": {"arms": None},
    "an empty list": {"arms": []},
    "arms without labels": {"arms": [{"tile": {}}]},
    "a contest of another shape": {"contest": {"composition": {"tiles": []}}},
    "a story of another shape": {"story": {"target": [1], "edits": 5}},
    "nothing": {"contest": None, "arms": None, "story": None},
}


@pytest.fixture(scope="module")
def whole_lab(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from workbench.lab.run import load_background
    from workbench.lab.swap import plan_swap

    path = tmp_path_factory.mktemp("lab") / "run"
    plan_swap(load_background(), "Knight", "Pikeman", bots=("random",), pairs=4).run(path)
    return path


@pytest.mark.parametrize("harm", LAB_ABOUT)
def test_an_experiment_of_another_shape(workbench: Runner, whole_lab: Path, tmp_path: Path, harm: str) -> None:
    run = Path(shutil.copytree(whole_lab, tmp_path / "run"))
    manifest = json.loads((run / MANIFEST).read_text(encoding="utf-8"))
    rewrite(run, {**manifest, "about": {**manifest["about"], **LAB_ABOUT[harm]}})
    for arguments in (("report",), ("lab", "twins"), ("replay", "--game", "0")):
        assert "manifest" in refused(workbench, *arguments, str(run))
