"""The server sends requests to public addresses only, and to push services that the operator permits."""

import asyncio
import ipaddress
import socket
from typing import Any

import pytest

from knobel.server.limits.addresses import is_host_pattern
from knobel.server.notices.outgoing import CannotSend, Outgoing, is_public
from knobel.server.notices.push_services import check_endpoint
from knobel.tables.refusals import Refused

PRIVATE = [
    "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
    "255.255.255.255", "::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "ff02::1", "::ffff:127.0.0.1",
    "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:7f00:1::", "2001:db8::1",
]  # fmt: skip


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["9.9.9.9", "2620:fe::fe", "64:ff9b::909:909", "::ffff:9.9.9.9"])
def test_public_addresses(address: str) -> None:
    assert is_public(address)


def test_the_operator_permits_a_private_network() -> None:
    networks = [ipaddress.ip_network("10.0.0.0/8")]
    assert is_public("10.1.2.3", networks)
    assert is_public("::ffff:10.1.2.3", networks)
    assert not is_public("127.0.0.1", networks)


def test_a_name_that_leads_into_a_private_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def resolve(*_: Any, **__: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("10.0.0.1", 443))]

    def connect(*_: Any, **__: Any) -> None:
        raise AssertionError("there must be no connection")

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(socket, "create_connection", connect)
    outgoing = Outgoing()
    with pytest.raises(CannotSend, match="no public address"):
        asyncio.run(outgoing.post("https://fcm.googleapis.com/x", b"", {}))
    outgoing.close()


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/x",
        "https://updates.push.services.mozilla.com/wpush/v2/x",
        "https://web.push.apple.com/x",
        "https://wns2-by3p.notify.windows.com/w/?token=x",
        "https://FCM.googleapis.com:443/x",
        "https://push.example.org:8443/x",
    ],
)
def test_permitted_push_services(endpoint: str) -> None:
    check_endpoint(endpoint, ["push.example.org:8443"])


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/x",
        "https://example.org/x",
        "https://fcm.googleapis.com.example.org/x",
        "https://fcm.googleapis.com@example.org/x",
        "https://fcm.googleapis.com:8443/x",
        "https://fcm.googleapis.com:x/x",
        "https://fcm.googleapis.com/x y",
        "https://fcm.googleapis.com/x\r\nhost: y",
        "https://evilpush.apple.com/x",
        "https://push.apple.com/x",
        "https://push.example.org/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "file:///etc/passwd",
        "",
    ],
)
def test_other_addresses_are_refused(endpoint: str) -> None:
    with pytest.raises(Refused) as refusal:
        check_endpoint(endpoint, ["push.example.org:8443"])
    assert refusal.value.reason == "push_refused"


def test_hosts_in_options() -> None:
    assert all(map(is_host_pattern, ["push.example.org", "*.example.org", "localhost:8443"]))
    assert not any(map(is_host_pattern, ["", "https://example.org", "example.org/x", "a b", "a:", "*", "exa*.org"]))
