"""What has to be read of a log: every reachable state, and every step from it."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from knobel.server.tables.log.log_sync import LogSync, Need

STEPS = (*Need, "begin", "succeed", "fail")


def possible(sync: LogSync) -> list[object]:
    """Return the steps that are possible."""
    return [*Need, *(("succeed", "fail") if sync.is_reading else ("begin",))]


def take(sync: LogSync, step: object) -> None:
    """Take a step."""
    if isinstance(step, Need):
        sync.require(step)
    elif step == "begin":
        sync.begin_read()
    else:
        sync.end_read(succeeded=step == "succeed")


def reached(steps: list[object]) -> LogSync | None:
    """Return the state after these steps, None if one of them is impossible."""
    sync = LogSync()
    for step in steps:
        if step not in possible(sync):
            return None
        take(sync, step)
    return sync


def expected(steps: list[object]) -> tuple[Need, bool]:
    """Return what is needed and whether the log is read, by definition: from the history of all steps."""
    needs = [(at, step) for at, step in enumerate(steps) if isinstance(step, Need)]
    covered = -1
    began = None
    for at, step in enumerate(steps):
        if step == "begin":
            began = at
        elif step == "succeed":
            assert began is not None
            covered, began = began, None
        elif step == "fail":
            began = None
    return max((need for at, need in needs if at > covered), default=Need.NOTHING), began is not None


def test_all_short_histories_leave_what_no_successful_read_has_covered() -> None:
    for length in range(6):
        for steps in product(STEPS, repeat=length):
            sync = reached(list(steps))
            if sync is not None:
                assert (sync.need, sync.is_reading) == expected(list(steps)), steps


@given(st.data())
def test_long_histories_leave_what_no_successful_read_has_covered(data: st.DataObject) -> None:
    sync, steps = LogSync(), []
    for _ in range(data.draw(st.integers(0, 60))):
        steps.append(data.draw(st.sampled_from(possible(sync))))
        take(sync, steps[-1])
        need, reading = expected(steps)
        assert (sync.need, sync.is_reading) == (need, reading)
        assert sync.blocks_commands == (need >= Need.CERTAINTY)
