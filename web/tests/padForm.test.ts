import { describe, expect, test } from 'vitest';
import { cellBoxes, formText, readForm, type PadForm } from '../src/lib/paper/padForm';
import { padPlaces } from '../src/lib/paper/padPlaces';

const KNOEFFEL =
  'https://knobel.example/paper?game=knoeffel&columns=2&pad=1cGC_TUQJfVhvcHC_p-QJ1_krsrhmJ0inmtoPMJuoNrnNmMJiwNr';

describe('the form of a pad', () => {
  test('is what was measured, to a thousandth', () => {
    const form: PadForm = {
      blocks: [{ rows: 5, columns: 5, filled: 1, box: [0.0712, 0.2, 0.8, 0.95] }],
      total: [0.6, 0.03, 1.08, 0.07],
    };
    const read = readForm(`https://knobel.example/paper?game=knister&pad=${formText(form)}`)!;
    expect(read.game).toBe('knister');
    expect(read.blocks[0]!.box.every((length, i) => Math.abs(length - form.blocks[0]!.box[i]!) < 0.001)).toBe(true);
    expect(read.total![2]).toBeCloseTo(1.08, 3);
    expect(read.name).toBeUndefined();
  });

  // As in tests/vision/paper/test_pads.py.
  test('has the cells of both halves, and the options of the game', () => {
    const pad = readForm(KNOEFFEL)!;
    expect(pad.options).toEqual({ columns: '2' });
    const boxes = cellBoxes(pad);
    expect(boxes).toHaveLength(26);
    expect(boxes[13]!.map((length) => Number(length.toFixed(4)))).toEqual([0.8747, 0.1284, 1.0156, 0.1971]);
    const fields = ['1s', '2s', '3s', '4s', '5s', '6s', '3k', '4k', 'fh', 'ss', 'ls', 'kn', 'ch'];
    const possible = [1, 2].flatMap((n) => [...fields.map((field) => `${field}.${n}`), `free.${n}`]);
    const places = padPlaces(pad, possible);
    expect([places[0], places[13], places[25]]).toEqual(['1s.1', '3k.2', 'ch.2']);
  });

  test.each([
    '7',
    'https://knobel.example/paper?game=knister',
    `${KNOEFFEL.slice(0, -1)}`,
    KNOEFFEL.replace('=1c', '=2c'),
  ])('is not in another text: %s', (link) => expect(readForm(link)).toBeNull());
});
