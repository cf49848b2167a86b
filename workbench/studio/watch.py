"""Which files others have changed: by their bytes, not by their times, and only once a change has settled."""

from __future__ import annotations

import contextlib

from workbench.studio.project import Project

Mark = tuple[int, int, int]  # when changed, how long, which file
UNSEEN: Mark = (0, 0, 0)


class Watch:
    """`look` is called twice a second; a file that was touched is read at the next look, if it lies still."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self._marks: dict[str, Mark] = {}
        self._hashes: dict[str, str] = {}
        self._restless: set[str] = set()
        self._is_first = True

    def know(self, name: str) -> None:
        """A page has read or written this file: it will hear when the file goes, however soon that is."""
        self._marks.setdefault(name, UNSEEN)

    def look(self) -> list[tuple[str, str]]:
        """(name, hash) of every file with other bytes than at the last look; a file that is gone has none."""
        changed = []
        names = self.project.names()
        for name in names:
            with contextlib.suppress(OSError):
                status = (self.project.folder / name).stat()
                mark = (status.st_mtime_ns, status.st_size, status.st_ino)
                if self._marks.get(name) != mark and not self._is_first:
                    self._restless.add(name)
                elif name in self._restless or self._is_first:
                    self._restless.discard(name)
                    stored = self.project.read(name)
                    if stored is not None and stored.hash != self._hashes.get(name):
                        self._hashes[name] = stored.hash
                        changed.append((name, stored.hash))
                self._marks[name] = mark
        for name in set(self._marks) - set(names):  # others may add to it meanwhile
            del self._marks[name]
            self._hashes.pop(name, None)
            self._restless.discard(name)
            changed.append((name, ""))
        first, self._is_first = self._is_first, False
        return [] if first else changed
