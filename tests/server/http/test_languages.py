"""The page's language that a browser prefers."""

import pytest

from knobel.server.http.languages import preferred_language


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("de", "de"), ("DE-at,en;q=0.5", "de"), ("sv-SE,sv;q=0.9,it;q=0.8,en;q=0.7", "it"),
        ("en;q=0.3, it;q=0.9", "it"),
        ("sv, de;q=0.1", "de"), ("fr-CH, de;q=0.1", "fr"), ("", "en"), ("sv", "en"),
        ("*", "en"), ("en;q=0, *;q=0.5", "de"), ("de;q=0", "en"),
        ("en;q=0,de;q=0,it;q=0", "en"), ("sv, *;q=0.1, it;q=0.5", "it"), ("den", "en"), ("en-US@posix, it", "it"),
        ("de;q=2, it;q=0.2", "it"), ("de;q=x", "en"), (";;,,de", "de"), ("it,de", "it"), ("de;q=0.5,it;q=0.5", "de"),
        ("de ; q = 1.0", "de"), ("x" * 10_000 + ",de", "en"), ("\xff\xfe", "en"), ("de-CH-1996, en", "de"),
    ],
)  # fmt: skip
def test_the_preferred_language(accepted: str, language: str) -> None:
    assert preferred_language(accepted) == language
