"""Reasons why an action is better than another: the differences between the two, with figures.

The engines determine which action is better, and the rules determine the differences. This package only describes them.
"""

from knobel.coach.reasons.explaining import UNPROVEN, preparation, why
from knobel.coach.reasons.reason import Reason

__all__ = ["UNPROVEN", "Reason", "preparation", "why"]
