"""`knobel play`: play a game in the terminal."""

from collections import Counter
from pathlib import Path
from random import Random
from typing import Annotated, Any

import typer

from knobel.bots import OFFERED, is_source
from knobel.cli.arguments import parse_bots, parse_game
from knobel.cli.bounds import MAX_COUNT, MAX_SEED, MIN_SEED
from knobel.cli.files import read_record
from knobel.core import BadSetup, Game, Over
from knobel.games import GAMES
from knobel.notation import Record
from knobel.phrases import phrase, preferred
from knobel.texts import Language


def choose_players(
    game: Game[Any], seats: int | None, levels: list[str], names: str | None, language: Language = "en"
) -> list[tuple[str, str]]:
    """Return the name and bot level ("" for a person) of each seat, people first.

    :raises BadSetup: if they cannot play this game.
    """
    given = [name.strip() for name in (names or "").split(",") if name.strip()]
    people = max(len(given), 1) if seats is None else seats - len(levels)
    if people < 0:
        raise BadSetup(f"{len(levels)} bots do not fit in {seats} seats")
    if len(given) > people:
        raise BadSetup(f"{len(given)} names for {people} people: {', '.join(given)}")
    if seats is None and not levels:
        levels = ["casual"] * (game.min_seats - people)
    player = phrase(language, "Player")
    default = [f"{player} {i}" for i in range(1, people + 1)] if people > 1 else [player]
    players = [(name, "") for name in given + default[len(given) : people]]
    players += [(f"Bot {i}", level) for i, level in enumerate(levels, 1)]
    game.check_seats(len(players))
    for name, count in Counter(name for name, _ in players).items():
        if count > 1:
            raise BadSetup(f"{count} players are called {name!r}: give each another name with --names")
    return players


def play(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help=f"{', '.join(GAMES)}.")] = None,
    bots: Annotated[
        str | None,
        typer.Option(metavar="BOT,...", help=f"Opponents: {', '.join(OFFERED)}, or mine.py:Mine."),
    ] = None,
    seats: Annotated[
        int | None,
        typer.Option(min=1, max=MAX_COUNT, help="Number of seats; people at this keyboard take those without a bot."),
    ] = None,
    names: Annotated[str | None, typer.Option(metavar="NAME,...", help="The people's names.")] = None,
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="A rule to choose; see: knobel games.")
    ] = None,
    seed: Annotated[int | None, typer.Option(min=MIN_SEED, max=MAX_SEED, help="Random seed of dice and bots.")] = None,
    save: Annotated[Path | None, typer.Option(help="Write the game's record to this new file.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Continue the game in this file.", metavar="FILE")] = None,
    real_dice: Annotated[bool, typer.Option("--real-dice", help="Roll real dice and type in their faces.")] = False,
    language: Annotated[Language | None, typer.Option(help="Language; by default that of the locale.")] = None,
) -> None:
    """Play in the terminal, alone, with others or against bots.

    Type one of the actions that are shown. Other commands: ? explains the actions, u takes back, h gives a hint, s
    shows all sheets, l shows the log, q ends the game.

    Example: knobel play knoeffel --bots expert --names Ann --save game.jsonl

    Later: knobel play --resume game.jsonl
    """
    from knobel.cli.record_writer import Recorder
    from knobel.cli.terminal_game import Terminal

    chosen_language = language or preferred()
    # A separate generator for the dice: the same seed gives the same rolls with any bots.
    dice_rng, bot_rng = (Random(), Random()) if seed is None else (Random(f"{seed} dice"), Random(f"{seed} bots"))
    if resume is not None:
        record = load_saved_game(resume, parse_bots(bots))
        given = {"GAME": game, "--seats": seats, "--names": names, "--option": option, "--save": save}
        if extra := [name for name, value in given.items() if value]:
            raise BadSetup(f"--resume continues the game in {resume}: omit {', '.join(extra)}")
        with Recorder(resume, resume=True) as recorder:
            Terminal(
                record,
                dice_rng=dice_rng,
                bot_rng=bot_rng,
                recorder=recorder,
                real_dice=real_dice,
                language=chosen_language,
            ).resume()
        return
    if game is None:
        raise BadSetup(f"which game? {', '.join(GAMES)}")
    chosen = parse_game(game, option or [])
    players = choose_players(chosen, seats, parse_bots(bots), names, chosen_language)
    record = Record(chosen, tuple(name for name, _ in players), bots=tuple(bot or None for _, bot in players))
    with Recorder(save) as recorder:
        Terminal(
            record, dice_rng=dice_rng, bot_rng=bot_rng, recorder=recorder, real_dice=real_dice, language=chosen_language
        ).run()


def load_saved_game(path: Path, chosen: list[str]) -> Record:
    """Return the game in a file, with the chosen bots in place of the record's bots if any are chosen.

    :raises BadSetup: if the game is over, or its bots are not determined.
    """
    record, state = read_record(str(path))
    if isinstance(record.game.turn(state), Over):
        raise BadSetup(f"the game in {path} is over")
    seats = [seat for seat, bot in enumerate(record.bots) if bot]
    # Records are untrusted: a record must not decide which local files are executed.
    if not chosen and any(is_source(record.bots[seat] or "") for seat in seats):
        raise BadSetup(f"custom bots play in {path}: name all bots again with --bots")
    names = chosen or parse_bots(",".join(filter(None, record.bots)))
    if len(names) != len(seats):
        raise BadSetup(f"{len(seats)} bots play in {path}, not {len(names)}")
    bots = list(record.bots) or [None] * len(record.seats)
    for seat, bot in zip(seats, names, strict=True):
        bots[seat] = bot
    return Record(record.game, record.seats, record.events, tuple(bots), record.noted)
