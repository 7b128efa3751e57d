"""Strength by places."""

import pytest

from knobel.core import BadSetup
from knobel.rating.ladder import NEWCOMER, Strength, check_installed, rate


def test_places_change_strengths() -> None:
    pytest.importorskip("openskill")
    first, second, third = rate([NEWCOMER] * 3, [1, 2, 3])
    assert first.mu > NEWCOMER.mu > third.mu
    assert first.mu > second.mu > third.mu
    assert all(each.sigma < NEWCOMER.sigma for each in (first, second, third))
    tied, other = rate([NEWCOMER] * 2, [1, 1])
    assert tied.mu == pytest.approx(other.mu)
    upset, _ = rate([Strength(20, 2), Strength(30, 2)], [1, 2])
    expected, _ = rate([Strength(30, 2), Strength(20, 2)], [1, 2])
    assert upset.mu - 20 > expected.mu - 30, "an unexpected place changes more"


def test_a_ladder_needs_openskill(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "openskill", None)
    with pytest.raises(BadSetup, match=r"a ladder needs OpenSkill: run .*\[ladder\]"):
        check_installed()
