"""The reader finds the dice of drawn scenes, with the shipped weights."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from benchmarks.dice_rolls import FIRST_SEED, KINDS
from knobel.engines.shared.data_files import StaleData, load, save
from knobel.vision.dice.finder import are_apart
from knobel.vision.dice.kernels import SURE
from knobel.vision.dice.reader import read_picture
from knobel.vision.dice.weights import DICE, SHIPPED
from knobel.vision.sampling import shrink
from knobel.vision.weights import Layer, quantise, restore
from knobel_lab.reader.drawing.batches import BATCH, draw_batch
from knobel_lab.reader.drawing.camera import LIGHTS, lamps_above
from knobel_lab.reader.drawing.layout import DIE_BALL, DIE_BODY, DIE_INK, DIE_PIPS, DIE_SECOND, DIE_THIRD
from knobel_lab.reader.drawing.legibility import is_legible
from knobel_lab.reader.drawing.materials import dark_set, dice_set, put_pips_in_corners
from knobel_lab.reader.drawing.scene import BESIDE_THINGS, MIXTURE, TRAINING, Setting, draw, table_setting

pytestmark = pytest.mark.usefixtures("quick_reader")

PICTURES = Path(__file__).parent / "pictures"
"""Drawn scenes, because drawing compiles kernels of its own: `sure.jpg` shows 2 6 4 4 4."""


def stored(name: str) -> np.ndarray:
    with Image.open(PICTURES / f"{name}.jpg") as image:
        return np.asarray(image)


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "count", "ground"), [(10_000_003, 5, "wood"), (10_000_000, 2, "felt")])
def test_drawn_dice_are_read(seed: int, count: int, ground: str) -> None:
    picture, truth = draw(seed, table_setting(count, ground, "day", clear=True))
    dice = read_picture(picture).dice
    assert len(dice) == len(truth) == count
    for row, die in zip(truth[np.lexsort((truth[:, 0], truth[:, 1]))], dice, strict=True):
        assert die.value == row[4]
        assert np.hypot(die.x - row[0], die.y - row[1]) < 0.15 * row[7]
        assert abs(die.size / row[7] - 1) < 0.2
        assert 0.5 < die.probability <= 1


def test_a_reading_says_whether_it_is_sure() -> None:
    reading = read_picture(stored("sure"))
    assert [die.value for die in reading.dice] == [2, 6, 4, 4, 4]
    assert reading.is_sure
    assert SURE <= reading.probability <= min(die.probability for die in reading.dice)
    assert not read_picture(stored("unsure")).is_sure
    assert not read_picture(np.full((64, 64, 3), 180, np.uint8)).is_sure


def test_the_expected_number_of_dice_decides_about_doubtful_places() -> None:
    # Five dice, and a place that shows one with a probability of 0.8.
    picture = stored("unsure")
    for counts, found in {(): 5, (5,): 5, (6,): 6, (5, 6): 5, (3, 6): 6, (4,): 5, (7,): 5, (0,): 5}.items():
        assert len(read_picture(picture, counts=counts).dice) == found
    assert not read_picture(picture, counts=(6,)).is_sure
    assert read_picture(np.full((64, 64, 3), 180, np.uint8), counts=(5,)).dice == []


def test_a_missing_die_makes_a_reading_unsure() -> None:
    picture = stored("sure")
    for counts, is_sure in {(): True, (5,): True, (3, 5): True, (6,): False, (3, 6): False, (4,): False}.items():
        reading = read_picture(picture, counts=counts)
        assert len(reading.dice) == 5
        assert reading.is_sure == is_sure


def test_dice_that_the_finder_hardly_sees_make_a_reading_unsure() -> None:
    # In the dark, the finder misses two dice; each of the others is read with a probability above 0.99.
    dark = (stored("colours") / 255) ** 2.2 / 40
    reading = read_picture(np.rint(dark ** (1 / 2.2) * 255).astype(np.uint8))
    assert len(reading.dice) == 3
    assert reading.probability > SURE
    assert not reading.is_sure


@pytest.mark.parametrize(("side", "found"), [(160, 5), (140, 2)])
def test_dice_that_are_too_small_make_a_reading_unsure(side: int, found: int) -> None:
    picture = Image.fromarray(stored("colours"))
    reading = read_picture(np.asarray(picture.resize((side, side), Image.Resampling.BOX)))
    assert len(reading.dice) == found
    assert reading.probability > SURE
    assert reading.is_too_small
    assert not reading.is_sure
    assert not read_picture(np.asarray(picture)).is_too_small


@pytest.mark.slow
def test_a_roll_with_a_lamp_mirrored_over_pips_is_not_legible() -> None:
    for number, legible in ((0, True), (971, False)):
        seed, setting = FIRST_SEED + number, table_setting(*KINDS[number % 16], clear=True)
        assert is_legible(seed, setting, draw(seed, setting)[0]) == legible


def test_other_things_are_not_taken_for_dice() -> None:
    # A battery, a coin, a screw, and squares with dots, of which earlier weights took three for dice.
    assert read_picture(stored("things")).dice == []


def test_places_within_a_large_die_are_not_other_dice() -> None:
    large, part, beside = (np.array([x, 100.0, size]) for x, size in ((100, 100), (140, 30), (165, 55)))
    assert not are_apart(large, part)
    assert are_apart(large, beside)
    assert are_apart(part, beside)


@pytest.mark.parametrize("seed", range(40))
def test_pips_of_a_face_lie_apart(seed: int) -> None:
    die, _, _ = dice_set(np.random.default_rng(seed))
    radii, gaps = die[DIE_PIPS : DIE_PIPS + 6], die[DIE_PIPS + 6 : DIE_PIPS + 12]
    nearest = gaps * [np.inf, 2 * np.sqrt(2), np.sqrt(2), 2, np.sqrt(2), 1]
    assert (radii > 0.1).all()
    assert (2 * radii <= nearest).all()


def test_pips_close_to_the_corners_lie_on_their_face() -> None:
    for seed in range(40):
        rng = np.random.default_rng(seed)
        die, _, _ = dice_set(rng)
        put_pips_in_corners(rng, die)
        radii, gaps = die[DIE_PIPS : DIE_PIPS + 6], die[DIE_PIPS + 6 : DIE_PIPS + 12]
        assert (gaps >= 0.62).all()
        assert (gaps[1:] + radii[1:] <= 0.95 + 1e-9).all()
        assert (2 * radii[[1, 2, 3, 4, 5]] <= gaps[1:]).all()


def test_dark_sets_have_pips_of_another_colour_on_round_faces() -> None:
    for seed in range(40):
        die, colour, _ = dark_set(np.random.default_rng(seed))
        assert colour == -1
        assert die[DIE_BALL] < 2**0.5 + 0.15
        rgb = [die[first : first + 3] for first in (DIE_BODY, DIE_SECOND, DIE_THIRD)]
        assert min(np.abs(die[DIE_INK : DIE_INK + 3] - shade).max() for shade in rgb) > 0.004


@pytest.mark.slow
def test_a_batch_is_drawn_in_all_settings_by_turns() -> None:
    pictures, truths = draw_batch(BATCH)
    assert BATCH % len(MIXTURE) == 0
    for i, setting in enumerate(MIXTURE):
        if i in (0, 1, 2, 7, 9):
            picture, truth = draw(BATCH + i, setting)
            assert (pictures[i] == picture).all()
            assert (truths[i, : len(truth)] == truth).all()


@pytest.mark.slow
def test_light_of_a_game_is_the_sky_or_one_lamp() -> None:
    for light in LIGHTS:
        lamps = lamps_above(np.random.default_rng(3), light)
        assert not lamps[2:, 9].any()
        assert not lamps[2:, 15].any()
    assert not read_picture(draw(3, Setting(count=0, light="lamp"))[0]).dice


@pytest.mark.slow
def test_a_seed_gives_the_same_picture() -> None:
    for setting in (TRAINING, BESIDE_THINGS[0]):
        pictures = [draw(7, setting)[0] for _ in range(2)]
        assert (pictures[0] == pictures[1]).all()
        assert (draw(8, setting)[0] != pictures[0]).any()


def test_large_pictures_are_shrunk_and_their_dice_placed_in_them() -> None:
    picture = stored("sure")
    small = read_picture(picture).dice
    large = read_picture(picture.repeat(2, 0).repeat(2, 1)).dice
    assert [die.value for die in large] == [die.value for die in small]
    assert all(abs(a.x - 2 * b.x) < 2 and abs(a.size - 2 * b.size) < 3 for a, b in zip(large, small, strict=True))
    assert shrink(np.full((1300, 7, 3), 200, np.uint8), 640)[0].shape == (640, 3, 3)


def test_a_pixel_of_a_shrunk_picture_is_the_mean_of_its_area() -> None:
    picture = np.random.default_rng(1).integers(0, 256, (150, 90, 3), dtype=np.uint8)
    means = picture.repeat(2, 0).repeat(2, 1).reshape(100, 3, 60, 3, 3).mean((1, 3))
    small, factor = shrink(picture, 100)
    assert factor == pytest.approx(2 / 3)
    assert abs(small - means).max() < 0.51


@pytest.mark.parametrize("shape", [(1, 1), (3, 700), (17, 33), (64, 64)])
def test_pictures_without_dice(shape: tuple[int, int]) -> None:
    assert read_picture(np.full((*shape, 3), 180, np.uint8)).dice == []


def test_weights_of_other_shapes_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KNOBEL_DATA", str(tmp_path))
    assert DICE.path() == SHIPPED
    arrays, _ = load(SHIPPED, DICE.stamp())
    save(tmp_path / "dice.npz", "other", arrays)
    assert DICE.path() == tmp_path / "dice.npz"
    with pytest.raises(StaleData, match="other rules, arrays or settings"):
        read_picture(np.zeros((64, 64, 3), np.uint8))
    (tmp_path / "dice.npz").write_bytes(b"broken")
    with pytest.raises(StaleData, match="broken"):
        DICE.load(tmp_path / "dice.npz")


@pytest.mark.parametrize(("channels", "kind"), [(48, np.int8), (4, np.float16)])
def test_quantised_kernels_differ_little(channels: int, kind: type) -> None:
    kernel = np.random.default_rng(1).normal(size=(channels, channels, 3, 3)).astype(np.float32)
    arrays = quantise({"a": Layer(kernel, np.ones(channels, np.float32))})
    assert arrays["a/kernel"].dtype == kind
    step = np.abs(kernel).max((1, 2, 3), keepdims=True) / 127
    assert (np.abs(restore(arrays)["a"].kernel - kernel) <= 0.6 * step).all()
