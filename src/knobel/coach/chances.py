"""Probabilities of winning in the course of a game between players of known strength."""

from collections.abc import Sequence
from dataclasses import dataclass

from knobel.coach.review import without_undone
from knobel.coach.strength import level_errors
from knobel.core import Over
from knobel.engines import engine, find_module
from knobel.engines.engine import final_evaluation
from knobel.notation import Record


@dataclass(frozen=True, slots=True)
class Chances:
    """The probability of winning of each seat after an event, which is counted from 1; 0: at the start."""

    event: int
    wins: tuple[float, ...]


def course_of_chances(record: Record, accuracies: Sequence[float]) -> list[Chances]:
    """Return the probabilities of winning at the beginning of each round and at the end.

    All seats play on as they are known to: a bot with the median accuracy of its level, others as in this game. Empty
    in games whose engines know no strengths: there, how well others play matters little.

    :param record: a finished game.
    :param accuracies: the accuracy of each seat in the review of the game, in percent.
    """
    game, seats = record.game, range(len(record.seats))
    module = find_module(game.name, "strengths")
    if module is None or len(seats) == 1:
        return []
    bots = record.bots or (None,) * len(seats)
    levels = level_errors(game.name)
    known = [levels[bot].accuracy if bot in levels else own for bot, own in zip(bots, accuracies, strict=True)]
    state, course = game.start(len(seats)), list[Chances]()
    begun = 0
    for number, event in [(0, None), *without_undone(record.events)]:
        state = state if event is None else game.apply(state, event)
        turn = game.turn(state)
        if isinstance(turn, Over):
            wins = [final_evaluation(turn.scores, seat).win or 0.0 for seat in seats]
            course.append(Chances(number, tuple(wins)))
        elif game.info(state)["round"] > begun:
            begun = game.info(state)["round"]
            course.append(Chances(number, tuple(module.chances(engine(game), state, known))))
    return course
