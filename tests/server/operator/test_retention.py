"""Old tables are deleted only if the operator asked for it, only after packing, and not because of a wrong clock."""

import asyncio
import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from knobel.server.database.store import Entry, Log, Store
from knobel.server.operator import retention as retaining
from knobel.server.operator.retention import Retention

BOTH = "AAAAAA", "BBBBBB"


def packed(folder: Path) -> dict[str, Any]:
    """Return the events in the files of a folder by table."""
    lines = b"".join(gzip.decompress(file.read_bytes()) for file in sorted(folder.glob("*.gz"))).splitlines()
    return {line["table"]: line["events"] for line in map(json.loads, lines)}


async def open_tables(store: Store) -> None:
    for code in BOTH:
        await store.append(Log(code), [Entry(seq, 10**15, f'{{"seq":{seq}}}') for seq in range(3)])


async def go_on(store: Store, code: str, seq: int) -> None:
    log = Log(code)
    await store.append(log, [Entry(seq, 0, f'{{"seq":{seq}}}')])


async def stored(store: Store) -> set[str]:
    return {code for code in BOTH if await store.read_log(code)}


async def test_retention_counts_days_of_operation(tmp_path: Path, store: Store) -> None:
    folder = tmp_path / "archive"
    retention = Retention(store, 3, folder, lambda _: False)
    await open_tables(store)
    # A jump of the date counts as one day, and no date counts twice in a row.
    for day in ("2026-01-01", "2099-01-01", "2099-01-01", "1970-01-01"):
        await retention.sweep(day)
    assert await stored(store) == set(BOTH)
    await go_on(store, "BBBBBB", 3)
    await retention.sweep("2026-01-02")
    assert await stored(store) == {"BBBBBB"}
    assert packed(folder) == {"AAAAAA": [{"seq": seq} for seq in range(3)]}
    for more in range(3, 6):
        assert await stored(store) == {"BBBBBB"}
        await retention.sweep(f"2026-01-0{more}")
    assert await stored(store) == set()
    assert packed(folder)["BBBBBB"] == [{"seq": seq} for seq in range(4)]
    assert len(list(folder.iterdir())) == 2


async def test_tables_in_use_or_unpackable_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, store: Store
) -> None:
    folder = tmp_path / "archive"
    folder.write_text("this is no folder")
    retention = Retention(store, 1, folder, lambda code: code == "AAAAAA")
    await open_tables(store)
    await retention.sweep("2026-01-01")
    with pytest.raises(OSError, match="archive"):
        await retention.sweep("2026-01-02")
    assert await stored(store) == set(BOTH)
    folder.unlink()
    pack = retaining.pack

    def pack_slowly(folder: Path, logs: Any) -> Path:
        """Add an event to the table after its log was read."""
        loop.call_soon_threadsafe(store.append, Log("BBBBBB"), [Entry(3, 0, "{}")])
        return pack(folder, logs)

    loop = asyncio.get_running_loop()
    monkeypatch.setattr(retaining, "pack", pack_slowly)
    await retention.sweep("2026-01-02")
    assert set(packed(folder)) == {"BBBBBB"}
    assert await stored(store) == set(BOTH)
