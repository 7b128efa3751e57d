"""Evaluation of moves, and of the share of luck in a result.

`assess` evaluates the choices of a seat in a position. `review` goes through a finished game and attributes each change
of a seat's expected score to the dice, to its own decisions, or to other seats; `luck` computes only the part of the
dice. `why` finds the reasons why a choice is better than another, and `sentences` puts them in words.
`compare_by_rollouts` plays the game out after two choices.

>>> import knobel
>>> from knobel import coach
>>> game = knobel.make("knister")
>>> state = game.apply(game.start(seats=1), knobel.Roll((3, 4)))
>>> found = coach.assess(game, state, seat=0)
>>> len(found.choices), found.choices[0] == found.best
(25, True)
>>> 60 < found.best.points < 80, found.margin < 2
(True, True)
>>> said = coach.why(game, state, found, better="c3", worse="a1")
>>> [reason.kind for reason in said]
['more_lines']
>>> coach.sentences(said, "en", game, names=["Ann"])[:37]
'c3 lies on 4 lines, a1 on only 3: in '
"""

from knobel.coach.assess import Assessment, Choice, answers, assess
from knobel.coach.decision import Decision
from knobel.coach.decision_kinds import KINDS, DecisionKind, kind_of
from knobel.coach.grades import Grade, relative_error
from knobel.coach.html_report import page
from knobel.coach.ledger import Change, Kind, Ledger
from knobel.coach.luck import LuckMeter, LuckProgress, luck, luck_stamp
from knobel.coach.reasons import Reason, why
from knobel.coach.review import Review, SeatReview, review, review_move
from knobel.coach.rollouts import Comparison, Estimate, PlayedOut, Rollouts, compare_by_rollouts
from knobel.coach.uncertainty import final_quantiles
from knobel.coach.wording import sentences

__all__ = [
    "KINDS",
    "Assessment",
    "Change",
    "Choice",
    "Comparison",
    "Decision",
    "DecisionKind",
    "Estimate",
    "Grade",
    "Kind",
    "Ledger",
    "LuckMeter",
    "LuckProgress",
    "PlayedOut",
    "Reason",
    "Review",
    "Rollouts",
    "SeatReview",
    "answers",
    "assess",
    "compare_by_rollouts",
    "final_quantiles",
    "kind_of",
    "luck",
    "luck_stamp",
    "page",
    "relative_error",
    "review",
    "review_move",
    "sentences",
    "why",
]
