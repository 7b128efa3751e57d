"""The Leitner system by which mistakes are practised.

A mistake becomes a card. A right answer moves the card to the next box, which is asked less often. A wrong answer moves
it back by `FALL` boxes. A card that leaves the last box is learned. In a simulation, FSRS needs more answers to
keep as much (`python -m benchmarks.practice_schedules`).
"""

MINUTE_MS = 60_000
DAY_MS = 24 * 60 * MINUTE_MS
BOX_INTERVALS_MS = (10 * MINUTE_MS, DAY_MS, 3 * DAY_MS, 7 * DAY_MS, 21 * DAY_MS, 60 * DAY_MS, 180 * DAY_MS)
"""Milliseconds after which a card of each box is asked again."""
FALL = 2
"""Number of boxes by which a wrong answer moves a card back."""
LEARNED_BOX = len(BOX_INTERVALS_MS)
"""Box number of learned cards, which are not asked again."""
RIGHT_GRADES = ("best", "good")
"""The grades of decisions that count as right answers."""


def moved(box: int, now: int, *, right: bool) -> tuple[int, int]:
    """Return the box of a card after an answer at a time in ms, and the time when it is due."""
    box = box + 1 if right else max(box - FALL, 0)
    return box, now + (0 if box == LEARNED_BOX else BOX_INTERVALS_MS[box])
