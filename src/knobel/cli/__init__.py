"""The command line: `knobel --help` lists its commands.

Large packages are imported only by the commands that need them.
"""

import os
import signal
import sys
from collections.abc import Sequence
from io import StringIO, TextIOWrapper

__all__ = ["main"]

EXIT_ERROR = 2
EXIT_INTERRUPTED = 130
EXIT_TERMINATED = 143
EXIT_CLOSED_PIPE = 141
"""Exit status that shells report for a program ended by a closed pipe (128 + SIGPIPE)."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command and exit. Errors that the caller can correct give status 2 and one line on standard error."""
    end_on_sigterm()
    try:
        sys.exit(run(arguments))
    except KeyboardInterrupt:
        sys.exit(EXIT_INTERRUPTED)
    except Terminated:
        # Service managers count the end by this signal as success, but not a status that stands for it.
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.raise_signal(signal.SIGTERM)


class Terminated(SystemExit):
    """The process was asked to end by SIGTERM."""


def end_on_sigterm() -> None:
    """End on SIGTERM by an exception, so that a command deletes the file that it has not finished."""

    def end(*_: object) -> None:
        raise Terminated(EXIT_TERMINATED)

    if signal.getsignal(signal.SIGTERM) == signal.SIG_DFL:
        signal.signal(signal.SIGTERM, end)


def run(arguments: Sequence[str] | None) -> int:
    """Run a command and return its exit status. A missing package is reported in one line."""
    # More threads do not speed up products of small matrices; the threads would only wait for each other.
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    prepare_streams()
    if list(sys.argv[1:] if arguments is None else arguments) == ["--version"]:
        # Works without the packages that commands need.
        from knobel.cli.version import print_version

        print_version()
        return 0
    try:
        return run_installed(arguments)
    except ModuleNotFoundError as error:
        from knobel.optional_packages import not_installed

        if (message := not_installed(error)) is None:
            raise
        print_error(message)
        return EXIT_ERROR


def run_installed(arguments: Sequence[str] | None) -> int:
    """Run a command and return its exit status.

    :raises ModuleNotFoundError: if a package is not installed.
    """
    import typer
    from typer.exceptions import Abort, TyperException

    from knobel.cli.app import app
    from knobel.cli.usage_errors import describe_error
    from knobel.core import BadSetup, Illegal
    from knobel.notation import BadRecord
    from knobel.unicode_text import BadText

    status: object = 0
    try:
        arguments = sys.argv[1:] if arguments is None else list(arguments)
        check_text(arguments)
        command = typer.main.get_command(app)
        status = command.main(arguments, prog_name="knobel", standalone_mode=False)
        sys.stdout.flush()
    except (TyperException, BadSetup, BadRecord, BadText, Illegal) as error:
        if type(error).__name__ == "NoArgsIsHelpError":
            show_help(str(error))
        else:
            print_error(describe_error(error) if isinstance(error, TyperException) else str(error))
        status = EXIT_ERROR
    except Abort:
        status = EXIT_INTERRUPTED
    except SystemExit as end:
        # Typer turns a closed pipe into status 1.
        if not isinstance(end.__context__, BrokenPipeError):
            raise
        discard_output()
        status = EXIT_CLOSED_PIPE
    except BrokenPipeError:
        discard_output()
        status = EXIT_CLOSED_PIPE
    except OSError as error:
        print_error(": ".join(str(part) for part in (error.filename, error.strerror or error) if part))
        discard_output()
        status = EXIT_ERROR
    return status if isinstance(status, int) else 0


def check_text(arguments: Sequence[str]) -> None:
    """Refuse arguments and environment variables that are not UTF-8. Python keeps their bytes as surrogates.

    :raises BadText: if an argument or variable is not UTF-8.
    """
    from knobel.unicode_text import BadText, checked

    texts = {f"argument {number}": argument for number, argument in enumerate(arguments, 1)}
    texts |= {name: value for name, value in os.environ.items() if name.startswith("KNOBEL_")}
    for name, text in texts.items():
        try:
            checked(text)
        except BadText:
            raise BadText(f"{name} is not UTF-8 text") from None


def prepare_streams() -> None:
    """Replace undecodable and unencodable characters in the standard streams; a closed stream counts as empty.

    Output into a file or a pipe is UTF-8 on every system: that is what other programs and documents expect.
    """
    if sys.stdin is None:
        sys.stdin = StringIO()
    if sys.stdout is None:
        sys.stdout = StringIO()
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "replace"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, TextIOWrapper):
            redirected = stream is not sys.stdin and not stream.isatty()
            stream.reconfigure(encoding="utf-8" if redirected else None, errors=errors)


def print_error(message: str) -> None:
    """Write one line to standard error. Text of a file in the message must not steer the terminal."""
    from knobel.display_text import visible

    if sys.stderr is not None:
        sys.stderr.write(f"knobel: {' '.join(visible(message).split())}\n")


def show_help(text: str) -> None:
    """Print the help of a group of commands on standard error."""
    if sys.stderr is not None:
        sys.stderr.write(f"{text.rstrip()}\n")


def discard_output() -> None:
    """Discard buffered output, so that the interpreter's last flush does not fail on the closed pipe."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
