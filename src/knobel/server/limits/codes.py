"""Codes of tables, cups and groups: random letters that people can read out and type."""

import secrets

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"


def new_code(length: int) -> str:
    """Return a random code of letters."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def is_code(text: str, length: int) -> bool:
    """True if the text has the form of a code of this length."""
    return len(text) == length and all(letter in LETTERS for letter in text)
