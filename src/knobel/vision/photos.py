"""Decoding of photos by Pillow, which is an optional package."""

import warnings
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from knobel.core import BadSetup
from knobel.engines.shared.arrays import Array
from knobel.optional_packages import how_to_install


class NotAPhoto(ValueError):
    """A file is no picture, broken, or too large."""


MAX_PIXELS = 100_000_000
"""Larger pictures are refused before they are decoded."""
HEIC_BRANDS = {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx"}
HEIC = "the photo is in HEIC format, which cannot be read: save it as JPEG"
TOO_LARGE = f"the picture has more than {MAX_PIXELS // 1_000_000} million pixels"


def pillow() -> Any:
    """Return the modules `Image`, `ImageDraw`, `ImageFont` and `ImageOps` of Pillow.

    :raises BadSetup: if Pillow is not installed.
    """
    try:
        from PIL import Image, ImageDraw, ImageFont, ImageOps  # noqa: PLC0415 -- optional dependency
    except ImportError:
        raise BadSetup(f"photos need Pillow: {how_to_install('photos')}") from None
    return Image, ImageDraw, ImageFont, ImageOps


def open_photo(file: Path | bytes) -> Array:
    """Return a photo, upright, as RGB of shape (height, width, 3), uint8.

    :param file: path or content of a file
    :raises BadSetup: if Pillow is not installed.
    :raises NotAPhoto: if the file is no picture, broken, too large, or in HEIC format, which Pillow does not decode.
    :raises OSError: if the file cannot be read.
    """
    image_module, _, _, operations = pillow()
    content = file if isinstance(file, bytes) else file.read_bytes()
    try:
        with warnings.catch_warnings():
            # Pillow warns of large pictures; those above `MAX_PIXELS` are refused.
            warnings.simplefilter("ignore", image_module.DecompressionBombWarning)
            with image_module.open(BytesIO(content)) as image:
                if image.width * image.height > MAX_PIXELS:
                    raise NotAPhoto(TOO_LARGE)
                operations.exif_transpose(image, in_place=True)
                if image.mode.startswith("I;16"):
                    return (np.asarray(image)[:, :, None] // 257).astype(np.uint8).repeat(3, 2)
                return np.asarray(image if image.mode == "RGB" else image.convert("RGB"))
    except NotAPhoto:
        raise
    except image_module.DecompressionBombError:
        raise NotAPhoto(TOO_LARGE) from None
    # Decoders raise many kinds of errors for broken files.
    except Exception as error:
        raise NotAPhoto(HEIC if is_heic(content) else "not a picture, or a broken one") from error


def is_heic(content: bytes) -> bool:
    """Return True if a file has the format HEIC of many phones, by the brands in its first box (ISO 14496-12)."""
    size = int.from_bytes(content[:4])
    return content[4:8] == b"ftyp" and any(content[at : at + 4] in HEIC_BRANDS for at in range(8, min(size, 256), 4))
