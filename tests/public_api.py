"""The public API as text: every name, with its signature, of the modules that the reference documents.

    make api            # python -m tests.public_api: write tests/public_api.txt

The source is read, not imported, so the text is the same with every version of Python and needs no optional package.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import griffe

ROOT = Path(__file__).parents[1]
STORED = Path(__file__).with_suffix(".txt")
DIRECTIVE = re.compile(r"^::: (knobel[\w.]*)$", re.MULTILINE)
SPECIAL_METHODS = {
    "__init__",
    "__call__",
    "__enter__",
    "__exit__",
    "__iter__",
    "__len__",
    "__getitem__",
    "__contains__",
}


def public_modules() -> list[str]:
    """Return the modules that the reference documents."""
    pages = sorted((ROOT / "docs" / "reference").glob("*.md"))
    found = {name for page in pages for name in DIRECTIVE.findall(page.read_text(encoding="utf-8"))}
    return sorted(name for name in found if is_module(name))


def is_module(name: str) -> bool:
    """True if there is a source file or a package of this name."""
    path = ROOT / "src" / name.replace(".", "/")
    return path.is_dir() or path.with_suffix(".py").is_file()


def public_api() -> Iterator[str]:
    """Yield one line for each public name, sorted within its module."""
    for path, meant in public_names():
        yield from described(path, meant)


def public_names() -> Iterator[tuple[str, griffe.Object | griffe.Alias]]:
    """Yield the path and the meaning of each public name, sorted within its module."""
    knobel = griffe.load("knobel", search_paths=[ROOT / "src"])
    for module in public_modules():
        found = knobel if module == "knobel" else knobel[module.removeprefix("knobel.")]
        assert isinstance(found, griffe.Module)
        for name in sorted(map(str, found.exports or ())):
            yield f"{module}.{name}", exported(found, name)


def exported(module: griffe.Module, name: str) -> griffe.Object | griffe.Alias:
    """Return what a name of a module means. A submodule of the same name, which Griffe prefers, is not meant."""
    found = module.members[name]
    if not found.is_module:
        return found
    if name in found.members:
        return found.members[name]
    source = Path(str(module.filepath))
    return griffe.visit(module.path, filepath=source, code=source.read_text(encoding="utf-8")).members[name]


def described(path: str, found: griffe.Object | griffe.Alias) -> Iterator[str]:
    """Yield the lines of a name and, if it is a class, of its members."""
    target = found.final_target if isinstance(found, griffe.Alias) else found
    deprecated = " (deprecated)" if target.deprecated or "deprecated" in decorators(target) else ""
    match target:
        case griffe.Function():
            yield f"{path}{signature(target)}{deprecated}"
        case griffe.Attribute():
            yield f"{path}{described_type(target)}{deprecated}"
        case griffe.Class():
            bases = ", ".join(str(base) for base in target.bases)
            yield f"class {path}({bases}){deprecated}"
            members = {**target.inherited_members, **target.members}
            for name in sorted(members):
                if not name.startswith("_") or name in SPECIAL_METHODS:
                    yield from described(f"{path}.{name}", members[name])


def signature(function: griffe.Function) -> str:
    """Return the parameters and the result of a function as in its definition."""
    text = str(function.signature()).removeprefix(function.name)
    return text if "property" not in function.labels else text.rpartition(" -> ")[2]


def described_type(attribute: griffe.Attribute) -> str:
    """Return the annotation of an attribute, or the value of a constant that has none."""
    if attribute.annotation is not None:
        return f": {attribute.annotation}"
    return f" = {attribute.value}" if attribute.name.isupper() and is_literal(str(attribute.value)) else ""


def is_literal(value: str) -> bool:
    """True if this source is a number, a text or the like, not a computation."""
    try:
        ast.literal_eval(value)
    except ValueError:
        return False
    return True


def decorators(found: griffe.Object) -> set[str]:
    """Return the names of the decorators of a function or class."""
    listed = found.decorators if isinstance(found, griffe.Function | griffe.Class) else []
    return {decorator.callable_path.rpartition(".")[2] for decorator in listed}


if __name__ == "__main__":
    STORED.write_text("".join(f"{line}\n" for line in public_api()), encoding="utf-8")
