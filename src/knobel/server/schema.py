"""The JSON schema of all that goes over the wire, from which the page's types are generated.

`python -m knobel.server.schema` prints it.
"""

import inspect
import json
import sys
from typing import Any, get_args

import msgspec

from knobel.server import coach_messages, http_messages, messages, play_messages
from knobel.tables.reasons import REASONS

COMMANDS = get_args(messages.TableCommand | messages.LobbyCommand)
"""What the page sends: fields with a default may be left out."""

REQUESTS = (http_messages.NewName, http_messages.NewTable)
ANSWERS = (
    http_messages.Session,
    http_messages.Opened,
    http_messages.GameInfo,
    http_messages.HighScores,
    http_messages.Transfer,
    http_messages.Offer,
    http_messages.Device,
    http_messages.OwnBot,
    http_messages.Replay,
    http_messages.Step,
    coach_messages.CoachAssessment,
    coach_messages.CoachReview,
    play_messages.MyPlay,
    play_messages.Practice,
    play_messages.Verdict,
    http_messages.Problem,
)


def _open(schema: Any) -> None:
    """Say of every object of unknown content, in place, that it may hold anything."""
    if isinstance(schema, list):
        for part in schema:
            _open(part)
    elif isinstance(schema, dict):
        if schema.get("type") == "object" and "properties" not in schema:
            schema.setdefault("additionalProperties", True)
        for part in schema.values():
            _open(part)


def described(roots: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The schemas of these types by name, and those of their parts."""
    schemas, components = msgspec.json.schema_components(roots.values(), ref_template="#/$defs/{name}")
    optional = {kind.__name__ for kind in COMMANDS + REQUESTS}
    for name, component in components.items():
        # The server always sends every field, those with a default too.
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
    """One schema with a property per union or request, so that each gets its name in TypeScript."""
    roots: dict[str, Any] = {
        "TableCommand": messages.TableCommand,
        "LobbyCommand": messages.LobbyCommand,
        "ServerMessage": messages.ServerMessage,
        **{kind.__name__: kind for kind in REQUESTS + ANSWERS},
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
    """What a bot of somebody's own and a table say to each other: commands, and messages."""
    named, components = described({"BotCommand": messages.BotCommand, "BotMessage": messages.BotMessage})
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Knobel bot protocol",
        "version": messages.BOT_PROTOCOL,
        "anyOf": list(named.values()),
        "$defs": components,
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(wire_schema(), indent=2) + "\n")
