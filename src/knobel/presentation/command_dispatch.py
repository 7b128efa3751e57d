"""Translates commands of clients into decisions on a table's state."""

from collections.abc import Callable, Collection, Mapping

from knobel.presentation import messages
from knobel.tables import commands, correction_commands, dice_commands, moderation, slow_games
from knobel.tables.commands import Events, Source
from knobel.tables.game_dice import ServerDice
from knobel.tables.state import TableState

Decision = Callable[[TableState], Events]
"""Returns the events of a command for the newest state, or raises `Refused`."""


def decision(
    command: messages.Command,
    source: Source,
    present: Callable[[], Mapping[str, str]],
    levels: Collection[str],
    late: Callable[[TableState], bool],
    new_seed: Callable[[], str],
    server: Callable[[TableState], ServerDice],
) -> Decision:
    """Return the decision for a command.

    `present` returns the names of the people at the table by id. `levels` are the levels of the bots. `late` is true if
    the time limit for taking back has passed. `new_seed` returns the seed of a game that starts, `server` the server's
    dice for the running game.
    """
    match command:
        case messages.Sit(seat=seat):
            return lambda state: commands.sit(state, source, seat)
        case messages.Stand(lead=lead):
            return lambda state: commands.stand(state, source, present(), lead=lead)
        case messages.SeatBot(seat=seat, level=level):
            return lambda state: commands.seat_bot(state, source, seat, level, levels)
        case messages.Remove(seat=seat):
            return lambda state: commands.remove(state, source, seat)
        case messages.Expel(person=person):
            return lambda state: moderation.expel(state, source, person, present())
        case messages.Mute(person=person, muted=muted):
            return lambda state: moderation.mute(state, source, person, present(), muted=muted)
        case messages.Lock(locked=locked):
            return lambda state: moderation.lock(state, source, locked=locked)
        case messages.HideChat(hidden=hidden):
            return lambda state: moderation.hide_chat(state, source, hidden=hidden)
        case messages.RenewLink():
            return lambda state: moderation.renew_link(state, source)
        case messages.Setup(settings=settings):
            return lambda state: commands.set_up(state, source, settings)
        case messages.Start():
            return lambda state: commands.start(state, source, seed=new_seed())
        case _:
            return _of_a_player(command, source, levels, late, server)


def _of_a_player(
    command: messages.Command,
    source: Source,
    levels: Collection[str],
    late: Callable[[TableState], bool],
    server: Callable[[TableState], ServerDice],
) -> Decision:
    match command:
        case messages.PickSubstitute(level=level):
            return lambda state: slow_games.pick_substitute(state, source, level, levels)
        case messages.PickColour(colour=colour):
            return lambda state: commands.pick_colour(state, source, colour)
        case messages.Commit(commitment=commitment):
            return lambda state: dice_commands.commit(state, source, commitment)
        case messages.Contribute(value=value):
            return lambda state: dice_commands.contribute(state, source, value)
        case messages.RollDice(at=at, dice=dice):
            return lambda state: commands.roll(state, source, at, dice, server(state))
        case messages.MakeMove(at=at, action=action):
            return lambda state: commands.move(state, source, at, action, server(state))
        case messages.TakeBack(at=at):
            return lambda state: commands.take_back(state, source, at, late=late(state))
        case messages.Correct(game=game, changes=changes):
            return lambda state: correction_commands.correct(state, source, game, changes)
    raise TypeError(f"not a command for the log: {command}")
