"""The owner's finished games on the device: how well they were played, and practice on the mistakes in them."""

import json
from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec
from msgspec.structs import replace

from knobel.clock import now_ms
from knobel.games import GAMES, make
from knobel.offline.engines import Engines
from knobel.offline.messages import Answer, StoredAnswer, StoredCard, StoredSkill, key_of
from knobel.offline.paths import Request
from knobel.offline.records import record_in, record_of
from knobel.offline.store import DeviceStore, Game, Steps, Text
from knobel.offline.table import OfflineTable
from knobel.offline.table_requests import position_in
from knobel.presentation import coach_jobs, training
from knobel.presentation import practice_messages as messages
from knobel.presentation.coach_messages import CoachDecision, SeatSkill
from knobel.presentation.deal_days import day_of, require_day
from knobel.presentation.json import encode
from knobel.presentation.leitner import LEARNED_BOX, RIGHT_GRADES, moved
from knobel.presentation.practice_messages import ExerciseDay, GivenAnswer, GivenAnswers, Training
from knobel.tables.game_records import PastGame, past_game_from
from knobel.tables.refusals import Refused, TableReason
from knobel.tables.settings import game_of

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
        if day:
            require_day(day)
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
        require_day(day)
        answers = yield from self._store.add_answers()
        return training.exercise_day(day, [(each.game, each.day, each.right) for each in answers if each.day])


MAX_GAMES = 500
"""Maximum number of games in the owner's list."""


class Reviewing(Protocol):
    """The coach's reviews of games at tables."""

    def review_of(self, table: OfflineTable, past: PastGame) -> Generator[Answer, str, str]: ...


class Card(NamedTuple):
    """A mistake to practise, with its game."""

    game: Game
    card: StoredCard


class PracticeRequests:
    """Answers requests about the owner's games."""

    def __init__(self, engines: Engines, store: DeviceStore, reviewing: Reviewing) -> None:
        self._engines, self._store, self._reviewing = engines, store, reviewing
        self._exercises = Exercises(engines, store)

    def show_play(self, _request: Request) -> Text:
        """Return the owner's games, and how much there is to practise."""
        games = yield from self._store.games()
        due, following, _ = self._due(games)
        played = [played_game(game) for game in games[-MAX_GAMES:]]
        return encode(messages.MyPlay(games=played, due=due, next=following)).decode()

    def show_themes(self, request: Request) -> Text:
        """Return where the owner loses points at a game."""
        game = request.query["game"]
        yield from self._engines.load(make(game))
        played = [played_game(each) for each in (yield from self._store.games())[-MAX_GAMES:]]
        return coach_jobs.themes(game, messages.losses_at(game, played)).decode()

    def review_own(self, request: Request) -> Text:
        """Return the review of one of the owner's games."""
        return (yield from self._reviewing.review_of(*(yield from self._game(*game_in(request)))))

    def show_own_record(self, request: Request) -> Text:
        """Return the record of one of the owner's games."""
        table, past = yield from self._game(*game_in(request))
        return record_of(table, past.number)

    def show_practice(self, _request: Request) -> Text:
        """Return the mistake that is due longest."""
        due, following, card = self._due((yield from self._store.games()))
        question = None if card is None else (yield from self._question(card))
        return encode(messages.Practice(due=due, next=following, question=question)).decode()

    def show_exercise(self, request: Request) -> Text:
        """Return what to practise next at a game: own mistakes that are due, then exercises."""
        query = request.query
        found = yield from self._exercises.next_one(request)
        if not query.get("day"):
            games = [each for each in (yield from self._store.games()) if each.result.game == query["game"]]
            due, following, card = self._due(games, query.get("theme", ""))
            question = None if card is None else (yield from self._question(card))
            found = training.with_own_mistakes(found, due, following, question)
        return encode(found).decode()

    def add_answers(self, request: Request) -> Text:
        """Store answers to exercises."""
        yield from self._exercises.add(request)
        return ""

    def show_exercise_day(self, request: Request) -> Text:
        """Return which exercises of a day the owner answered."""
        return encode((yield from self._exercises.day(request.query))).decode()

    def answer(self, request: Request) -> Text:
        """Assess the answer to a question, and return the verdict."""
        game = game_in(request)
        card = self._due_card((yield from self._store.games()), *game, int(request.query["event"]))
        return (yield from self._judge(card, request.query["action"]))

    def note(self, table: OfflineTable, first: int, skills: Sequence[SeatSkill]) -> Steps:
        """Store how the owner played a game. Mistakes that are known stay in their boxes."""
        result = next((each for each in table.results if each.first == first), None)
        if result is None:
            return
        key, found = key_of(table.code, first), next(each for each in skills if each.seat == result.seat)
        known = next(
            (game.skill for game in (yield from self._store.games()) if game.skill and game.skill.key == key), None
        )
        cards = (
            {card.event: replace(card, theme=found.mistakes.get(card.event)) for card in known.cards} if known else {}
        )
        now = now_ms()
        self._store.store(
            StoredSkill(
                key=key,
                skill=played_skill(found),
                cards=[
                    cards.get(event) or StoredCard(event=event, box=0, due=now, theme=theme)
                    for event, theme in found.mistakes.items()
                ],
            )
        )

    def _game(self, code: str, first: int) -> Generator[Answer, str, tuple[OfflineTable, PastGame]]:
        """Return a finished game of the owner, with its table.

        :raises Refused: `no_game`.
        """
        table = yield from self._store.table(code)
        past = past_game_from(table.log, first)
        if past is None or all(result.first != first for result in table.results):
            raise Refused(TableReason.NO_GAME, "you played no such game")
        return table, past

    def _due(self, games: Sequence[Game], theme: str = "") -> tuple[int, int | None, Card | None]:
        """Return the number of due cards, the time (ms) of the next one after them, and the one due longest.

        :param theme: only cards of this theme count; empty: all.
        """
        now, asked = now_ms(), (card for card in self._cards(games) if theme in ("", card.card.theme))
        cards = sorted(asked, key=lambda card: (card.card.due, card.game.table, card.card.event))
        due = [card for card in cards if card.card.due <= now]
        following = next((card.card.due for card in cards if card.card.due > now), None)
        return len(due), following, due[0] if due else None

    def _due_card(self, games: Sequence[Game], table: str, first: int, event: int) -> Card:
        """Return the card of a mistake.

        :raises Refused: `not_found`, if it is not due.
        """
        for card in self._cards(games):
            found = card.game.table, card.game.result.first, card.card.event
            if found == (table, first, event) and card.card.due <= now_ms():
                return card
        raise Refused(TableReason.NOT_FOUND, "this practice question is not due")

    def _cards(self, games: Sequence[Game]) -> Iterator[Card]:
        """Yield the cards that are not learned, of games with a coach."""
        for game in games:
            if game.skill is not None and self._engines.has_coach(game.result.game):
                yield from (Card(game, card) for card in game.skill.cards if card.box < LEARNED_BOX)

    def _question(self, card: Card) -> Generator[Answer, str, messages.Question]:
        """Return the position before a mistake, as the owner saw it."""
        code, result = card.game.table, card.game.result
        table, past = yield from self._game(code, result.first)
        before = record_of(table, past.number).splitlines()[: card.card.event]
        record, _ = record_in("\n".join(before))
        return messages.Question(
            table=code,
            first=result.first,
            event=card.card.event,
            names=list(past.names),
            position=position_in(record, result.seat),
        )

    def _judge(self, card: Card, action: str) -> Text:
        """Assess the answer to the question of a card, and move the card."""
        game, event = card.game, card.card.event
        table, past = yield from self._game(game.table, game.result.first)
        yield from self._engines.load(game_of(past.settings))
        lines = record_of(table, past.number).splitlines()
        judged = coach_jobs.judge("\n".join(lines[:event]), game.result.seat, action)
        decision = msgspec.json.decode(judged, type=CoachDecision)
        right = decision.grade in RIGHT_GRADES
        box, due = moved(card.card.box, now_ms(), right=right)
        assert game.skill is not None, "a card is one of a reviewed game"
        changed = replace(card.card, box=box, due=due)
        cards = [changed if each.event == event else each for each in game.skill.cards]
        self._store.store(StoredSkill(key=game.skill.key, skill=game.skill.skill, cards=cards))
        then: dict[str, Any] = json.loads(lines[event])
        again = None if box == LEARNED_BOX else due
        return encode(messages.Verdict(decision=decision, then=str(then["move"]), right=right, again=again)).decode()


def game_in(request: Request) -> tuple[str, int]:
    """Return the table of a game, and the number of its first event."""
    return request.query["table"], int(request.query["first"])


def played_skill(found: SeatSkill) -> dict[str, Any]:
    """Return a seat's skill in the form in which it is stored."""

    def counted(kinds: Mapping[str, tuple[int, float]]) -> dict[str, dict[str, float]]:
        return {kind: {"decisions": decisions, "lost": lost} for kind, (decisions, lost) in kinds.items()}

    insights = {insight: counted(classes) for insight, classes in found.insights.items()}
    return {
        "accuracy": found.accuracy,
        "luck": found.luck,
        "kinds": counted(found.kinds),
        "themes": found.themes,
        "insights": insights,
    }


def played_game(game: Game) -> messages.PlayedGame:
    """Return a game as it is listed."""
    result = game.result
    return messages.PlayedGame(
        table=game.table,
        first=result.first,
        game=result.game,
        score=result.score,
        seats=result.seats,
        others=[],
        time=result.time,
        skill=None if game.skill is None else msgspec.convert(game.skill.skill, messages.PlayedSkill),
    )
