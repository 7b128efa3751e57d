"""The requests that are answered without a server: their handlers, by method and path.

A handler is a method of a part of `Requests`. It returns its answer, or yields the steps of the answer first.
"""

from collections.abc import Mapping
from typing import NamedTuple, TypeVar

import msgspec

from knobel.tables.refusals import Refused, TableReason

T = TypeVar("T")

OF_SERVER = {
    "GET /api/days": "days.list_days",
    "GET /api/days/{day}": "days.show_day",
    "GET /api/days/{day}/{game}": "days.show_standing",
    "GET /api/games": "tables.list_games",
    "GET /api/play": "practice.show_play",
    "GET /api/play/record": "practice.show_own_record",
    "GET /api/play/themes": "practice.show_themes",
    "GET /api/practice": "practice.show_practice",
    "GET /api/practice/day": "practice.show_exercise_day",
    "GET /api/tables/{link}/games/{game}/record": "tables.show_record",
    "GET /api/tables/{link}/games/{game}/replay": "tables.show_replay",
    "GET /api/tables/{link}/games/{game}/review": "coach.show_review",
    "GET /api/tables/{link}/record": "tables.show_record",
    "GET /api/tables/{link}/replay": "tables.show_replay",
    "GET /api/tables/{link}/review": "coach.show_review",
    "POST /api/coach/compare": "coach.compare_record",
    "POST /api/coach/judge": "coach.judge_record",
    "POST /api/coach/review": "coach.review_record",
    "POST /api/days/{day}/{game}": "days.play_deal",
    "POST /api/play/review": "practice.review_own",
    "POST /api/practice": "practice.answer",
    "POST /api/practice/answers": "practice.add_answers",
    "POST /api/practice/exercise": "practice.show_exercise",
    "POST /api/records/position": "tables.show_position",
    "POST /api/records/replay": "tables.replay_record",
    "POST /api/records/sheets": "tables.score_filled_sheets",
    "POST /api/records/what-if": "tables.branch_off",
    "POST /api/tables": "tables.open_table",
    "POST /api/tables/{link}/compare": "coach.compare_at_table",
    "POST /api/tables/{link}/correction": "tables.preview_correction",
    "POST /api/tables/{link}/hint": "coach.give_hint",
}
"""The requests that a server answers too, with the same messages: paths are those of its OpenAPI document."""

ANSWERED = OF_SERVER | {
    "GET /api/device-file": "file.write",
    "POST /api/device-file": "file.read",
    "POST /api/coach/skills": "coach.show_skills",
}
"""All requests that a device answers."""


class Request(NamedTuple):
    """A request of one of the people at the device. `path` has the values in its path by their names."""

    path: Mapping[str, str]
    query: Mapping[str, str]
    body: str
    person: str

    @property
    def code(self) -> str:
        """Return the code of the table, without the title that may follow it."""
        return self.path["link"].partition("-")[0]

    @property
    def game_number(self) -> int | None:
        """Return the number of the game at the table; None: the latest.

        :raises Refused: `no_game`.
        """
        number = self.path.get("game")
        if number is not None and not number.isdecimal():
            raise Refused(TableReason.NO_GAME, "a game of a table has a number")
        return None if number is None else int(number)

    def decoded(self, decoder: msgspec.json.Decoder[T]) -> T:
        """Return the body.

        :raises Refused: `malformed`.
        """
        try:
            return decoder.decode(self.body)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise Refused(TableReason.MALFORMED, str(error)) from None


def handler_of(method: str, path: str) -> tuple[str, dict[str, str]]:
    """Return the handler of a request, and the values in its path by their names.

    :raises Refused: `needs_server`, if it is not answered here.
    """
    given = f"{method} {path}".split("/")
    for name, handler in ANSWERED.items():
        parts = name.split("/")
        if len(parts) == len(given):
            values = {part[1:-1]: value for part, value in zip(parts, given, strict=True) if part.startswith("{")}
            if name.format_map(values) == f"{method} {path}":
                return handler, values
    raise Refused(TableReason.NEEDS_SERVER, "this needs a server")
