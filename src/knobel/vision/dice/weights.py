"""The weights of both networks of the reader of dice, in `weights.npz`."""

from pathlib import Path

from knobel.vision.dice import settings
from knobel.vision.weights import WeightsFile

SHIPPED = Path(__file__).with_name("weights.npz")
DICE = WeightsFile("dice", settings, SHIPPED)
