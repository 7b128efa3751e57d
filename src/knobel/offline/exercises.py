"""Training with shipped exercises on the device, and the owner's answers to them."""

from collections.abc import Generator, Mapping, Sequence

import msgspec

from knobel.clock import now_ms
from knobel.games import GAMES, make
from knobel.offline.engines import Engines
from knobel.offline.messages import Answer, StoredAnswer
from knobel.offline.paths import Request
from knobel.offline.store import DeviceStore
from knobel.presentation import training
from knobel.presentation.deal_days import day_of, is_day
from knobel.presentation.practice_messages import ExerciseDay, GivenAnswer, GivenAnswers, Training
from knobel.tables.refusals import Refused, TableReason

_given = msgspec.json.Decoder(GivenAnswers)


class Exercises:
    """Answers requests about exercises."""

    def __init__(self, engines: Engines, store: DeviceStore) -> None:
        self._engines, self._store = engines, store

    def next_one(self, request: Request) -> Generator[Answer, str, Training]:
        """Add the given answers, and return the training with the next exercise.

        :raises Refused: `malformed`, and what `Engines.load` raises.
        """
        query = request.query
        game, day = query["game"], query.get("day", "")
        if day and not is_day(day):
            raise Refused(TableReason.MALFORMED, "a day is a date such as 2026-01-31")
        yield from self._engines.load(make(game))
        answers = yield from self.add(request)
        given = [(each.key, each.right, each.time) for each in answers]
        found = training.next_exercise(game, query.get("theme", ""), given, now_ms(), day)
        return msgspec.json.decode(found, type=Training)

    def add(self, request: Request) -> Generator[Answer, str, Sequence[GivenAnswer]]:
        """Store the given answers that are new. Return all answers of that game, the oldest first.

        :raises Refused: `malformed`; `no_game`, if there is no such game.
        """
        game = request.query["game"]
        if game not in GAMES:
            raise Refused(TableReason.NO_GAME, "there is no such game")
        given = request.decoded(_given).answers
        new = [StoredAnswer(game=game, **msgspec.structs.asdict(each)) for each in given]
        return [each for each in (yield from self._store.add_answers(new)) if each.game == game]

    def day(self, query: Mapping[str, str]) -> Generator[Answer, str, ExerciseDay]:
        """Return which exercises of a day the owner answered.

        :raises Refused: `malformed`, if it is no date.
        """
        day = query.get("day", "") or day_of(now_ms())
        if not is_day(day):
            raise Refused(TableReason.MALFORMED, "a day is a date such as 2026-01-31")
        answers = yield from self._store.add_answers()
        return training.exercise_day(day, [(each.game, each.day, each.right) for each in answers if each.day])
