"""The operator's requests from the command line: to the running server, or to a database that no server uses."""

from pathlib import Path

from knobel.server.database.engine import StoreError
from knobel.server.database.store import Store
from knobel.server.limits.connection_limits import ConnectionLimits
from knobel.server.operator.actions import AnyOperatorRequest
from knobel.server.operator.admin_socket import Reply, address_file, run_request, send_request
from knobel.server.options import ServerOptions
from knobel.server.process import ServerProcess
from knobel.server.runtime.locations import file_path


async def request_or_run(database: str, folder: Path, request: AnyOperatorRequest) -> Reply:
    """Send a request to the running server; if no server runs, open the database and run the request here.

    :raises StoreError: if there is no database, another program uses it, or the server does not answer.
    """
    reply = await send_request(address_file(database, folder), request)
    if reply is not None:
        return reply
    if not ("://" in database or file_path(database).exists()):
        raise StoreError(f"there is no database {database}")
    process = ServerProcess(
        await Store.open(database, alone=True), ServerOptions(database=database), ConnectionLimits(0)
    )
    try:
        return await run_request(process.admin, request)
    finally:
        await process.close()
