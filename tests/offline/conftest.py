"""Fixtures for tests of the page without a server."""

from collections.abc import Iterator

import pytest

from knobel import engines
from knobel.coach import exercises, grades, strength, theme_losses, uncertainty
from knobel.engines.shared import memory

CACHES = (
    engines._engine,
    engines._rollouts,
    exercises.shipped_exercises,
    grades.beginner_errors,
    strength.level_errors,
    theme_losses.theme_losses,
    uncertainty.measured_figures,
)
"""What is kept of engines, and of the figures beside their data."""


def forget_engines() -> None:
    """Let engines be created again."""
    for cache in CACHES:
        cache.cache_clear()


@pytest.fixture
def engines_of_the_page(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let no other test use the engines that a test adds."""
    monkeypatch.setattr(memory, "_provided", {})
    forget_engines()
    yield
    forget_engines()
