"""Where in a game a player loses points: by the phase of the game, the place in the turn order and the time taken.

The time of a decision begins when it falls to the player: with the roll, the player's move before, or the turn.
"""

import json
from collections import defaultdict
from math import fsum

from knobel.core import Decide, Move, Roll
from knobel.games import make
from knobel.notation import Record
from knobel.presentation.coach_messages import CoachReview
from knobel.presentation.practice_messages import MAX_TIME

INSIGHTS = "phase", "place", "time"
"""What decisions are divided by."""
PHASES = "opening", "middle", "end"
"""The thirds of a game, by its events."""
QUICK_S, SLOW_S = 5.0, 20.0
"""Decisions below the first are quick, above the second slow."""


def seconds_taken(text: str, record: Record) -> dict[int, float]:
    """Return how long the decisions of a record took, in seconds, by event from 1, where the text has their times."""
    times = [_time(line) for line in text.splitlines() if line.strip()][1:]
    state, since, waiting = record.game.start(len(record.seats)), dict[int, int | None](), tuple[int, ...]()
    found: dict[int, float] = {}
    for number, (event, time) in enumerate(zip(record.events, times, strict=False), 1):
        own = event.seat if isinstance(event, Move) else None
        begun = None if own is None else since.get(own)
        if time is not None and begun is not None:
            found[number] = max(time - begun, 0) / 1000
        state = record.game.apply(state, event)
        turn = record.game.turn(state)
        seats = turn.seats if isinstance(turn, Decide) else ()
        since |= dict.fromkeys((s for s in seats if isinstance(event, Roll) or s == own or s not in waiting), time)
        waiting = seats
    return found


def _time(line: str) -> int | None:
    """Return the time of a line of a record in ms, None if it has none."""
    time = json.loads(line).get("time")
    return time if type(time) is int and 0 <= time <= MAX_TIME else None


def insights(found: CoachReview, seat: int) -> dict[str, dict[str, tuple[int, float]]]:
    """Return the number of decisions of a seat and the points that they lost, by each insight and its classes.

    The places in the turn order are counted from 1, and are left out where all players decide at the same time.
    """
    last = max((each.event for each in found.decisions), default=0)
    takes_turns = len(found.seats) > 1 and not make(found.game, **found.options).simultaneous
    lost: dict[str, dict[str, list[float]]] = {insight: defaultdict(list) for insight in INSIGHTS}
    for each in found.decisions:
        if each.seat == seat:
            lost["phase"][PHASES[len(PHASES) * each.event // (last + 1)]].append(each.loss)
            if takes_turns:
                lost["place"][str(seat + 1)].append(each.loss)
            if each.event in found.seconds:
                lost["time"][pace(found.seconds[each.event])].append(each.loss)
    return {
        insight: {name: (len(losses), round(fsum(losses), 4)) for name, losses in classes.items()}
        for insight, classes in lost.items()
        if classes
    }


def pace(seconds: float) -> str:
    """Return the class of the time that a decision took."""
    return "quick" if seconds < QUICK_S else "slow" if seconds > SLOW_S else "usual"
