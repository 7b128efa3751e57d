"""The time limits and sizes of a server process."""

from dataclasses import dataclass


@dataclass(slots=True)
class ServerSettings:
    """Time limits and sizes of a server process, for load that no honest use reaches. Tests replace them."""

    http_request_timeout_s: float = 10.0
    """Seconds within which a request must arrive, or a WebSocket's handshake must end."""
    http_write_timeout_s: float = 30.0
    """Seconds within which a client must read the data sent to it."""
    websocket_close_timeout_s: float = 5.0
    """Seconds within which the other side must confirm that a WebSocket closes."""
    household_connections: int = 1_500
    """Maximum number of connections of a household. It is lower if the server itself can hold only a few."""
    rejection_s: float = 20.0
    """Seconds for which requests of a household are refused after it flooded the server. Its connections stay open."""
    person_connections: int = 30
    """Maximum number of connections of a person."""
    household_write_bytes: int = 32_000_000
    """Bytes that a household may write in a burst, and then in each hour. A game of four writes 18 to 52 KB."""
    game_reserve_bytes: int = 8_000_000
    """Bytes of this budget that are reserved for running games; other writes are refused when no more is left."""
    budget_retry_s: float = 1.0
    """Delay before a table checks again if its household may write, in seconds."""
    person_seats: int = 2_000
    """Maximum number of seats at all tables in memory that one person opened. No class or club has as many."""
    person_bots: int = 1_000
    """Maximum number of bots at these tables."""
    household_seats: int = 10_000
    """Maximum number of seats at all tables of a household in the memory of this process. 1,000 seats take 2 MB."""
    household_bots: int = 5_000
    """Maximum number of bots at these tables."""
    cached_devices: int = 2_000
    """Maximum number of devices in memory."""
    household_review_s: float = 120.0
    """Limit of the reviews that wait for one household, in estimated seconds."""
    household_hint_s: float = 30.0
    """Limit of the hints in running games that wait for one household, in estimated seconds."""
    waiting_record_bytes: int = 48_000_000
    """Limit of the records that wait for the coach, for all households together, in bytes."""
    comparison_timeout_s: float = 60.0
    """Seconds after which a comparison that has shown something ends, even if it had to wait for other jobs."""
    bot_grace_s: float = 3.0
    """Seconds after the deadline of a decision after which a process that has not answered is replaced."""
    bot_start_timeout_s: float = 20.0
    """Seconds after which a process that has not answered its first request is replaced; it starts only then."""
    worker_timeout_ms: int = 2_000
    """Milliseconds without a heartbeat after which a worker, or a job, counts as lost."""
    process_timeout_ms: int = 3_000
    """Milliseconds without a heartbeat after which a process counts as dead."""
    notes_timeout_ms: int = 3_000
    """Milliseconds without a probe after which notes count as lost."""
    refresh_s: float = 0.5
    """Seconds between two full refreshes while no notes arrive."""
    max_refresh_age_ms: int = 30_000
    """Milliseconds between two full refreshes while notes arrive."""
    outgoing_timeout_s: float = 10.0
    """Seconds within which another server must answer a request of this one, the resolution of its name included."""
    database_timeout_s: float = 5.0
    """Timeout of an operation on PostgreSQL, connecting included, but not the wait for other reads."""
    database_probe_pause_s: float = 0.5
    """Delay between two probes of a database that does not answer, in seconds."""
    deal_interval_s: float = 30.0
    """Seconds between two runs of the work on the deals of the day."""
    deal_review_interval_s: float = 30.0
    """Seconds between two searches for finished first tries at deals that the coach has not reviewed."""
    rating_delay_s: float = 5.0
    """Seconds after the end of a game after which it is rated."""
    rating_share: float = 1 / 3
    """Share of a processor core that the luck of finished games may take in the long run on this machine."""
    rating_sweep_s: float = 600.0
    """Seconds between two searches for games that were not rated."""
    slow_interval_s: float = 5.0
    """Seconds between two searches for tables over days at which an action is due."""
    notice_interval_s: float = 5.0
    """Seconds between two searches for notices that are due."""
    notice_search_s: float = 60.0
    """Seconds between two searches for cups that have opened and for the games of a new day."""
    person_slow_tables: int = 1_000
    """Maximum number of unfinished tables over days of a person who opens another one."""
    personal_bot_turn_ms: int = 45_000
    """Time limit of a turn of a personal bot, in milliseconds; then a bot of the server plays the turn."""


settings = ServerSettings()
"""The settings of this process, read when they are used."""
