import re

import pytest

from knobel.offline.paths import ANSWERED, OF_SERVER
from knobel.offline.service import Service
from knobel.server.openapi import document
from tests.offline.page import Page

REQUESTS = [
    f"{method.upper()} {path}"
    for path, operations in document()["paths"].items()
    if path.startswith("/api/")
    for method in operations
]


def test_a_device_answers_requests_of_the_server() -> None:
    assert OF_SERVER.keys() <= set(REQUESTS)
    assert not (ANSWERED.keys() - OF_SERVER.keys()) & set(REQUESTS)


@pytest.mark.parametrize("request_name", sorted({*REQUESTS, *ANSWERED}))
def test_a_device_answers_exactly_these_requests(request_name: str) -> None:
    method, pattern = request_name.split()
    page = Page(Service())
    code = page.open("knister")
    values = {"link": code, "day": "today", "game": "1" if "/games/" in pattern else "knister"}
    path = re.sub(r"\{(\w+)\}", lambda found: values.get(found[1], "1"), pattern)
    try:
        answer = page.request(method, path)
    except (KeyError, ValueError):
        answer = "a parameter is missing"
    assert (answer != "needs_server") == (request_name in ANSWERED)
