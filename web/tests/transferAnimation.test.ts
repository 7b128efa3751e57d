import { beforeEach, expect, test, vi } from 'vitest';
import { animateTransfers } from '../src/pages/table/transferAnimation';

const WIDTH = 40;
const moved: Record<string, string[]> = {};
let reducedMotion = false;

/** Two rows of three columns, a total below. */
const board = document.createElement('div');
board.innerHTML = ['fh', 'ch', 'total']
  .map((row) => `<p>${[0, 1, 2].map((seat) => `<i data-field="${row}.${seat}"><b>${row}</b></i>`).join('')}</p>`)
  .join('');

beforeEach(() => {
  for (const field in moved) delete moved[field];
  vi.stubGlobal('matchMedia', () => ({ matches: reducedMotion }));
  for (const field of board.querySelectorAll<HTMLElement>('[data-field]')) {
    const place = field.dataset['field'] ?? '';
    field.getBoundingClientRect = () => new DOMRect(WIDTH * Number(place.split('.')[1]), 0, WIDTH, WIDTH);
    field.querySelector('b')!.animate = (keyframes) => {
      moved[place] = (keyframes as Keyframe[]).map(({ transform }) => String(transform));
      return new Animation();
    };
  }
});

test('a stolen row moves alone', () => {
  animateTransfers(board, [{ from: 2, to: 0, row: 'fh' }]);
  expect(Object.keys(moved)).toEqual(['fh.0']);
  expect([moved['fh.0']?.[0], moved['fh.0']?.at(-1)]).toEqual(['translateX(80px)', 'none']);
});

test('swapped columns cross', () => {
  animateTransfers(board, [
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

test('nothing moves from a hidden column, or with reduced motion', () => {
  animateTransfers(board, [{ from: 7, to: 1 }]);
  reducedMotion = true;
  animateTransfers(board, [{ from: 0, to: 1 }]);
  expect(moved).toEqual({});
});
