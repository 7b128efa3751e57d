"""How often are mistakes asked again, and how well are they known afterwards? The boxes against FSRS.

    uv pip install fsrs==6.3.0
    python -m benchmarks.practice_schedules --cards 2000

A simulated person practises each card for a year: on the first day on which it is due, and only on some days. The
memory is not the one that FSRS assumes: the probability of remembering falls by a power or exponentially with the time
since the last answer, the stability is drawn for each card and grows by a random factor with each right answer, more
after a longer pause, and shrinks with a wrong one. A position can also be guessed, and a slip made. Prints for each
schedule the answers a card, the mean probability of knowing it on the days of the year, and that on its last day.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from math import exp, log
from random import Random
from statistics import fmean
from typing import TypeAlias

from benchmarks.shared import script
from knobel.presentation.leitner import BOX_INTERVALS_MS, DAY_MS, FALL

YEAR, PRACTISED, GUESSED, SLIPPED = 365, 0.6, 0.25, 0.05
START = datetime(2026, 1, 1, tzinfo=UTC)
FORGETTING = {"power": lambda x: (1 + x / 9 * 10) ** -0.5, "exponential": lambda x: exp(-x * 0.7)}

Answered: TypeAlias = Callable[[float, bool], float | None]
"""Returns the day on which a card is due, by the day of an answer and whether it is right; None: never again."""
Schedule: TypeAlias = Callable[[], Answered]


def boxes(days: Sequence[float], fall: int) -> Schedule:
    """Return boxes with these intervals; a wrong answer moves a card back by so many boxes."""

    def schedule() -> Answered:
        box = 0

        def answered(day: float, right: bool) -> float | None:
            nonlocal box
            box = box + 1 if right else max(box - fall, 0)
            return day + days[box] if box < len(days) else None

        return answered

    return schedule


def fsrs(retention: float) -> Schedule:
    """Return FSRS with its usual parameters and a desired probability of remembering."""
    from fsrs import Card, Rating, Scheduler  # noqa: PLC0415 -- not among the requirements

    def schedule() -> Answered:
        scheduler, card = Scheduler(desired_retention=retention, enable_fuzzing=False), Card()

        def answered(day: float, right: bool) -> float | None:
            nonlocal card
            now = START + timedelta(days=day)
            card, _ = scheduler.review_card(card, Rating.Good if right else Rating.Again, now)
            return float((card.due - START) / timedelta(days=1))

        return answered

    return schedule


def practise(schedule: Schedule, rng: Random, forgets: Callable[[float], float]) -> tuple[int, float, float]:
    """Return the answers to a card in a year, and the probability of knowing it: the mean, and after a year."""
    answered, stability, seen = schedule(), exp(rng.gauss(log(3), 0.8)), 0.0
    # The mistake was made in a game: the card is due at once, after its solution was read in the review.
    due: float | None = 0.01
    count, known = 0, list[float]()
    for day in range(YEAR):
        now = day + 0.8
        recall = forgets((now - seen) / stability)
        if due is not None and due <= now and rng.random() < PRACTISED:
            right = rng.random() < (1 - SLIPPED if rng.random() < recall else GUESSED)
            count += 1
            if right:
                stability *= 1 + rng.uniform(0.5, 2.5) * min(1.5, (now - seen) / stability + 0.2)
            else:
                stability = max(1.0, 0.4 * stability)
            seen, due = now, answered(now, right)
        known.append(forgets((day + 1 - seen) / stability))
    return count, fmean(known), known[-1]


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("--cards", type=int, default=2000)
    options = parser.parse_args()
    for name, forgets in FORGETTING.items():
        for title, schedule in schedules():
            rng = Random(f"{name} schedules")
            counts, means, lasts = zip(*(practise(schedule, rng, forgets) for _ in range(options.cards)), strict=True)
            script.report(
                {
                    "forgetting": name,
                    "schedule": title,
                    "answers a card": round(fmean(counts), 1),
                    "known in the year, %": round(100 * fmean(means), 1),
                    "known after the year, %": round(100 * fmean(lasts), 1),
                }
            )


def schedules() -> Iterator[tuple[str, Schedule]]:
    shipped = [each / DAY_MS for each in BOX_INTERVALS_MS]
    for count in range(len(shipped) - 2, len(shipped) + 1):
        yield f"boxes to {shipped[count - 1]:.0f} days, back to the first", boxes(shipped[:count], count)
    yield f"boxes to {shipped[-1]:.0f} days, back by {FALL}", boxes(shipped, FALL)
    for retention in (0.9, 0.8, 0.7):
        yield f"FSRS, retention {retention:.0%}", fsrs(retention)


if __name__ == "__main__":
    main()
