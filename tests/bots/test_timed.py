"""A bot with a deadline is asked again after its thread could not start."""

from random import Random
from threading import Thread

import pytest

from knobel.bots import make as make_bot
from knobel.bots.request import Fault
from knobel.bots.timed import TimedBot
from knobel.core import Roll
from knobel.games import make


def test_a_bot_is_asked_again_after_its_thread_could_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    game = make("knoeffel", columns=1)
    view = game.view(game.apply(game.start(1), Roll((1, 2, 3, 4, 6))), 0)
    bot = TimedBot(make_bot("random"), 60)

    def fail(_: Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as exhausted:
        exhausted.setattr(Thread, "start", fail)
        with pytest.raises(Fault, match="no thread"):
            bot.ask(game, view, 0, Random(1))
    assert bot.ask(game, view, 0, Random(1)) in game.legal(view, 0)
