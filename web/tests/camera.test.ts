// Reading real dice: which dice are a new roll, which colour is which, and NumPy's files.
import { deflateRawSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { guessColours, isClear, isUsual, loadColours, saveColours, valuesByColour } from '../src/lib/camera/dieColours';
import { readNpz } from '../src/lib/kernels/npz';
import { problemOf } from '../src/lib/camera/photo';
import type { SeenColour, SeenDie } from '../src/lib/camera/reading';
import { findThrown, isSameScene, RollWatch, type Throw } from '../src/lib/camera/rollWatch';
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
  const thrown = (dice: SeenDie[], count: number, kept: number[]) =>
    findThrown(dice, { count, kept })?.map(({ value }) => value) ?? null;

  test('are all in view, from left to right', () => {
    expect(thrown(row(5, 2, 6).toReversed(), 3, [1, 1])).toEqual([5, 2, 6]);
  });
  test('are those beside the kept ones, of which some may be out of view', () => {
    expect(thrown(row(1, 5, 1, 2, 6), 3, [1, 1])).toEqual([5, 2, 6]);
    expect(thrown(row(1, 5, 2, 6), 3, [1, 1])).toEqual([5, 2, 6]);
    expect(thrown(row(1, 5, 2, 6), 3, [3, 5, 1, 1])).toBeNull();
    expect(thrown(row(1, 5, 1, 1, 1), 2, [1, 1, 1])).toEqual([5, 1]);
  });
  test('are unknown while the dice in view may be kept ones', () => {
    expect(thrown(row(4, 4, 6), 3, [4, 4])).toBeNull();
    expect(thrown(row(4, 6, 2), 3, [4, 4])).toBeNull();
    expect(thrown(row(4, 4), 2, [4, 4, 4])).toBeNull();
  });
  test('are unknown if a kept one is missing or there are too many', () => {
    expect(thrown(row(3, 5, 1, 2, 6), 3, [1, 1])).toBeNull();
    expect(thrown(row(1, 5, 1, 2), 3, [1, 1])).toBeNull();
    expect(thrown(row(1, 5, 1, 2, 3, 4), 3, [1, 1])).toBeNull();
  });
  test('are never others', () => {
    const faces = [1, 2, 3];
    const all = (length: number): number[][] =>
      length === 0 ? [[]] : all(length - 1).flatMap((rest) => faces.map((face) => [...rest, face]));
    const parts = (dice: number[]): number[][] =>
      dice.reduce<number[][]>((found, die) => [...found, ...found.map((each) => [...each, die])], [[]]);
    for (const kept of [...all(1), ...all(2)])
      for (const real of all(2))
        for (const keptInView of parts(kept))
          for (const inView of parts(real)) {
            const found = thrown(row(...keptInView, ...inView), 2, kept);
            if (found) expect(found.toSorted()).toEqual(real.toSorted());
          }
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
  const FIVE: Throw = { count: 5, kept: [] };
  const look = (watch: RollWatch, dice: SeenDie[], roll: Throw, now: number) => watch.see(dice, roll, now).scene;
  const entered = (dice: SeenDie[], faces = dice.map(({ value }) => value)) => {
    const watch = new RollWatch();
    watch.enter(dice, faces);
    return watch;
  };
  /** What is seen of a scene that lies for a second. */
  const settle = (watch: RollWatch, dice: SeenDie[], roll: Throw, now: number) => {
    watch.see(dice, roll, now);
    const { scene, thrown, mayTake } = watch.see(dice, roll, now + 1000);
    return { scene, mayTake, values: thrown?.map(({ value }) => value) ?? null };
  };

  test('is offered when the dice lie still for half a second', () => {
    const watch = new RollWatch();
    expect(look(watch, FIRST, FIVE, 0)).toBe('moving');
    expect(look(watch, FIRST, FIVE, 400)).toBe('moving');
    expect(look(watch, row(1, 2, 3, 4, 6), FIVE, 450)).toBe('moving');
    expect(look(watch, row(1, 2, 3, 4, 6), FIVE, 900)).toBe('moving');
    expect(watch.see(shifted(row(1, 2, 3, 4, 6), 9), FIVE, 950)).toMatchObject({ scene: 'still', mayTake: true });
  });

  test('is not read twice while its dice lie on the table', () => {
    const watch = entered(FIRST);
    const roll = { count: 3, kept: [4, 5] };
    expect(look(watch, FIRST, roll, 1000)).toBe('before');
    // Kept dice are moved aside, and out of view.
    const aside = [...FIRST.slice(0, 3), ...shifted(FIRST.slice(3), 90)];
    expect(settle(watch, aside, roll, 2000)).toMatchObject({ scene: 'before', mayTake: false });
    expect(settle(watch, FIRST.slice(0, 3), roll, 4000)).toMatchObject({ scene: 'before', mayTake: false });
    // A hand hides them, and then a kept one.
    for (const hidden of [[], FIRST.slice(3)]) {
      watch.see(hidden, roll, 6000);
      for (const dice of [FIRST, aside, FIRST.slice(0, 4), FIRST.slice(0, 3)])
        expect(settle(watch, dice, roll, 7000)).toMatchObject({ scene: 'before', mayTake: false });
    }
  });

  test('is not another one when the phone is turned or a hand passes over it', () => {
    const watch = entered(FIRST);
    const turned = FIRST.map((each) => ({ ...each, x: each.y, y: 640 - each.x }));
    expect(settle(watch, turned, FIVE, 0).scene).toBe('before');
    expect(look(watch, turned.slice(1), FIVE, 2000)).toBe('moving');
    expect(look(watch, turned, FIVE, 3000)).toBe('before');
    // Both: it looks like a new roll, but is not taken.
    watch.see([], FIVE, 4000);
    expect(settle(watch, turned, FIVE, 5000)).toMatchObject({ scene: 'still', mayTake: false });
    expect(settle(watch, turned.slice(0, 2), { count: 2, kept: [3, 4, 5] }, 7000)).toMatchObject({ mayTake: false });
  });

  test('is not taken if only a value of a die changes that lies where it lay', () => {
    const watch = entered(FIRST);
    watch.see([], FIVE, 0);
    const other = row(1, 2, 6, 4, 5);
    expect(settle(watch, other, FIVE, 100)).toMatchObject({ scene: 'still', mayTake: false });
    expect(settle(watch, other.slice(0, 3), { count: 3, kept: [4, 5] }, 2000)).toMatchObject({ mayTake: false });
  });

  test('of two dice beside three kept ones is new, whether they are in view or not', () => {
    const roll = { count: 2, kept: [1, 1, 1] };
    for (const kept of [[], row(1, 1, 1), row(1, 1)]) {
      const watch = entered(row(1, 1, 1, 4, 5));
      // The two are picked up.
      watch.see(kept, roll, 0);
      const thrown = [...kept, die(6, 400, 300), die(2, 500, 310)];
      expect(settle(watch, thrown, roll, 100)).toEqual({ scene: 'still', mayTake: true, values: [6, 2] });
    }
  });

  test('is not taken from kept dice in view of which there are as many as were thrown', () => {
    // 4 4 are kept, three are thrown, and of these a 6 is in view.
    const roll = { count: 3, kept: [4, 4] };
    const kept = row(4, 4);
    const watch = entered([...kept, die(1, 300), die(2, 400), die(3, 500)]);
    settle(watch, kept, roll, 0);
    const partly = [...kept, die(6, 400, 300)];
    expect(settle(watch, partly, roll, 2000)).toMatchObject({ mayTake: false, values: null });
    const all = [...partly, die(4, 500, 300), die(1, 450, 400)];
    expect(settle(watch, all, roll, 4000)).toEqual({ scene: 'still', mayTake: true, values: [6, 1, 4] });
  });

  test('with faces of kept dice that lie elsewhere is asked about', () => {
    const roll = { count: 3, kept: [4, 4] };
    const watch = entered(row(4, 4, 1, 2, 3));
    settle(watch, [], roll, 0);
    const thrown = [die(4, 400, 300), die(6, 500, 300), die(4, 450, 400)];
    expect(settle(watch, thrown, roll, 2000)).toMatchObject({ mayTake: false, values: null });
    // Other dice are certainly no kept ones.
    const others = [die(1, 400, 300), die(6, 500, 300), die(5, 450, 400)];
    expect(settle(watch, others, roll, 4000)).toEqual({ scene: 'still', mayTake: true, values: [1, 5, 6] });
  });

  test('of which a kept die is moved while it is thrown is read', () => {
    const roll = { count: 3, kept: [4, 4] };
    const watch = entered(row(4, 4, 1, 2, 3));
    settle(watch, row(4, 4), roll, 0);
    const thrown = [die(4, 500, 500), die(4, 100), die(6, 400, 300), die(1, 450, 400), die(5, 350, 200)];
    expect(settle(watch, thrown, roll, 2000)).toEqual({ scene: 'still', mayTake: true, values: [5, 6, 1] });
  });

  test('may have the values of the last one, but is not taken then', () => {
    const watch = entered(FIRST);
    watch.see([], FIVE, 0);
    const again = [...FIRST.slice(0, 3), ...shifted(FIRST.slice(3), 90)];
    expect(look(watch, again, FIVE, 100)).toBe('moving');
    expect(watch.see(again, FIVE, 600)).toMatchObject({ scene: 'still', mayTake: false });
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

test('a photo in HEIC format is recognised by its content', async () => {
  const file = (text: string) => new Blob([Uint8Array.from([0, 0, 0, 24]), text]);
  expect(await problemOf(file('ftypheic\0\0\0\0mif1heic'))).toBe('heic');
  expect(await problemOf(file('ftypmif1\0\0\0\0mif1heix'))).toBe('heic');
  expect(await problemOf(file('ftypavif\0\0\0\0avifmif1'))).toBe('no_picture');
  expect(await problemOf(file('ftypmp42\0\0\0\0mp42isomheicheic'))).toBe('no_picture');
  for (const text of ['', 'ftyp', 'text heic']) expect(await problemOf(file(text))).toBe('no_picture');
  expect(await problemOf(new Blob([]))).toBe('no_picture');
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
