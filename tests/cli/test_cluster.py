"""Comparisons of bots and training on a Ray cluster of two nodes, one of which is killed."""

import re
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import KNOBEL, Run, untimed

cluster_utils = pytest.importorskip("ray.cluster_utils")

pytestmark = pytest.mark.slow

WAIT_S = 300
"""Maximum duration of any wait."""


class SmallCluster:
    """A cluster on this machine: a head that does no work, and nodes of one core each."""

    def __init__(self) -> None:
        head = {"num_cpus": 0, "include_dashboard": False}
        self.cluster: Any = cluster_utils.Cluster(initialize_head=True, head_node_args=head)

    @property
    def address(self) -> str:
        return str(self.cluster.address)

    def add(self) -> Any:
        """Add a node."""
        node = self.cluster.add_node(num_cpus=1)
        self.cluster.wait_for_nodes()
        return node

    def kill(self, node: Any) -> None:
        """Kill the processes of a node."""
        self.cluster.remove_node(node, allow_graceful=False)


def works(node: Any, name: str) -> bool:
    """True if a process of the node does the work of this name."""
    raylet = node.all_processes["raylet"][0].process.pid
    command = ["pgrep", "-P", str(raylet), "-f", f"^ray::{name}"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def until(condition: Callable[[], bool]) -> None:
    ends = time.monotonic() + WAIT_S
    while not condition():
        assert time.monotonic() < ends, "waited in vain"
        time.sleep(0.05)


@pytest.fixture
def cluster() -> Iterator[SmallCluster]:
    small = SmallCluster()
    yield small
    small.cluster.shutdown()


def test_a_comparison_survives_a_node(cluster: SmallCluster, run: Run) -> None:
    arguments = ["arena", "knapp_daneben", "--bots", "random,random,random", "--games", "6000", "--json"]
    nodes = [cluster.add(), cluster.add()]
    with subprocess.Popen(
        [*KNOBEL, *arguments, "--cluster", cluster.address], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as arena:
        until(lambda: all(works(node, "play_deals") for node in nodes))
        cluster.kill(nodes[0])
        out, err = arena.communicate(timeout=WAIT_S)
    # Ray tells of the loss on the standard error.
    assert arena.returncode == 0, err
    assert "Traceback" not in err
    assert untimed(out) == untimed(run(*arguments).out)


def test_training_continues_after_the_loss_of_its_node(
    cluster: SmallCluster, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    games = ["train", "knapp_daneben", "--games", "3000"]
    first = cluster.add()
    arguments = [*KNOBEL, *games, "--every", "0.05", "--cluster", cluster.address]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as training:
        until((tmp_path / "knapp_daneben.checkpoint.npz").exists)
        cluster.kill(first)
        _, err = training.communicate(timeout=WAIT_S)
    assert training.returncode == 2
    assert re.search(r"^knobel: the cluster failed: .*\n\Z", err, re.MULTILINE), err
    assert "Traceback" not in err

    cluster.add()
    resumed = [*arguments, "--resume"]
    subprocess.run(resumed, check=True, capture_output=True, timeout=WAIT_S)
    (tmp_path / "alone").mkdir()
    assert run(*games, "--checkpoint", "alone/checkpoint.npz", "--export", "alone/data.npz").status == 0
    assert (tmp_path / "knapp_daneben.npz").read_bytes() == Path("alone/data.npz").read_bytes()
