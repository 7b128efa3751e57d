"""A connection pool before PostgreSQL is recognised and refused in one line."""

import re
from pathlib import Path

import pytest

from tests.server import services
from tests.server.database.test_backup import knobel

REFUSAL = r"knobel: .*connection pool such as PgBouncer, which is not supported: give PostgreSQL's own address\n"


@pytest.fixture(scope="module")
def direct(postgres: services.Postgres) -> str:
    """Return the address of a database with Knobel's tables, without a pool."""
    address = postgres.new()
    assert knobel("admin", "say", "hello", "--database", address)[0] == 0, "creates the tables"
    return address


@pytest.mark.parametrize("mode", ["session", "transaction"])
@pytest.mark.parametrize("ignores_settings", [True, False])
def test_pools_are_refused(
    postgres: services.Postgres, direct: str, mode: str, ignores_settings: bool, tmp_path: Path
) -> None:
    with services.pgbouncer(postgres, mode, ignores_settings=ignores_settings) as pool:
        address = pool.address(direct)
        commands = ("serve", "--port", "0"), ("admin", "tables"), ("check",), ("backup", tmp_path / "x.db")
        for command in commands:
            status, words = knobel(*command, "--database", address)
            assert (status, bool(re.fullmatch(REFUSAL, words))) == (2, True), words
