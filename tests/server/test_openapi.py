"""Whatever is asked by HTTP, the answer is what the OpenAPI document says."""

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

from knobel.server.openapi import document
from tests.server.client import Server

pytest_plugins = ["schemathesis.pytest.plugin"]

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]

# A record is sent as text.
schemathesis.serializer.alias("application/x-ndjson", "text/plain")

schema = schemathesis.openapi.from_dict(document())


@pytest.fixture
def cookie(server: Server) -> str:
    """A person who is there for one test: some requests end with being nobody."""
    return f"knobel={httpx.post(f'{server.url}/api/session').cookies['knobel']}"


@schema.parametrize()
@settings(max_examples=5, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck))
def test_every_answer_is_as_documented(case: Any, server: Server, cookie: str) -> None:
    case.call_and_validate(base_url=server.url, headers={"Cookie": cookie}, checks=CHECKS)


def test_the_document_is_served(server: Server) -> None:
    answer = httpx.get(f"{server.url}/api/openapi.json")
    assert answer.json() == document()
    assert {"/api/session", "/api/tables/{link}", "/api/health"} <= set(answer.json()["paths"])
