/** One tab stop for many places: arrow keys move between the buttons of a container by where they lie. */

const DIRECTIONS: Record<string, Point> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

type Point = readonly [x: number, y: number];

function centre(element: Element): Point {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

function nearest([x, y]: Point, places: HTMLElement[]): HTMLElement | undefined {
  const distance = (place: HTMLElement) => Math.hypot(centre(place)[0] - x, centre(place)[1] - y);
  return places.length ? places.reduce((a, b) => (distance(b) < distance(a) ? b : a)) : undefined;
}

/** The nearest place in a direction; steps aside cost more than steps ahead. */
function neighbour(from: HTMLElement, places: HTMLElement[], [dx, dy]: Point) {
  const [x, y] = centre(from);
  let best: HTMLElement | undefined;
  let least = Infinity;
  for (const place of places) {
    const [px, py] = centre(place);
    const ahead = (px - x) * dx + (py - y) * dy;
    const aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
    const distance = ahead + 3 * aside;
    if (ahead > 4 && distance < least) [best, least] = [place, distance];
  }
  return best;
}

/** Attach to a container whose places are `button[data-place]`; it is named, for it may have the focus itself. */
export function roving(container: HTMLElement) {
  const places = () => [...container.querySelectorAll<HTMLElement>('button[data-place]')];
  let current: HTMLElement | undefined;
  /** Where the focus lay, while nothing else has taken it. */
  let lay: Point | null = null;

  function settle() {
    const all = places();
    if (!current || !all.includes(current)) current = (lay && nearest(lay, all)) ?? all[0];
    for (const place of all) place.tabIndex = place === current ? 0 : -1;
    // A place that was taken is none any more: without this, keyboard players would start from the top each time. While
    // there is no place at all, the sheet itself keeps the focus for the next one.
    const focus = document.activeElement;
    if (focus === container || (lay && focus === document.body)) (current ?? container).focus({ preventScroll: true });
  }
  function onfocus(event: FocusEvent) {
    const target = event.target;
    if (!(target instanceof HTMLElement) || !target.matches('button[data-place]')) return;
    current = target;
    lay = centre(target);
    settle();
  }
  function onblur(event: FocusEvent) {
    const target = event.target as Element;
    queueMicrotask(() => {
      if (target.isConnected && !container.contains(document.activeElement)) lay = null;
    });
  }
  function onkeydown(event: KeyboardEvent) {
    const direction = DIRECTIONS[event.key];
    if (!direction || !current || event.altKey || event.ctrlKey || event.metaKey) return;
    if (document.activeElement !== current) return;
    event.preventDefault();
    neighbour(current, places(), direction)?.focus();
  }

  if (!container.hasAttribute('tabindex')) container.tabIndex = -1;
  settle();
  const observer = new MutationObserver(settle);
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
  if (from !== document.body && !from.matches('main, h1, [data-testid="lever"], [data-testid^="sum-"]')) return;
  const place = holder?.querySelector<HTMLElement>('[data-place][tabindex="0"]');
  if (!place) return;
  event.preventDefault();
  place.focus();
}
