"""The key by which push services recognize this server (VAPID, RFC 8292)."""

import json
from typing import Any
from urllib.parse import urlsplit

from knobel.clock import now_ms
from knobel.server.notices.encryption import encoded

VALID_S = 12 * 3600
"""Seconds for which a signature is valid; at most a day is permitted."""


class VapidKey:
    """The private key of the server."""

    def __init__(self, text: str) -> None:
        """Use a key in the form of `new`."""
        from cryptography.hazmat.primitives.serialization import (  # noqa: PLC0415 -- loaded when it is needed
            Encoding,
            PublicFormat,
            load_pem_private_key,
        )

        self._key: Any = load_pem_private_key(text.encode(), None)
        self.public = encoded(self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
        """The public key in Base64 for URLs, with which browsers subscribe."""

    @staticmethod
    def new() -> str:
        from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415 -- as above
        from cryptography.hazmat.primitives.serialization import (  # noqa: PLC0415
            Encoding,
            NoEncryption,
            PrivateFormat,
        )

        key = ec.generate_private_key(ec.SECP256R1())
        return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()

    def authorization(self, endpoint: str, contact: str) -> str:
        """Return the header `authorization` of a message to an endpoint.

        :param contact: the address of this server for the operators of the push service, empty if there is none.
        """
        from cryptography.hazmat.primitives import hashes  # noqa: PLC0415 -- as above
        from cryptography.hazmat.primitives.asymmetric import ec, utils  # noqa: PLC0415

        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": now_ms() // 1000 + VALID_S}
        if contact:
            claims["sub"] = contact
        token = ".".join(_json(part) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        r, s = utils.decode_dss_signature(self._key.sign(token.encode(), ec.ECDSA(hashes.SHA256())))
        signature = encoded(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
        return f"vapid t={token}.{signature}, k={self.public}"


def _json(part: object) -> str:
    return encoded(json.dumps(part, separators=(",", ":")).encode())
