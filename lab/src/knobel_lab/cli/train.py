"""`knobel train`: make the data of bots, by self-play or by solving, or of the dice reader."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from knobel.cli.arguments import parse_game
from knobel.cli.bounds import MAX_COUNT, MAX_SEED, MAX_WORKERS
from knobel.cli.cluster_option import Cluster
from knobel.cli.files import describe_os_error
from knobel.core import BadSetup
from knobel_lab.learning import export_solved, learned_games, solved_games
from knobel_lab.learning import learner as learner_of

if TYPE_CHECKING:
    from knobel_lab.learning.training import Learner

DEFAULT_SEED = 1
DICE, PAPER = READERS = "dice", "paper"
"""Names that select a reader of photos, in place of a game (`train_dice`, `train_paper`)."""


class Files(NamedTuple):
    """Paths of the checkpoint and of the bots' data."""

    checkpoint: Path
    data: Path


def train(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME", help=f"{', '.join(learned_games() + solved_games())}; dice, paper: the readers of photos."
        ),
    ],
    games: Annotated[
        int | None,
        typer.Option(min=1, max=MAX_COUNT, help="Number of games in all.  [default: as for the shipped data]"),
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, max=MAX_SEED, help="Random seed.  [default: 1]")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue from the checkpoint, if there is one.")] = False,
    checkpoint: Annotated[
        Path | None, typer.Option(metavar="FILE", help="File of the checkpoint.  [default: GAME.checkpoint.npz]")
    ] = None,
    every: Annotated[
        float, typer.Option(min=0, max=MAX_COUNT, metavar="SECONDS", help="Time between checkpoints.")
    ] = 300,
    export: Annotated[
        Path | None, typer.Option(metavar="FILE", help="File for the bots' data.  [default: GAME.npz]")
    ] = None,
    threads: Annotated[
        int,
        typer.Option(
            min=1, max=MAX_WORKERS, help="Number of threads. Only Knaster can use several; no two such runs are equal."
        ),
    ] = 1,
    cluster: Cluster = None,
    hours: Annotated[
        float | None, typer.Option(min=0, max=MAX_COUNT, metavar="HOURS", help="Duration, for readers.  [default: 2]")
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            min=1, max=MAX_WORKERS, help="Drawing processes, for dice.  [default: one for each processor but one]"
        ),
    ] = None,
    digits: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Fonts and handwritten digits, for paper.")
    ] = None,
    network: Annotated[
        str | None, typer.Option(metavar="NAME", help="The only network to train, for paper: finder or classifier.")
    ] = None,
    photos: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Photos of grids with labels to learn from, too, for paper.")
    ] = None,
    start: Annotated[
        Path | None, typer.Option(metavar="FILE", exists=True, dir_okay=False, help="Weights to start from, for paper.")
    ] = None,
) -> None:
    """Learn a game by self-play, or to read dice or paper.

    Training may be interrupted or killed at any time: --resume continues from the last checkpoint, and ends with the
    same values as an uninterrupted run. At the end it writes the bots' data. Bots use GAME.npz in the folder that
    the environment variable KNOBEL_DATA names.

    Knöffel and Kniffeliger are not learned but solved, without interruption, in some minutes.

    `knobel train dice` trains the reader of `knobel dice --photo` on drawn pictures, and needs PyTorch.
    `knobel train paper --digits FOLDER` trains the reader of `knobel paper`, with the packages in docs/paper-reader.md.

    Example: knobel train knister --games 2000000 --seed 7
    """
    paper = {"digits": digits, "network": network, "photos": photos, "start": start}
    if game in READERS:
        if games is not None or cluster is not None:
            raise BadSetup(f"{game} is trained for a time, on one machine: choose it with --hours")
        files = Files(checkpoint or Path(f"{game}.checkpoint.pt"), export or Path(f"{game}.npz"))
        check_files(files, resume=resume)
        common = {"hours": hours, "seed": seed, "every": every, "resume": resume}
        learn_to_read(game, files, paper, workers, common)
        return
    refuse_paper(paper)
    if hours is not None or workers is not None:
        raise BadSetup("--hours and --workers are for readers: choose the number of games with --games")
    name = parse_game(game).name
    if name in solved_games():
        if any(value is not None for value in (games, seed, checkpoint, cluster)) or resume or threads > 1:
            raise BadSetup(f"{name} is solved, not learned: --export is its only option")
        solve(name, export or Path(f"{name}.npz"))
        return
    files = Files(checkpoint or Path(f"{name}.checkpoint.npz"), export or Path(f"{name}.npz"))
    check_files(files, resume=resume)
    game_count = games or default_games(name)
    chosen_seed = resolve_seed(files.checkpoint, name, seed)
    learner: Learner
    if cluster is None:
        learner = learner_of(name, chosen_seed, threads)
    elif threads > 1:
        raise BadSetup("--threads and --cluster cannot be combined")
    else:
        from knobel_lab.learning.ray_learner import RemoteLearner

        learner = RemoteLearner(name, chosen_seed, cluster)
    learn(learner, files, game_count, {"game": name, "seed": chosen_seed}, every=every, resume=resume)


def learn_to_read(game: str, files: Files, paper: dict[str, Any], workers: int | None, common: dict[str, Any]) -> None:
    """Train a reader of photos.

    :param paper: arguments that only the training of the reader of paper has
    :param common: arguments that both trainings have
    :raises BadSetup: if an option is missing, or does not belong to the reader, or a file cannot be read or written.
    :raises KeyboardInterrupt: if it was interrupted; a checkpoint exists then.
    """
    if game == DICE:
        from knobel_lab.cli.train_dice import train_dice

        refuse_paper(paper)
        with interrupts() as interrupted:
            train_dice(*files, workers=workers, stop=interrupted, **common)
        return
    from knobel_lab.cli.train_paper import train_paper

    if paper["digits"] is None:
        raise BadSetup("paper needs fonts and handwritten digits: name their folder with --digits")
    if workers is not None:
        raise BadSetup("--workers is for dice: the process that trains the reader of paper draws, too")
    with interrupts() as interrupted:
        train_paper(files.checkpoint, files.data, stop=interrupted, **paper, **common)


def refuse_paper(options: dict[str, Any]) -> None:
    """Refuse options of the training of the reader of paper.

    :raises BadSetup: if given.
    """
    if any(value is not None for value in options.values()):
        *others, last = (f"--{name}" for name in options)
        raise BadSetup(f"{', '.join(others)} and {last} are for paper: leave them out")


def solve(game: str, path: Path) -> None:
    """Solve a game and write the bots' data.

    :raises BadSetup: if the file exists or cannot be written.
    """
    if path.exists() or not path.parent.is_dir():
        raise BadSetup(f"cannot write a new file {path}: choose another with --export")
    try:
        export_solved(game, path)
    except OSError as error:
        raise BadSetup(f"cannot save {path}: {describe_os_error(error)}") from error
    typer.echo(f"{game}: solved")
    print_use(game, path)


def default_games(game: str) -> int:
    """Return the number of games behind the shipped data.

    :raises BadSetup: if no data is shipped for the game.
    """
    from knobel.engines.shared.weights import shipped_games

    try:
        return shipped_games(game)
    except FileNotFoundError as error:
        raise BadSetup(f"there is no shipped data for {game}: give the number of games with --games") from error


def check_files(files: Files, *, resume: bool) -> None:
    """:raises BadSetup: if a file would be lost, or cannot be written."""
    if files.checkpoint == files.data:
        raise BadSetup(f"{files.data} cannot be both the checkpoint and the bots' data")
    for file, option in zip(files, ("--checkpoint", "--export"), strict=True):
        if not file.parent.is_dir():
            raise BadSetup(f"there is no folder {file.parent}")
        if file.is_dir():
            raise BadSetup(f"{file} is a folder")
        if file.exists() and not resume:
            raise BadSetup(f"{file} already exists: continue with --resume, or choose another file with {option}")


def resolve_seed(checkpoint: Path, game: str, seed: int | None) -> int:
    """Return the requested seed, or else that of the checkpoint, or else the default.

    :raises BadSetup: if the checkpoint is of another game or seed.
    :raises StaleData: if the checkpoint is broken.
    """
    from knobel.engines.shared.data_files import read_metadata

    try:
        found = read_metadata(checkpoint)
    except FileNotFoundError:
        found = {}
    except OSError as error:
        raise BadSetup(f"cannot read {checkpoint}: {describe_os_error(error)}") from error
    if found.get("game", game) != game:
        raise BadSetup(f"{checkpoint} is a checkpoint of {found['game']}, not of {game}")
    checkpoint_seed: int | None = found.get("seed")
    if None not in (checkpoint_seed, seed) and checkpoint_seed != seed:
        raise BadSetup(f"{checkpoint} was started with seed {checkpoint_seed}, not {seed}")
    return next((candidate for candidate in (seed, checkpoint_seed) if candidate is not None), DEFAULT_SEED)


def learn(learner: "Learner", files: Files, games: int, facts: dict[str, Any], *, every: float, resume: bool) -> None:
    """Learn, and write the bots' data.

    :raises KeyboardInterrupt: if it was interrupted; a checkpoint exists then.
    """
    from knobel_lab.cli.training_progress import Reporter
    from knobel_lab.learning.training import train as train_to

    game = facts["game"]
    with Reporter(game, games) as reporter, interrupts() as interrupted:
        reporter.print_line(f"checkpoints: {files.checkpoint}")
        try:
            done = train_to(
                learner,
                files.checkpoint,
                games,
                every=every,
                resume=resume,
                report=reporter,
                stop=interrupted,
                facts=facts,
            )
        except OSError as error:
            raise BadSetup(f"cannot save {files.checkpoint}: {describe_os_error(error)}") from error
        if done < games:
            reporter.print_line(f"interrupted after {done:,} games: continue with --resume")
            raise KeyboardInterrupt
        try:
            learner.export(files.data, done)
        except OSError as error:
            raise BadSetup(f"cannot save {files.data}: {describe_os_error(error)}") from error
    typer.echo(f"{game}: {done:,} games learned with seed {facts['seed']}{reporter.result()}")
    print_use(game, files.data)


def print_use(game: str, data: Path) -> None:
    """Print how bots use the data."""
    place = f"KNOBEL_DATA={data.resolve().parent}"
    if data.name != f"{game}.npz":
        place = f"KNOBEL_DATA=FOLDER, once it is FOLDER/{game}.npz"
    typer.echo(f"bots use {data} with {place}")


@contextmanager
def interrupts() -> "Iterator[Callable[[], bool]]":
    """Yield a function that is true after an interrupt. A second interrupt has its usual effect."""
    before = signal.getsignal(signal.SIGINT)
    interrupted = False

    def on_interrupt(*_: object) -> None:
        nonlocal interrupted
        interrupted = True
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield lambda: interrupted
    finally:
        signal.signal(signal.SIGINT, before)
