"""Encryption of a push message for one browser (RFC 8291), in the coding `aes128gcm` (RFC 8188)."""

import base64
import os
from functools import partial
from typing import Any

from knobel.tables.refusals import Refused, TableReason

RECORD_BYTES = 4096
"""Size of a record in the header. A message is one record, because push services accept no longer ones."""
MAX_MESSAGE_BYTES = RECORD_BYTES - 86 - 16 - 1
"""Maximum size of a message: without the header, the tag and the delimiter."""
AUTH_BYTES = 16


def decoded(text: str) -> bytes:
    """Decode Base64 for URLs, with or without padding.

    :raises ValueError: if it is none.
    """
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def encoded(data: bytes) -> str:
    """Encode as Base64 for URLs, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def check_keys(p256dh: str, auth: str) -> None:
    """Check the keys of a subscription.

    :raises Refused: `push_refused`, if they are no keys.
    """
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415 -- loaded with the first subscription

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(p256dh))
        if len(decoded(auth)) != AUTH_BYTES:
            raise ValueError("the secret has another length")
    except ValueError:
        raise Refused(TableReason.PUSH_REFUSED, "the keys of this subscription are invalid") from None


def encrypt(message: bytes, p256dh: str, auth: str, private_key: object = None, salt: bytes | None = None) -> bytes:
    """Return the body of a push message, one record with its header.

    :param p256dh: the browser's public key, and `auth` its authentication secret, in Base64 for URLs.
    :param private_key: the ephemeral key of the message; only tests give it, and the `salt`.
    :raises ValueError: if the message is longer than `MAX_MESSAGE_BYTES`.
    """
    from cryptography.hazmat.primitives import hashes  # noqa: PLC0415 -- as above
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF  # noqa: PLC0415
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat  # noqa: PLC0415

    if len(message) > MAX_MESSAGE_BYTES:
        raise ValueError(f"a push message has at most {MAX_MESSAGE_BYTES} bytes")
    salt = os.urandom(16) if salt is None else salt
    given = isinstance(private_key, ec.EllipticCurvePrivateKey)
    own: Any = private_key if given else ec.generate_private_key(ec.SECP256R1())
    own_public = own.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    theirs = decoded(p256dh)
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
    derive = partial(HKDF, hashes.SHA256())
    info = b"WebPush: info\0" + theirs + own_public
    secret = derive(length=32, salt=decoded(auth), info=info).derive(shared)
    key = derive(length=16, salt=salt, info=b"Content-Encoding: aes128gcm\0").derive(secret)
    nonce = derive(length=12, salt=salt, info=b"Content-Encoding: nonce\0").derive(secret)
    header: bytes = salt + RECORD_BYTES.to_bytes(4, "big") + bytes([len(own_public)]) + own_public
    # The delimiter 2 marks the last record.
    cipher: bytes = AESGCM(key).encrypt(nonce, message + b"\x02", None)
    return header + cipher
