"""Content negotiation: the language of the page that a browser prefers (RFC 9110, section 12.5.4)."""

import re

from knobel.texts import DEFAULT, LANGUAGES, Language

RANGE = re.compile(
    r"\s*([a-z]{1,8}|\*)(?:-[a-z0-9-]*)?\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?))?\s*", re.IGNORECASE | re.ASCII
)
MAX_HEADER_LENGTH = 1_000
"""Length of a header that is read; browsers send less than 100 characters."""


def preferred_language(accepted: str) -> Language:
    """Return the language that an `Accept-Language` header prefers; its regions do not matter.

    Parts of the header that are malformed do not count.
    """
    weights: dict[str, float] = {}
    for part in accepted[:MAX_HEADER_LENGTH].split(","):
        if (found := RANGE.fullmatch(part)) is not None:
            language, weight = found[1].lower(), float(found[2] or 1)
            weights[language] = max(weight, weights.get(language, 0.0))
    order = list(weights)
    candidates = [
        (weights[name], -order.index(name), language)
        for language in (DEFAULT, *LANGUAGES)
        if weights.get(name := language if language in weights else "*", 0.0) > 0
    ]
    return max(candidates, key=lambda each: each[:2])[2] if candidates else DEFAULT
