"""Texts that the coach shares with the page, which are in the page's catalogues."""

from collections.abc import Iterator, Mapping

from knobel.texts import DEFAULT, Language, messages, own_messages

COMMON, CHOICE, REVIEW = "pages/common", "pages/choice", "pages/review"
CATALOGUES = COMMON, CHOICE, REVIEW
WORDS = "field.", "die.", "list.and"
"""Beginnings of the keys that are the same in `COMMON`. The keys of `CHOICE` are those of actions."""
REVIEW_KEYS = {
    "explain.start": "explain_start",
    "explain.own": "explain_decisions",
    "explain.correction": "explain_correction",
    "explain.total": "explain_sum",
    "explain.risk": "explain_risk",
    "explain.pace": "explain_pace",
    "explain.attacks": "explain_attacks",
    "page.risk": "risk",
    "page.pace": "pace",
    "page.attacks": "attacks",
    "page.ledger": "fortune",
    "page.start": "start",
    "page.luck": "luck",
    "page.own": "decisions",
    "page.unknown": "unknown",
    "page.correction": "correction",
    "page.final": "result",
    "page.spread": "explain_spread",
    "page.spread_of": "explain_spread_of",
    "lesson.moments": "moments",
}
"""The keys of `REVIEW`, by those of the coach."""
SOFT_HYPHEN = "\N{SOFT HYPHEN}"


def keys_of(catalogue: str) -> Mapping[str, str]:
    """Return the keys of a catalogue of the page that the coach shares, by the coach's own keys."""
    keys = own_messages(DEFAULT, catalogue)
    if catalogue == REVIEW:
        return REVIEW_KEYS
    if catalogue == CHOICE:
        return {f"action.{key}": key for key in keys}
    return {key: key for key in keys if key.startswith(WORDS)}


def shared_messages(language: Language) -> Iterator[tuple[str, str]]:
    """Yield the messages that the coach shares with the page, by its own keys; in English if the language lacks one."""
    for catalogue in CATALOGUES:
        found = messages(language, catalogue)
        for own, key in keys_of(catalogue).items():
            yield own, found[key].replace(SOFT_HYPHEN, "")
