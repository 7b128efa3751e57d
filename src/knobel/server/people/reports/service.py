"""Reports of people to the operator, and the operator's answers."""

import logging
from collections import deque
from collections.abc import Callable, Mapping

from knobel.clock import now_ms
from knobel.presentation import messages
from knobel.presentation.json import encode
from knobel.server.database.engine import StoreError
from knobel.server.limits.action_limit import ActionLimit
from knobel.server.limits.write_budget import charged_household
from knobel.server.people.accounts import Account, AccountRegistry
from knobel.server.people.chat import OPERATOR, Chat
from knobel.server.people.reports.store import Answer, Report, ReportStore
from knobel.server.runtime.background_tasks import BackgroundTasks
from knobel.server.runtime.rate_limiter import RateLimiter
from knobel.tables.refusals import Refused, TableReason

logger = logging.getLogger("knobel")

MAX_TEXT_LENGTH = 1_000
MAX_CONTEXT_MESSAGES = 50
"""Number of recent chat messages that are stored with a report."""
SERVER_WIDE = ""
TOO_MANY = "too many messages in a short time: try again later"


class Reports:
    """Stores reports with the recent chat, and delivers the answers when the reporter is connected."""

    def __init__(self, report_store: ReportStore, people: AccountRegistry, chat: Chat) -> None:
        self.report_store = report_store
        self._people = people
        self._chat = chat
        self._limit = ActionLimit(5, 1 / 60, TOO_MANY)
        self._household_limit = ActionLimit(50, 1 / 60, TOO_MANY)
        self._common_limit = RateLimiter(200, 1 / 20)
        self._reserved_limit = ActionLimit(2, 1 / 3600, TOO_MANY)
        self._accepted_ids: deque[tuple[str, str]] = deque(maxlen=1_000)
        self._answers: dict[str, list[Answer]] = {}
        self._marking = BackgroundTasks()

    async def start(self) -> None:
        """Load the answers that have not been delivered."""
        for answer in await self.report_store.undelivered():
            self._answers.setdefault(answer.reporter, []).append(answer)

    async def file(
        self, account: Account, report: messages.Report, table: str | None, seated: Mapping[str | None, str]
    ) -> None:
        """Store a report of a connected person, or of a person with a seat at the same table or a message in the chat.

        :param table: the code of the reporter's table, if any.
        :param seated: the names of the people with a seat at that table, by id.
        :raises Refused: `not_here`, `not_found`, `too_large`, `rate_limited`, `storage`.
        """
        if (account.id, report.id) in self._accepted_ids:
            return
        visible = [*self._chat.visible_to(account), *(() if table is None else self._chat.visible_at(table, account))]
        visible.sort(key=lambda chat: chat.time)
        name = self._name(report.person, visible, seated)
        if name is None:
            raise Refused(TableReason.NOT_HERE, "this person is not here")
        said = next((c.text for c in visible if (c.sender.id, c.time) == (report.person, report.said)), None)
        if said is None and report.said is not None:
            raise Refused(TableReason.NOT_FOUND, "you received no message of this person at that time")
        text = report.text.replace("\0", "").strip()
        if len(text) > MAX_TEXT_LENGTH:
            raise Refused(TableReason.TOO_LARGE, f"at most {MAX_TEXT_LENGTH} characters")
        self._limit.check(account.id)
        self._check_server_limits(charged_household.get())
        context = encode(visible[-MAX_CONTEXT_MESSAGES:]).decode()
        row = Report(now_ms(), account.id, account.name, report.person, name, table, text, said, context)
        self._accepted_ids.append((account.id, report.id))
        try:
            await self.report_store.add(row)
        except StoreError as error:
            self._accepted_ids.remove((account.id, report.id))
            raise Refused(TableReason.STORAGE, str(error)) from None

    def _check_server_limits(self, household: str) -> None:
        """Count a report of a household. Others can use up the common limit, but not the limit reserved for each."""
        self._household_limit.check(household)
        if not self._common_limit.take(SERVER_WIDE):
            self._reserved_limit.check(household)

    def _name(self, person: str, visible: list[messages.Chat], seated: Mapping[str | None, str]) -> str | None:
        """Return the name of a person that the reporter can know, None for others."""
        connected = self._people.find_connected(person)
        if connected is not None:
            return connected.name
        return ({chat.sender.id: chat.sender.name for chat in visible} | dict(seated)).get(person)

    async def answer(self, number: int, text: str, notify: Callable[[str], None]) -> bool:
        """Answer a report. Return False if there is no report with this number.

        `notify` delivers answers to a connected reporter.

        :raises StoreError: if the answer cannot be stored.
        """
        answer = await self.report_store.answer(number, text)
        if answer is None:
            return False
        self._answers.setdefault(answer.reporter, []).append(answer)
        notify(answer.reporter)
        return True

    def pop_answers(self, account: Account) -> list[messages.Chat]:
        """Return the undelivered answers for a connected person, and mark them as delivered."""
        chats = []
        for answer in self._answers.pop(account.id, ()):
            chats.append(messages.Chat(to=account.id, sender=OPERATOR, text=answer.text, time=now_ms()))
            self._marking.start(self._mark_delivered(answer), f"answer to report {answer.number}")
        self._chat.add_private(account, chats)
        return chats

    async def _mark_delivered(self, answer: Answer) -> None:
        try:
            await self.report_store.mark_delivered(answer.number)
        except Exception as error:  # noqa: BLE001 -- it will be delivered again
            logger.error("the answer to report %s: %s", answer.number, error)
