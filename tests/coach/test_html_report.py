"""A review as one page: complete, in three languages, and self-contained."""

from dataclasses import replace
from html.parser import HTMLParser

import pytest

from knobel.coach import page, review
from knobel.coach.html_sheets import dice_text
from knobel.coach.wording import LANGUAGES, explanations
from knobel.texts import Language
from tests.coach.conftest import Played
from tests.slow import slow_except


class Reader(HTMLParser):
    """Parser that checks that tags match, and collects the resources that the page would load."""

    EMPTY = "meta", "line", "polyline"

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""
        self.loads: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.loads += [name for name, _ in attrs if name in ("src", "href")]
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.EMPTY:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_dice_have_their_colours() -> None:
    assert dice_text((1, 6)) == '<span class="dice" role="img" aria-label="1, 6">⚀⚅</span>'
    coloured = dice_text((1, 6), {"k": "Schwarz", "b": "Blau"})
    assert 'aria-label="Schwarz 1, Blau 6"' in coloured
    assert '<span class="k">⚀</span><span class="blue">⚅</span>' in coloured
    assert dice_text(()) == ""


@pytest.mark.parametrize("language", slow_except("it", games=LANGUAGES))
def test_a_review_as_a_page(played: Played, language: Language) -> None:
    record = replace(played("kniffeliger", "casual,beginner"), seats=("Ann <script>", "Ben & Co"))
    found = review(record, "quick")
    reader = Reader()
    reader.feed(page(record, found, language))
    reader.close()
    assert (reader.open, reader.loads) == ([], [])
    words = LANGUAGES[language].PAGE
    assert all(words[key] in reader.text for key in ("ledger", "decisions", "mistake"))
    assert all(explanation in reader.text for explanation in explanations(language, "kniffeliger", 2, ("others",)))
    (low, _, high), other = (seat.start_quantiles for seat in found.seats)
    # The place at the table matters in this game.
    assert other != (low, _, high)
    assert words["spread_of"].format(name="Ann <script>", low=low, high=high) in reader.text
    played_low, _, played_high = found.decisions[0].quantiles
    assert words["range"] in reader.text
    assert f"{played_low}–{played_high}" in reader.text
    assert "Ann <script>" in reader.text
    assert all(str(seat.ledger.final) in reader.text for seat in found.seats)
    alone = page(record, found, language, seats=[1])
    assert "Ben &amp; Co" in alone
    assert "<td>Ann &lt;script&gt;</td>" not in alone
