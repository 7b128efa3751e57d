// Columns that cross and numbers that fly: what goes from sheet to sheet is seen on its way.

import type { Journey } from '../lib/happenings';
import { fieldPlace } from './places';

const DURATION = 900;

/**
 * Lets what stands in the fields of a score table come from where it was before.
 *
 * It is only drawn elsewhere, so nothing is laid out anew, and stays in place for who wants no motion.
 */
export function travel(board: HTMLElement, journeys: readonly Journey[]): void {
  if (journeys.length === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const fields = new Map(
    [...board.querySelectorAll<HTMLElement>('[data-field]')].map((field) => [field.dataset['field'] ?? '', field]),
  );
  for (const { from, to, row } of journeys)
    for (const [place, field] of fields) {
      const [name = '', column] = place.split('.');
      const origin = fields.get(fieldPlace(name, from));
      const written = field.lastElementChild;
      if (column !== String(to) || (row ?? name) !== name || !origin || !written) continue;
      const start = `translateX(${origin.getBoundingClientRect().x - field.getBoundingClientRect().x}px)`;
      // A single number is lifted off the paper.
      const keyframes = [start, ...(row ? [`${start} scale(1.4)`, 'scale(1.4)'] : []), 'none'];
      written.animate(
        keyframes.map((transform) => ({ transform, zIndex: 2 })),
        { duration: DURATION, easing: 'ease-in-out' },
      );
    }
}
