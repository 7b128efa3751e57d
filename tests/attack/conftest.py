"""The services of the server's tests."""

from tests.server.conftest import postgres, redis

__all__ = ["postgres", "redis"]
