"""Runs this project's tests inside the page's worker, without pytest: `run_module` is called there.

It knows the parts of pytest that these tests use. A test that needs something else is skipped.
"""

import contextlib
import importlib
import re
import sys
import types
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any


class Skipped(BaseException):
    """The test needs something that there is not in a browser."""


class Marks:
    """`pytest.mark`: only `parametrize` has an effect."""

    def parametrize(self, names: Any, values: Any, **_: Any) -> Any:
        split = tuple(part.strip() for part in names.split(",")) if isinstance(names, str) else tuple(names)
        single = isinstance(names, str) and "," not in names
        cases = [dict(zip(split, (value,) if single else value, strict=True)) for value in values]

        def mark(test: Any) -> Any:
            test.cases = [*getattr(test, "cases", []), cases]
            return test

        return mark

    def __getattr__(self, name: str) -> Any:
        return lambda *args, **_: args[0] if args and callable(args[0]) else lambda test: test


class Caught:
    value: BaseException


@contextlib.contextmanager
def raises(kind: Any, match: str | None = None) -> Iterator[Caught]:
    caught = Caught()
    try:
        yield caught
    except kind as error:
        caught.value = error
    else:
        raise AssertionError(f"no {kind}")
    assert match is None or re.search(match, str(caught.value)), f"{caught.value} does not match {match}"


def param(*values: Any, **_: Any) -> Any:
    return values[0] if len(values) == 1 else values


def fixture(*args: Any, **_: Any) -> Any:
    return args[0] if args and callable(args[0]) else lambda test: test


def missing(*_: Any, **__: Any) -> Any:
    raise Skipped


pytest = types.ModuleType("pytest")
vars(pytest).update(
    mark=Marks(),
    param=param,
    raises=raises,
    fixture=fixture,
    skip=missing,
    approx=lambda value, **_: value,
    MonkeyPatch=object,
)
job = types.ModuleType("knobel.server.compute.job")
vars(job).update(position_type=missing)


def run_module(name: str, setups: Sequence[str] = ()) -> tuple[int, int, list[str]]:
    """Run the tests of a module. Return the numbers of tests that passed and were skipped, and the failures.

    :param setups: parameters to use, as text; all by default.
    """
    sys.modules.update({"pytest": pytest, "knobel.server.compute.job": job})
    module = importlib.import_module(name)
    passed, skipped, failures = 0, 0, list[str]()
    for title, test in list(vars(module).items()):
        if not title.startswith("test_"):
            continue
        for parts in product(*getattr(test, "cases", [])):
            case = {key: value for part in parts for key, value in part.items()}
            if setups and "seats" in case and str((case["name"], case["options"], case["seats"])) not in setups:
                continue
            try:
                test(**case)
                passed += 1
            except (Skipped, TypeError) as error:
                if isinstance(error, TypeError) and "missing" not in str(error):
                    failures.append(f"{title} {case}: {error!r}")
                skipped += 1
            except Exception as error:  # noqa: BLE001 -- reported
                failures.append(f"{title} {case}: {error!r}"[:500])
    return passed, skipped, failures
