// Announcements for screen readers, in two live regions in turn so that a repeated text is read again.

const DELAY_MS = 150;
const MAX_TEXTS = 6;

let regions = $state<[string, string]>(['', '']);
let active = 0;
let waiting: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

export function announcements(): readonly [string, string] {
  return regions;
}

/** Announce a text after the current one; texts within a short time are read together. */
export function announce(text: string): void {
  if (!text) return;
  waiting.push(text);
  timer ??= setTimeout(() => {
    timer = undefined;
    active = 1 - active;
    const joined = waiting.slice(-MAX_TEXTS).join(' ');
    waiting = [];
    regions = active === 0 ? [joined, ''] : ['', joined];
  }, DELAY_MS);
}
