"""What an interpreter must not have in common with the one from whose snapshot it was started."""

import random

from knobel import clock


def renew() -> None:
    """Seed Python's random numbers, and let the monotonic clock begin now."""
    random.seed()
    clock.restart()
