"""Every HTTP response matches the OpenAPI document."""

from collections.abc import Callable
from functools import cache
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from knobel.server.openapi import DEPENDENCIES, document
from knobel.server.wire_schema import REQUESTS
from tests import PATIENCE_S
from tests.server.client import Server

pytest_plugins = ["schemathesis.pytest.plugin"]

Cookie = Callable[[str], str]

ONE = settings(max_examples=1, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck))
FEW = settings(ONE, max_examples=3)
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]

# A record is sent as text.
schemathesis.serializer.alias("application/x-ndjson", "text/plain")


@pytest.fixture
def documented(request: pytest.FixtureRequest) -> Any:
    """Return all operations, computed only in the process that runs the test and not at collection."""
    # Schemathesis records the current operation here; in pytest 9.2 the attribute has moved.
    request.node._nodeid = request.node.nodeid
    schema = schemathesis.openapi.from_dict(document())
    # A thousand requests, with every value at the borders of what is allowed.
    schema.config.phases.coverage.enabled = request.node.get_closest_marker("slow") is not None
    return schema


@pytest.fixture
def cookie(server: Server) -> Cookie:
    """Return the cookie of a new person for one operation, because some requests end the session."""
    return cache(lambda _: f"knobel={httpx.post(f'{server.url}/api/session').cookies['knobel']}")


def check(case: Any, server: Server, cookie: Cookie) -> None:
    """Make a request, and check that its response matches the document."""
    headers = {"Cookie": cookie(case.operation.label)}
    case.call_and_validate(base_url=server.url, headers=headers, checks=CHECKS, timeout=PATIENCE_S)


@ONE
@schemathesis.pytest.from_fixture("documented").parametrize()  # type: ignore[untyped-decorator]
def test_responses_match_the_document(case: Any, server: Server, cookie: Cookie) -> None:
    check(case, server, cookie)


@pytest.mark.slow
@FEW
@schemathesis.pytest.from_fixture("documented").parametrize()  # type: ignore[untyped-decorator]
def test_responses_to_values_at_borders_match_the_document(case: Any, server: Server, cookie: Cookie) -> None:
    check(case, server, cookie)


def test_the_document_is_served(server: Server) -> None:
    answer = httpx.get(f"{server.url}/api/openapi.json")
    assert answer.json() == document()
    assert {"/api/session", "/api/tables/{link}", "/api/health"} <= set(answer.json()["paths"])


def test_no_field_of_a_body_is_named_like_a_part() -> None:
    """The framework takes an invalid field with the name of a dependency for an error of the server."""
    fields = {field for body in REQUESTS for field in body.__struct_fields__}
    assert not fields & DEPENDENCIES.keys()
