"""Output and input of terminal games: colours and boxes on a terminal, plain lines in a pipe."""

import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

from rich.box import ASCII, SQUARE, Box
from rich.console import RenderableType
from rich.text import Text

from knobel.phrases import phrase
from knobel.sheets.console import PlainConsole
from knobel.sheets.drawing import COLOUR_STYLES
from knobel.texts import Language

PIPS = {
    1: ("     ", "  ●  ", "     "),
    2: ("●    ", "     ", "    ●"),
    3: ("●    ", "  ●  ", "    ●"),
    4: ("●   ●", "     ", "●   ●"),
    5: ("●   ●", "  ●  ", "●   ●"),
    6: ("●   ●", "●   ●", "●   ●"),
}
PLAIN_WIDTH = 100
NUMBER_WIDTH = 5
"""Columns of the number before an event."""


class PlayerQuit(Exception):
    """The player has left: end of input or an interrupt."""


class PipeConsole(PlainConsole):
    """Rich console that raises `BrokenPipeError` on a closed pipe, as other streams do."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


class Screen:
    """Output and input of a terminal game."""

    def __init__(self, language: Language = "en") -> None:
        self.language = language
        tty = sys.stdout.isatty() and not PlainConsole().is_dumb_terminal
        self.plain = not tty
        self.console = PipeConsole(width=None if tty else PLAIN_WIDTH)
        self.interactive = sys.stdin.isatty()
        if self.interactive:
            # If it is installed, this module adds line editing to `input`.
            with suppress(ImportError):
                import_module("readline")

    @property
    def box(self) -> Box:
        return ASCII if self.plain else SQUARE

    def show(self, *parts: RenderableType) -> None:
        """Print each part on separate lines."""
        for part in parts:
            self.console.print(part)

    def print_line(self, text: str, style: str = "", indent: int = 0) -> None:
        """Print a line without interpreting markup.

        :param indent: number of columns by which the lines are indented that a narrow terminal makes of it.
        """
        lines = Text(text[indent:], style).wrap(self.console, max(self.console.width - indent, 1))
        self.console.print(Text(text[:indent], style) + Text(f"\n{' ' * indent}").join(lines))

    def ask(self, prompt: str) -> str:
        """Return a line that the user types.

        :raises PlayerQuit: at the end of input and at an interrupt.
        """
        try:
            if self.interactive and not self.plain:
                # Line editing redraws the prompt, so it must know it.
                return input(f"{prompt} ").strip()
            self.console.print(Text(prompt, "bold"), end=" ")
            sys.stdout.flush()
            line = input().strip()
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            raise PlayerQuit from None
        if not self.interactive:
            # Input that does not come from a keyboard is not echoed.
            self.print_line(line)
        return line

    def dice(self, faces: Sequence[int], letters: str = "") -> RenderableType:
        """Return drawn dice; `letters` are their colours, if they have any."""
        if self.plain:
            labels = letters or " " * len(faces)
            return Text(
                f"{phrase(self.language, 'Dice:')} "
                + " ".join(f"{label.strip()}{face}" for label, face in zip(labels, faces, strict=True))
            )
        drawn = Text()
        for line in range(5):
            for i, face in enumerate(faces):
                letter = letters[i] if letters else "─"
                part = ("╭───────╮", *(f"│ {pips} │" for pips in PIPS[face]), f"╰───{letter}───╯")[line]
                drawn.append(part, COLOUR_STYLES[letter] if letters else "bold")
                drawn.append("  ")
            drawn.append("\n" if line < 4 else "")
        return drawn
