import type { SheetTransfer } from '../../lib/game/newsQueue.svelte';
import { motionOf } from '../../lib/ui/motion';
import { fieldPlace } from '../../sheet/places';

/**
 * Animate transfers between the columns of a score table: written fields move from their previous column.
 *
 * Transforms do not change the layout. Without an effect if the reader prefers reduced motion.
 */
export function animateTransfers(board: HTMLElement, transfers: readonly SheetTransfer[]): void {
  if (transfers.length === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const fields = new Map(
    [...board.querySelectorAll<HTMLElement>('[data-field]')].map((field) => [field.dataset['field'] ?? '', field]),
  );
  for (const { from, to, row } of transfers)
    for (const [place, field] of fields) {
      const [name = '', column] = place.split('.');
      const origin = fields.get(fieldPlace(name, from));
      const content = field.lastElementChild;
      if (column !== String(to) || (row ?? name) !== name || !origin || !content) continue;
      const start = `translateX(${origin.getBoundingClientRect().x - field.getBoundingClientRect().x}px)`;
      // A single number is enlarged on its way.
      const keyframes = [start, ...(row ? [`${start} scale(1.4)`, 'scale(1.4)'] : []), 'none'];
      content.animate(
        keyframes.map((transform) => ({ transform, zIndex: 2 })),
        motionOf('--time-move', '--ease-move'),
      );
    }
}
