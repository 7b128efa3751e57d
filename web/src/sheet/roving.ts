/**
 * One tab stop for many places: arrow keys move between the buttons of a container by where they lie. Left and right go
 * through all of them as one reads, row by row and round again, so that none is out of reach wherever the others lie.
 */

import { afterPaint } from '../lib/paint';

const ALONG: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };
const ACROSS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };

type Point = readonly [x: number, y: number];

function centre(element: Element): Point {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

function nearest([x, y]: Point, places: HTMLElement[]): HTMLElement | undefined {
  const distance = (place: HTMLElement) => Math.hypot(centre(place)[0] - x, centre(place)[1] - y);
  return places.length ? places.reduce((a, b) => (distance(b) < distance(a) ? b : a)) : undefined;
}

/** The nearest place above (-1) or below (1); steps aside cost more than steps ahead. */
function across(from: HTMLElement, places: HTMLElement[], way: number): HTMLElement | undefined {
  const [x, y] = centre(from);
  let best: HTMLElement | undefined;
  let least = Infinity;
  for (const place of places) {
    const [px, py] = centre(place);
    const ahead = (py - y) * way;
    const distance = ahead + 3 * Math.abs(px - x);
    if (ahead > 4 && distance < least) [best, least] = [place, distance];
  }
  return best;
}

/** The place before (-1) or after (1) another as one reads: row by row, after the last the first again. */
function along(from: HTMLElement, places: HTMLElement[], way: number): HTMLElement | undefined {
  const rows: HTMLElement[][] = [];
  for (const place of [...places].sort((a, b) => centre(a)[1] - centre(b)[1])) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row && first && centre(place)[1] - centre(first)[1] < place.getBoundingClientRect().height / 2) row.push(place);
    else rows.push([place]);
  }
  const order = rows.flatMap((row) => row.sort((a, b) => centre(a)[0] - centre(b)[0]));
  return order.at((order.indexOf(from) + way) % order.length);
}

/** Attach to a container whose places are `button[data-place]`; it is named, for it may have the focus itself. */
export function roving(container: HTMLElement) {
  const places = () => [...container.querySelectorAll<HTMLElement>('button[data-place]')];
  let current: HTMLElement | undefined;
  /** The focus lies in here, or lay in a place that was taken since. */
  let held = false;
  /** Where that place was. */
  let lay: Point | null = null;

  /** To set one lets the browser lay out the page at once. */
  function setStops() {
    for (const place of places()) {
      const index = place === current ? '0' : '-1';
      if (place.getAttribute('tabindex') !== index) place.setAttribute('tabindex', index);
    }
  }
  function settle(changes: MutationRecord[] = []) {
    // What held the place still lies where it lay: measured only now, for that would delay the answer to a touch.
    const taken =
      held && changes.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(current ?? null)));
    if (taken) lay = centre(taken.target as Element);
    if (!current || !container.contains(current)) {
      const all = places();
      current = (lay && nearest(lay, all)) ?? all[0];
    }
    // A place that was taken is none any more: without this, keyboard players would start from the top each time. While
    // there is no place at all, the sheet itself keeps the focus for the next one.
    const focus = document.activeElement;
    if (focus === container || (held && focus === document.body)) (current ?? container).focus({ preventScroll: true });
  }
  function onchange(changes: MutationRecord[]) {
    settle(changes);
    afterPaint(setStops);
  }
  function onfocus(event: FocusEvent) {
    const target = event.target;
    if (!(target instanceof HTMLElement) || !target.matches('button[data-place]')) return;
    current = target;
    held = true;
    // Until then nobody can have gone on by Tab.
    afterPaint(setStops);
  }
  function onblur(event: FocusEvent) {
    const target = event.target as Element;
    queueMicrotask(() => {
      if (!target.isConnected || container.contains(document.activeElement)) return;
      held = false;
      lay = null;
    });
  }
  function onkeydown(event: KeyboardEvent) {
    const on = ALONG[event.key];
    const way = on ?? ACROSS[event.key];
    if (!way || !current || event.altKey || event.ctrlKey || event.metaKey) return;
    if (document.activeElement !== current) return;
    event.preventDefault();
    (on ? along : across)(current, places(), way)?.focus();
  }

  if (!container.hasAttribute('tabindex')) container.tabIndex = -1;
  settle();
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

/** Go on to a sheet by arrow keys, from wherever the focus is while nothing in particular has it. */
export function toPlaces(event: KeyboardEvent, holder: HTMLElement | undefined): void {
  if (!event.key.startsWith('Arrow') || event.defaultPrevented) return;
  const from = event.target instanceof Element ? event.target : document.body;
  if (
    from !== document.body &&
    !from.matches('main, h1, [data-testid="guide"], [data-testid="lever"], [data-testid^="sum-"]')
  )
    return;
  // Tab stops are set a moment after the places are there.
  const place =
    holder?.querySelector<HTMLElement>('[data-place][tabindex="0"]') ??
    holder?.querySelector<HTMLElement>('[data-place]');
  if (!place) return;
  event.preventDefault();
  place.focus();
}
