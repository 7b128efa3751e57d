"""The mailbox for phones that connect to each other."""

from collections.abc import Iterator

import httpx
import pytest

from knobel.server.phones.mailbox import KEPT_S, MAX_BYTES, MAX_MESSAGES, Mailbox
from knobel.tables.refusals import Refused
from tests.server.client import Server, running

ADDRESS = "0123456789abcdef" * 4
ELSEWHERE = {"origin": "https://games.example"}


@pytest.fixture(scope="module")
def with_mailbox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("mailbox"), mailbox=True, root_path="/games") as server:
        yield server


def test_a_message_is_kept_for_two_minutes() -> None:
    now = 0.0
    mailbox = Mailbox(lambda: now)
    assert mailbox.find(ADDRESS) is None
    assert mailbox.put(ADDRESS, b"one")
    now = KEPT_S - 1
    assert mailbox.put(ADDRESS, b"one")
    assert not mailbox.put(ADDRESS, b"two")
    assert mailbox.find(ADDRESS) == b"one"
    now = KEPT_S
    assert mailbox.find(ADDRESS) is None
    assert mailbox.put(ADDRESS, b"two")


def test_the_mailbox_has_a_size() -> None:
    now = 0.0
    mailbox = Mailbox(lambda: now)
    for number in range(MAX_MESSAGES):
        assert mailbox.put(str(number), b"")
    with pytest.raises(Refused):
        mailbox.put(ADDRESS, b"")
    now = KEPT_S
    assert mailbox.put(ADDRESS, b"")


def test_pages_of_other_sites_use_it_without_cookies(with_mailbox: Server) -> None:
    url = f"{with_mailbox.url}/games/api/mailbox/{ADDRESS}"
    expected = [(204, b""), (201, b""), (200, b"\xff sealed"), (409, b"")]
    answers = [
        httpx.get(url, headers=ELSEWHERE),
        httpx.post(url, content=b"\xff sealed", headers=ELSEWHERE),
        httpx.get(url, headers=ELSEWHERE),
        httpx.post(url, content=b"other", headers=ELSEWHERE),
    ]
    assert [(answer.status_code, answer.content) for answer in answers] == expected
    for answer in answers:
        assert answer.headers["access-control-allow-origin"] == "*"
        assert "set-cookie" not in answer.headers
    # Nothing else is open to other sites.
    answer = httpx.post(f"{with_mailbox.url}/games/api/session", json={"name": "Eve"}, headers=ELSEWHERE)
    assert answer.json()["reason"] == "wrong_origin"
    assert '<meta name="knobel-mailbox" content="/games" />' in httpx.get(f"{with_mailbox.url}/games/").text


def test_wrong_messages_are_refused(with_mailbox: Server) -> None:
    url = f"{with_mailbox.url}/games/api/mailbox"
    assert httpx.post(f"{url}/{ADDRESS[::-1]}", content=b"x" * (MAX_BYTES + 1)).status_code == 413
    for address in (ADDRESS[1:], ADDRESS.upper(), f"{ADDRESS}0", "x" * 64):
        assert httpx.post(f"{url}/{address}", content=b"x").status_code == 404
    for number in range(200):
        answer = httpx.post(f"{url}/{number:064x}", content=b"x")
        if answer.status_code == 429:
            break
    assert answer.json()["reason"] == "rate_limited"


def test_without_the_option_there_is_none(server: Server) -> None:
    url = f"{server.url}/api/mailbox/{ADDRESS}"
    assert httpx.get(url).status_code == 404
    assert "--mailbox" in httpx.post(url, content=b"x").json()["message"]
    assert httpx.post(url, content=b"x", headers=ELSEWHERE).status_code == 403
    assert "knobel-mailbox" not in httpx.get(server.url).text
