"""A push service on this machine and a browser's side of a subscription, for tests.

It checks what RFC 8030 (messages), RFC 8291 (encryption) and RFC 8292 (signatures) demand, by its own implementation of
HKDF and of the token, from the primitives of `cryptography`.
"""

import base64
import hashlib
import hmac
import json
import os
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path
from typing import Any, TypeVar

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from cryptography.x509.oid import NameOID

from tests.server.client import free_port

CURVE = ec.SECP256R1()


def unpadded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def binary(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "===")


def hkdf(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    """RFC 5869 for at most 32 bytes."""
    pseudorandom = hmac.digest(salt, secret, hashlib.sha256)
    return hmac.digest(pseudorandom, info + b"\x01", hashlib.sha256)[:length]


class Subscription:
    """A subscription as a browser holds it, with its secrets."""

    def __init__(self, endpoint: str = "", key: ec.EllipticCurvePrivateKey | None = None, auth: bytes = b"") -> None:
        self.endpoint = endpoint
        self._key = key or ec.generate_private_key(CURVE)
        self._auth = auth or os.urandom(16)
        self._public = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def wire(self) -> dict[str, str]:
        """Return what the page sends to the server."""
        return {"endpoint": self.endpoint, "p256dh": unpadded(self._public), "auth": unpadded(self._auth)}

    def decrypt(self, body: bytes) -> bytes:
        """Decrypt a message of one record (RFC 8291, section 3)."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, cipher = body[21 : 21 + length], body[21 + length :]
        assert len(cipher) <= size
        shared = self._key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
        secret = hkdf(self._auth, shared, b"WebPush: info\0" + self._public + sender, 32)
        key = hkdf(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = hkdf(salt, secret, b"Content-Encoding: nonce\0", 12)
        padded = AESGCM(key).decrypt(nonce, cipher, None).rstrip(b"\0")
        assert padded[-1] == 2, "it is the last record"
        return padded[:-1]


def check_signature(authorization: str, origin: str) -> str:
    """Check a signature (RFC 8292, section 2), and return the server's public key."""
    scheme, _, parameters = authorization.partition(" ")
    assert scheme == "vapid"
    found = dict(part.strip().split("=", 1) for part in parameters.split(","))
    head, claims, signature = found["t"].split(".")
    assert json.loads(binary(head)) == {"typ": "JWT", "alg": "ES256"}
    r, s = (int.from_bytes(half, "big") for half in (binary(signature)[:32], binary(signature)[32:]))
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, binary(found["k"]))
    key.verify(utils.encode_dss_signature(r, s), f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    said = json.loads(binary(claims))
    assert said["aud"] == origin
    assert said["exp"] - time.time() <= 24 * 3600 + 60 * 24 * 3600, "the clock of the server may be ahead"
    return found["k"]


Service = TypeVar("Service", bound="HttpsService")


class Message:
    """A message that the push service received."""

    def __init__(self, headers: Any, payload: dict[str, Any], path: str) -> None:
        self.headers, self.payload, self.path = headers, payload, path


class HttpsService:
    """A service with a certificate, which the tests must trust."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.origin = f"https://localhost:{self.port}"
        self.certificate, self.private_key = folder / "certificate.pem", folder / "key.pem"
        self.answers: list[tuple[int, dict[str, str]]] = []
        """The next answers; afterwards all are successes."""
        self.problems: list[str] = []
        self._write_certificate()

    def _write_certificate(self) -> None:
        key, now = ec.generate_private_key(CURVE), datetime.now(UTC)
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
        names = x509.SubjectAlternativeName([x509.DNSName("localhost"), x509.IPAddress(ip_address("127.0.0.1"))])
        built = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + timedelta(days=1))
            .add_extension(names, critical=False)
            .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
            .sign(key, hashes.SHA256())
        )
        self.certificate.write_bytes(built.public_bytes(Encoding.PEM))
        private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        self.private_key.write_bytes(private)

    def receive(self, handler: BaseHTTPRequestHandler, body: bytes) -> tuple[int, dict[str, str]]:
        """Return the status and the headers of the answer to a request."""
        raise NotImplementedError


class PushService(HttpsService):
    """Receives messages for its subscriptions."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.subscriptions: dict[str, Subscription] = {}
        self.messages: list[Message] = []
        self.keys: set[str] = set()

    def subscribe(self) -> Subscription:
        """Return a new subscription."""
        path = f"/push/{len(self.subscriptions)}"
        self.subscriptions[path] = Subscription(self.origin + path)
        return self.subscriptions[path]

    def options(self) -> dict[str, Any]:
        """Return the options with which a server sends messages to this service."""
        return {"push_service": [f"localhost:{self.port}"], "private_network": ["127.0.0.0/8"]}

    def receive(self, handler: BaseHTTPRequestHandler, body: bytes) -> tuple[int, dict[str, str]]:
        """Return the answer to a request, and keep a message that is accepted."""
        answer = self.answers.pop(0) if self.answers else (201, {})
        if answer[0] == 201:
            try:
                assert handler.headers["content-encoding"] == "aes128gcm"
                assert int(handler.headers["ttl"]) >= 0
                assert len(handler.headers["topic"]) <= 32
                self.keys.add(check_signature(handler.headers["authorization"], self.origin))
                payload = json.loads(self.subscriptions[handler.path].decrypt(body))
                self.messages.append(Message(handler.headers, payload, handler.path))
            except Exception as error:  # noqa: BLE001 -- the test reports it
                self.problems.append(repr(error))
                return 400, {}
        return answer


@contextmanager
def serving(service: Service) -> Iterator[Service]:
    """Let a service answer requests, and check that it found no problems."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            status, headers = service.receive(self, body)
            self.send_response(status)
            for name, value in (headers | {"content-length": "0"}).items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(service.certificate, service.private_key)
    with ThreadingHTTPServer(("127.0.0.1", service.port), Handler) as http:
        http.socket = context.wrap_socket(http.socket, server_side=True)
        thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        yield service
        http.shutdown()
        thread.join()
    assert not service.problems, service.problems


@contextmanager
def push_service(folder: Path) -> Iterator[PushService]:
    """Yield a running push service. Each test must trust its certificate (`SSL_CERT_FILE`)."""
    with serving(PushService(folder)) as service:
        yield service
