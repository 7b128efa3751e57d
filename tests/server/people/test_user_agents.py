"""Names of browsers from real `User-Agent` headers."""

import pytest

from knobel.server.people.user_agents import browser_name

WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)"


@pytest.mark.parametrize(
    ("says", "name"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0", "Firefox, Linux"),
        (f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {WEBKIT} Chrome/150.0.0.0 Safari/537.36", "Chrome, Windows"),
        (f"Mozilla/5.0 (Windows NT 10.0) {WEBKIT} Chrome/150.0.0.0 Safari/537.36 Edg/150.0", "Edge, Windows"),
        (f"Mozilla/5.0 (Linux; Android 16) {WEBKIT} Chrome/150.0.0.0 Mobile Safari/537.36", "Chrome, Android"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Safari/604.1",
            "Safari, iPhone",
        ),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15",
            "Safari, Mac",
        ),
        ("curl/8.0", ""),
        ("", ""),
    ],
)
def test_browsers(says: str, name: str) -> None:
    assert browser_name(says) == name
