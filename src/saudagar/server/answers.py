"""Answers to commands: the State, or a refusal with the State that explains it."""

from __future__ import annotations

import re
from collections.abc import Awaitable

from starlette.requests import HTTPConnection
from starlette.responses import Response

from ..dealers.jd1 import DealingRefused
from ..errors import IllegalAction, NotNow, RoundOver, StaleRequest
from ..rules import Seat
from .access import Access
from .dealings import AnotherAttempt
from .errors import Refused
from .json import JsonResponse
from .store import NotWritten

NOT_SAVED = Refused(503, "not_saved", "the disk or the database refuses to write; nothing has happened, try again")


async def carried_out(access: Access, seat: Seat, work: Awaitable[None]) -> Response:
    """Return the answer to a command: the State after it. Refused with the State when it could not be carried out."""
    try:
        await work
    except (StaleRequest, AnotherAttempt) as wrong:
        raise Refused(409, "stale", str(wrong), state=access.state(seat.value)) from None
    except (RoundOver, NotNow) as wrong:
        raise _refused("over", wrong, access, seat) from None
    except (IllegalAction, DealingRefused) as wrong:
        raise _refused("illegal_action", wrong, access, seat) from None
    except NotWritten as wrong:
        raise NOT_SAVED from wrong
    return JsonResponse(access.told(seat))


def since_of(connection: HTTPConnection) -> int | None:
    """Return the step after which an asker wants news, None when it did not say."""
    since = connection.query_params.get("since")
    if since is not None and not re.fullmatch(r"\d{1,7}", since, re.ASCII):
        raise Refused(400, "bad_request", "since is a step, a whole number")
    return None if since is None else int(since)


def _refused(code: str, wrong: Exception, access: Access, seat: Seat) -> Refused:
    told, table = access.state(seat.value), access.room.now.table
    reason = getattr(getattr(wrong, "reason", None), "name", None)
    position = str(table.view(seat)) if table else None
    return Refused(409, code, str(wrong), reason=reason, position=position, state=told)
