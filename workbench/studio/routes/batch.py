"""The Batch page: run a plan, see how far it is, stop and resume, open the report."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, StringConstraints
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from workbench.studio.asking import Asked, BadRequest, Nothing, answer, asked, desk_of, politely
from workbench.studio.batch import Busy, free_name, list_runs
from workbench.studio.desk import Desk
from workbench.studio.project import ok

REPORT = "workbench.studio.batch_work:report_page"
Bots = Annotated[str, StringConstraints(max_length=200)]


class BatchAsked(Asked):
    """A plan by name (shipped, or a file of the project), or a tile set of the project to be played."""

    plan: str = ""
    file: str = ""
    games: Annotated[int | None, Field(ge=2, le=10_000_000)] = None
    bots: Bots = ""
    seed: Annotated[int | None, Field(ge=0, le=2**32 - 1)] = None


class RunAsked(Asked):
    run: str


@politely
async def overview(request: Request) -> Response:
    """Where the batch is, the runs there are, and the plans that could be run."""
    desk = desk_of(request)
    return answer(await desk.run(_overview, desk))


def _overview(desk: Desk) -> dict[str, Any]:
    from workbench.sim.duke.planfile import shipped_plans

    own = [name for name in desk.project.names() if desk.project.kind(name) == "plan"]
    return {
        "state": asdict(desk.batch.state),
        "runs": list_runs(desk.batch.runs),
        "plans": [*({"name": name, "own": True} for name in own),
                  *({"name": name, "own": False} for name in shipped_plans())],
    }  # fmt: skip


@politely
async def start(request: Request) -> Response:
    desk, body = desk_of(request), await asked(request, BatchAsked)
    plan = await desk.run(_in_words, _plan, desk, body)
    folder = await desk.run(free_name, desk.batch.runs, plan.name)
    _begin(desk, plan, folder, False)
    return answer({"run": folder})


@politely
async def resume(request: Request) -> Response:
    desk, body = desk_of(request), await asked(request, RunAsked)
    path = run_folder(desk, body.run)
    plan = await desk.run(_in_words, _plan_of, path)
    _begin(desk, plan, path.name, True)
    return answer({"run": path.name})


def _begin(desk: Desk, plan: Any, folder: str, resume: bool) -> None:
    try:
        desk.batch.begin(plan, folder, resume)
    except Busy:
        raise BadRequest(409, "a batch is being played already", "Stop it, or wait until it is done.") from None


def _in_words(work: Callable[..., Any], *arguments: Any) -> Any:
    """What is wrong with a plan or a run, told to the page. (What simulates is loaded here, not with the server.)"""
    from workbench.sim.seam import SimError

    try:
        return work(*arguments)
    except SimError as problem:
        raise BadRequest(422, str(problem)) from None


def _plan(desk: Desk, body: BatchAsked) -> Any:
    from workbench.sim.duke.plan import Plan
    from workbench.sim.duke.planfile import read_plan, shipped_plans

    options: dict[str, Any] = {}
    if body.games is not None:
        options["games"] = body.games
    if body.seed is not None:
        options["seed"] = body.seed
    if body.bots:
        options["bots"] = body.bots
    if body.plan:
        target = body.plan if body.plan in shipped_plans() else str(desk.project.path(body.plan))
    else:
        target = str(desk.project.path(body.file))
    if target not in shipped_plans() and not Path(target).exists():
        raise BadRequest(404, "there is no such file yet", "Save it first.")
    plan: Plan = read_plan([target], options)
    return plan


def _plan_of(path: Path) -> Any:
    from workbench.games import open_any

    return open_any(path)[0].plan


@politely
async def stop(request: Request) -> Response:
    await asked(request, Nothing)
    desk_of(request).batch.stop()
    return answer({})


@politely
async def report(request: Request) -> Response:
    """A run's report: a page of its own kind, shut off from this one (it may not even read our address)."""
    desk = desk_of(request)
    path = run_folder(desk, request.path_params["run"])
    page = await desk.call_engine(REPORT, str(path))
    return HTMLResponse(page, headers={"content-security-policy": _policy(page), "cache-control": "no-store"})


def _policy(page: str) -> str:
    """A sandbox, and only the scripts that stand in the page as we wrote it."""
    scripts = re.findall(r"<script[^>]*>(.*?)</script>", page, re.DOTALL)
    hashes = " ".join(
        f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'" for script in scripts
    )
    allowed = hashes or "'none'"
    return (
        f"sandbox allow-scripts; default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'; "
        "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def run_folder(desk: Desk, name: str) -> Path:
    path = desk.batch.runs / name
    if not ok(name) or "/" in name or not path.resolve().is_relative_to(desk.batch.runs.resolve()):
        raise BadRequest(422, f"'{name}' is no run of this project")
    if not path.is_dir():
        raise BadRequest(404, f"there is no run '{name}'")
    return path


ROUTES = [
    Route("/api/batch", overview, methods=["GET"]),
    Route("/api/batch/start", start, methods=["POST"]),
    Route("/api/batch/resume", resume, methods=["POST"]),
    Route("/api/batch/stop", stop, methods=["POST"]),
    Route("/report/{run}", report, methods=["GET"]),
]
