"""Requests to a bot with a deadline, so that a bot that does not answer delays nothing else."""

import traceback
from concurrent.futures import Future
from random import Random
from threading import Thread
from typing import Any

from knobel.bots.bot import Bot
from knobel.bots.request import Fault, ask
from knobel.core import Game


class TimedBot:
    """A bot that runs in separate threads.

    A thread cannot be terminated. A bot that has not answered by the deadline keeps running, and it is not asked again
    before it has answered.
    """

    def __init__(self, bot: Bot, deadline_s: float) -> None:
        self._bot, self._deadline_s = bot, deadline_s
        self._thinking: Future[str] | None = None

    def ask(self, game: Game[Any], view: Any, seat: int, rng: Random) -> str:
        """Return the action that the bot chooses.

        :raises Fault: if it fails, chooses an action that is not legal, or does not answer by the deadline.
        """
        if self._thinking is not None and not self._thinking.done():
            raise Fault("it is still thinking about an earlier decision")
        answer = Future[str]()

        def think() -> None:
            try:
                answer.set_result(ask(self._bot, game, view, seat, rng))
            except BaseException as error:  # noqa: BLE001 -- it belongs to the caller
                answer.set_exception(error)

        # A daemon thread does not keep the process from ending.
        try:
            Thread(target=think, daemon=True, name="bot").start()
        except RuntimeError as error:
            raise Fault(f"no thread can be started for it: {error}") from None
        self._thinking = answer
        try:
            return answer.result(self._deadline_s)
        except TimeoutError:
            if answer.done():
                raise
            raise Fault(f"it did not answer within {self._deadline_s:g} seconds") from None


def bot_traceback(fault: Fault) -> tuple[str, str]:
    """Return where a bot raised an error, and the traceback from its own code on; both are empty if it raised none.

    Errors of one place and type can differ in their messages.
    """
    error = fault.__cause__
    if error is None:
        return "", ""
    # The first frame is that of the call in `request`.
    within = error.__traceback__ and error.__traceback__.tb_next
    where = f"{type(error)}{''.join(traceback.format_tb(within))}"
    return where, "".join(traceback.format_exception(error.with_traceback(within))).rstrip()
