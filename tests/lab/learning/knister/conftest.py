from tests.engines.knister.conftest import random_values

__all__ = ["random_values"]
