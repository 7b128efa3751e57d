"""Push messages are encrypted by RFC 8291."""

import os

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from knobel.server.notices.encryption import MAX_MESSAGE_BYTES, check_keys, encrypt
from knobel.tables.refusals import Refused
from tests.server.notices.push_service import CURVE, Subscription, binary, unpadded

PLAIN = b"When I grow up, I want to be a watermelon"
AUTH, SALT = "BTBZMqHH6r4Tts7J_aSIgg", "DGv6ra1nlYgDCS1FRnbzlw"
BROWSER = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
SERVER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
PUBLIC = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
    "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
"""The example of RFC 8291, appendix A."""


def private(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(binary(text), "big"), CURVE)


def test_the_example_of_the_standard() -> None:
    assert unpadded(encrypt(PLAIN, PUBLIC, AUTH, private(SERVER), binary(SALT))) == BODY
    browser = Subscription(key=private(BROWSER), auth=binary(AUTH))
    assert browser.wire() == {"endpoint": "", "p256dh": PUBLIC, "auth": AUTH}
    assert browser.decrypt(binary(BODY)) == PLAIN


def test_no_two_messages_are_encrypted_alike() -> None:
    browser, message = Subscription(), os.urandom(100)
    wire = browser.wire()
    bodies = [encrypt(message, wire["p256dh"], wire["auth"]) for _ in range(2)]
    assert bodies[0][:86] != bodies[1][:86]
    assert [browser.decrypt(body) for body in bodies] == [message, message]


def test_a_message_fits_into_one_record() -> None:
    wire = Subscription().wire()
    assert len(encrypt(bytes(MAX_MESSAGE_BYTES), wire["p256dh"], wire["auth"])) == 4096
    with pytest.raises(ValueError, match="at most"):
        encrypt(bytes(MAX_MESSAGE_BYTES + 1), wire["p256dh"], wire["auth"])


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [(PUBLIC[:-4], AUTH), (PUBLIC, AUTH[:-4]), ("A" * 87, AUTH), ("BÜ", AUTH), ("", ""), (PUBLIC, "!" * 22)],
)
def test_keys_that_are_none_are_refused(p256dh: str, auth: str) -> None:
    with pytest.raises(Refused):
        check_keys(p256dh, auth)
