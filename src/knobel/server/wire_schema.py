"""The JSON schema of all commands, messages, requests and responses. The page's types are generated from it.

`python -m knobel.server.wire_schema` prints it.
"""

import inspect
import json
import sys
from typing import Any, get_args

import msgspec

from knobel.presentation import coach_messages, http_messages, messages
from knobel.presentation import deal_messages as deals
from knobel.presentation import practice_messages as practice
from knobel.server.cups import messages as cups
from knobel.server.groups import messages as groups
from knobel.server.groups.webhooks import messages as webhooks
from knobel.server.notices import messages as notices
from knobel.server.pages import engine_messages as engines
from knobel.server.people.companions import messages as companions
from knobel.server.people.pauses import messages as pauses
from knobel.server.people.recovery import messages as recovery
from knobel.server.ratings import messages as ratings
from knobel.server.tables.calendar import messages as calendar
from knobel.server.tables.slow import messages as slow
from knobel.tables.refusals import REASONS

COMMANDS = get_args(messages.TableCommand | messages.LobbyCommand)
"""Types that the page sends. Fields with a default may be omitted."""

REQUESTS = (
    http_messages.NewName,
    http_messages.NewTable,
    http_messages.CorrectionRequest,
    deals.PlayDeal,
    groups.NewGroup,
    groups.ChangedGroup,
    groups.ChangedMember,
    webhooks.NewWebhook,
    cups.NewCup,
    cups.ChangedCup,
    cups.ChangedEntry,
    cups.ChosenTeam,
    pauses.NewPause,
    recovery.NewSheet,
    recovery.SheetSecret,
    notices.NewNotices,
    calendar.NewCalendar,
)
ANSWERS = (
    http_messages.Session,
    http_messages.Opened,
    http_messages.GameInfo,
    http_messages.HighScores,
    http_messages.Transfer,
    http_messages.Offer,
    http_messages.Returned,
    http_messages.Device,
    http_messages.OwnBot,
    http_messages.Replay,
    http_messages.Step,
    http_messages.CorrectionPreview,
    coach_messages.CoachAssessment,
    coach_messages.CoachComparison,
    coach_messages.CoachReview,
    companions.RecentGroup,
    pauses.PauseState,
    recovery.RecoverySheet,
    recovery.SheetState,
    notices.NoticeState,
    calendar.CalendarState,
    slow.SlowGame,
    practice.MyPlay,
    practice.ThemeReport,
    practice.GivenAnswers,
    practice.Training,
    practice.ExerciseDay,
    practice.RecentResults,
    ratings.MyRatings,
    practice.Practice,
    practice.Verdict,
    practice.NotedAnswer,
    engines.BrowserEngine,
    deals.DealDay,
    deals.DealStanding,
    deals.PlayedDay,
    groups.GroupSummary,
    groups.GroupState,
    groups.GroupSeason,
    groups.GroupDay,
    webhooks.WebhookState,
    webhooks.WebhookAnswer,
    cups.CupSummary,
    cups.CupState,
    cups.Season,
    http_messages.Problem,
)


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
    """Return the schema of the commands and messages between a personal bot and a table."""
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
