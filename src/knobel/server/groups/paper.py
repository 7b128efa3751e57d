"""Games on paper that count for a group."""

from collections.abc import Collection

from knobel.games import make
from knobel.presentation.sheet_scoring import scored
from knobel.server.groups import messages
from knobel.server.groups.store import PaperGame
from knobel.server.shared_rows.memberships import MIN_PEOPLE
from knobel.server.tables.log.ranked_results import options_key
from knobel.tables.refusals import Refused, TableReason


def paper_game(request: messages.PaperGame, members: Collection[str], now: int) -> PaperGame:
    """Return a game with the points of its sheets.

    :param members: the ids of the members of the group.
    :param now: the time (ms).
    :raises Refused: `bad_setup`, for too few sheets also; `not_found`, if there is no such member; `malformed`, if the
        sheets do not have one member each, or a sheet has a place that the game does not have; `too_many`, `bad_name`.
    """
    people = [person for person in request.members if person is not None]
    if len(request.members) != len(request.sheets) or len({*people}) != len(people):
        raise Refused(TableReason.MALFORMED, "each sheet belongs to another member, or to null")
    if not {*people} <= {*members}:
        raise Refused(TableReason.NOT_FOUND, "there is no such member")
    if len(request.sheets) < MIN_PEOPLE:
        raise Refused(TableReason.BAD_SETUP, f"a game of a group has at least {MIN_PEOPLE} sheets")
    scores = scored(request).position.scores
    options = options_key(make(request.game, **request.options).options)
    return PaperGame(request.game, options, now, [*zip(request.members, scores, strict=True)])
