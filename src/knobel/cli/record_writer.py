"""Writes a game's record during the game, so that an interrupted game is not lost."""

from pathlib import Path
from types import TracebackType
from typing import Self, TextIO

from knobel.cli.files import describe_os_error
from knobel.core import BadSetup, Event
from knobel.notation import Record, dump_line, dumps, event_data


class Recorder:
    """Record file that grows event by event; without a path nothing is written."""

    def __init__(self, path: Path | None, *, resume: bool = False) -> None:
        """Open a new file, or an existing one to resume.

        :raises BadSetup: if the file cannot be opened, or a new file exists already.
        """
        self.path = path
        self.file: TextIO | None = None
        if path is not None:
            try:
                self.file = path.open("a" if resume else "x", encoding="utf-8")
            except FileExistsError:
                raise BadSetup(f"{path} already exists: choose another file to save to") from None
            except OSError as error:
                raise BadSetup(f"cannot save to {path}: {describe_os_error(error)}") from None

    def begin(self, record: Record) -> None:
        self._write(dumps(record))

    def add(self, event: Event) -> None:
        self._write(dump_line(event_data(event)))

    def _write(self, text: str) -> None:
        if self.file is None:
            return
        try:
            self.file.write(text)
            self.file.flush()
        except OSError as error:
            raise BadSetup(f"cannot save to {self.path}: {describe_os_error(error)}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.file is not None:
            self.file.close()
