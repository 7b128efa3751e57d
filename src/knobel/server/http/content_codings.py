"""Content codings that a client accepts, by its `Accept-Encoding` header (RFC 9110, section 12.5.3)."""


def accepts_coding(accept_encoding: str, coding: str) -> bool:
    """True if a header accepts a coding such as `gzip`.

    A quality of 0 refuses it, and `*` stands for all codings that are not named. An invalid quality refuses the coding
    too, because an answer without coding suits every client.
    """
    qualities: dict[str, str] = {}
    for part in accept_encoding.lower().split(","):
        name, *parameters = (piece.strip() for piece in part.split(";"))
        quality = next((value for value in parameters if value.startswith("q=")), "q=1")
        qualities[name] = quality.removeprefix("q=")
    quality = qualities.get(coding, qualities.get("*", "0"))
    try:
        return 0 < float(quality) <= 1
    except ValueError:
        return False
