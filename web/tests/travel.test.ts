import { beforeEach, expect, test, vi } from 'vitest';
import { travel } from '../src/sheet/travel';

const WIDTH = 40;
const moved: Record<string, string[]> = {};
let calm = false;

/** Two rows of three columns, a total below. */
const board = document.createElement('div');
board.innerHTML = ['fh', 'ch', 'total']
  .map((row) => `<p>${[0, 1, 2].map((seat) => `<i data-field="${row}.${seat}"><b>${row}</b></i>`).join('')}</p>`)
  .join('');

beforeEach(() => {
  for (const field in moved) delete moved[field];
  vi.stubGlobal('matchMedia', () => ({ matches: calm }));
  for (const field of board.querySelectorAll<HTMLElement>('[data-field]')) {
    const place = field.dataset['field'] ?? '';
    field.getBoundingClientRect = () => new DOMRect(WIDTH * Number(place.split('.')[1]), 0, WIDTH, WIDTH);
    field.querySelector('b')!.animate = (keyframes) => {
      moved[place] = (keyframes as Keyframe[]).map(({ transform }) => String(transform));
      return new Animation();
    };
  }
});

test('a number flies, and it alone', () => {
  travel(board, [{ from: 2, to: 0, row: 'fh' }]);
  expect(Object.keys(moved)).toEqual(['fh.0']);
  expect([moved['fh.0']?.[0], moved['fh.0']?.at(-1)]).toEqual(['translateX(80px)', 'none']);
});

test('columns cross', () => {
  travel(board, [
    { from: 0, to: 1 },
    { from: 1, to: 0 },
  ]);
  expect(moved).toEqual({
    'fh.0': ['translateX(40px)', 'none'],
    'ch.0': ['translateX(40px)', 'none'],
    'total.0': ['translateX(40px)', 'none'],
    'fh.1': ['translateX(-40px)', 'none'],
    'ch.1': ['translateX(-40px)', 'none'],
    'total.1': ['translateX(-40px)', 'none'],
  });
});

test('what comes from a column that is not in view does not travel, and nothing does for who wants no motion', () => {
  travel(board, [{ from: 7, to: 1 }]);
  calm = true;
  travel(board, [{ from: 0, to: 1 }]);
  expect(moved).toEqual({});
});
