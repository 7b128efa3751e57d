"""The part of each limit that this process grants.

Every process counts separately. It divides each limit by the number of living processes, so that all of them together
grant as much as a single process would, and no process needs the counts of another.
"""


class ProcessShare:
    """Divides limits by the number of living processes."""

    def __init__(self) -> None:
        self.processes = 1
        """The number of living processes that share the database, this one included."""

    def of(self, limit: int, at_least: int = 1) -> int:
        """Return the part of a limit that this process grants: `at_least` that much, but no more than the limit."""
        return max(limit // self.processes, min(at_least, limit))


process_share = ProcessShare()
"""The share of this process, set by its heartbeats."""
