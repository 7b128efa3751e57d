"""Progress of a training on standard error: a bar on a terminal, otherwise a line at intervals."""

import time
from collections import deque
from math import fsum
from types import TracebackType
from typing import Self

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from knobel.sheets.console import PlainConsole
from knobel_lab.learning.training import Progress as Learned

RECENT = 10
"""Number of latest blocks whose mean score is shown."""
LINE_SECONDS = 10
"""Seconds between lines."""


class Reporter:
    """Reports the progress of a training up to a number of games."""

    def __init__(self, game: str, games: int) -> None:
        self.console = PlainConsole(stderr=True)
        self.games = games
        self.done: int | None = None
        self.first: Learned | None = None
        self.blocks: deque[tuple[int, float]] = deque(maxlen=RECENT)
        """Number of games and mean score of each block."""
        self.last_line = -float("inf")
        self.bar = Progress(
            TextColumn(game),
            BarColumn(),
            TaskProgressColumn(),
            MofNCompleteColumn(),
            TextColumn("score {task.fields[score]}"),
            TimeRemainingColumn(),
            console=self.console,
            disable=not self.console.is_terminal,
        )
        self.task = self.bar.add_task(game, total=games, score="-", start=False)

    @property
    def score(self) -> float:
        """Return the mean score of the latest blocks."""
        games = sum(count for count, _ in self.blocks)
        return fsum(count * mean for count, mean in self.blocks) / games

    def print_line(self, text: str) -> None:
        """Print a line."""
        self.console.print(text, soft_wrap=True)

    def __call__(self, learned: Learned) -> None:
        """Report a learned block."""
        if self.first is None:
            # Games from before a resumption do not count for the speed.
            self.first = learned
            self.bar.reset(self.task, completed=learned.games)
        else:
            assert self.done is not None, "there was a block before"
            self.blocks.append((learned.games - self.done, learned.mean))
        self.done = learned.games
        if not self.blocks:
            self.blocks.append((1, learned.mean))
        if not self.bar.disable:
            self.bar.update(self.task, completed=learned.games, score=f"{self.score:.2f}")
        elif time.monotonic() - self.last_line > LINE_SECONDS or learned.games >= self.games:
            self.last_line = time.monotonic()
            self.print_line(
                f"{learned.games:,} of {self.games:,} games, score {self.score:.2f}{self.time_left(learned)}"
            )

    def time_left(self, learned: Learned) -> str:
        """Return the remaining time in words; empty if it is unknown."""
        assert self.first is not None, "there was a block"
        games, seconds = learned.games - self.first.games, learned.seconds - self.first.seconds
        if not games or learned.games >= self.games:
            return ""
        minutes, rest = divmod(round(seconds / games * (self.games - learned.games)), 60)
        hours, minutes = divmod(minutes, 60)
        return f", {hours}:{minutes:02}:{rest:02} left"

    def result(self) -> str:
        """Return the final score in words; empty if no game was learned."""
        return f", the latest with a mean score of {self.score:.2f}" if self.blocks else ""

    def __enter__(self) -> Self:
        self.bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.bar.stop()
