"""The operator's requests from the command line: to a running server, or to a database that no server uses."""

import asyncio
from http.client import HTTPConnection, HTTPException

import msgspec

from knobel.presentation.http_messages import Problem
from knobel.server.database.engine import StoreError
from knobel.server.database.store import Store
from knobel.server.limits.connection_limits import ConnectionLimits
from knobel.server.operator.actions import Admin, Lines
from knobel.server.operator.local_access import LocalAddress, local_addresses
from knobel.server.operator.messages import AnyOperatorRequest
from knobel.server.operator.routes import PATH, SCHEME
from knobel.server.options import ServerOptions
from knobel.server.process import ServerProcess
from knobel.server.runtime.locations import file_path
from knobel.server.runtime.startup import LOOPBACK
from knobel.tables.refusals import Refused, TableReason

TIMEOUT_S = 60.0
"""Timeout of each request to a server, in seconds."""


async def request_or_run(database: str, request: AnyOperatorRequest) -> Lines:
    """Send a request to a running server; if none runs, open the database and run the request here.

    :raises Refused: if the request is impossible.
    :raises StoreError: if there is no database, another program uses it, or the server does not answer.
    """
    lines = await asyncio.to_thread(send_request, database, request)
    if lines is not None:
        return lines
    if not ("://" in database or file_path(database).exists()):
        raise StoreError(f"there is no database {database}")
    process = ServerProcess(
        await Store.open(database, alone=True), ServerOptions(database=database), ConnectionLimits(0)
    )
    try:
        return await process.part(Admin).run(request)
    finally:
        await process.close()


def send_request(database: str, request: AnyOperatorRequest) -> Lines | None:
    """Send a request to one of the servers of a database on this machine; return None if none runs.

    :raises Refused: if the request is impossible.
    :raises StoreError: if no server answers that runs.
    """
    is_silent = False
    for _, address in local_addresses(database):
        try:
            # A request may only be sent to one server, so find out first if this one answers.
            if _answer(address, "GET", "/healthz")[0] != 200:
                # Another program uses the port of a server that was killed.
                continue
        except TimeoutError:
            is_silent = True
            continue
        except (OSError, HTTPException):
            continue
        try:
            status, body = _answer(address, "POST", PATH, msgspec.json.encode(request))
            if status == 200:
                return msgspec.json.decode(body, type=Lines)
            problem = msgspec.json.decode(body, type=Problem)
        except TimeoutError:
            raise StoreError("the server does not answer") from None
        except (OSError, HTTPException, msgspec.MsgspecError):
            raise StoreError("the server ended before it answered") from None
        raise Refused(TableReason(problem.reason), problem.message)
    if is_silent:
        raise StoreError("the server does not answer")
    return None


def _answer(address: LocalAddress, method: str, path: str, body: bytes | None = None) -> tuple[int, bytes]:
    """Return the status and the body of a server's answer. The request goes through no proxy."""
    connection = HTTPConnection(LOOPBACK, address.port, timeout=TIMEOUT_S)
    try:
        connection.request(method, path, body, {"Authorization": f"{SCHEME}{address.token}"})
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()
