"""Parts of the server process, which route handlers receive by the name of a parameter.

`app` constructs the parts and puts them into the application's state.
"""

from collections.abc import Callable, Iterable
from typing import Annotated, Any, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

from litestar import Request
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.params import QueryParameter, SkipValidation

T = TypeVar("T")

AnyRequest: TypeAlias = Request[Any, Any, Any]
Part: TypeAlias = NamedDependency[SkipValidation[T]]
"""A parameter of a route handler: a part of the process, or an object that the request refers to."""
Number: TypeAlias = Annotated[int, QueryParameter(ge=0, le=2**31 - 1)]
"""A number that fits into a column of the database."""
OptionText: TypeAlias = Annotated[str, QueryParameter(max_length=1000)]


def parts_in(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the types of the parameters of a function that are annotated as `Part`."""
    hints = get_type_hints(function, include_extras=True)
    _, *marks = get_args(Part)
    annotated = {name: get_args(hint) for name, hint in hints.items() if get_origin(hint) is Annotated}
    return {name: part for name, (part, *found) in annotated.items() if found == marks}


def parts_provided(names: Iterable[str]) -> dict[str, Provide]:
    """Return the dependencies that hand parts of the application's state to route handlers."""
    return {name: Provide(_reader(name), sync_to_thread=False) for name in names}


def _reader(name: str) -> Callable[[State], Any]:
    def read(state: State) -> Any:
        return state[name]

    return read
