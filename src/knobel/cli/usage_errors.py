"""Messages for invalid arguments, in place of those of Typer and Pydantic."""

import re
from math import isnan
from typing import Any

from typer.exceptions import TyperException

from knobel.cli.arguments import did_you_mean

BOUNDS = {
    "greater_than": ("gt", "more than"),
    "greater_than_equal": ("ge", "at least"),
    "less_than": ("lt", "less than"),
    "less_than_equal": ("le", "at most"),
}
"""Name and wording of a bound, by Pydantic's error type."""
KINDS = {"int": "a whole number", "float": "a number", "bool": "true or false"}
"""Expected kind of value, by the first part of Pydantic's error type."""


def describe_error(error: TyperException) -> str:
    """Return one line with the problem and the help command to read."""
    # The classes are private to Typer; their names are Click's and have been stable for a decade.
    kind = type(error).__name__
    details: Any = error
    context = getattr(error, "ctx", None)
    match kind:
        case "MissingParameter":
            text = f"{parameter_name(details.param)} is missing"
        case "NoSuchOption":
            close = did_you_mean(details.option_name, details.possibilities or ())
            text = f"there is no option {details.option_name}{close}"
        case "BadOptionUsage":
            takes_none = "does not take" in error.message
            text = f"{details.option_name} {'takes no value' if takes_none else 'needs a value'}"
        case "BadParameter" if details.param is not None:
            return f"{source_name(details.param, context)}: {describe_bad_value(error)}"
        case "UsageError" if found := re.fullmatch(
            r"No such command '(.*?)'\..*|No such command '(.*)'", error.message
        ):
            word = found[1] or found[2]
            commands = getattr(getattr(context, "command", None), "commands", {})
            text = f"there is no command {word!r}{did_you_mean(word, commands)}"
        case "UsageError" if found := re.fullmatch(r"Got unexpected extra argument.*? \((.*)\)", error.message):
            text = f"too many arguments: {found[1]}"
        case _:
            return error.format_message()
    return text if context is None else f"{text}; see {context.command_path} --help"


def parameter_name(param: Any) -> str:
    """Return a parameter as the user writes it: `--seats` or `FILE`."""
    if param.param_type_name == "option":
        return str(max(param.opts, key=len))
    return str(param.metavar or param.name.upper())


def source_name(param: Any, context: Any) -> str:
    """Return the origin of a parameter's value: the parameter, or the environment variable that replaces it."""
    source = None if context is None else context.get_parameter_source(param.name)
    if source is None or source.name != "ENVIRONMENT":
        return parameter_name(param)
    return str(param.envvar or f"{context.auto_envvar_prefix}_{param.name.upper()}")


def describe_bad_value(error: TyperException) -> str:
    """Return why a value is refused."""
    cause: Any = error.__cause__
    if not hasattr(cause, "errors"):
        return error.message
    problem = cause.errors()[0]
    kind = problem["type"]
    if kind in BOUNDS:
        bound, wording = BOUNDS[kind]
        limit = float(problem["ctx"][bound])
        if not isnan(float(problem["input"])):
            return f"must be {wording} {int(limit) if limit.is_integer() else limit}, not {problem['input']}"
        kind = "float_parsing"
    expected = KINDS.get(kind.partition("_")[0])
    if expected is not None:
        return f"must be {expected}, not {problem['input']!r}"
    if kind == "value_error":
        return str(problem["ctx"]["error"]).rstrip(".")
    return f"{problem['input']!r} is not valid"
