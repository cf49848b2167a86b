"""workbench balance FOLDER: a tile contest, every set of the folder measured by itself, one table over all."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from workbench.cli import console
from workbench.cli.balance_words import deciding_words, shared_word
from workbench.cli.game_options import GameOptions, Light
from workbench.cli.interrupts import INTERRUPTED
from workbench.cli.sim import RUNS

if TYPE_CHECKING:
    from workbench.balance.contest import Entry
    from workbench.balance.run import Ending, Setting
    from workbench.finding import Finding

SECONDS_AN_ENTRY = 60.0
SHOWN_NAMES = 5


def folder_of_entries(names: Sequence[str]) -> Path | None:
    """The folder that was named in place of sets, if one was; it goes alone."""
    from workbench.tileset.load import shipped_sets

    folders = [name for name in names if name not in shipped_sets() and Path(name).is_dir()]
    if not folders:
        return None
    if len(names) > 1:
        others = ", ".join(name for name in names if name != folders[0]) or folders[0]
        console.fail(
            f"{folders[0]} is a folder, a contest of all sets in it: name it alone, without {others}",
            "Or name files instead: then their tiles are played together in one bag.",
        )
    return Path(folders[0])


def _shortened(names: Sequence[str]) -> str:
    """The first of many names."""
    more = len(names) - SHOWN_NAMES
    return ", ".join(names[:SHOWN_NAMES]) + (f" and {more} more" if more > 0 else "")


class Contest:
    """One call, from its options to its table."""

    def __init__(
        self,
        folder: Path,
        options: GameOptions,
        bots: tuple[str, ...],
        seed: int,
        margin: float,
        out: Path | None,
        as_json: bool,
    ) -> None:
        from workbench.balance.contest import place_entries
        from workbench.balance.folder import CONTEST, free_folder, open_folder, slug
        from workbench.sim.duke.play import rules_hash
        from workbench.sim.pool import use_forkserver
        from workbench.sim.seam import SimError

        use_forkserver()
        self.entries_folder, self.options, self.is_json = folder, options, as_json
        self.bots, self.seed, self.margin = bots, seed, margin
        self.left_out: list[tuple[str, str]] = []
        settings = self._read_entries()
        asked = {
            "settings": options.settings().model_dump(mode="json"),
            "light": self._light,
            "bots": list(bots),
            "seed": seed,
            "margin": margin,
            "rules engine": rules_hash()[:16],
        }
        try:
            name = folder.resolve().name
            self.path = out or free_folder(RUNS / slug(name, "contest"), asked, CONTEST)
            self.story = open_folder(self.path, asked, CONTEST)
            self.entries: list[Entry] = place_entries(self.path, settings)
        except SimError as problem:
            console.fail(str(problem))

    @property
    def _light(self) -> str:
        return (self.options.light or Light.SOUTH).value

    def _read_entries(self) -> dict[str, Setting]:
        """The entries that can be played, by their paths in the folder; what is wrong with the others is told."""
        from workbench.balance.contest import MOST_ENTRIES
        from workbench.check.run import run_check
        from workbench.cli.waiting import working
        from workbench.finding import Severity

        self._refuse_answers()
        goal = self.options.objective.value if self.options.objective else "capture_the_duke"
        with working("reading the entries"):
            checked = run_check([str(self.entries_folder)], goal)
        self._tell([one for one in checked.findings if one.severity in (Severity.ERROR, Severity.WARNING)])
        if checked.skipped:
            console.note(f"not tile sets: {_shortened([self._name(file) for file in checked.skipped])}")
        if not checked.files:
            raise typer.Exit(console.UNUSABLE)
        sound = {one.path for one in checked.sets}
        for file in checked.files:
            if file not in sound:
                self._leave_out(file, "it has errors")
        if len(sound) > MOST_ENTRIES:
            console.fail(f"{len(sound)} entries are too many for one contest, which holds {MOST_ENTRIES}: part them")
        found = {self._name(one.path): self._prepare(one.path) for one in checked.sets}
        if not any(found.values()):
            console.note(f"no set in {self.entries_folder} can be played")
            raise typer.Exit(console.FINDINGS)
        return {name: setting for name, setting in found.items() if setting is not None}

    def _refuse_answers(self) -> None:
        from workbench.balance.folder import is_balance, is_contest

        if is_balance(self.entries_folder) or is_contest(self.entries_folder):
            console.fail(
                f"{self.entries_folder} holds an answer of workbench balance, not sets",
                f"To see it: workbench report {self.entries_folder}",
            )

    def _prepare(self, file: str) -> Setting | None:
        """An entry with its game, tried out; None where it is left out."""
        from workbench.balance.run import Ask, prepare
        from workbench.cli.game_options import note_set_settings
        from workbench.cli.smoke import require_smoke_games
        from workbench.finding import UnusableInput
        from workbench.lab.run import load_background
        from workbench.sim.seam import SimError

        try:
            background = load_background([file], self.options.settings(), self._light)
            require_smoke_games(background.sets, background.settings)
            setting = prepare(Ask(background, self.bots, self.seed, self.margin))
        except UnusableInput as problem:
            self._tell(problem.findings)
            self._leave_out(file, "it cannot be played")
            return None
        except SimError as problem:
            self._leave_out(file, str(problem))
            return None
        if all(one.how == "terrain" for one in setting.question.asked):
            own = "it has no tile of its own (a file called base.yaml counts as the base set)"
            self._leave_out(file, "terrain is not rated" if setting.question.asked else own)
            return None
        note_set_settings(background.composition, f"{self._name(file)} has settings of its own")
        return setting

    def _leave_out(self, file: str, why: str) -> None:
        name = self._name(file)
        self.left_out.append((name, why))
        console.note(f"left out: {name} ({why})")

    def _name(self, file: str) -> str:
        return Path(file).relative_to(self.entries_folder).as_posix()

    def _tell(self, findings: Sequence[Finding]) -> None:
        if findings:
            console.print_findings(findings)

    def run(self, make_player: Callable[[Any], Any], rounds: int | None, seconds: float | None) -> None:
        from workbench.balance.contest import open_contest, play_contest
        from workbench.cli.contest_show import shown_contest
        from workbench.sim.logs import log_for_run
        from workbench.sim.pool import stop_on_signals
        from workbench.sim.seam import SimError

        limit = seconds if seconds is not None or rounds is not None else SECONDS_AN_ENTRY * len(self.entries)
        self._compile()
        try:
            with ExitStack() as stack:
                stop = stack.enter_context(stop_on_signals())
                queue = stack.enter_context(log_for_run(self.path / "log"))
                player = stack.enter_context(make_player(queue))
                if not self._find_bases(player, stop):
                    self._stopped()
                stack.enter_context(open_contest(self.entries, player))
                began = time.monotonic()
                with shown_contest(self.entries, limit) as shown:
                    ending = play_contest(self.entries, rounds=rounds, seconds=limit, stop=stop, told=shown)
                self._conclude(ending, time.monotonic() - began)
        except SimError as problem:
            console.fail(str(problem))

    def _compile(self) -> None:
        for entry in self.entries:
            for game in entry.setting.games:
                game.prepare()

    def _find_bases(self, player: Any, stop: Callable[[], bool]) -> bool:
        from workbench.balance.run import find_bases
        from workbench.cli.progress import shown_progress

        for entry in self.entries:
            with shown_progress("measuring the base set") as told:
                entry.bases = find_bases(entry.setting, entry.folder, player, stop, told)
            if entry.bases is None:
                return False
        return True

    def _conclude(self, ending: Ending, seconds: float) -> None:
        from workbench.balance.contest import contest_json
        from workbench.balance.folder import CONTEST, write_answer
        from workbench.cli.contest_show import show_contest

        self.story["seconds"] = round(self.story["seconds"] + seconds, 1)
        most = max(max(entry.session.rounds for entry in self.entries), 1)
        self.story["command"] = f"{self._same()} --rounds {most}"
        self.story["name"] = self.entries_folder.resolve().name
        self.story["entries"] = [{"entry": one.name, "folder": one.folder.name} for one in self.entries]
        self.story["left_out"] = [{"entry": name, "why": why} for name, why in self.left_out]
        answers = [(one.name, self._conclude_entry(one)) for one in self.entries]
        answer = contest_json(answers, self.left_out, self.story["seconds"])
        write_answer(self.path, self.story, answer, CONTEST)
        if self.is_json:
            console.print_json(answer)
        else:
            show_contest(answer, ending, self.entries)
        self._report()
        if ending == "stopped":
            self._stopped()
        if ending != "settled":
            console.note(f"go on with: {self._again()}")
        if self.left_out:
            raise typer.Exit(console.FINDINGS)

    def _conclude_entry(self, entry: Entry) -> dict[str, Any]:
        """The answer of one entry, in its folder, as `workbench balance ENTRY` would leave it there."""
        from workbench.balance.folder import write_answer
        from workbench.cli.balance_show import told_notes, told_tiles

        session, story, file = entry.session, entry.story, Path(entry.name).name
        same = shlex.join(["balance", file, *self._options_told()])
        story["seconds"] = round(story["seconds"] + entry.seconds, 1)
        story["command"] = f"workbench {same} --rounds {max(session.rounds, 1)}"
        story["told"] = told_tiles(session, entry.folder, [file], f"{self._same()} --time 600")
        story["notes"] = told_notes(session)
        answer = session.as_json(story["seconds"])
        write_answer(entry.folder, story, answer)
        return answer

    def _report(self) -> None:
        from workbench.games import find_runs
        from workbench.report.build import build_report
        from workbench.report.html import render_html
        from workbench.sim.disk import write_whole
        from workbench.sim.seam import SimError

        try:
            found = find_runs([self.path])
            page = render_html(build_report(found), found)
        except SimError:
            return  # nothing was played yet
        write_whole(self.path / "report.html", page.encode())
        if not self.is_json:
            typer.echo(f"wrote {self.path / 'report.html'}")

    def _options_told(self) -> list[str]:
        return [word for word in deciding_words() if word not in self.options.names]

    def _same(self) -> str:
        return f"workbench balance {shlex.join([shared_word(word, self.options.names) for word in deciding_words()])}"

    def _again(self) -> str:
        return f"workbench balance {shlex.join([*deciding_words(), '--out', str(self.path)])}"

    def _stopped(self) -> NoReturn:
        console.note(f"stopped: what was played is kept in {self.path}")
        console.note(f"go on with: {self._again()}")
        raise typer.Exit(INTERRUPTED)
