"""Metrics for Prometheus, served only on a separate port (`knobel serve --metrics`)."""

import logging
from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server
from prometheus_client.gc_collector import GCCollector
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

REGISTRY = CollectorRegistry()
for collector in (ProcessCollector, GCCollector, PlatformCollector):
    collector(registry=REGISTRY)

SHORT = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)

commands = Counter("knobel_commands", "Commands at tables, by outcome.", ["kind", "outcome"], registry=REGISTRY)
command_seconds = Histogram(
    "knobel_command_seconds", "Seconds from the arrival of a command to its answer.", registry=REGISTRY, buckets=SHORT
)
write_seconds = Histogram("knobel_write_seconds", "Seconds of a write transaction.", registry=REGISTRY, buckets=SHORT)
writes = Counter("knobel_writes", "Writes; several may share a transaction.", registry=REGISTRY)
conflicts = Counter("knobel_conflicts", "Writes refused because another process wrote first.", registry=REGISTRY)
bot_seconds = Histogram(
    "knobel_bot_seconds",
    "Seconds until a bot's decision.",
    registry=REGISTRY,
    buckets=(*SHORT, 10.0, 20.0),
)
jobs = Counter("knobel_jobs", "Jobs that this worker finished, by outcome.", ["lane", "outcome"], registry=REGISTRY)
requests = Counter("knobel_requests", "HTTP requests, without WebSockets.", ["method", "status"], registry=REGISTRY)
errors = Counter("knobel_errors", "Errors in the log.", registry=REGISTRY)
_gauges = {
    name: Gauge(f"knobel_{name}", what, registry=REGISTRY)
    for name, what in {
        "sockets": "WebSockets.",
        "people": "People who are here.",
        "tables": "Tables in memory.",
        "tables_with_people": "Tables at which somebody is.",
        "bot_questions": "Questions to bots that wait.",
        "bot_workers": "Questions to bots that workers elsewhere answer at a time.",
        "writes_waiting": "Writes that wait.",
        "tasks": "What the event loop has to do.",
    }.items()
}


def set_gauges(**values: Callable[[], float]) -> None:
    """Set the functions that return the values of gauges, by the names of the gauges."""
    for name, value in values.items():
        _gauges[name].set_function(value)


class CountErrors(logging.Handler):
    """Counts log records of level ERROR and above."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)

    def emit(self, record: logging.LogRecord) -> None:
        errors.inc()


def serve_metrics(host: str, port: int) -> tuple[int, Callable[[], None]]:
    """Serve the metrics in a separate thread. Return the port and a function that stops the server.

    :raises OSError: if the port is in use.
    """
    server, thread = start_http_server(port, host, REGISTRY)

    def stop() -> None:
        server.shutdown()
        server.server_close()
        thread.join()

    return int(server.server_port), stop
