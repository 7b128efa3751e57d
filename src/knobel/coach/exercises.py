"""Exercises: positions of masters' games that ship with the project, each with its theme and its difficulty.

They are stored beside the trained data of a game: each game once, and for each exercise the number of events before
it. `lab/benchmarks/coach_exercises.py` chooses and writes them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path

from knobel.coach import measured_files
from knobel.core import Event, Move, Roll
from knobel.games import make
from knobel.notation import Record

NAME = "exercises"
"""Name of the files of exercises (`measured_files`)."""
FIELDS = ("game", "events before", "seat", "theme", "share of wrong answers of bots", "margin in points")


@dataclass(frozen=True)
class Exercise:
    """A decision of a seat after these events.

    `difficulty` is the share of answers of bots of all levels below `master` that are wrong, from 0 to 1. `margin`: the
    points by which the best action is better than the next one.
    """

    events: tuple[Event, ...]
    seat: int
    theme: str
    difficulty: float
    margin: float

    @cached_property
    def key(self) -> str:
        """A hash that identifies the position, also in later versions."""
        return sha256(events_text(self.events).encode()).hexdigest()[:12]


@cache
def shipped_exercises(game: str) -> tuple[Exercise, ...]:
    """Return the exercises of a game; empty if it has none.

    :raises StaleData: if they were made with other rules or arrays.
    """
    found = measured_files.shipped(game, NAME, FIELDS)
    if found is None:
        return ()
    games = [events_from(text) for text in found["games"]]
    return tuple(_exercise(line.split(), games) for line in found["exercises"])


def daily_exercise(game: str, day: str) -> Exercise | None:
    """Return the exercise of a day (a date in ISO format), the same for everybody; None if the game has none.

    All exercises come once, in the order of their keys, before one comes again.
    """
    found = sorted(shipped_exercises(game), key=lambda each: each.key)
    return found[date.fromisoformat(day).toordinal() % len(found)] if found else None


def _exercise(words: Sequence[str], games: Sequence[tuple[Event, ...]]) -> Exercise:
    game, before, seat, theme, difficulty, margin = words
    return Exercise(games[int(game)][: int(before)], int(seat), theme, float(difficulty), float(margin))


def record_of(game: str, exercise: Exercise) -> Record:
    """Return the record that ends with the position of an exercise."""
    rules = make(game)
    return Record(rules, tuple(str(seat + 1) for seat in range(rules.min_seats)), list(exercise.events))


def save_exercises(path: Path, game: str, exercises: Sequence[Exercise]) -> None:
    """Write the exercises of a game. Exercises of one game share its events."""
    whole: list[tuple[Event, ...]] = []
    lines = []
    for each in sorted(exercises, key=lambda each: -len(each.events)):
        if not any(events[: len(each.events)] == each.events for events in whole):
            whole.append(each.events)
    for each in exercises:
        number = next(i for i, events in enumerate(whole) if events[: len(each.events)] == each.events)
        lines.append(f"{number} {len(each.events)} {each.seat} {each.theme} {each.difficulty:.2f} {each.margin:.2f}")
    measured_files.save(path, game, FIELDS, {"games": [events_text(events) for events in whole], "exercises": lines})


def events_text(events: Sequence[Event]) -> str:
    """Return rolls and moves as words, such as `26 0:c3 45 0:c4`."""
    return " ".join(
        "".join(map(str, event.dice)) if isinstance(event, Roll) else f"{event.seat}:{event.action}"
        for event in events
        if isinstance(event, Roll | Move)
    )


def events_from(text: str) -> tuple[Event, ...]:
    """Return the events of a text that `events_text` returned."""
    return tuple(map(_event, text.split()))


def _event(word: str) -> Event:
    seat, colon, action = word.partition(":")
    return Move(int(seat), action) if colon else Roll(tuple(map(int, word)))
