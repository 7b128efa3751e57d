"""What every move was worth, and how much of a result the dice have made.

`assess` says what the choices of a seat in a position are worth; `review` goes through a finished game and books every
change of what each seat can expect: to the dice, to its own decisions, to what seats do to each other.

>>> import knobel
>>> from knobel import coach
>>> game = knobel.make("knister")
>>> state = game.apply(game.start(seats=1), knobel.Roll((3, 4)))
>>> found = coach.assess(game, state, seat=0)
>>> len(found.choices), found.choices[0] == found.best
(25, True)
>>> 60 < found.best.points < 80, found.margin < 2
(True, True)
"""

from knobel.coach.assess import Assessment, Choice, answers, assess
from knobel.coach.grades import Grade
from knobel.coach.ledger import Change, Kind, Ledger
from knobel.coach.review import Decision, Review, SeatReview, review

__all__ = [
    "Assessment",
    "Change",
    "Choice",
    "Decision",
    "Grade",
    "Kind",
    "Ledger",
    "Review",
    "SeatReview",
    "answers",
    "assess",
    "review",
]
