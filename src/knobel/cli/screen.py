"""Where a terminal game is drawn and typed: colours and boxes on a terminal, plain lines in a pipe."""

import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

from rich.box import ASCII, SQUARE, Box
from rich.console import Console, RenderableType
from rich.text import Text

from knobel.phrases import Language, phrase
from knobel.sheets.drawing import COLOUR_STYLES

PIPS = {
    1: ("     ", "  ●  ", "     "),
    2: ("●    ", "     ", "    ●"),
    3: ("●    ", "  ●  ", "    ●"),
    4: ("●   ●", "     ", "●   ●"),
    5: ("●   ●", "  ●  ", "●   ●"),
    6: ("●   ●", "●   ●", "●   ●"),
}
PLAIN_WIDTH = 100


class Left(Exception):
    """Whoever plays has left: end of input, or an interrupt."""


class Lines(Console):
    """A console whose closed pipe is an error like that of any other stream."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


class Screen:
    """Output and input of a terminal game."""

    def __init__(self, language: Language = "en") -> None:
        self.language = language
        tty = sys.stdout.isatty() and not Console().is_dumb_terminal
        self.plain = not tty
        self.console = Lines(highlight=False, width=None if tty else PLAIN_WIDTH)
        self.interactive = sys.stdin.isatty()
        if self.interactive:
            # Where there is one, it gives `input` its line editing.
            with suppress(ImportError):
                import_module("readline")

    @property
    def box(self) -> Box:
        return ASCII if self.plain else SQUARE

    def show(self, *parts: RenderableType) -> None:
        """Print each part on lines of its own."""
        for part in parts:
            self.console.print(part)

    def say(self, text: str, style: str = "") -> None:
        """Print a line as it is."""
        self.console.print(Text(text, style))

    def ask(self, prompt: str) -> str:
        """A line that somebody types.

        :raises Left: at the end of input and at an interrupt.
        """
        try:
            if self.interactive and not self.plain:
                # Line editing has to know the prompt that it may redraw.
                return input(f"{prompt} ").strip()
            self.console.print(Text(prompt, "bold"), end=" ")
            sys.stdout.flush()
            line = input().strip()
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            raise Left from None
        if not self.interactive:
            # Nobody's keyboard has shown it.
            self.say(line)
        return line

    def dice(self, faces: Sequence[int], letters: str = "") -> RenderableType:
        """Dice as they lie there; `letters` are their colours, if they have any."""
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
