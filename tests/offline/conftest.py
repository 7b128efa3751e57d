"""Fixtures for tests of the page without a server."""

import pytest


@pytest.fixture
def engines_of_the_page(native_engines: None) -> None:
    """Let no other test use the engines that a test adds."""
