"""Check the catalogues of texts, and list what languages lack.

Every message must be one, with the arguments of the German message, and every key must be a German one. Languages that
`language.json` calls complete lack nothing; of the others the number of missing texts is printed.
"""

import sys
from collections.abc import Iterator

from knobel.texts import FOLDER, LANGUAGES, description, own_messages
from knobel.texts.icu import Argument, BadMessage, Message, parsed, shown

REFERENCE = "de"


def catalogues(language: str) -> list[str]:
    """Return the names of the catalogues that a language has."""
    folder = FOLDER / language
    found = (file.relative_to(folder).with_suffix("").as_posix() for file in folder.glob("**/*.json"))
    return sorted(name for name in found if name != "language")


def faults(language: str) -> Iterator[str]:
    """Yield what is wrong with the catalogues of a language."""
    for name in sorted({*catalogues(language), *catalogues(REFERENCE)}):
        reference, own = own_messages(REFERENCE, name), own_messages(language, name)
        for key, message in own.items():
            if key not in reference:
                yield f"{language}/{name}: German lacks {key!r}"
            elif not message.strip():
                yield f"{language}/{name}: {key!r} is empty"
            else:
                yield from (f"{language}/{name}: {key!r}: {fault}" for fault in faults_of(message, reference[key]))
    if description(language)["complete"]:
        for name, keys in missing(language).items():
            yield f"{language}/{name} lacks {', '.join(keys)}"


def faults_of(message: str, reference: str) -> Iterator[str]:
    """Yield what is wrong with a message, compared with the one in German."""
    try:
        parts = parsed(message)
    except BadMessage as error:
        yield str(error)
        return
    if wrong := set(shown(parts)) ^ set(shown(parsed(reference))):
        yield f"the arguments are not those of {reference!r}: {', '.join(sorted(wrong))}"
    if any(part.kind == "plural" and part.forms.keys() != {"one", "other"} for part in selecting(parts)):
        yield "a plural has the forms one and other"


def selecting(message: Message) -> Iterator[Argument]:
    """Yield the arguments of a message that select a form."""
    for part in message:
        if isinstance(part, Argument) and part.forms:
            yield part
            for form in part.forms.values():
                yield from selecting(form)


def missing(language: str) -> dict[str, list[str]]:
    """Return the keys that a language lacks, by catalogue."""
    keys = {name: own_messages(REFERENCE, name).keys() - own_messages(language, name) for name in catalogues(REFERENCE)}
    return {name: sorted(found) for name, found in keys.items() if found}


def main() -> None:
    """:raises SystemExit: if something is wrong."""
    found = [fault for language in LANGUAGES for fault in faults(language)]
    folders = {file.parent.name for file in FOLDER.glob("*/language.json")}
    if folders != set(LANGUAGES):
        found.append(f"knobel.texts.Language and the folders differ: {', '.join(folders ^ set(LANGUAGES))}")
    total = sum(len(own_messages(REFERENCE, name)) for name in catalogues(REFERENCE))
    for language in LANGUAGES:
        if lacking := missing(language):
            counts = ", ".join(f"{name} {len(keys)}" for name, keys in lacking.items())
            print(f"{language} lacks {sum(map(len, lacking.values()))} of {total} texts: {counts}")
    if found:
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main()
