"""Review of a finished game: the value of each decision, the luck of each roll, and the sources of the points."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import fsum
from typing import Any
from zlib import crc32

from knobel.coach.assess import Assessment, Choice, assess
from knobel.coach.confirmation import confirmed
from knobel.coach.decision import Decision
from knobel.coach.expectation import expected_points
from knobel.coach.grades import GRADES, Grade, accuracy, cost, excess, grade
from knobel.coach.ledger import Account, Change, Kind, Ledger
from knobel.coach.lesson import Lesson, lesson
from knobel.coach.opponent_effects import expected_effect, is_effect_included, round_effect
from knobel.coach.parts import divide
from knobel.coach.reasons import UNPROVEN, why
from knobel.coach.rules_of_thumb import unfit_themes
from knobel.coach.uncertainty import final_quantiles
from knobel.core import BadSetup, Chance, Decide, Die, Event, Game, Move, Over, Roll, Undo, places, replay
from knobel.engines import Aim, Effort, engine
from knobel.notation import Noted, Record

MIN_REEVALUATED_LOSS = 0.5
"""Losses of at least this many points are evaluated again, because engines search weak choices less deeply."""
BEST_CHOICES = 3
"""Number of best choices to keep for each decision."""
MOST_UNPROVEN = Grade.INACCURACY
"""The gravest grade of an action that is not proven to be worse than another one."""
MAX_TURNING_POINTS = 3
"""Number of biggest changes to report for each seat."""


@dataclass(frozen=True, slots=True)
class SeatReview:
    """Review of a seat: its ledger, its place with and without luck, and the quality of its decisions.

    `error_rate` and `win_error_rate`: the errors in points and in winning probability, each divided by the number of
    all `decisions`. None of them counts decisions that no longer affect who wins. `accuracy`: percent.
    `turning_points`: the biggest changes of the expected score. `start_quantiles`: the 10 %, 50 % and 90 % quantiles of
    the final score before the first roll, if all seats play well. `lesson`: the lesson for the seat.
    """

    seat: int
    name: str
    ledger: Ledger
    result_without_luck: float
    place: int
    place_without_luck: int
    decisions: int
    error_rate: float
    win_error_rate: float
    accuracy: float
    grades: dict[Grade, int]
    turning_points: tuple[Change, ...]
    start_quantiles: tuple[int, int, int]
    lesson: Lesson


@dataclass(frozen=True, slots=True)
class Review:
    """Review of a game. Events are numbered from 1 as in the record; moves that were taken back are omitted."""

    game: str
    options: dict[str, Any]
    seats: tuple[SeatReview, ...]
    decisions: tuple[Decision, ...]
    changes: tuple[Change, ...]
    engine: str
    """Stamp of the engine; reviews with different stamps may differ."""


def review(record: Record, effort: Effort = "master", aim: Aim = "win") -> Review:
    """Return the review of a finished game.

    >>> from random import Random
    >>> import knobel
    >>> from knobel import bots, coach, notation
    >>> game, rng, events = knobel.make("knister"), Random(1), []
    >>> state = game.start(seats=1)
    >>> while not isinstance(turn := game.turn(state), knobel.Over):
    ...     if isinstance(turn, knobel.Chance):
    ...         events.append(knobel.Roll(tuple(rng.choices(range(1, 7), k=turn.dice))))
    ...     else:
    ...         events.append(knobel.Move(0, bots.make("casual").choose(game, state, 0, rng)))
    ...     state = game.apply(state, events[-1])
    >>> ann = coach.review(notation.Record(game, ("Ann",), events)).seats[0]
    >>> ledger = ann.ledger
    >>> total = ledger.start + ledger.luck + ledger.decisions + ledger.unknown + ledger.others + ledger.correction
    >>> abs(total - game.score(state, 0)) < 1e-6
    True
    >>> ledger.decisions <= 0, 0 < ann.accuracy < 100
    (True, True)

    :param effort: the effort for each decision.
    :param aim: the aim with which all seats are assumed to play. `points` omits the winning probability, which can take
        most of the time.
    :raises BadSetup: if the game is not over.
    :raises Illegal: at the first event that the rules forbid.
    """
    turn = record.game.turn(replay(record.game, len(record.seats), record.events))
    if not isinstance(turn, Over):
        raise BadSetup("the game is not over: only finished games are reviewed")
    reviewing = Reviewer(record, effort, aim)
    while not reviewing.done:
        reviewing.step()
    return reviewing.close()


def review_move(record: Record, move: Move, effort: Effort = "master") -> Decision | None:
    """Return the evaluation of a move in the final position of a record; None if it is the only legal one.

    :raises Illegal: if the rules forbid it.
    """
    reviewing = Reviewer(record, effort)
    reviewing.state = replay(record.game, len(record.seats), record.events)
    reviewing.book(len(record.events) + 1, move)
    return next(iter(reviewing.decisions), None)


def roll_seed(events: Iterable[Event]) -> int:
    """Return a seed that depends on the sums of all rolls. The sums suffice in all games."""
    return crc32(repr([sum(event.dice) for event in events if isinstance(event, Roll)]).encode())


def without_undone(events: Iterable[Event]) -> list[tuple[int, Roll | Move]]:
    """Return the events with their numbers, without moves that were taken back."""
    done: list[tuple[int, Roll | Move]] = []
    opened = 0
    for number, event in enumerate(events, 1):
        if isinstance(event, Undo):
            done[opened:] = [
                (n, move) for n, move in done[opened:] if isinstance(move, Move) and move.seat != event.seat
            ]
            continue
        done.append((number, event))
        if isinstance(event, Roll):
            opened = len(done)
    return done


@dataclass(frozen=True, slots=True)
class ReviewProgress:
    """State of an unfinished review, as plain data. Together with the record it suffices to continue.

    `booked_count`: the number of booked events, without undone events. `turn`: the seats of the last roll.
    """

    booked_count: int
    seed: int
    accounts: list[Account]
    turn: list[int]
    decisions: list[Decision]


class Reviewer:
    """Review in progress, event by event."""

    def __init__(
        self, record: Record, effort: Effort, aim: Aim = "win", progress: ReviewProgress | None = None
    ) -> None:
        """:param progress: where to continue a review of the same record, which is finished; None: at the start."""
        self.record = record
        self.effort = effort
        self.aim = aim
        self.game = record.game
        self.state = record.game.start(len(record.seats))
        self.events = without_undone(record.events)
        if progress is None:
            progress = self.start()
        for _, event in self.events[: progress.booked_count]:
            self.state = self.game.apply(self.state, event)
        self.booked_count = progress.booked_count
        self.seed = progress.seed
        self.accounts = progress.accounts
        self.turn = [self.accounts[seat] for seat in progress.turn]
        self.decisions = progress.decisions

    def start(self) -> ReviewProgress:
        """Return the state of a review of which nothing is done."""
        self.seed = roll_seed(self.record.events)
        accounts = [
            Account.open(seat, self.expect(self.state, seat), self.expect_effect(self.state, seat))
            for seat in range(len(self.record.seats))
        ]
        return ReviewProgress(0, self.seed, accounts, [], [])

    def progress(self) -> ReviewProgress:
        """Return the state of this review."""
        turn = [account.seat for account in self.turn]
        return ReviewProgress(self.booked_count, self.seed, self.accounts, turn, self.decisions)

    @property
    def done(self) -> bool:
        """True if all events are booked."""
        return self.booked_count == len(self.events)

    @property
    def share(self) -> float:
        """The share of the events that are booked."""
        return self.booked_count / max(len(self.events), 1)

    def step(self) -> None:
        """Book the next event."""
        self.book(*self.events[self.booked_count])
        self.booked_count += 1

    def expect(self, state: Any, seat: int) -> float:
        """Return the expected final score of a seat in any position."""
        return expected_points(self.game, state, seat, self.effort, self.seed)

    def expect_effect(self, state: Any, seat: int) -> float:
        """Return the expected future effect of the other seats on a seat's score."""
        return expected_effect(self.game, state, seat, self.aim)

    def book_position(self, account: Account, number: int, state: Any, value: float | None = None) -> None:
        """Book the change to a position by the effects of action dice.

        :param value: the expected score of the seat; None: it is computed.
        """
        value = self.expect(state, account.seat) if value is None else value
        account.book(number, Kind.OTHERS, value, 0.0 if is_effect_included(self.game, state) else None)

    def book(self, number: int, event: Roll | Move) -> None:
        """Book the changes by an event."""
        before, self.state = self.state, self.game.apply(self.state, event)
        if self.record.noted.get(number) in (Noted.RESULT, Noted.NOTHING):
            self.skip(before, event)
        elif isinstance(event, Roll):
            self.roll(number, before)
        else:
            self.move(number, before, event)

    def rolled_accounts(self, before: Any) -> list[Account]:
        """Return the accounts of the seats for which dice were rolled."""
        turn = self.game.turn(before)
        assert isinstance(turn, Chance), "the roll was legal"
        return self.accounts if self.game.simultaneous else [self.accounts[turn.seat]]

    def skip(self, before: Any, event: Roll | Move) -> None:
        """Skip an event that was not recorded. Its changes are booked later, as one."""
        for account in self.rolled_accounts(before) if isinstance(event, Roll) else [self.accounts[event.seat]]:
            account.has_gap = True

    def roll(self, number: int, before: Any) -> None:
        """Book a roll. Its luck is the expected score after it, less the mean over all possible rolls."""
        accounts, turn = self.rolled_accounts(before), self.game.turn(before)
        # Before an action die the value contains what other action dice gain next, which was not foreseen.
        unforeseen = Kind.OTHERS if isinstance(turn, Chance) and turn.die is Die.ACTION else Kind.CORRECTION
        begins = self.game.simultaneous or accounts != self.turn
        for account in accounts:
            others = self.expect_effect(before, account.seat) if begins else account.others
            changed = 0.0 if account.has_gap else round_effect(self.game, before, account.seat)
            account.book(number, Kind.OTHERS, account.value + changed, others)
            account.book_unexplained(number, self.expect(before, account.seat), unforeseen)
            if is_effect_included(self.game, before):
                self.book_position(account, number, before, account.value)
        self.seed = roll_seed(self.record.events[:number])
        for account in accounts:
            account.book(number, Kind.LUCK, self.expect(self.state, account.seat))
        self.turn = accounts

    def move(self, number: int, before: Any, move: Move) -> None:
        """Book a decision: the seat's loss, and the effect on other seats."""
        account, found, assessed = self.accounts[move.seat], None, None
        if account.has_gap:
            account.book_unexplained(number, self.expect(before, move.seat), Kind.CORRECTION)
        affected_seats = changed_seats(self.game, before, move)
        included = is_effect_included(self.game, before)
        if len(self.game.legal(before, move.seat)) > 1:
            assessed = assess(self.game, before, move.seat, self.effort, self.aim)
            found = confirmed(self.game, self.game.view(before, move.seat), assessed, move.action, self.seed)
            moves = [move, *(Move(move.seat, each.action) for each in found.choices[:BEST_CHOICES])]
            exchange = any(changed_seats(self.game, before, each) for each in moves)
            if exchange or included:
                self.book_position(account, number, before, found.best.points)
            # A deeper search changes the estimate. The difference is booked as a correction with the next event.
            best, played, reference = found.best, found.of(move.action), found.reference(move.action)
            told = found is not assessed
            loss = self.exact_loss(before, move.seat, best, played, told=told)
            behind = loss if reference == best else self.exact_loss(before, move.seat, reference, played, told=told)
            account.book(number, Kind.DECISION, account.value - loss)
            if exchange and not affected_seats:
                # The best action may weaken other seats at the cost of own points, which the seat has kept. An action
                # die that is kept for later was worth something to the decision, and is an effect of others.
                account.book(number, Kind.OTHERS, self.expect(self.state, move.seat))
            self.decisions.append(grade_decision(self.game, before, number, found, move.action, loss, behind))
        if included:
            # What each seat will hold at the end changes, and the next round begins with other values.
            for each in self.accounts:
                value, others = self.expect(self.state, each.seat), self.expect_effect(self.state, each.seat)
                each.book(number, Kind.OTHERS, value, others)
        elif affected_seats:
            own = assessed.of(move.action).points if assessed else self.expect(self.state, move.seat)
            account.book(number, Kind.OTHERS, own)
            for seat in affected_seats:
                self.book_position(self.accounts[seat], number, self.state)

    def exact_loss(self, before: Any, seat: int, better: Choice, played: Choice, *, told: bool) -> float:
        """Return the points by which a choice is worse than another one; never negative.

        :param told: the difference was played out and is stated unchanged.
        """
        loss = max(better.points - played.points, 0.0)
        if told or loss < MIN_REEVALUATED_LOSS or is_effect_included(self.game, before):
            return loss
        after = [self.game.apply(before, Move(seat, choice.action)) for choice in (better, played)]
        if not self.game.simultaneous and any(self.decides_again(state, seat) for state in after):
            # The value of one position contains a choice, for example a swap, that the value of the other one does not.
            return loss
        if any(is_effect_included(self.game, state) for state in after):
            # The value of one position is that of the sheet finally held, the value of the other one is not.
            return loss
        more, less = (self.expected_after_move(state, seat) for state in after)
        return max(more - less, 0.0)

    def decides_again(self, state: Any, seat: int) -> bool:
        """True if the next event is another decision of the seat."""
        turn = self.game.turn(state)
        return isinstance(turn, Decide) and seat in turn.seats

    def expected_after_move(self, after: Any, seat: int) -> float:
        """Return a seat's expected score after its move, independent of others' moves in the same round."""
        return self.expect(after, seat) - round_effect(self.game, after, seat)

    def close(self) -> Review:
        """Return the review, when it is done."""
        turn, last = self.game.turn(self.state), len(self.record.events)
        assert isinstance(turn, Over), "only finished games are reviewed"
        scores = turn.scores
        for account, score in zip(self.accounts, scores, strict=True):
            account.book(last, Kind.OTHERS, account.value, others=0.0)
            account.book_unexplained(last, score, Kind.CORRECTION)
        changes = sorted(
            (change for account in self.accounts for change in account.changes), key=lambda change: change.event
        )
        return Review(
            self.game.name,
            self.game.options,
            self.seats(scores),
            tuple(self.decisions),
            tuple(changes),
            engine(self.game).stamp,
        )

    def seats(self, scores: tuple[int, ...]) -> tuple[SeatReview, ...]:
        """Return the reviews of all seats."""
        ledgers = [account.close(score) for account, score in zip(self.accounts, scores, strict=True)]
        adjusted = [ledger.without_luck for ledger in ledgers]
        return tuple(
            self.seat(account, ledger, place, place_without_luck)
            for account, ledger, place, place_without_luck in zip(
                self.accounts, ledgers, places(scores), places(adjusted), strict=True
            )
        )

    def seat(self, account: Account, ledger: Ledger, place: int, place_without_luck: int) -> SeatReview:
        """Return the review of a seat."""
        own = [each for each in self.decisions if each.seat == account.seat and not each.decided]
        start = self.game.start(len(self.record.seats))
        error_rate, win_error_rate = (
            fsum(each.error for each in own if each.judged_by == measure) / max(len(own), 1)
            for measure in ("points", "win")
        )
        percent = accuracy(self.game.name, error_rate, win_error_rate)
        return SeatReview(
            account.seat,
            self.record.seats[account.seat],
            ledger,
            ledger.without_luck,
            place,
            place_without_luck,
            len(own),
            error_rate,
            win_error_rate,
            percent,
            {each: sum(decision.grade is each for decision in own) for each in Grade},
            tuple(sorted(account.changes, key=lambda change: -abs(change.points))[:MAX_TURNING_POINTS]),
            final_quantiles(self.game, start, account.seat, ledger.start - self.expect_effect(start, account.seat)),
            lesson(self.game.name, own, percent),
        )


def changed_seats(game: Game[Any], before: Any, move: Move) -> list[int]:
    """Return the other seats whose sheets a move changes; none in simultaneous games."""
    if game.simultaneous:
        return []
    after = game.apply(before, move)
    others = (seat for seat in range(game.seats(before)) if seat != move.seat)
    return [seat for seat in others if game.sheet_key(before, seat) != game.sheet_key(after, seat)]


def grade_decision(
    game: Game[Any], before: Any, number: int, found: Assessment, action: str, loss: float, behind: float
) -> Decision:
    """Return a graded decision.

    :param loss: the points that the action loses against the best choice for points; `behind`: against
        `Assessment.reference`.
    """
    measure, reference, win_loss = found.judged_by(action), found.reference(action), found.win_loss(action)
    error = behind if measure == "points" else win_loss or 0.0
    costs = cost(found, action, behind)
    graded = grade(costs)
    if measure == "win" and graded is not grade(costs - excess(found, action)):
        # Others bring more points, win as often, and have a graver grade by points: points judge this action, too.
        measure, reference = "points", found.best_as_often(action)
        error = reference.points - found.of(action).points
        costs = max(costs, error)
        graded = grade(costs)
    unproven = action in found.unproven
    if unproven:
        graded = min(graded, MOST_UNPROVEN, key=GRADES.index)
    better = None if graded is Grade.BEST else reference
    in_points = behind if measure == "points" else None
    reasons = why(game, game.view(before, found.seat), found, better.action, action, in_points) if better else ()
    if better and unproven:
        reasons = (*reasons, UNPROVEN)
    best = found.choices[:BEST_CHOICES]
    points = better.points - error if better and measure == "points" else found.best.points - loss
    played = replace(found.of(action), points=points)
    view = game.view(before, found.seat)
    parts = divide(game, view, found, action, loss)
    unfit = unfit_themes({*parts, "winning"}, game, view, found.seat, better.action, action) if better else ()
    return Decision(
        number,
        found.seat,
        played,
        best if better is None or better in best else (*best, better),
        loss,
        win_loss,
        measure,
        error,
        better,
        found.decided,
        graded,
        reasons,
        final_quantiles(game, before, found.seat, played.points),
        found.decided_if_perfect,
        parts,
        unproven,
        costs if better else 0.0,
        game.info(view)["round"],
        None if game.simultaneous else before.rolls,
        unfit,
    )
