"""Parts of losses that Knöffel and Kniffeliger share."""

from collections import Counter

from knobel.coach.parts import ThemedPoints
from knobel.coach.reasons.turn_outlook import TurnOutlook
from knobel.coach.reasons.turns import Entry, Keep
from knobel.coach.themes import FIELD_THEMES


def turn_parts(outlook: TurnOutlook, better: Entry | Keep, played: Entry | Keep, loss: float) -> ThemedPoints:
    """Yield the parts of a loss by the fields that a turn is played for, or by the kinds of the two actions."""
    match better, played:
        case Keep(), Keep():
            for field, points in outlook.contributions(better.dice, played.dice, better.rolls).items():
                yield FIELD_THEMES[field], points
            extra, missing = Counter(played.dice) - Counter(better.dice), Counter(better.dice) - Counter(played.dice)
            if extra and not missing:
                yield "useless_dice", loss
        case Keep(), Entry():
            yield "roll_on", loss
        case Entry(), Keep():
            yield "stop", loss
        case Entry(), Entry():
            if not better.points:
                yield "strike", loss
            elif not played.points:
                yield "struck", loss
            elif played.points != better.points:
                yield "points_now", loss if played.points > better.points else -loss
            if "ch" in (better.field, played.field):
                yield "chance", loss
