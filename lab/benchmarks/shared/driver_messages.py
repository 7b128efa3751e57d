"""The parts of messages that the drivers of benchmarks need to act for players."""

import msgspec


class Turn(msgspec.Struct):
    """The fields of a turn that the driver needs."""

    kind: str
    may_roll: bool = False


class Choice(msgspec.Struct):
    """The fields of a choice that the driver needs."""

    action: str


class Position(msgspec.Struct):
    """The fields of a position that the driver needs."""

    at: int
    turn: Turn
    choices: list[Choice]
    scores: list[int]

    @property
    def stage(self) -> tuple[int, str]:
        """Return the values that are the same for all players once they have the same state."""
        return self.at, self.turn.kind
