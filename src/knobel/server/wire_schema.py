"""The JSON schema of all commands, messages, requests and responses. The page's types are generated from it."""

import inspect
from operator import attrgetter
from typing import Any, get_args

import msgspec

from knobel.presentation import messages
from knobel.presentation.http_messages import Problem
from knobel.server.domains import DOMAINS
from knobel.tables.refusals import REASONS

COMMANDS = get_args(messages.TableCommand | messages.LobbyCommand)
"""Types that the page sends. Fields with a default may be omitted."""

REQUESTS = tuple(kind for domain in DOMAINS for kind in domain.requests)
ANSWERS = (*(kind for domain in DOMAINS for kind in domain.answers), Problem)


def _open(schema: Any) -> None:
    """Declare, in place, that objects without properties may contain any properties."""
    if isinstance(schema, list):
        for part in schema:
            _open(part)
    elif isinstance(schema, dict):
        if schema.get("type") == "object" and "properties" not in schema:
            schema.setdefault("additionalProperties", True)
        for part in schema.values():
            _open(part)


def described(roots: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the schemas of these types by name, and those of their components."""
    schemas, components = msgspec.json.schema_components(roots.values(), ref_template="#/$defs/{name}")
    optional = {kind.__name__ for kind in COMMANDS + REQUESTS}
    for name, component in components.items():
        # The server always sends all fields, including those with a default.
        if name not in optional and "properties" in component:
            component["required"] = list(component["properties"])
        if "description" in component:
            component["description"] = inspect.cleandoc(component["description"])
    _open(components)
    named = {
        name: schema | ({"title": name} if "anyOf" in schema else {})
        for name, schema in zip(roots, schemas, strict=True)
    }
    return named, components


def wire_schema() -> dict[str, Any]:
    """Return a schema with a property for each union or request, so that each gets a name in TypeScript."""
    roots: dict[str, Any] = {
        "TableCommand": messages.TableCommand,
        "LobbyCommand": messages.LobbyCommand,
        "ServerMessage": messages.ServerMessage,
        **{kind.__name__: kind for kind in sorted(REQUESTS + ANSWERS, key=attrgetter("__name__"))},
    }
    named, components = described(roots)
    components["Reason"] = {
        "description": "Why something is refused: what the page must be able to say.",
        "enum": list(REASONS),
    }
    named["Reason"] = {"$ref": "#/$defs/Reason"}
    return {
        "type": "object",
        "required": list(named),
        "additionalProperties": False,
        "properties": named,
        "$defs": components,
    }


def bot_schema() -> dict[str, Any]:
    """Return the schema of the commands and messages between a personal bot and a table."""
    named, components = described({"BotCommand": messages.BotCommand, "BotMessage": messages.BotMessage})
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Knobel bot protocol",
        "version": messages.BOT_PROTOCOL,
        "anyOf": list(named.values()),
        "$defs": components,
    }
