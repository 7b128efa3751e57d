// Reads printed pads: their marks tell where they are, their QR code the game and the form. As `pads.py` does for photos.

import { decodeQR } from 'qr/decode.js';
import { type Block, type NetworkModule, SLOT } from '../kernels/networkModule';
import { type Box, cellBoxes, type PrintedPad, readForm } from './padForm';
import type { Corners } from './sheetReading';

/** A printed pad, and the corners of its places in a picture. */
interface PadPlaces {
  pad: PrintedPad;
  /** The middles of its marks. */
  corners: Corners;
  /** In the order of `cellBoxes`. */
  cells: Corners[];
  total?: Corners;
  strikes: Corners | undefined;
  name: Corners | undefined;
}

/** The longest side in pixels of a picture in which marks are searched. */
export const PAD_SIDE = 2560;
/** See `marks.py` and `pad_places.py`. */
const [MAX_PADS, PAD_FIELDS] = [16, 15];
const MODULES = 7;
const [QUIET, MODULE] = [4, 4];
/** Widths of codes in modules, how many of them are tried, and how much the picture is sharpened. */
const CODE_SIZES = [25, 29, 33, 37, 41, 45, 49, 53];
const TRIED_SIZES = 4;
const SHARPNESS = [0, 15, 30, 50];
/** Half a side of the part of the picture with a code, in distances of the finder patterns of the code. */
const AROUND = 0.9;
/** Games whose cells are circles. */
const ROUND = ['knapp_daneben'];

export class PadReader {
  readonly #module: NetworkModule;
  readonly #brightness: Block;
  readonly #blocks: Block;
  readonly #pads: Block;

  /** @param brightness - room for `PAD_SIDE` x `PAD_SIDE` bytes, as `blocks` room for half of them. */
  constructor(module: NetworkModule, brightness: Block, blocks: Block) {
    this.#module = module;
    this.#brightness = { ...brightness, item: 1 };
    this.#blocks = { ...blocks, item: 1, shape: [PAD_SIDE * (PAD_SIDE / 2)] };
    this.#pads = module.array(8, MAX_PADS, PAD_FIELDS);
  }

  /** Find the pads in a picture whose code can be read; sides of the picture are at most `PAD_SIDE` pixels. */
  find({ data, width, height }: ImageData): PadPlaces[] {
    const module = this.#module;
    const picture = { ...this.#brightness, shape: [height, width] };
    const bytes = module.bytes(picture);
    for (let i = 0; i < bytes.length; i += 1) bytes[i] = (data[4 * i]! + 2 * data[4 * i + 1]! + data[4 * i + 2]!) >> 2;
    const count = Number(module.call('find_pads', picture, this.#blocks, this.#pads).getBigInt64(0, true));
    return Array.from({ length: count }, (_, i) => i).flatMap((i): PadPlaces[] => {
      const place = { ...this.#pads, address: this.#pads.address + i * PAD_FIELDS * SLOT, shape: [PAD_FIELDS] };
      const pad = readForm(this.#code(picture, place));
      if (!pad) return [];
      const numbers = new Float64Array(module.bytes(place).slice().buffer);
      const { total, strikes, name } = pad;
      const corners = [0, 2, 4, 6].map((k): [number, number] => [numbers[k]!, numbers[k + 1]!]);
      const narrow = (quads: Block) => module.call('centre_wide', picture, quads);
      const cells = this.#quads(place, cellBoxes(pad), (quads) => {
        module.call('align', picture, quads, ROUND.includes(pad.game) ? 1 : 0);
        narrow(quads);
      });
      const seen = (box?: Box, change?: (quads: Block) => void) => box && this.#quads(place, [box], change)[0];
      const written = seen(total, narrow);
      return [{ pad, corners, ...(written && { total: written }), cells, strikes: seen(strikes), name: seen(name) }];
    });
  }

  /** The text of a code; empty if it cannot be read. */
  #code(picture: Block, place: Block): string {
    const module = this.#module;
    const numbers = new Float64Array(module.bytes(place).slice().buffer);
    const span = Math.hypot(numbers[10]! - numbers[8]!, numbers[11]! - numbers[9]!);
    const about = MODULES * (1 + span / numbers[14]!);
    const sizes = CODE_SIZES.toSorted((a, b) => Math.abs(a - about) - Math.abs(b - about)).slice(0, TRIED_SIZES);
    for (const sharpness of SHARPNESS)
      for (const size of sizes) {
        const side = (size + 2 * QUIET) * MODULE;
        const code = module.array(1, side, side);
        module.call('draw_code', picture, place, size, sharpness, code);
        const pixels = Uint32Array.from(module.bytes(code), opaque);
        module.release(code);
        const text = decoded(pixels, side, side);
        if (text) return text;
      }
    // Where paper is bent, modules are not where they are expected: the library finds them in the picture.
    const [height, width] = picture.shape as [number, number];
    const corner = (k: number) => Math.max(0, Math.floor((numbers[10 + k]! + numbers[12 + k]!) / 2 - AROUND * span));
    const [left, top, side] = [corner(0), corner(1), Math.floor(2 * AROUND * span)];
    const [across, down] = [Math.min(side, width - left), Math.min(side, height - top)];
    const levels = module.bytes(picture);
    const part = Uint32Array.from({ length: across * down }, (_, i) =>
      opaque(levels[(top + Math.floor(i / across)) * width + left + (i % across)]!),
    );
    return decoded(part, across, down);
  }

  #quads(place: Block, boxes: readonly Box[], change?: (quads: Block) => void): Corners[] {
    const module = this.#module;
    const given = module.filled(new Float64Array(boxes.flat()), 8, 4);
    const quads = module.array(8, boxes.length, 4, 2);
    module.call('place_boxes', place, given, quads);
    change?.(quads);
    const numbers = new Float64Array(module.bytes(quads).slice().buffer);
    module.release(given);
    module.release(quads);
    return boxes.map((_, i) =>
      Array.from({ length: 4 }, (_, k): [number, number] => [numbers[8 * i + 2 * k]!, numbers[8 * i + 2 * k + 1]!]),
    );
  }
}

/** A pixel of this brightness. */
const opaque = (level: number) => 0xff000000 + level * 0x010101;

/** The text of the code in a picture; empty if there is none, or none that can be read. */
function decoded(pixels: Uint32Array, width: number, height: number): string {
  try {
    return decodeQR({ width, height, data: new Uint8ClampedArray(pixels.buffer) });
  } catch {
    return '';
  }
}
