"""The HTTP API as an OpenAPI document, and the bot protocol as a JSON schema."""

from functools import cache
from typing import Any

import msgspec
from litestar import Litestar, Response, get
from litestar.openapi import OpenAPIConfig

from knobel import __version__
from knobel.presentation.http_messages import Problem
from knobel.server import wire_schema as schema
from knobel.server.domains import DOMAINS
from knobel.server.http.parts import Part, parts_provided
from knobel.server.options import ServerOptions
from knobel.server.process import OF_APP, PARTS

HANDLERS = [handler for domain in DOMAINS for handler in domain.handlers]
"""All route handlers but those of this module."""
DEPENDENCIES = parts_provided([*OF_APP, *PARTS]) | {
    name: dependency for domain in DOMAINS for name, dependency in domain.dependencies.items()
}
"""What route handlers may receive, by the name of their parameter."""
PROBLEM = {
    "description": "Why not.",
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
}


@cache
def document() -> dict[str, Any]:
    """Return the OpenAPI document. Building it takes a moment, so call it from a thread."""
    config = OpenAPIConfig(title="Knobel", version=__version__, use_handler_docstrings=True)
    found: dict[str, Any] = Litestar(
        HANDLERS, dependencies=DEPENDENCIES, openapi_config=config, logging_config=None
    ).openapi_schema.to_schema()
    for path in found["paths"].values():
        for operation in path.values():
            # Replace the framework's description of errors by ours, and remove its null content of empty responses.
            operation["responses"].pop("400", None)
            operation["responses"].get("204", {}).pop("content", None)
            operation["responses"]["default"] = PROBLEM
    # Bodies that may be missing or are not JSON, which the framework cannot describe.
    name = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/NewName"}}}}
    found["paths"]["/api/session"]["post"]["requestBody"] = name
    record = {"required": True, "content": {"application/x-ndjson": {"schema": {"type": "string"}}}}
    for path in (
        "/api/coach/review",
        "/api/coach/assess",
        "/api/coach/compare",
        "/api/coach/judge",
        "/api/records/replay",
        "/api/records/position",
        "/api/records/what-if",
        "/api/records/return",
    ):
        found["paths"][path]["post"]["requestBody"] = record
    _, schemas = msgspec.json.schema_components([Problem], ref_template="#/components/schemas/{name}")
    found["components"]["schemas"] |= schemas
    return found


@cache
def encoded(root_path: str) -> bytes:
    """Return the OpenAPI document of a server below a path as JSON."""
    return msgspec.json.encode(document() | {"servers": [{"url": f"{root_path}/"}]})


@get("/api/openapi.json", include_in_schema=False, sync_to_thread=True)
def show_document(server_options: Part[ServerOptions]) -> Response[bytes]:
    """Return the HTTP API as an OpenAPI document."""
    return Response(encoded(server_options.root_path), media_type="application/json")


@cache
def encoded_messages() -> bytes:
    """Return the JSON schema of the messages between a bot and a table."""
    return msgspec.json.encode(schema.bot_schema())


@get("/api/messages.json", include_in_schema=False, sync_to_thread=True)
def show_messages() -> Response[bytes]:
    """Return the JSON schema of the WebSocket messages between a bot and a table."""
    return Response(encoded_messages(), media_type="application/schema+json")
