"""People on several processes."""

import pytest

from tests.server.client import Person, Server


@pytest.fixture
async def people(pair: tuple[Server, Server]) -> tuple[Person, Person]:
    """Return Ann on one process and Ben on the other."""
    ann, ben = [await Person(server.url).arrive() for server in pair]
    return ann, ben
