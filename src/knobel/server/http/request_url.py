"""The URL of the server, as a request names it."""

from knobel.server.http.parts import AnyRequest


def url_of(request: AnyRequest, root_path: str) -> str:
    """Return the server's URL as the request names it, with its root path; empty if it is invalid."""
    try:
        return str(request.base_url).rstrip("/") + root_path
    except ValueError:
        return ""
