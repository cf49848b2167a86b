"""Files: read, written whole or not at all, never outside the folder, and never over someone else's change."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.studio_client import SET, Asker

from workbench.studio.project import LARGEST_FILE, Changed, NotInProject, Project
from workbench.studio.versions import KEPT, list_versions
from workbench.studio.watch import Watch


@pytest.fixture
def studio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Asker]:
    monkeypatch.setenv("WORKBENCH_STATE_DIR", str(tmp_path / "state"))
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "mine.yaml").write_text(SET, encoding="utf-8")
    (tmp_path / "secret.yaml").write_text("name: Secret\ntiles: []\n", encoding="utf-8")
    with Asker(folder) as asker:
        yield asker


def save(studio: Asker, name: str, text: str, known: str | None) -> Any:
    headers = {"if-match": f'"{known}"'} if known else {"if-none-match": "*"}
    return studio.ask("PUT", f"/api/files/{name}", {**headers, "content-type": "application/json"}, json={"text": text})


def test_read_and_save(studio: Asker, tmp_path: Path) -> None:
    stored = studio.get("/api/files/mine.yaml").json()
    assert stored["text"] == SET
    changed = SET.replace("Lancer", "Rider")
    answer = save(studio, "mine.yaml", changed, stored["hash"])
    assert answer.status_code == 200
    assert (tmp_path / "project" / "mine.yaml").read_text(encoding="utf-8") == changed
    assert studio.get("/api/files/mine.yaml").json()["hash"] == answer.json()["hash"]
    assert [path.name for path in (tmp_path / "project").iterdir()] == ["mine.yaml"]  # nothing is left lying about


def test_a_stale_save_is_refused_and_tells_what_is_there(studio: Asker, tmp_path: Path) -> None:
    known = studio.get("/api/files/mine.yaml").json()["hash"]
    path = tmp_path / "project" / "mine.yaml"
    path.write_text("name: Theirs\ntiles: []\n", encoding="utf-8")
    answer = save(studio, "mine.yaml", SET, known)
    assert answer.status_code == 409
    assert answer.json()["stored"]["text"] == "name: Theirs\ntiles: []\n"
    assert path.read_text(encoding="utf-8") == "name: Theirs\ntiles: []\n"
    assert save(studio, "mine.yaml", SET, None).status_code == 409  # nor as if it were new
    path.unlink()
    assert save(studio, "mine.yaml", SET, known).json()["stored"] is None


def test_a_save_must_say_what_it_replaces(studio: Asker) -> None:
    answer = studio.ask("PUT", "/api/files/mine.yaml", {"content-type": "application/json"}, json={"text": ""})
    assert answer.status_code == 428


def test_line_ends_and_permissions_stay(studio: Asker, tmp_path: Path) -> None:
    path = tmp_path / "project" / "dos.yaml"
    path.write_bytes(b"\xef\xbb\xbfname: A\r\ntiles: []\r\n")
    path.chmod(0o640)
    stored = studio.get("/api/files/dos.yaml").json()
    assert stored["text"] == "name: A\ntiles: []\n"
    save(studio, "dos.yaml", "name: B\ntiles: []\n", stored["hash"])
    assert path.read_bytes() == b"\xef\xbb\xbfname: B\r\ntiles: []\r\n"
    assert path.stat().st_mode & 0o777 == 0o640


def test_the_last_ten_versions_are_kept(studio: Asker, tmp_path: Path) -> None:
    known = studio.get("/api/files/mine.yaml").json()["hash"]
    for number in range(KEPT + 3):
        known = save(studio, "mine.yaml", SET.replace("Lancer", f"Rider {number}"), known).json()["hash"]
    versions = studio.get("/api/versions/mine.yaml").json()
    assert len(versions) == KEPT
    newest = studio.get(f"/api/versions/{versions[0]['id']}/mine.yaml").json()["text"]
    assert f"Rider {KEPT + 1}" in newest  # the one before the last
    assert studio.get("/api/versions/..%2F..%2Fsecret.yaml/mine.yaml").status_code in (404, 422)
    assert len(list_versions(tmp_path / "project" / "mine.yaml")) == KEPT


OUTSIDE = [
    "../secret.yaml", "..%2Fsecret.yaml", "%2e%2e/secret.yaml", "/etc/passwd", "a/../../secret.yaml", ".hidden.yaml",
    "mine.yaml%00.png", "..\\secret.yaml", "notes.txt", "link.yaml", "linked/secret.yaml", "C:secret.yaml",
]  # fmt: skip


@pytest.mark.parametrize("name", OUTSIDE)
def test_nothing_outside_is_touched(studio: Asker, tmp_path: Path, name: str) -> None:
    folder = tmp_path / "project"
    (folder / "link.yaml").symlink_to(tmp_path / "secret.yaml")
    (folder / "linked").symlink_to(tmp_path)
    (folder / "notes.txt").write_text("notes", encoding="utf-8")
    answer = studio.get(f"/api/files/{name}")
    assert answer.status_code in (404, 422)
    assert "Secret" not in answer.text
    assert save(studio, name, "name: Mine\ntiles: []\n", None).status_code in (404, 405, 409, 422)
    assert (tmp_path / "secret.yaml").read_text(encoding="utf-8") == "name: Secret\ntiles: []\n"
    assert not (tmp_path / "project" / "..\\secret.yaml").exists()
    listed = [file["name"] for file in studio.get("/api/project").json()["files"]]
    assert listed == ["mine.yaml"]


def test_an_emblem_outside_is_not_read(studio: Asker, tmp_path: Path) -> None:
    (tmp_path / "out.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>')
    text = SET.replace("replaces: Knight", "emblem: ../out.svg")
    view = studio.post("/api/view", {"name": "mine.yaml", "text": text}).json()["view"]
    assert [finding["code"] for finding in view["findings"]] == ["W514"]


def test_large_files(studio: Asker, tmp_path: Path) -> None:
    (tmp_path / "project" / "large.yaml").write_bytes(b"#" * (LARGEST_FILE + 1))
    assert "larger" in studio.get("/api/files/large.yaml").json()["fault"]
    assert save(studio, "new.yaml", "#" * (LARGEST_FILE + 1), None).status_code == 413
    assert not (tmp_path / "project" / "new.yaml").exists()


def test_a_new_set_is_begun_but_not_written(studio: Asker, tmp_path: Path) -> None:
    begun = studio.post("/api/begin", {"name": "heroes", "like": "Knight"}).json()
    assert begun["name"] == "heroes.yaml"
    assert "name: New Knight" in begun["text"]
    assert not (tmp_path / "project" / "heroes.yaml").exists()
    assert save(studio, "heroes.yaml", begun["text"], None).status_code == 200
    assert studio.post("/api/begin", {"name": "heroes.yaml"}).status_code == 422
    assert studio.post("/api/begin", {"name": "../heroes"}).status_code == 422
    assert studio.post("/api/begin", {"name": "x", "like": "Nobody"}).json()["message"] == "there is no tile 'Nobody'"


def test_the_example_never_takes_a_name_that_is_used(studio: Asker, tmp_path: Path) -> None:
    assert studio.get("/api/example").json()["name"] == "workshop.yaml"
    (tmp_path / "project" / "workshop.yaml").write_text(SET, encoding="utf-8")
    example = studio.get("/api/example").json()
    assert example["name"] == "workshop-2.yaml"
    assert "Lancer" in example["text"]


def test_what_files_are(tmp_path: Path) -> None:
    (tmp_path / "set.yaml").write_text(SET, encoding="utf-8")
    (tmp_path / "broken.yaml").write_text("tiles:\n  - name: [", encoding="utf-8")
    (tmp_path / "plan.yaml").write_text("sets: [base]\ngames: 10\n", encoding="utf-8")
    (tmp_path / "other.json").write_text('{"a": 1}', encoding="utf-8")
    project = Project(tmp_path)
    assert {name: project.kind(name) for name in project.names()} == {
        "set.yaml": "set", "broken.yaml": "set", "plan.yaml": "plan", "other.json": "other",
    }  # fmt: skip
    with pytest.raises(NotInProject):
        project.read("../set.yaml")


def test_changes_are_seen_by_their_bytes(tmp_path: Path) -> None:
    path = tmp_path / "set.yaml"
    path.write_text(SET, encoding="utf-8")
    watch = Watch(Project(tmp_path))
    assert watch.look() == []
    os.utime(path, (1, 1))  # touched, not changed
    assert [watch.look(), watch.look(), watch.look()] == [[], [], []]
    path.write_text(SET + "# more\n", encoding="utf-8")
    assert watch.look() == []  # it may still be being written
    [(name, hash)] = watch.look()
    assert (name, hash) == ("set.yaml", Project(tmp_path).read("set.yaml").hash)  # type: ignore[union-attr]
    assert watch.look() == []
    path.unlink()
    assert watch.look() == [("set.yaml", "")]
    watch.know("short.yaml")  # written and deleted between two looks
    assert watch.look() == [("short.yaml", "")]
    assert watch.look() == []


def test_a_pipe_is_neither_waited_for_nor_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    project = Project(tmp_path)
    stored = project.read("pipe.yaml")
    assert stored is not None
    assert stored.fault == "this is not an ordinary file"
    with pytest.raises(Changed):
        project.write("pipe.yaml", "name: Mine\ntiles: []\n", None)
    assert (tmp_path / "pipe.yaml").is_fifo()
