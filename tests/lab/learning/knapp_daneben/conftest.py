from tests.engines.knapp_daneben.conftest import random_values

__all__ = ["random_values"]
