"""Docstrings name errors, modules and functions that exist; tests have plain names."""

import ast
import builtins
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = ("src", "lab", "tools", "manual")
RAISES = re.compile(r":raises ([^:]+):")
REFERENCES = re.compile(r"\b[Ss]ee `([A-Za-z_][\w.]*)`|`(knobel(?:\.\w+)+)`")
"""Names after "see", and full names of parts of the package."""
TEST = re.compile(r"^ *(?:async )?def (test_\w+)", re.MULTILINE)
PRONOUNS = re.compile(r"^test_(what|who)_|_(told|nobody|somebody|anybody|whoever|whatever|anew)(_|$)|_in_vain")
"""Words with which the name of a test does not say what it is about."""


class Module:
    """The names that a module defines or imports, and the attributes of its classes."""

    def __init__(self, path: Path) -> None:
        self.path = path.relative_to(ROOT)
        parts = self.path.with_suffix("").parts
        self.name = ".".join(part for part in parts if part not in ("lab", "src", "__init__"))
        tree = ast.parse(path.read_text(encoding="utf-8"))
        self.names = names_in(tree.body)
        self.classes: dict[str, set[str]] = {}
        self.docstrings: list[tuple[str, str]] = []
        """The strings that stand alone, with their places: docstrings, also those of attributes."""
        self.unknown_parameters: list[str] = []
        """Documented parameters that a function does not have."""
        for node in ast.walk(tree):
            match node:
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    named = {each.arg for each in ast.walk(node.args) if isinstance(each, ast.arg)}
                    documented = re.findall(r":param (\w+):", ast.get_docstring(node) or "")
                    self.unknown_parameters += [
                        f"{self.path}: {name}: {each}" for each in documented if each not in named
                    ]
                case ast.ClassDef(name=name, body=body):
                    self.classes[name] = names_in(body)
                case ast.Import(names=names) | ast.ImportFrom(names=names):
                    # Also those inside functions.
                    self.names |= {(each.asname or each.name).partition(".")[0] for each in names}
                case ast.Expr(value=ast.Constant(value=str(text))):
                    self.docstrings.append((f"{self.path}:{node.lineno}", text))

    def binds(self, names: list[str]) -> bool:
        """True if the names, each an attribute of the one before, lead from the module to something."""
        match names:
            case []:
                return True
            case [name]:
                return name in self.names or name in self.classes or f"{self.name}.{name}" in modules()
            case [name, attribute]:
                return attribute in self.classes.get(name, ())
        return False


def names_in(body: list[ast.stmt]) -> set[str]:
    """Return the names that the body of a module or class binds, with the attributes that `__init__` sets."""
    found: set[str] = set()
    for statement in body:
        match statement:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
                if name != "__init__":
                    continue
        for node in ast.walk(statement):
            match node:
                case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                    found.add(name)
                case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                    found.add(name)
    return found


@cache
def modules() -> dict[str, Module]:
    """Return all modules by name."""
    return {module.name: module for folder in FOLDERS for module in map(Module, sorted((ROOT / folder).rglob("*.py")))}


@cache
def package() -> list[Module]:
    """Return the modules of the package."""
    return [module for name, module in modules().items() if name.startswith("knobel")]


@cache
def classes() -> set[str]:
    """Return the names of the package's classes."""
    return {name for module in package() for name in module.classes}


def is_error(module: Module, name: str) -> bool:
    """True if a module can mean a class by a name: its own, an imported, a built-in one, or one of the package."""
    first, *rest = name.split(".")
    return first in module.names or (
        not rest and (name in classes() or isinstance(getattr(builtins, name, None), type))
    )


def exists(module: Module, name: str) -> bool:
    """True if a name leads to something from the module, one of its classes, or any module of the package."""
    names = name.split(".")
    if module.binds(names) or any(names == [each] for known in module.classes.values() for each in known):
        return True
    for end in range(len(names) + 1):
        path = "." + ".".join(names[:end]) if end else ""
        if any(f".{other.name}".endswith(path) and other.binds(names[end:]) for other in package()):
            return True
    return name in modules()


def test_docstrings_name_errors_that_exist() -> None:
    wrong = [
        f"{place}: {name}"
        for module in modules().values()
        for place, text in module.docstrings
        for names in RAISES.findall(text)
        for name in re.split(r", | or ", names)
        if not is_error(module, name)
    ]
    assert wrong == []


def test_docstrings_document_parameters_that_exist() -> None:
    assert [each for module in modules().values() for each in module.unknown_parameters] == []


def test_docstrings_refer_to_names_that_exist() -> None:
    wrong = [
        f"{place}: {name}"
        for module in modules().values()
        for place, text in module.docstrings
        for name in filter(None, (each for match in REFERENCES.findall(text) for each in match))
        if not exists(module, name)
    ]
    assert wrong == []


def test_tests_are_named_after_their_subject() -> None:
    tests = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        for name in TEST.findall(path.read_text(encoding="utf-8"))
        if PRONOUNS.search(name)
    ]
    assert tests == []


def test_wrong_names_are_noticed() -> None:
    module = modules()["knobel.games"]
    for name in ("Refused", "ValueError", "GAMES"):
        assert is_error(module, name), name
    for name in ("NobodyLeft", "print", "Refused.reason"):
        assert not is_error(module, name), name
    for name in ("GAMES", "knobel.games.make", "games.make", "tables.refusals.Refused", "knobel.tables"):
        assert exists(module, name), name
    for name in ("network.household", "knobel.games.nothing", "knobel.server.api", "Refused.nothing", "nothing"):
        assert not exists(module, name), name
