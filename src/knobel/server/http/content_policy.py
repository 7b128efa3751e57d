"""The content security policy of responses: what their documents may load, and which pages may show them in a frame."""

from collections.abc import Iterable

POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; style-src-attr 'unsafe-inline'; object-src 'none'; "
    "worker-src 'self'; manifest-src 'self'; base-uri 'self'; form-action 'self'; frame-ancestors "
)


def policy(hosts: Iterable[str] = ()) -> str:
    """Return the policy of a document.

    :param hosts: those whose pages may show it in a frame, each at its port, or at all ports if it names none.
    """
    ports = [host if ":" in host else f"{host}:*" for host in hosts]
    return POLICY + (" ".join(f"https://{each} http://{each}" for each in ports) or "'none'")
