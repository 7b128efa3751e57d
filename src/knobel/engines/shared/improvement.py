"""The difference between the best play known to the coach and that of its rollouts."""

from typing import NamedTuple


class Improvement(NamedTuple):
    """Points by which the coach's best entry is better than that of a playout, a mean over all entries.

    It is `per_entry` on a sheet that is expected to end with `usual_points`, and higher by `per_point` for each point
    below. It is linear in the points, so that the mean after a roll still equals the value before it.
    """

    per_entry: float
    per_point: float
    usual_points: float

    def add(self, points: float, entries: int) -> float:
        """Return the final points expected by the coach, from those of playouts.

        :param entries: the number of entries to come whose values are not exact.
        """
        return points + entries * (self.per_entry + self.per_point * (self.usual_points - points))
