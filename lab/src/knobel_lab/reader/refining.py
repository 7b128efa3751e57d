"""Refinement of the shipped classifier on drawn pictures with things that are taken for dice, on one processor.

    python -m knobel_lab.reader.refining dice.npz --pictures 13312 --steps 1200

The finder stays as it is: it gives the places without a die that the classifier has to reject. The first layers of the
classifier are kept as well. Where the shipped one is right, the new one also learns its probabilities, so that it
forgets little and stays calibrated. The written weights are a mean of the shipped and of the refined ones.
"""

import argparse
import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from knobel.engines.shared.arrays import Array
from knobel.engines.shared.compiled import Float, Int, compiled
from knobel.engines.shared.data_files import read_metadata
from knobel.vision.dice.finder import MAX_PLACES, divided, find
from knobel.vision.dice.kernels import scratch_size
from knobel.vision.dice.settings import CLASSIFIER_STRIDES, CROP, VALUE_CLASSES
from knobel.vision.dice.weights import DICE, SHIPPED
from knobel.vision.packing import aligned, packed
from knobel.vision.weights import Layer, Network
from knobel_lab.reader.augmentation import NO_DIE, classifier_batch, distances
from knobel_lab.reader.drawing.batches import BatchSource
from knobel_lab.reader.losses import COLOUR_WEIGHT

FIRST_SEED = 500_000
"""The pictures before this seed belong to the training of the shipped weights."""
KEPT_LAYERS = 4
"""Number of layers that stay as they are: the ones that see single pixels, and take most of the time."""
BATCH = 256
"""Crops in a step."""
RATE = 3e-4
"""Highest learning rate."""
DICE_SHARE, WRONG_SHARE = 0.65, 0.8
"""Share of the crops with a die; share of the finder's mistakes among the others."""
TEACHER_WEIGHT = 1.5
"""Weight of the shipped classifier's probabilities."""
NO_DIE_WEIGHT = 0.3
"""Weight of a crop without a die: most of the finder's places show one, in photos far more than among the crops."""
SHARE = 0.5
"""Share of the refined weights in the written ones."""


class FoldedClassifier(nn.Module):  # type: ignore[misc]
    """The classifier with the normalisation folded into its kernels, as it ships, in two parts."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.first, self.later = nn.ModuleDict(), nn.ModuleDict()
        for name, (kernel, bias) in network.items():
            if not name.startswith("classifier."):
                continue
            short = name.removeprefix("classifier.")
            outputs, inputs, height, width = kernel.shape
            groups = outputs if short == "place" else 1
            place = len(self.first) + len(self.later)
            stride = CLASSIFIER_STRIDES[place] if place < len(CLASSIFIER_STRIDES) else 1
            padding = 0 if height == CROP // 8 else height // 2
            layer = nn.Conv2d(inputs * groups, outputs, (height, width), stride, padding, groups=groups)
            layer.weight.data, layer.bias.data = torch.tensor(kernel), torch.tensor(bias)
            (self.first if place < KEPT_LAYERS else self.later)[short] = layer

    def features(self, crops: Any) -> Any:
        """Return the output of the layers that are kept for crops (n, 3, CROP, CROP)."""
        for layer in self.first.values():
            crops = functional.relu(layer(crops))
        return crops

    def forward(self, features: Any) -> Any:
        for name, layer in self.later.items():
            features = layer(features)
            if name != "out":
                features = functional.relu(features)
        return features.flatten(1)

    def network(self) -> dict[str, Layer]:
        """Return the layers by their names."""
        return {
            f"classifier.{name}": Layer(layer.weight.detach().numpy(), layer.bias.detach().numpy())
            for name, layer in (*self.first.items(), *self.later.items())
        }


@compiled
def find_places(picture: Array, weights: Array, scratch: Array, places: Array) -> tuple[Int, Float]:
    """Write the places that the finder takes for dice, the faint ones too; return their number. See `finder.find`."""
    _, count, end = find(picture, weights, divided(scratch), places)
    return count, float(end)


def finder_mistakes(network: Network, pool: Any, truth: Any) -> Any:
    """Return rows of picture, x, y and size where the finder sees a die without one, shape (k, 4)."""
    weights, scratch, places = packed(network), aligned(scratch_size()), np.empty((MAX_PLACES, 4))
    rows = []
    for k, picture in enumerate(pool.numpy()):
        count, _ = find_places(picture, weights, scratch, places)
        found = torch.tensor(places[:count, 1:], dtype=torch.float32)
        if count:
            wrong = found[distances(truth[k : k + 1].expand(count, -1, -1), found[:, 0], found[:, 1]) > 0.5]
            rows.append(torch.cat([torch.full((len(wrong), 1), float(k)), wrong], 1))
    return torch.cat(rows) if rows else torch.zeros((0, 4))


def loss_of(logits: Any, taught: Any, value: Any, colour: Any) -> Any:
    """Return the loss of logits (n, 18), with the shipped classifier's logits and the true classes (n,).

    A class of -1 is unknown.
    """
    values = logits[:, :VALUE_CLASSES]
    weights = torch.ones(VALUE_CLASSES)
    weights[NO_DIE] = NO_DIE_WEIGHT
    loss = functional.cross_entropy(values, value, weights, ignore_index=-1)
    is_right = (taught[:, :VALUE_CLASSES].argmax(1) == value) & (value >= 0)
    if bool(is_right.any()):
        aims = taught[is_right, :VALUE_CLASSES].log_softmax(1)
        own = values[is_right].log_softmax(1)
        loss = loss + TEACHER_WEIGHT * functional.kl_div(own, aims, reduction="batchmean", log_target=True)
    if bool((colour >= 0).any()):
        loss = loss + COLOUR_WEIGHT * functional.cross_entropy(logits[:, VALUE_CLASSES:], colour, ignore_index=-1)
    return loss


class Crops(NamedTuple):
    """Crops of drawn pictures as the layers see them that are trained."""

    features: Any
    taught: Any
    """Logits of the shipped classifier."""
    value: Any
    colour: Any


def make_crops(classifier: FoldedClassifier, pool: Any, truth: Any, mistakes: Any, count: int) -> Crops:
    """Return crops of pictures.

    :param pool: pictures (m, side, side, 3), uint8, with truths (m, dice, 8)
    :param mistakes: the result of `finder_mistakes`
    """
    parts = []
    with torch.no_grad():
        for _ in range(0, count, BATCH):
            crops, value, colour = classifier_batch(pool, truth, BATCH, mistakes, DICE_SHARE, WRONG_SHARE)
            features = classifier.features(crops)
            parts.append((features.half(), classifier(features), value, colour))
    return Crops(*(torch.cat(each) for each in zip(*parts, strict=True)))


def refine(classifier: FoldedClassifier, crops: Crops, steps: int, rate: float = RATE) -> Iterator[tuple[int, float]]:
    """Train the later layers of a classifier; yield the number of steps and the loss after each step."""
    optimiser = torch.optim.AdamW(classifier.later.parameters(), rate, weight_decay=0)
    for step in range(steps):
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1.0, (step + 1) / 100) * 0.5 * (1 + math.cos(math.pi * step / steps))
        which = torch.randint(len(crops.value), (BATCH,))
        features, taught, value, colour = (part[which] for part in crops)
        loss = loss_of(classifier(features.float()), taught, value, colour)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(classifier.later.parameters(), 1.0)
        optimiser.step()
        yield step + 1, float(loss.detach())


def mean_of(shipped: Network, refined: Network, share: float) -> dict[str, Layer]:
    """Return the layers of both networks, of which a share of the classifier's is that of the refined ones."""
    return {
        name: Layer(*((1 - share) * a + share * b for a, b in zip(layer, refined[name], strict=True)))
        if name in refined
        else layer
        for name, layer in shipped.items()
    }


def draw_pool(pictures: int) -> tuple[Any, Any]:
    """Return drawn pictures and the truths about them."""
    batches: list[tuple[Array, Array]] = []
    with BatchSource(FIRST_SEED, 1) as source:
        while sum(len(drawn) for drawn, _ in batches) < pictures:
            batches.extend(source.take(wait=True))
    return tuple(torch.from_numpy(np.concatenate(parts)[:pictures]) for parts in zip(*batches, strict=True))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("export", type=Path, help="file of the new weights")
    parser.add_argument("--pictures", type=int, default=13_312)
    parser.add_argument("--crops", type=int, default=98_304)
    parser.add_argument("--steps", type=int, default=1_200)
    parser.add_argument("--share", type=float, default=SHARE, help="share of the refined weights in the written ones")
    arguments = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    shipped = DICE.load(SHIPPED)
    classifier = FoldedClassifier(shipped)
    pool, truth = draw_pool(arguments.pictures)
    crops = make_crops(classifier, pool, truth, finder_mistakes(shipped, pool, truth), arguments.crops)
    for step, loss in refine(classifier, crops, arguments.steps):
        if step % 100 == 0:
            sys.stderr.write(f"{step} steps, loss {loss:.3f}\n")
    layers = mean_of(shipped, classifier.network(), arguments.share)
    facts = {name: value for name, value in read_metadata(SHIPPED).items() if name != "stamp"}
    DICE.save(arguments.export, layers, **facts | {"refined": arguments.steps})


if __name__ == "__main__":
    main()
