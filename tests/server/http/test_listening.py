"""A port is shared only among processes that ask for it."""

import pytest

from knobel.server.http.listening import can_share, listen
from knobel.server.runtime.startup import CannotServe

HOST = "127.0.0.1"
pytestmark = pytest.mark.skipif(not can_share(), reason="this system cannot share a port")


def test_processes_that_share_a_port() -> None:
    with listen(HOST, 0, share=True) as one, listen(HOST, one.getsockname()[1], share=True) as other:
        one.listen()
        other.listen()
        assert one.getsockname() == other.getsockname()


@pytest.mark.parametrize("is_first", [True, False])
def test_a_port_of_another_program_is_reported(*, is_first: bool) -> None:
    with listen(HOST, 0, share=is_first) as taken:
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(CannotServe, match=f"port {port} is in use"):
            listen(HOST, port, share=not is_first)
