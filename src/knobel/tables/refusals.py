"""Reasons for which a table or the server refuses a command: stable codes for programs and for translation."""

from enum import StrEnum

from knobel.core import Reason


class TableReason(StrEnum):
    """Reasons in addition to those of the rules (`knobel.core.Reason`)."""

    NOT_HOST = "not_host"
    TABLE_FULL = "table_full"
    SEAT_TAKEN = "seat_taken"
    NO_SEAT = "no_seat"
    NOT_SEATED = "not_seated"
    ALREADY_SEATED = "already_seated"
    SEAT_EMPTY = "seat_empty"
    REMOVED = "removed"
    LOCKED = "locked"
    MUTED = "muted"
    CHAT_HIDDEN = "chat_hidden"
    GAME_RUNNING = "game_running"
    DEAL_TABLE = "deal_table"
    DEAL_RUNNING = "deal_running"
    NO_DEAL = "no_deal"
    PAUSE_TOO_LONG = "pause_too_long"
    PUSH_REFUSED = "push_refused"
    PUSH_NEEDS_ADDRESS = "push_needs_address"
    WEBHOOK_REFUSED = "webhook_refused"
    NO_CUP = "no_cup"
    CUP_CLOSED = "cup_closed"
    CUP_REMOVED = "cup_removed"
    NO_GROUP = "no_group"
    NOT_MEMBER = "not_member"
    GROUP_REMOVED = "group_removed"
    LOG_FULL = "log_full"
    NO_GAME = "no_game"
    STALE = "stale"
    NOT_YOUR_ROLL = "not_your_roll"
    DICE_NEEDED = "dice_needed"
    DICE_GIVEN = "dice_given"
    DICE_NOT_FIXED = "dice_not_fixed"
    BAD_DICE = "bad_dice"
    UNDO_OFF = "undo_off"
    CORRECT_OFF = "correct_off"
    NO_ENTRY = "no_entry"
    NOT_YOUR_ENTRY = "not_your_entry"
    LATER_ENTRY = "later_entry"
    NO_COLOUR = "no_colour"
    COLOUR_TAKEN = "colour_taken"
    COACH_OFF = "coach_off"
    NO_COACH = "no_coach"
    UNKNOWN_LEVEL = "unknown_level"
    TOO_FEW_SEATS = "too_few_seats"
    BAD_SETUP = "bad_setup"
    NAME_TAKEN = "name_taken"
    BAD_NAME = "bad_name"
    NAME_EMPTY = "name_empty"
    NAME_TOO_LONG = "name_too_long"
    NAME_MARKS = "name_marks"
    MIXED_SCRIPTS = "mixed_scripts"
    BAD_ID = "bad_id"
    BAD_RECORD = "bad_record"
    EMPTY_TEXT = "empty_text"
    NOT_HERE = "not_here"
    RATE_LIMITED = "rate_limited"
    TOO_LARGE = "too_large"
    TOO_MANY = "too_many"
    MALFORMED = "malformed"
    KEY_USED = "key_used"
    NO_SESSION = "no_session"
    WRONG_TOKEN = "wrong_token"
    NO_TABLE = "no_table"
    NO_TRANSFER = "no_transfer"
    NO_SHEET = "no_sheet"
    UNKNOWN_WORD = "unknown_word"
    WORD_COUNT = "word_count"
    WRONG_WORDS = "wrong_words"
    NOT_FOUND = "not_found"
    NEEDS_SERVER = "needs_server"
    NOT_LOADED = "not_loaded"
    WRONG_ORIGIN = "wrong_origin"
    WRONG_HOST = "wrong_host"
    UNREADABLE = "unreadable"
    STORAGE = "storage"
    INTERNAL = "internal"


REASONS: tuple[str, ...] = (*Reason, *TableReason)
"""All reasons that can reach a person; the page has a text for each."""


class Refused(Exception):
    """A command is refused for `reason`.

    `proposal` is a value that would be accepted, if there is one. `rule` is the rule that an event of a record breaks.
    `subject` is the part of the input that is refused, such as a word that is not in a list.
    """

    def __init__(
        self,
        reason: str,
        message: str,
        proposal: str | None = None,
        rule: str | None = None,
        subject: str | None = None,
    ) -> None:
        super().__init__(message)
        self.reason = str(reason)
        self.proposal = proposal
        self.rule = rule
        self.subject = subject
