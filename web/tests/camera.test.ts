// Reading real dice: which dice are a new roll, which colour is which, and NumPy's files.
import { deflateRawSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { guessColours, isClear, isUsual, loadColours, saveColours, valuesByColour } from '../src/lib/camera/dieColours';
import { readNpz } from '../src/lib/camera/npz';
import type { SeenColour, SeenDie } from '../src/lib/camera/reading';
import { isSameScene, RollWatch, thrownValues } from '../src/lib/camera/rollWatch';
import { COLOURS } from '../src/dice/colours';

const die = (value: number, x: number, y = 100, colour: SeenColour = 'white'): SeenDie => ({
  ...{ value, x, y, colour },
  size: 40,
  probability: 0.99,
  colourProbability: 0.99,
});
const row = (...values: number[]) => values.map((value, i) => die(value, 100 + 60 * i));
const shifted = (dice: SeenDie[], by: number) => dice.map((each) => ({ ...each, x: each.x + by, y: each.y - by }));

describe('the dice that were thrown', () => {
  test('are all in view, from left to right', () => {
    expect(thrownValues(row(5, 2, 6).toReversed(), 3, [1, 1])).toEqual([5, 2, 6]);
  });
  test('are those beside the kept ones', () => {
    expect(thrownValues(row(1, 5, 1, 2, 6), 3, [1, 1])).toEqual([5, 2, 6]);
    expect(thrownValues(row(1, 5, 1, 1, 1), 2, [1, 1, 1])).toEqual([5, 1]);
  });
  test('are unknown if a kept one is missing or there are too many', () => {
    expect(thrownValues(row(3, 5, 1, 2, 6), 3, [1, 1])).toBeNull();
    expect(thrownValues(row(1, 5, 1, 2), 3, [1, 1])).toBeNull();
    expect(thrownValues(row(1, 5, 1, 2, 3, 4), 3, [1, 1])).toBeNull();
  });
});

describe('a scene', () => {
  test('is the same while the camera moves, in any order', () => {
    expect(isSameScene(row(1, 2, 3), shifted(row(1, 2, 3), 300).toReversed())).toBe(true);
  });
  test('is another one if a die moves or turns', () => {
    expect(isSameScene(row(1, 2, 3), [...row(1, 2), die(3, 250)])).toBe(false);
    expect(isSameScene(row(1, 2, 3), row(1, 2, 4))).toBe(false);
    expect(isSameScene(row(1, 2, 3), row(1, 2))).toBe(false);
    expect(isSameScene(row(1), shifted(row(1), 30))).toBe(false);
  });
});

describe('a roll', () => {
  const FIRST = row(1, 2, 3, 4, 5);

  test('is offered when the dice lie still for half a second', () => {
    const watch = new RollWatch();
    expect(watch.see(FIRST, 0, 0)).toBe('moving');
    expect(watch.see(FIRST, 0, 400)).toBe('moving');
    expect(watch.see(row(1, 2, 3, 4, 6), 0, 450)).toBe('moving');
    expect(watch.see(row(1, 2, 3, 4, 6), 0, 900)).toBe('moving');
    expect(watch.see(shifted(row(1, 2, 3, 4, 6), 9), 0, 950)).toBe('still');
  });

  test('is not read twice while its dice lie on the table', () => {
    const watch = new RollWatch();
    watch.see(FIRST, 0, 0);
    watch.enter(FIRST);
    expect(watch.see(FIRST, 2, 1000)).toBe('before');
    // Kept dice are moved aside.
    const aside = [...FIRST.slice(0, 3), ...shifted(FIRST.slice(3), 90)];
    expect(watch.see(aside, 2, 2000)).toBe('before');
    expect(watch.lifted).toBe(false);
    // A hand hides them.
    watch.see([], 2, 3000);
    expect(watch.see(FIRST, 2, 4000)).toBe('before');
    expect(watch.lifted).toBe(true);
  });

  test('is not another one when the phone is turned or a hand passes over it', () => {
    const watch = new RollWatch();
    watch.enter(FIRST);
    const turned = FIRST.map((each) => ({ ...each, x: each.y, y: 640 - each.x }));
    expect(watch.see(turned, 0, 0)).toBe('before');
    expect(watch.see(turned, 0, 1000)).toBe('before');
    expect(watch.see(turned.slice(1), 0, 2000)).toBe('moving');
    expect(watch.see(turned, 0, 3000)).toBe('before');
  });

  test('of two dice beside three kept ones is new, whether they are in view or not', () => {
    for (const kept of [[], row(1, 1, 1)]) {
      const watch = new RollWatch();
      watch.enter(row(1, 1, 1, 4, 5));
      // The two are picked up.
      watch.see(kept, 3, 0);
      const thrown = [...kept, die(6, 400, 300), die(2, 500, 310)];
      watch.see(thrown, 3, 100);
      expect(watch.see(thrown, 3, 700)).toBe('still');
      expect(thrownValues(thrown, 2, [1, 1, 1])).toEqual([6, 2]);
    }
  });

  test('may have the values of the last one', () => {
    const watch = new RollWatch();
    watch.enter(FIRST);
    watch.see([], 0, 0);
    const again = [...FIRST.slice(0, 3), ...shifted(FIRST.slice(3), 90)];
    expect(watch.see(again, 0, 100)).toBe('moving');
    expect(watch.see(again, 0, 600)).toBe('still');
  });
});

describe('colours', () => {
  const dice = (...colours: SeenColour[]) => colours.map((colour, i) => die(i + 1, 60 * i, 100, colour));
  beforeEach(() => localStorage.clear());

  test('are learned and remembered', () => {
    expect(loadColours()).toBeNull();
    const map = guessColours(dice('white', 'red', 'blue', 'purple', 'yellow'));
    expect(map).toEqual({ k: 'white', b: 'blue', g: 'purple', y: 'yellow', r: 'red' });
    saveColours(map);
    expect(loadColours()).toEqual(map);
    expect(isClear(map)).toBe(true);
    expect(isClear({ ...map, k: 'red' })).toBe(false);
  });

  test('order the values', () => {
    const map = guessColours(dice('black', 'blue', 'green', 'yellow', 'red'));
    expect(valuesByColour(dice('red', 'yellow', 'green', 'blue', 'black'), COLOURS, map)).toEqual([5, 4, 3, 2, 1]);
    expect(valuesByColour(dice('red', 'yellow', 'brown', 'blue', 'black'), COLOURS, map)).toEqual([5, 4, 3, 2, 1]);
    expect(valuesByColour(dice('red', 'yellow', 'red', 'blue', 'black'), COLOURS, map)).toBeNull();
    expect(valuesByColour(dice('red', 'yellow', 'green', 'blue'), COLOURS, map)).toBeNull();
  });

  test('that are all the same, or of which two are, give no values', () => {
    const same = dice('white', 'white', 'white', 'white', 'white');
    expect(isUsual(same)).toBe(false);
    expect(valuesByColour(same, COLOURS, guessColours(same))).toBeNull();
    // A red and an orange die that are both seen as red.
    const similar = dice('black', 'blue', 'green', 'red', 'red');
    expect(isUsual(similar)).toBe(false);
    for (const map of [guessColours(similar), { ...guessColours(similar), y: 'orange' as const }])
      expect(valuesByColour(similar, COLOURS, map)).toBeNull();
  });

  test('that are changed by hand count from then on', () => {
    const seen = dice('white', 'blue', 'green', 'yellow', 'red');
    const guess = guessColours(seen);
    expect(valuesByColour(seen, COLOURS, guess)).toEqual([1, 2, 3, 4, 5]);
    saveColours({ ...guess, k: 'red', r: 'white' });
    expect(valuesByColour(seen, COLOURS, loadColours()!)).toEqual([5, 2, 3, 4, 1]);
  });

  test('that somebody has stored by mistake are not used', () => {
    for (const broken of ['', 'white', 'white blue green yellow mauve', 'white blue green yellow red pink']) {
      localStorage.setItem('knobel.die-colours', broken);
      expect(loadColours()).toBeNull();
    }
  });
});

test('arrays of NumPy are read', async () => {
  const npy = (code: string, shape: string, content: Uint8Array) => {
    const header = `{'descr': '${code}', 'fortran_order': False, 'shape': (${shape}), }\n`;
    const start = Buffer.from([0x93, ...Buffer.from('NUMPY'), 1, 0, header.length, 0]);
    return Buffer.concat([start, Buffer.from(header), content]);
  };
  const halves = new Uint8Array(Uint16Array.from([0x3c00, 0xc100, 0x0001, 0x0000]).buffer);
  const files = [
    { name: 'a/kernel.npy', content: npy('<f2', '2, 2', halves), method: 8 },
    { name: 'b.npy', content: npy('|i1', '3,', Uint8Array.from([1, 255, 128])), method: 0 },
  ];
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const { name, content, method } of files) {
    const stored = method === 8 ? deflateRawSync(content) : content;
    const local = Buffer.alloc(30 + name.length);
    local.writeUInt16LE(name.length, 26);
    local.write(name, 30);
    const entry = Buffer.alloc(46 + name.length);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(stored.length, 20);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    entry.write(name, 46);
    parts.push(local, stored);
    central.push(entry);
    at += local.length + stored.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(at, 16);
  const arrays = await readNpz(new Uint8Array(Buffer.concat([...parts, ...central, end])).buffer);
  expect([...arrays.keys()]).toEqual(['a/kernel', 'b']);
  expect([...arrays.values()].map(({ shape, numbers }) => [shape, Array.from(numbers)])).toEqual([
    [
      [2, 2],
      [1, -2.5, 2 ** -24, 0],
    ],
    [[3], [1, -1, -128]],
  ]);
});
