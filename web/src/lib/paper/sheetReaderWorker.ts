// The worker that reads the sheets in pictures. It gets pictures and answers with sheets, in order.

import code from '../../../../src/knobel/vision/paper/kernels.wasm?url';
import weights from '../../../../src/knobel/vision/paper/weights.npz?url';
import { answerQuestions } from '../kernels/pictureReader';
import { fetched, pixelsOf } from '../kernels/pictures';
import { cellName } from '../../sheet/cells';
import { padPlaces } from './padPlaces';
import { PAD_SIDE } from './padReader';
import { SheetReader, SIDE } from './sheetReader';
import type { Corners, ReadCell, ReadSheet, Size, Vocabulary } from './sheetReading';

export interface Question {
  image: ImageBitmap;
  /** Rows and columns of the grids that are expected if there is no printed pad; none are read without. */
  sizes: readonly Size[];
  /** The cells of pads of other games are not read. */
  game: string;
  vocabulary: Vocabulary;
  /** By place of the game's sheet, the numbers that the dice can give. */
  possible: Readonly<Record<string, readonly number[]>>;
}

/** What is seen around cells, in their extent. */
const AROUND = 0.1;

answerQuestions(
  Promise.all([fetched(code), fetched(weights)]).then((files) => SheetReader.load(...files)),
  (reader, question: Question) => {
    const pads = readPads(reader, question);
    return pads.length > 0 || question.sizes.length === 0 ? pads : readGrids(reader, question);
  },
);

function readGrids(its: SheetReader, { image, sizes, vocabulary, possible }: Question): ReadSheet[] {
  const full = enlarge(image, SIDE);
  const numbers = possible[cellName(0, 0)] ?? [];
  return its.readGrids(pixelsOf(image, SIDE), sizes, vocabulary, numbers).map(({ corners, cells }) => ({
    corners: full(corners),
    cells: cells.map((cell) => ({ ...cell, corners: full(cell.corners) })),
  }));
}

function readPads(its: SheetReader, { image, game, vocabulary, possible }: Question): ReadSheet[] {
  const full = enlarge(image, PAD_SIDE);
  return its.pads.find(pixelsOf(image, PAD_SIDE)).map(({ pad, corners, cells, total, strikes, name }) => {
    if (pad.game !== game) return { pad, corners: full(corners), cells: [] };
    const [read] = total ? readCells(its, image, [full(total)], 'points', [undefined]) : [];
    const numbers = padPlaces(pad, Object.keys(possible)).map((place) => possible[place]);
    return {
      pad,
      corners: full(corners),
      cells: readCells(its, image, cells.map(full), vocabulary, numbers),
      ...(read && { total: read }),
      ...(strikes && { strikes: full(strikes) }),
      ...(name && { name: full(name) }),
    };
  });
}

/** Read cells in the part of a picture in which they are, which is shrunk only if it is large. */
function readCells(
  its: SheetReader,
  image: ImageBitmap,
  quads: Corners[],
  vocabulary: Vocabulary,
  possible: readonly (readonly number[] | undefined)[],
): ReadCell[] {
  const axes = [0, 1].map((axis) => quads.flat().map((point) => point[axis]!));
  const [[left, right], [top, bottom]] = axes.map((numbers, axis) => {
    const [low, high, side] = [Math.min(...numbers), Math.max(...numbers), axis === 0 ? image.width : image.height];
    const around = AROUND * (high - low);
    return [Math.max(Math.floor(low - around), 0), Math.min(Math.ceil(high + around), side)];
  }) as [[number, number], [number, number]];
  const factor = Math.min(1, SIDE / Math.max(right - left, bottom - top));
  const pixels = pixelsOf(image, SIDE, { left, top, width: right - left, height: bottom - top });
  const inside = (corners: Corners): Corners => corners.map(([x, y]) => [(x - left) * factor, (y - top) * factor]);
  return its
    .readCells(pixels, quads.map(inside), vocabulary, possible)
    .map((cell, i) => ({ ...cell, corners: quads[i]! }));
}

/** Return a function that gives places in a picture, from those in one that was shrunk to `side` pixels. */
function enlarge(image: ImageBitmap, side: number): (corners: Corners) => Corners {
  const factor = Math.max(1, Math.max(image.width, image.height) / side);
  return (corners) => corners.map(([x, y]) => [x * factor, y * factor]);
}
