"""The summary of a table at which a game is played over days, as it is stored for lists."""

import msgspec

from knobel.tables.results import results
from knobel.tables.settings import LocalHour
from knobel.tables.slow_games import Pause, awaited_seats, end_of_turn
from knobel.tables.state import TableState


class SeatSummary(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat: its person by id or the name of its bot; neither if it is free.

    `awaited`: the game waits for the seat. `away`: a bot plays for the person. `score` is the result after the game.
    """

    person: str | None = None
    bot: str = ""
    awaited: bool = False
    away: bool = False
    score: int | None = None


class Summary(msgspec.Struct, frozen=True, omit_defaults=True):
    """The part of a table that every person may see. `began` is the time (ms) when the round or turn began, `ends_at`
    the hour of the day at which it ends."""

    game: str
    days: int
    seats: tuple[SeatSummary, ...]
    round: int = 0
    began: int = 0
    ends_at: LocalHour | None = None

    def end_of_turn(self, pauses: tuple[Pause, ...]) -> int:
        """Return the wall-clock time (ms) at which the turn of a person with these pauses ends."""
        return end_of_turn(self.began, self.days, pauses, self.ends_at)


def summary_of(state: TableState) -> Summary:
    """Return the summary of a table with a game over days."""
    play, awaited = state.play, awaited_seats(state) if state.playing else ()
    scores = {result.seat: result.score for result in results(play)} if play is not None and play.over else {}
    seats = state.seats[: len(play.names)] if play is not None else state.seats
    return Summary(
        game=state.settings.game,
        days=state.settings.days or 0,
        seats=tuple(
            SeatSummary(
                person=seat.person,
                bot=seat.name if seat.level is not None else "",
                awaited=number in awaited,
                away=seat.away,
                score=scores.get(number),
            )
            for number, seat in enumerate(seats)
        ),
        round=0 if play is None else play.key.round,
        began=0 if play is None else play.began,
        ends_at=state.settings.ends_at,
    )
