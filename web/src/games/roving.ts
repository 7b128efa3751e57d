/** One tab stop for many places: arrow keys move between the buttons of a container by where they lie. */

const DIRECTIONS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function centre(element: Element): [number, number] {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** The nearest place in a direction; steps aside cost more than steps ahead. */
function neighbour(from: HTMLElement, places: HTMLElement[], [dx, dy]: readonly [number, number]) {
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

/** Attach to a container whose places are `button[data-place]`. */
export function roving(container: HTMLElement) {
  const places = () => [...container.querySelectorAll<HTMLElement>('button[data-place]')];
  let current: HTMLElement | undefined;

  function settle() {
    const all = places();
    if (!current || !all.includes(current)) current = all[0];
    for (const place of all) place.tabIndex = place === current ? 0 : -1;
  }
  function onfocus(event: FocusEvent) {
    const target = event.target;
    if (!(target instanceof HTMLElement) || !target.matches('button[data-place]')) return;
    current = target;
    settle();
  }
  function onkeydown(event: KeyboardEvent) {
    const direction = DIRECTIONS[event.key];
    if (!direction || !current || event.altKey || event.ctrlKey || event.metaKey) return;
    if (document.activeElement !== current) return;
    event.preventDefault();
    neighbour(current, places(), direction)?.focus();
  }

  settle();
  const observer = new MutationObserver(settle);
  observer.observe(container, { childList: true, subtree: true });
  container.addEventListener('focusin', onfocus);
  container.addEventListener('keydown', onkeydown);
  return () => {
    observer.disconnect();
    container.removeEventListener('focusin', onfocus);
    container.removeEventListener('keydown', onkeydown);
  };
}
