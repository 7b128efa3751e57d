"""A limit of frequency that no test exceeds, for tests of limits of numbers."""

from knobel.server.limits.action_limit import ActionLimit


def generous(_burst: float, _rate: float, refusal: str) -> ActionLimit:
    """Replace `ActionLimit` in a module of a server."""
    return ActionLimit(10_000, 1_000, refusal)
