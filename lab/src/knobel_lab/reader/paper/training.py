"""Training of the two networks of the reader of paper on drawn pictures, by PyTorch, in a given time.

It can be interrupted and resumed.
"""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import torch
from torch import nn
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from knobel.core import BadSetup
from knobel.engines.shared.data_files import replaced
from knobel.vision.paper.settings import CROP, KINDS, SLOT_CLASSES, SLOTS
from knobel.vision.paper.weights import PAPER
from knobel_lab.reader.networks import fold, unfold
from knobel_lab.reader.paper.cells import Cells, CellSource, features
from knobel_lab.reader.paper.glyphs import Glyphs, load_glyphs
from knobel_lab.reader.paper.losses import finder_loss, reader_loss
from knobel_lab.reader.paper.networks import CellReader, GridFinder
from knobel_lab.reader.paper.photo_cells import PhotoSource
from knobel_lab.reader.paper.sheets import Sheets, SheetSource

FINDER, READER = NETWORKS = "finder", "classifier"
"""Names of the networks of grids and of cells."""
BATCHES = {FINDER: 12, READER: 256}
RATES = {FINDER: 5e-3, READER: 3e-3}
"""Highest learning rates."""
START_RATE = 0.15
"""Part of these rates if the training starts from weights."""
DECAYS = {FINDER: 0.005, READER: 0.01}
WARM_UP = 0.04
"""Part of the training in which the learning rates rise; afterwards they fall as a cosine."""
MAX_GRADIENT = 5.0
AVERAGE = 0.999
"""Part of the mean of the weights that remains in each step; the means are exported."""
POOL = 150
"""Number of earlier batches that are kept. Networks learn from them too, because to draw batches takes long."""
FRESH = {FINDER: 4, READER: 1}
"""Steps after which a new batch is drawn."""
CLEAR_SHARE, PHOTO_SHARE = 0.4, 0.4
"""Shares of the cells that are well seen, and of those of photos, if there are any."""
SHIFT = 2
"""Pixels by which cells are shifted at most when they are used again."""
SEEDS = 1_000_000_000
"""Seeds that belong to a training; the last one calibrates."""
CALIBRATION = 16_384
"""Cells on which the probabilities are calibrated."""
TEMPERATURES = 0.4, 3.0


@dataclass(frozen=True)
class Progress:
    """State of a training."""

    seconds: float
    steps: dict[str, int]
    losses: dict[str, float]
    """Means of the latest steps of each network."""

    def __str__(self) -> str:
        return "; ".join(f"{name} {self.steps[name]:,} steps, loss {loss:.3f}" for name, loss in self.losses.items())


@dataclass(frozen=True)
class Options:
    """Options of a training."""

    checkpoint: Path
    digits: Path
    """Folder of fonts and handwritten digits; see `load_glyphs`."""
    seconds: float
    """Duration, with that of interrupted runs."""
    seed: int = 1
    networks: tuple[str, ...] = NETWORKS
    """Networks that are trained; the others are those of the reader's present weights."""
    photos: Path | None = None
    """Folder of photos whose cells the reader of cells learns, too; see `photos`."""
    start: Path | None = None
    """Weights from which the networks start, in place of random ones."""
    every: float = 300
    """Seconds between checkpoints."""
    resume: bool = False
    max_steps: int | None = None
    """Most steps of each network."""
    calibration: int = CALIBRATION
    batches: dict[str, int] = field(default_factory=lambda: BATCHES)


class Pool:
    """Draws batches, of which some are used again, changed."""

    def __init__(self, draw: Callable[[], Any], change: Callable[[Any], Any], fresh: int) -> None:
        self.draw, self.change, self.fresh = draw, change, fresh
        self.kept: list[Any] = []
        self.taken = 0

    def take(self) -> Any:
        """Return a batch."""
        is_fresh = self.taken % self.fresh == 0
        self.taken += 1
        if is_fresh:
            self.kept = [*self.kept[1 - POOL :], self.draw()]
            return self.kept[-1]
        return self.change(self.kept[int(torch.randint(len(self.kept), ()))])


class MixedSource:
    """Draws cells of all kinds."""

    def __init__(self, glyphs: Glyphs, photos: Path | None, seed: int) -> None:
        self.drawn = CellSource(glyphs, seed)
        self.photos = PhotoSource(photos, seed) if photos else None

    def draw(self, n: int) -> Cells:
        """Return `n` cells."""
        clear, real = int(n * CLEAR_SHARE), int(n * PHOTO_SHARE) if self.photos else 0
        parts = [self.drawn.draw(n - clear - real), self.drawn.draw_clear(clear)]
        if self.photos:
            parts.append(self.photos.draw(real))
        return Cells(*map(torch.cat, zip(*parts, strict=True)))


def shifted(cells: Cells) -> Cells:
    """Return cells that are shifted at random, all by the same distance."""
    left, top = torch.randint(2 * SHIFT + 1, (2,)).tolist()
    padded = functional.pad(cells.crops, (SHIFT, SHIFT, SHIFT, SHIFT), mode="replicate")
    return cells._replace(crops=padded[:, :, top : top + CROP, left : left + CROP])


def mirrored(sheets: Sheets) -> Sheets:
    """Return sheets that are mirrored at a random one of eight symmetries."""
    pictures, heat, shifts, lines, counts = sheets
    for axis in (-1, -2):
        if torch.rand(()) < 0.5:
            pictures, heat, shifts, lines, counts = (
                part.flip(axis) for part in (pictures, heat, shifts, lines, counts)
            )
            signs = torch.tensor([-1.0, 1.0] if axis == -1 else [1.0, -1.0])
            shifts = shifts * signs[None, :, None, None]
    if torch.rand(()) < 0.5:
        pictures, heat, shifts, lines, counts = (
            part.transpose(-1, -2) for part in (pictures, heat, shifts, lines, counts)
        )
        shifts = shifts.flip(1)
    return Sheets(pictures, heat, shifts, lines, counts)


def relit(sheets: Sheets) -> Sheets:
    """Return sheets of another contrast and brightness."""
    contrast, light = torch.rand((2, len(sheets.pictures), 1, 1, 1))
    pictures = (sheets.pictures - 128) * (0.8 + 0.4 * contrast) + 128 + (light - 0.5) * 40
    return sheets._replace(pictures=pictures.clamp(0, 255))


class Trainer:
    """The networks, their optimisers, and their sources of drawn pictures."""

    def __init__(self, options: Options, glyphs: Glyphs) -> None:
        torch.manual_seed(options.seed)
        self.options, self.glyphs = options, glyphs
        networks: dict[str, Any] = {FINDER: GridFinder(), READER: CellReader()}
        for network in networks.values():
            network.to(memory_format=torch.channels_last).train()
        self.networks = networks
        self.steps, self.spent = dict.fromkeys(options.networks, 0), dict.fromkeys(options.networks, 0.0)
        self.losses: dict[str, float] = {}
        self.seed_sources()
        if options.start is not None:
            layers = PAPER.load(options.start)
            for name in options.networks:
                unfold(networks[name], layers, name, self.inputs(name, self.pools[name].draw()))
        average = get_ema_multi_avg_fn(AVERAGE)
        self.means: dict[str, Any] = {
            name: AveragedModel(networks[name], multi_avg_fn=average, use_buffers=True) for name in options.networks
        }
        self.optimisers = {
            name: torch.optim.AdamW(networks[name].parameters(), RATES[name], weight_decay=DECAYS[name])
            for name in options.networks
        }

    def seed_sources(self) -> None:
        """Begin to draw pictures that belong to the seed and the steps that were made."""
        seed = (self.options.seed - 1) * SEEDS + sum(self.steps.values()) + 1
        cells = MixedSource(self.glyphs, self.options.photos, seed)
        sources: dict[str, Any] = {FINDER: SheetSource(self.glyphs, seed), READER: cells}
        changes: dict[str, Callable[[Any], Any]] = {FINDER: lambda sheets: relit(mirrored(sheets)), READER: shifted}
        self.pools = {
            name: Pool(partial(source.draw, self.options.batches[name]), changes[name], FRESH[name])
            for name, source in sources.items()
        }

    @property
    def seconds(self) -> float:
        """Duration of the training."""
        return sum(self.spent.values())

    def save(self) -> None:
        """Write a checkpoint."""
        state = {
            "stamp": PAPER.stamp(),
            "seed": self.options.seed,
            "is_started": self.options.start is not None,
            "steps": self.steps,
            "spent": self.spent,
            "networks": {name: self.networks[name].state_dict() for name in self.steps},
            "means": {name: mean.state_dict() for name, mean in self.means.items()},
            "optimisers": {name: optimiser.state_dict() for name, optimiser in self.optimisers.items()},
        }
        with replaced(self.options.checkpoint) as file:
            torch.save(state, file)

    def load(self) -> None:
        """Continue from the checkpoint.

        :raises BadSetup: if it is broken, of another seed or other networks, or one training started from weights.
        """
        path = self.options.checkpoint
        try:
            state = torch.load(path, weights_only=True)
            found, seed, steps, is_started = (state[name] for name in ("stamp", "seed", "steps", "is_started"))
        # PyTorch raises many kinds of errors for broken files.
        except Exception as error:
            raise BadSetup(f"{path} is broken, or no checkpoint of this training") from error
        if found != PAPER.stamp() or set(steps) != set(self.steps):
            raise BadSetup(f"{path} was made with other networks: train again")
        if seed != self.options.seed:
            raise BadSetup(f"{path} was started with seed {seed}, not {self.options.seed}")
        if is_started != (self.options.start is not None):
            given = "continue with --start" if is_started else "continue without --start"
            raise BadSetup(f"{path} was started {'from' if is_started else 'without'} weights: {given}")
        self.steps, self.spent = steps, state["spent"]
        for name in self.steps:
            self.networks[name].load_state_dict(state["networks"][name])
            self.means[name].load_state_dict(state["means"][name])
            self.optimisers[name].load_state_dict(state["optimisers"][name])
        self.seed_sources()

    def averaged(self) -> dict[str, Any]:
        """Return the networks with the means of their latest weights, for reading."""
        return {name: self.means[name].module if name in self.means else self.networks[name] for name in NETWORKS}

    def step(self) -> None:
        """Let the network that had less time learn from a batch."""
        start = time.monotonic()
        name = min(self.spent, key=self.spent.__getitem__)
        done = min(1.0, self.seconds / self.options.seconds)
        rate = max(0.002, min(1.0, done / WARM_UP + 0.02) * 0.5 * (1 + math.cos(math.pi * done)))
        if self.options.start is not None:
            rate *= START_RATE
        network, optimiser = self.networks[name], self.optimisers[name]
        for group in optimiser.param_groups:
            group["lr"] = RATES[name] * rate
        batch = self.pools[name].take()
        with torch.autocast("cpu", torch.bfloat16):
            loss = self.loss_of(name, network, batch)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), MAX_GRADIENT)
        optimiser.step()
        self.means[name].update_parameters(network)
        self.steps[name] += 1
        latest = float(loss.detach())
        self.losses[name] = latest + 0.98 * (self.losses.get(name, latest) - latest)
        self.spent[name] += time.monotonic() - start

    def loss_of(self, name: str, network: Any, batch: Any) -> Any:
        """Return the loss for a batch."""
        loss = finder_loss if name == FINDER else reader_loss
        return loss(network(self.inputs(name, batch)), batch)

    @staticmethod
    def inputs(name: str, batch: Any) -> Any:
        """Return what a network sees of a batch."""
        inputs = batch.pictures / 127.5 - 1 if name == FINDER else features(batch.crops)
        return inputs.contiguous(memory_format=torch.channels_last)


def train(options: Options, export: Path, report: Callable[[Progress], None], stop: Callable[[], bool]) -> bool:
    """Train until the time is up, and write the weights of both networks; return False if `stop` returned true.

    A checkpoint exists then.

    :raises BadSetup: if there are no digits to draw, no photos in their folder, or the checkpoint is broken.
    :raises OSError: if a file cannot be written.
    """
    trainer = Trainer(options, load_glyphs(options.digits))
    if options.resume and options.checkpoint.exists():
        trainer.load()
    saved = time.monotonic()
    most = math.inf if options.max_steps is None else options.max_steps
    while trainer.seconds < options.seconds and min(trainer.steps.values()) < most and not stop():
        trainer.step()
        report(Progress(trainer.seconds, dict(trainer.steps), dict(trainer.losses)))
        if time.monotonic() - saved >= options.every:
            trainer.save()
            saved = time.monotonic()
    trainer.save()
    if stop():
        return False
    networks = {name: network.eval() for name, network in trainer.averaged().items()}
    facts: dict[str, Any] = {"seed": options.seed, "steps": trainer.steps}
    if READER in options.networks:
        facts["temperature"] = calibrate(options, networks[READER])
    layers = fold(*networks.values())
    kept = {} if set(options.networks) == set(NETWORKS) else PAPER.load(PAPER.path())
    layers |= {name: layer for name, layer in kept.items() if name.partition(".")[0] not in options.networks}
    PAPER.save(export, layers, **facts)
    return True


def calibrate(options: Options, network: Any) -> float:
    """Divide the logits of kinds and digits by the temperature that fits cells of no training best; return it."""
    source = CellSource(load_glyphs(options.digits, is_test=True), options.seed * SEEDS)
    cells = source.draw(options.calibration)
    count = len(KINDS) + SLOTS * SLOT_CLASSES
    with torch.no_grad():
        logits = torch.cat([network(features(crops)) for crops in cells.crops.split(1024)])[:, :count]
        parts = [(logits[:, : len(KINDS)], cells.kinds)]
        for slot, part in enumerate(logits[:, len(KINDS) :].split(SLOT_CLASSES, 1)):
            parts.append((part, cells.slots[:, slot]))

        def loss_at(temperature: float) -> float:
            return sum(
                float(functional.cross_entropy(part / temperature, truth, ignore_index=-1)) for part, truth in parts
            )

        best: float = min(torch.linspace(*TEMPERATURES, 131).tolist(), key=loss_at)
        for weights in (network.out.weight, network.out.bias):
            weights[:count] /= best
    return best
