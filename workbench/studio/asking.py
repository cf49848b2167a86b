"""Reading requests and answering them: bad input gets one clear message, never a traceback."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from workbench.finding import UnusableInput
from workbench.sheet.errors import SheetError
from workbench.sim.aside import Failed, Stopped
from workbench.studio.desk import Desk
from workbench.studio.project import NotInProject
from workbench.tileset.begin import CannotBegin
from workbench.tileset.rewrite import CannotRewrite

Handler = Callable[[Request], Awaitable[Response]]
M = TypeVar("M", bound=BaseModel)


class Asked(BaseModel):
    """The body of a request; unknown keys are refused."""

    model_config = ConfigDict(extra="forbid")


class Nothing(Asked):
    """A request without anything in it."""


class BadRequest(Exception):
    """Something asked for cannot be done: status, message, help."""

    def __init__(self, status: int, message: str, help: str = "") -> None:
        self.status = status
        self.message = message
        self.help = help
        super().__init__(message)


def desk_of(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


async def asked(request: Request, model: type[M]) -> M:
    """The body, checked."""
    try:
        return model.model_validate_json(await request.body())
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(step) for step in first["loc"])
        raise BadRequest(400, f"{where}: {first['msg']}" if where else str(first["msg"])) from None


def refusal(status: int, message: str, help: str = "", **more: Any) -> JSONResponse:
    return JSONResponse({"message": message, "help": help, **more}, status, {"cache-control": "no-store"})


def answer(data: Any) -> JSONResponse:
    return JSONResponse(data, headers={"cache-control": "no-store"})


def politely(handler: Handler) -> Handler:
    """What is wrong with a request is said in words. 403 is the gate's alone: it tells a page that it is locked out."""

    async def handled(request: Request) -> Response:
        try:
            return await handler(request)
        except BadRequest as problem:
            return refusal(problem.status, problem.message, problem.help)
        except (CannotRewrite, NotInProject, SheetError, Failed) as problem:
            return refusal(422, str(problem))
        except CannotBegin as problem:
            return refusal(422, problem.message, problem.help)
        except UnusableInput as problem:
            first = problem.findings[0]
            return refusal(422, first.message, first.help)
        except Stopped:
            return refusal(503, "the work was stopped")
        except OSError as problem:
            return refusal(500, (problem.strerror or str(problem)).lower())

    return handled
