"""The services of the server's tests."""

from tests.server.conftest import postgres

__all__ = ["postgres"]
