"""Translates commands of clients into events of a table."""

from collections.abc import Callable, Collection, Mapping

from knobel.presentation import messages
from knobel.tables import commands, correction_commands, dice_commands, moderation
from knobel.tables.commands import Events, Source
from knobel.tables.game_dice import ServerDice
from knobel.tables.state import TableState


def events_of(
    state: TableState,
    command: messages.Command,
    source: Source,
    present: Callable[[], Mapping[str, str]],
    levels: Collection[str],
    late: Callable[[TableState], bool],
    new_seed: Callable[[], str],
    server: Callable[[TableState], ServerDice],
) -> Events:
    """Return the events of a command in a state.

    `present` returns the names of the people at the table by id. `levels` are the levels of the bots. `late` is true if
    the time limit for taking back has passed. `new_seed` returns the seed of a game that starts, `server` the server's
    dice for the running game.

    :raises Refused: if the command is not possible.
    """
    if isinstance(command, messages.HostCommand):
        commands.require_host(state, source)
        return _of_the_host(state, command, source, present, levels, new_seed)
    match command:
        case messages.Sit(seat=seat):
            return commands.sit(state, source, seat)
        case messages.Stand(lead=lead):
            return commands.stand(state, source, present(), lead=lead)
        case messages.PickColour(colour=colour):
            return commands.pick_colour(state, source, colour)
        case messages.PickSubstitute(level=level):
            return commands.pick_substitute(state, source, level, levels)
        case messages.RollDice(at=at, dice=dice):
            return commands.roll(state, source, at, dice, server(state))
        case messages.MakeMove(at=at, action=action):
            return commands.move(state, source, at, action, server(state))
        case messages.TakeBack(at=at):
            return commands.take_back(state, source, at, late=late(state))
        case messages.Commit(commitment=commitment):
            return dice_commands.commit(state, source, commitment)
        case messages.Contribute(value=value):
            return dice_commands.contribute(state, source, value)
        case messages.Correct(game=game, changes=changes):
            return correction_commands.correct(state, source, game, changes)
    raise TypeError(f"not a command for the log: {command}")


def _of_the_host(
    state: TableState,
    command: messages.HostCommand,
    source: Source,
    present: Callable[[], Mapping[str, str]],
    levels: Collection[str],
    new_seed: Callable[[], str],
) -> Events:
    match command:
        case messages.SeatBot(seat=seat, level=level):
            return commands.seat_bot(state, source, seat, level, levels)
        case messages.Remove(seat=seat):
            return commands.remove(state, source, seat)
        case messages.Setup(settings=settings):
            return commands.set_up(state, source, settings)
        case messages.Start():
            return commands.start(state, source, seed=new_seed())
        case messages.Expel(person=person):
            return moderation.expel(state, source, person, present())
        case messages.Mute(person=person, muted=muted):
            return moderation.mute(state, source, person, present(), muted=muted)
        case messages.Lock(locked=locked):
            return moderation.lock(state, source, locked=locked)
        case messages.HideChat(hidden=hidden):
            return moderation.hide_chat(state, source, hidden=hidden)
        case messages.RenewLink():
            return moderation.renew_link(state, source)
    raise TypeError(f"not a command of the host: {command}")
