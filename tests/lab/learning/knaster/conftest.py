from tests.engines.knaster.conftest import engine

__all__ = ["engine"]
