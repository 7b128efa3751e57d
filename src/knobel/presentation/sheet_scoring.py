"""The points of filled sheets, as an answer to a request."""

from knobel.core import BadSetup
from knobel.filled_sheets import BadSheet, score_sheets
from knobel.games import make
from knobel.presentation import http_messages as http
from knobel.presentation.messages import Position, Turn
from knobel.tables.names import clean
from knobel.tables.refusals import Refused, TableReason
from knobel.tables.results import results_of

MAX_SHEETS_BYTES = 50_000
"""Maximum size of a request, far more than sheets take."""
MAX_SHEETS = 12
"""Maximum number of sheets in a request."""


def scored(request: http.FilledSheets) -> http.ScoredSheets:
    """Return the points of the sheets.

    :raises Refused: `bad_setup`; `malformed`, if a sheet has a place that the game does not have; `bad_name`.
    """
    if len(request.sheets) > MAX_SHEETS:
        raise Refused(TableReason.TOO_MANY, f"at most {MAX_SHEETS} sheets are scored together")
    names = [clean(sheet.name) for sheet in request.sheets]
    try:
        found = score_sheets(make(request.game, **request.options), [sheet.cells for sheet in request.sheets])
    except BadSetup as error:
        raise Refused(TableReason.BAD_SETUP, str(error)) from None
    except BadSheet as error:
        raise Refused(TableReason.MALFORMED, str(error)) from None
    game, state = found.game, found.state
    scores = [sheet.points for sheet in found.sheets]
    position = Position(
        game=game.name,
        at=0,
        seat=None,
        turn=Turn(kind="over"),
        info=dict(game.info(state)),
        sheets=[dict(game.sheet(state, seat)) for seat in range(len(names))],
        scores=scores,
        choices=[],
        can_undo=False,
        last_roll=None,
        deadline=None,
        dice=None,
        results=results_of(game, names, scores),
    )
    return http.ScoredSheets(
        position=position,
        sheets=[
            http.ScoredSheet(
                lines=[http.SheetLine(place=each.place, points=each.points, shows=each.shows) for each in sheet.lines],
                contradictions=[
                    http.SheetContradiction(
                        place=each.place,
                        kind=each.kind,
                        written=each.written,
                        expected=list(each.expected),
                        because=each.because,
                    )
                    for each in sheet.contradictions
                ],
            )
            for sheet in found.sheets
        ],
        possible={place: sorted(numbers) for place, numbers in found.possible.items()},
    )
