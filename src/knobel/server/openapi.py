"""What can be asked of the server by HTTP, as an OpenAPI document."""

from collections.abc import Sequence
from functools import cache
from importlib.metadata import version
from typing import Any

import msgspec
from litestar import Litestar, Response, get
from litestar.openapi import OpenAPIConfig

from knobel.server import coach_requests, http, operator, own_bots, play_requests, record_requests, schema, sessions
from knobel.server.http_messages import Problem

HANDLERS: Sequence[Any] = [
    *sessions.HANDLERS,
    *own_bots.HANDLERS,
    *coach_requests.HANDLERS,
    *record_requests.HANDLERS,
    *play_requests.HANDLERS,
    *operator.HANDLERS,
    *http.HANDLERS,
]
"""All that can be asked."""
PROBLEM = {
    "description": "Why not.",
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
}


@cache
def document() -> dict[str, Any]:
    """The document. Making it takes a moment, in which others are to go on: ask from a thread."""
    config = OpenAPIConfig(title="Knobel", version=version("knobel"), use_handler_docstrings=True)
    found: dict[str, Any] = Litestar(HANDLERS, openapi_config=config, logging_config=None).openapi_schema.to_schema()
    for path in found["paths"].values():
        for operation in path.values():
            # What the framework says of refusals is not how we answer them, and where there is nothing it says null.
            operation["responses"].pop("400", None)
            operation["responses"].get("204", {}).pop("content", None)
            operation["responses"]["default"] = PROBLEM
    # A body that may be missing, or is no JSON, which the framework cannot say.
    name = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/NewName"}}}}
    found["paths"]["/api/session"]["post"]["requestBody"] = name
    record = {"required": True, "content": {"application/x-ndjson": {"schema": {"type": "string"}}}}
    for path in (
        "/api/coach/review",
        "/api/coach/assess",
        "/api/records/replay",
        "/api/records/position",
        "/api/records/what-if",
    ):
        found["paths"][path]["post"]["requestBody"] = record
    _, schemas = msgspec.json.schema_components([Problem], ref_template="#/components/schemas/{name}")
    found["components"]["schemas"] |= schemas
    return found


@cache
def encoded() -> bytes:
    """The same as JSON."""
    return msgspec.json.encode(document())


@get("/api/openapi.json", include_in_schema=False, sync_to_thread=True)
def show_document() -> Response[bytes]:
    """What can be asked, as an OpenAPI document."""
    return Response(encoded(), media_type="application/json")


@cache
def encoded_messages() -> bytes:
    """What goes over a table's WebSocket, as a JSON schema."""
    return msgspec.json.encode(schema.bot_schema())


@get("/api/messages.json", include_in_schema=False, sync_to_thread=True)
def show_messages() -> Response[bytes]:
    """What a bot and a table say to each other, as a JSON schema."""
    return Response(encoded_messages(), media_type="application/schema+json")
