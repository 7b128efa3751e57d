// A roving tab index: one tab stop for many buttons, between which arrow keys move the focus. Left and right go through
// all of them in reading order, cyclically, so that each can be reached; up and down go to the nearest in that direction.

import { afterPaint } from './afterPaint';

const HORIZONTAL: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };
const VERTICAL: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };

type Point = readonly [x: number, y: number];

function centre(element: Element): Point {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

function nearest([x, y]: Point, places: HTMLElement[]): HTMLElement | undefined {
  const distance = (place: HTMLElement) => Math.hypot(centre(place)[0] - x, centre(place)[1] - y);
  return places.length ? places.reduce((a, b) => (distance(b) < distance(a) ? b : a)) : undefined;
}

/** The nearest place above (-1) or below (1); horizontal distance counts more than vertical. */
function findVertical(from: HTMLElement, places: HTMLElement[], direction: number): HTMLElement | undefined {
  const [x, y] = centre(from);
  let best: HTMLElement | undefined;
  let least = Infinity;
  for (const place of places) {
    const [px, py] = centre(place);
    const ahead = (py - y) * direction;
    const distance = ahead + 3 * Math.abs(px - x);
    if (ahead > 4 && distance < least) [best, least] = [place, distance];
  }
  return best;
}

/** The previous (-1) or next (1) place in reading order, cyclically. */
function findInOrder(from: HTMLElement, places: HTMLElement[], direction: number): HTMLElement | undefined {
  const rows: HTMLElement[][] = [];
  for (const place of [...places].sort((a, b) => centre(a)[1] - centre(b)[1])) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row && first && centre(place)[1] - centre(first)[1] < place.getBoundingClientRect().height / 2) row.push(place);
    else rows.push([place]);
  }
  const order = rows.flatMap((row) => row.sort((a, b) => centre(a)[0] - centre(b)[0]));
  return order.at((order.indexOf(from) + direction) % order.length);
}

/** Attach to a container with places `button[data-place]`; it needs a name, because it can have the focus itself. */
export function rovingTabIndex(container: HTMLElement) {
  const places = () => [...container.querySelectorAll<HTMLElement>('button[data-place]')];
  let current: HTMLElement | undefined;
  /** True if the focus is in the container, or was in a place that has been removed. */
  let hasFocus = false;
  /** The position of the removed place. */
  let removedAt: Point | null = null;

  /** Set the tab stops; each change forces a layout of the page. */
  function setStops() {
    for (const place of places()) {
      const index = place === current ? '0' : '-1';
      if (place.getAttribute('tabindex') !== index) place.setAttribute('tabindex', index);
    }
  }
  function update(changes: MutationRecord[] = []) {
    // The parent of a removed place has kept its position. Measuring earlier would delay the response to a tap.
    const removal =
      hasFocus && changes.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(current ?? null)));
    if (removal) removedAt = centre(removal.target as Element);
    if (!current || !container.contains(current)) {
      const all = places();
      current = (removedAt && nearest(removedAt, all)) ?? all[0];
    }
    // Without this, keyboard players would start from the top after each entry. While there is no place, the container
    // keeps the focus for the next one.
    const focus = document.activeElement;
    if (focus === container || (hasFocus && focus === document.body))
      (current ?? container).focus({ preventScroll: true });
  }
  function onchange(changes: MutationRecord[]) {
    update(changes);
    afterPaint(setStops);
  }
  function onfocus(event: FocusEvent) {
    const target = event.target;
    if (!(target instanceof HTMLElement) || !target.matches('button[data-place]')) return;
    current = target;
    hasFocus = true;
    // Nobody can press Tab before that.
    afterPaint(setStops);
  }
  function onblur(event: FocusEvent) {
    const target = event.target as Element;
    queueMicrotask(() => {
      if (!target.isConnected || container.contains(document.activeElement)) return;
      hasFocus = false;
      removedAt = null;
    });
  }
  function onkeydown(event: KeyboardEvent) {
    const horizontal = HORIZONTAL[event.key];
    const direction = horizontal ?? VERTICAL[event.key];
    if (!direction || !current || event.altKey || event.ctrlKey || event.metaKey) return;
    if (document.activeElement !== current) return;
    event.preventDefault();
    (horizontal ? findInOrder : findVertical)(current, places(), direction)?.focus();
  }

  if (!container.hasAttribute('tabindex')) container.tabIndex = -1;
  update();
  setStops();
  const observer = new MutationObserver(onchange);
  observer.observe(container, { childList: true, subtree: true });
  container.addEventListener('focusin', onfocus);
  container.addEventListener('focusout', onblur);
  container.addEventListener('keydown', onkeydown);
  return () => {
    observer.disconnect();
    container.removeEventListener('focusin', onfocus);
    container.removeEventListener('focusout', onblur);
    container.removeEventListener('keydown', onkeydown);
  };
}

/** Focus a place of the sheet after an arrow key, if the focus is on the page, a heading or a control of the dice. */
export function focusSheetByArrowKey(event: KeyboardEvent, sheet: HTMLElement | undefined): void {
  if (!event.key.startsWith('Arrow') || event.defaultPrevented) return;
  const from = event.target instanceof Element ? event.target : document.body;
  if (
    from !== document.body &&
    !from.matches('main, h1, [data-testid="guide"], [data-testid="lever"], [data-testid^="sum-"]')
  )
    return;
  // Tab stops are set a moment after the places appear.
  const place =
    sheet?.querySelector<HTMLElement>('[data-place][tabindex="0"]') ??
    sheet?.querySelector<HTMLElement>('[data-place]');
  if (!place) return;
  event.preventDefault();
  place.focus();
}
