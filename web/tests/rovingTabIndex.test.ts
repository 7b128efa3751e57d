import { afterEach, expect, test } from 'vitest';

import { rovingTabIndex } from '../src/lib/ui/rovingTabIndex';

const SIZE = 40;

afterEach(() => document.body.replaceChildren());

/** Create a container with places at these columns and rows. */
function sheet(...cells: [column: number, row: number][]): HTMLElement {
  const container = document.createElement('div');
  for (const [column, row] of cells) {
    const place = document.createElement('button');
    place.dataset.place = `${column}${row}`;
    place.getBoundingClientRect = () => new DOMRect(column * SIZE, row * SIZE, SIZE, SIZE);
    container.append(place);
  }
  document.body.append(container);
  rovingTabIndex(container);
  container.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  return container;
}

function press(key: string): string | undefined {
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  return (document.activeElement as HTMLElement).dataset.place;
}

test('left and right go through all places in reading order, cyclically', () => {
  sheet([0, 1], [2, 1], [3, 1], [1, 2], [3, 3], [0, 4], [2, 4]);
  const order = ['21', '31', '12', '33', '04', '24', '01'];
  expect(order.map(() => press('ArrowRight'))).toEqual(order);
  expect(order.map(() => press('ArrowLeft'))).toEqual(['24', '04', '33', '12', '31', '21', '01']);
});

test('up and down go to the nearest place, preferably in the same column', () => {
  sheet([0, 0], [1, 1], [0, 3], [2, 4]);
  expect(['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp'].map(press)).toEqual([
    '03',
    '24',
    '24',
    '11',
    '00',
  ]);
});

test('when the focused place is removed, the nearest one is focused', async () => {
  const container = document.createElement('div');
  const cells = [0, 1, 2, 3].map((column) => {
    const cell = document.createElement('div');
    cell.getBoundingClientRect = () => new DOMRect(column * SIZE, 0, SIZE, SIZE);
    const place = document.createElement('button');
    place.dataset.place = String(column);
    place.getBoundingClientRect = () => cell.getBoundingClientRect();
    cell.append(place);
    container.append(cell);
    return cell;
  });
  document.body.append(container);
  rovingTabIndex(container);
  cells[2]?.querySelector('button')?.focus();
  cells[2]?.replaceChildren('taken');
  await Promise.resolve();
  expect((document.activeElement as HTMLElement).dataset.place).toBe('1');
});
