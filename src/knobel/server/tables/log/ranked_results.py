"""Which results of a finished game are stored, and which of them are ranked."""

import json
from collections.abc import Mapping

from knobel.server.database.store import ResultRow
from knobel.tables.results import results
from knobel.tables.settings import game_of
from knobel.tables.state import TableState


def options_key(options: Mapping[str, bool | int | str]) -> str:
    """Return an option set in canonical form."""
    return json.dumps(options, sort_keys=True, separators=(",", ":"))


def result_rows(state: TableState, time: int) -> list[ResultRow]:
    """Return the results to store for a game that has just ended.

    Only results of people are stored, none of bots and none of a what-if game. A result is ranked only if the server
    rolled the dice, no bot ever moved for the person, and the coach never helped. The result of a
    deal is ranked only on its own dice and in time.
    """
    play = state.play
    assert play is not None
    if play.what_if:
        return []
    return [
        ResultRow(
            first=play.first,
            seat=result.seat,
            game=play.game.name,
            options=options_key(game_of(state.settings).options),
            person=person,
            name=result.name,
            score=result.score,
            seats=len(play.persons),
            time=time,
            ranked=not play.typed
            and result.seat not in play.assisted | play.coached
            and state.settings.dice == "server"
            and (not state.deal or (time < state.ranked_until and play.dice is not None and play.dice.deal)),
        )
        for result in results(play)
        if (person := play.persons[result.seat]) is not None and not state.seats[result.seat].bot
    ]
