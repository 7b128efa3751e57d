"""Trained data is found and small, and missing data is named."""

from pathlib import Path

import pytest

from knobel.engines.shared.weights import DATA_VARIABLE, ENGINES, path, shipped_path


def test_shipped_data_is_small() -> None:
    assert 0 < sum(file.stat().st_size for file in ENGINES.glob("*/weights.npz")) <= 40_000_000


def test_missing_data_is_named() -> None:
    with pytest.raises(FileNotFoundError, match="biggest"):
        path("biggest")


def test_the_data_folder_takes_precedence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path))
    assert path("knister") == shipped_path("knister")
    (tmp_path / "knister.npz").touch()
    assert path("knister") == tmp_path / "knister.npz"
