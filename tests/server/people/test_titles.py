"""Titles of cups and groups."""

import pytest

from knobel.server.people.titles import clean_title
from knobel.tables.refusals import Refused


def test_a_very_long_title_is_refused_without_a_look_at_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Normalization takes seconds for some texts that fit into a request."""
    monkeypatch.setattr("knobel.server.people.titles.checked", None)
    with pytest.raises(Refused, match="at most 60"):
        clean_title("a" + "\u0301" * 4000 + "\u0323" * 4000)
