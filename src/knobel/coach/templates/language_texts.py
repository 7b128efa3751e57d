"""The texts of a language in one namespace, joined from the modules of its package."""

from types import ModuleType, SimpleNamespace
from typing import Any, TypeAlias

Texts: TypeAlias = SimpleNamespace
"""The constants of a language, and `SENTENCES`: a template for each kind of reason; a pair is for singular and plural.
"""


def language_texts(words: ModuleType, review: ModuleType, *reasons: ModuleType) -> Texts:
    """Return the texts of a language.

    :param words: the words that the figures of reasons become; its constants are taken, as are those of `review`.
    :param reasons: modules of which each has one constant with the templates of some kinds of reasons.
    """
    sentences = {kind: text for part in reasons for each in constants(part).values() for kind, text in each.items()}
    return Texts(**constants(words), **constants(review), SENTENCES=sentences)


def constants(module: ModuleType) -> dict[str, Any]:
    """Return the constants of a module by name."""
    return {name: value for name, value in vars(module).items() if name.isupper()}
