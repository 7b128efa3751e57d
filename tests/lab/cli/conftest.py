from tests.cli.conftest import interrupts, run

__all__ = ["interrupts", "run"]
