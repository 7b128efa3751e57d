// Swipes to the side, by a finger or a pen.

import type { Attachment } from 'svelte/attachments';

/** How far a swipe goes at least, in pixels, and how many times as far to the side as up or down. */
const LEAST = 40;
const SLOPE = 2;

/** Call `turn` with 1 for a swipe to the next card, from right to left, and with -1 for one back. */
export function swipe(turn: (by: 1 | -1) => void): Attachment<HTMLElement> {
  return (element) => {
    let from: Touch | undefined;
    const begin = ({ touches }: TouchEvent) => (from = touches.length === 1 ? touches[0] : undefined);
    const end = ({ changedTouches: [to] }: TouchEvent) => {
      if (!from || !to) return;
      const across = to.clientX - from.clientX;
      const down = to.clientY - from.clientY;
      from = undefined;
      if (Math.abs(across) >= LEAST && Math.abs(across) >= SLOPE * Math.abs(down)) turn(across < 0 ? 1 : -1);
    };
    element.addEventListener('touchstart', begin, { passive: true });
    element.addEventListener('touchend', end, { passive: true });
    return () => {
      element.removeEventListener('touchstart', begin);
      element.removeEventListener('touchend', end);
    };
  };
}
