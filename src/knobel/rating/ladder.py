"""Ratings by places at tables of several people, with OpenSkill.

The model is Plackett and Luce's (Weng and Lin, "A Bayesian Approximation Method for Online Ranking", 2011). The
strength of a player is normally distributed with mean `mu` and standard deviation `sigma`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from knobel.core import BadSetup
from knobel.optional_packages import how_to_install


class Strength(NamedTuple):
    """The estimated strength of a player. A newcomer has `NEWCOMER`."""

    mu: float
    sigma: float


NEWCOMER = Strength(25.0, 25.0 / 3)


def check_installed() -> None:
    """Check that OpenSkill is installed.

    :raises BadSetup: if it is not.
    """
    try:
        import openskill.models  # noqa: F401, PLC0415 -- optional
    except ImportError:
        raise BadSetup(f"a ladder needs OpenSkill: {how_to_install('ladder')}") from None


def rate(strengths: Sequence[Strength], places: Sequence[int]) -> list[Strength]:
    """Return the strengths of the players after a game in which they took these places; equal places are ties.

    :raises BadSetup: if OpenSkill is not installed.
    """
    check_installed()
    from openskill.models import PlackettLuce  # noqa: PLC0415 -- optional

    model = PlackettLuce(mu=NEWCOMER.mu, sigma=NEWCOMER.sigma)
    teams = [[model.rating(mu=each.mu, sigma=each.sigma)] for each in strengths]
    return [Strength(each.mu, each.sigma) for (each,) in model.rate(teams, ranks=[float(place) for place in places])]
