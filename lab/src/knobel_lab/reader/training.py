"""Training of the two networks on drawn pictures, by PyTorch, in a given time. It can be interrupted and resumed."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from knobel.core import BadSetup
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.data_files import replaced
from knobel.vision.dice.settings import VALUE_CLASSES
from knobel.vision.dice.weights import DICE
from knobel_lab.reader.augmentation import classifier_batch, distances, expose, peaks, turn
from knobel_lab.reader.drawing.batches import BATCH, MOST, BatchSource
from knobel_lab.reader.drawing.scene import TRAINING
from knobel_lab.reader.losses import classifier_loss, finder_loss
from knobel_lab.reader.networks import Classifier, Finder, fold

CPU_BATCHES, GPU_BATCHES = (128, 1024), (128, 4096)
"""Pictures for the finder and crops for the classifier in a step."""
FINDER_RATE, CLASSIFIER_RATE = 5e-3, 4e-3
"""Highest learning rates."""
FINDER_DECAY, CLASSIFIER_DECAY = 0.002, 0.01
WARM_UP = 0.04
"""Part of the training in which the learning rates rise; afterwards they fall as a cosine."""
MIN_PICTURES = 1_504
"""Pictures that are drawn before training begins."""
POOL = 16_000
"""Pictures that are kept in main memory, 3 GB; on a graphics card as many as fit."""
MAX_POOL = 250_000
MISTAKES = 8_192
"""Number of latest mistakes of the finder from which the classifier learns to reject areas without a die."""
SEEDS = 1_000_000_000
"""Pictures that belong to one seed of a training; the last ones calibrate."""
CALIBRATION = 768
"""Pictures on which the probabilities are calibrated."""
TEMPERATURES = 0.4, 3.0


@dataclass(frozen=True)
class Progress:
    """State of a training."""

    seconds: float
    steps: int
    pictures: int
    finder_loss: float
    classifier_loss: float

    def __str__(self) -> str:
        losses = f"losses {self.finder_loss:.3f} and {self.classifier_loss:.3f}"
        return f"{self.steps:,} steps, {self.pictures:,} pictures, {losses}"


@dataclass(frozen=True)
class Options:
    """Options of a training."""

    checkpoint: Path
    seconds: float
    """Duration, with that of interrupted runs."""
    workers: int
    seed: int = 1
    every: float = 300
    """Seconds between checkpoints."""
    resume: bool = False
    max_steps: int | None = None
    min_pictures: int = MIN_PICTURES
    calibration: int = CALIBRATION
    batches: tuple[int, int] | None = None
    """Pictures and crops in a step; None: `CPU_BATCHES` or `GPU_BATCHES`."""


class Trainer:
    """Both networks, their optimisers, and the pictures from which they learn."""

    def __init__(self, options: Options) -> None:
        torch.manual_seed(options.seed)
        self.options = options
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.batches = options.batches or (GPU_BATCHES if self.device.type == "cuda" else CPU_BATCHES)
        size = min(POOL, MAX_POOL)
        if self.device.type == "cuda":
            size = min(MAX_POOL, int(torch.cuda.mem_get_info()[0] * 0.7) // (TRAINING.size**2 * 3))
        layout = torch.channels_last if self.device.type == "cuda" else torch.contiguous_format
        self.networks = [net.to(self.device, memory_format=layout).train() for net in (Finder(), Classifier())]
        self.optimisers = [
            torch.optim.AdamW(net.parameters(), rate, weight_decay=decay)
            for net, rate, decay in zip(
                self.networks, (FINDER_RATE, CLASSIFIER_RATE), (FINDER_DECAY, CLASSIFIER_DECAY), strict=True
            )
        ]
        self.pool = torch.zeros((size, TRAINING.size, TRAINING.size, 3), dtype=torch.uint8, device=self.device)
        self.truth = torch.zeros((size, MOST, 8), device=self.device)
        self.mistakes = torch.zeros((0, 4), device=self.device)
        self.drawn = 0
        """Pictures of this run."""
        self.steps, self.seconds, self.pictures = 0, 0.0, 0

    def save(self) -> None:
        """Write a checkpoint."""
        state = {
            "stamp": DICE.stamp(),
            "seed": self.options.seed,
            "steps": self.steps,
            "seconds": self.seconds,
            "pictures": self.pictures,
            "networks": [net.state_dict() for net in self.networks],
            "optimisers": [optimiser.state_dict() for optimiser in self.optimisers],
        }
        with replaced(self.options.checkpoint) as file:
            torch.save(state, file)

    def load(self) -> None:
        """Continue from the checkpoint.

        :raises BadSetup: if it is broken, or of another seed or other networks.
        """
        path = self.options.checkpoint
        try:
            state = torch.load(path, map_location=self.device, weights_only=True)
            found, seed = state["stamp"], state["seed"]
        # PyTorch raises many kinds of errors for broken files.
        except Exception as error:
            raise BadSetup(f"{path} is broken, or no checkpoint of this training") from error
        if found != DICE.stamp():
            raise BadSetup(f"{path} was made with other networks: train again")
        if seed != self.options.seed:
            raise BadSetup(f"{path} was started with seed {seed}, not {self.options.seed}")
        self.steps, self.seconds, self.pictures = state["steps"], state["seconds"], state["pictures"]
        for kind, parts in (("networks", self.networks), ("optimisers", self.optimisers)):
            for part, saved in zip(parts, state[kind], strict=True):
                part.load_state_dict(saved)

    def receive(self, source: BatchSource, *, wait: bool) -> None:
        """Put newly drawn pictures into the pool, in place of the oldest ones."""
        for pictures, truths in source.take(wait=wait):
            at = self.drawn % len(self.pool)
            count = min(len(pictures), len(self.pool) - at)
            self.pool[at : at + count] = torch.from_numpy(pictures[:count]).to(self.device)
            self.truth[at : at + count] = torch.from_numpy(truths[:count]).to(self.device)
            self.drawn += count
            self.pictures += count

    def step(self) -> tuple[float, float]:
        """Learn from one batch for each network; return the losses."""
        done = min(1.0, self.seconds / self.options.seconds)
        rate = max(0.002, min(1.0, done / WARM_UP + 0.02) * 0.5 * (1 + math.cos(math.pi * done)))
        have = min(self.drawn, len(self.pool))
        pool, truth = self.pool[:have], self.truth[:have]
        finder, classifier = self.networks
        which = torch.randint(have, (self.batches[0],), device=self.device)
        plain = pool[which].permute(0, 3, 1, 2).float() / 127.5 - 1
        x, turned = turn(plain, truth[which])
        x = expose(x)
        if self.steps % 5 == 0:  # the same dice in other colours
            x = x[:, torch.randperm(3, device=self.device)]
        losses = [self._learn(0, FINDER_RATE * rate, lambda: finder_loss(finder(x), turned))]
        if self.steps % 25 == 0 and self.steps > 200:
            self._find_mistakes(which, plain)
        crops, value, colour = classifier_batch(pool, truth, self.batches[1], self.mistakes)
        losses.append(self._learn(1, CLASSIFIER_RATE * rate, lambda: classifier_loss(classifier(crops), value, colour)))
        self.steps += 1
        return losses[0], losses[1]

    def _learn(self, number: int, rate: float, compute_loss: Callable[[], Any]) -> float:
        optimiser = self.optimisers[number]
        for group in optimiser.param_groups:
            group["lr"] = rate
        with torch.autocast("cuda", torch.bfloat16, enabled=self.device.type == "cuda"):
            loss = compute_loss()
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.networks[number].parameters(), 5.0)
        optimiser.step()
        return float(loss.detach())

    def _find_mistakes(self, which: Any, x: Any) -> None:
        """Collect the places in which the finder sees dice where none are."""
        finder = self.networks[0]
        finder.eval()
        with torch.no_grad():
            n, px, py, size = peaks(finder(x), 0.1)
        finder.train()
        wrong = distances(self.truth[which][n], px, py) > 0.5
        rows = torch.stack([which[n].float(), px, py, size], 1)[wrong]
        self.mistakes = torch.cat([rows, self.mistakes])[:MISTAKES]


def train(options: Options, export: Path, report: Callable[[Progress], None], stop: Callable[[], bool]) -> bool:
    """Train both networks and write their quantised weights; return False if the training was stopped before its end.

    :raises BadSetup: if the checkpoint cannot be continued.
    """
    trainer = Trainer(options)
    if options.resume and options.checkpoint.exists():
        trainer.load()
    if trainer.seconds < options.seconds:
        learn(trainer, report, stop)
        trainer.save()
    if stop():
        return False
    for net in trainer.networks:
        net.eval()
    temperature = calibrate(trainer)
    layers = fold(*trainer.networks)
    facts = {"seed": options.seed, "steps": trainer.steps, "pictures": trainer.pictures, "temperature": temperature}
    DICE.save(export, layers, **facts)
    return True


def calibrate(trainer: Trainer) -> float:
    """Divide the logits of values by the temperature that fits pictures of no training best; return it."""
    options, classifier, device = trainer.options, trainer.networks[1], trainer.device
    batches: list[tuple[Array, Array]] = []
    with BatchSource(options.seed * SEEDS - options.calibration, options.workers) as source:
        while len(batches) * BATCH < options.calibration:
            batches.extend(source.take(wait=True))
    pool, truth = (torch.from_numpy(np.concatenate(parts)).to(device) for parts in zip(*batches, strict=True))
    torch.manual_seed(options.seed)
    crops, value, _ = classifier_batch(pool, truth, 8 * len(pool), trainer.mistakes[:0])
    temperatures: list[float] = torch.linspace(*TEMPERATURES, 131).tolist()
    with torch.no_grad():
        logits = classifier(crops)[:, :VALUE_CLASSES].float()
        best = min(temperatures, key=lambda t: float(functional.cross_entropy(logits / t, value, ignore_index=-1)))
        for part in (classifier.out.weight, classifier.out.bias):
            part[:VALUE_CLASSES] /= best
    return best


def learn(trainer: Trainer, report: Callable[[Progress], None], stop: Callable[[], bool]) -> None:
    """Draw pictures and learn from them until the time is up, or `stop` returns true."""
    options = trainer.options
    with BatchSource(1 + (options.seed - 1) * SEEDS + trainer.pictures, options.workers) as source:
        while trainer.drawn < options.min_pictures and not stop():
            trainer.receive(source, wait=True)
        last = saved = time.monotonic()
        while trainer.seconds < options.seconds and trainer.steps != options.max_steps and not stop():
            trainer.receive(source, wait=False)
            losses = trainer.step()
            now = time.monotonic()
            trainer.seconds += now - last
            last = now
            report(Progress(trainer.seconds, trainer.steps, trainer.pictures, *losses))
            if now - saved >= options.every:
                trainer.save()
                saved = now
