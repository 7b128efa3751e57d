// Layers over a page, such as dialogs and exercises: each has an entry of its own in the browser's history, so that
// "back" closes it instead of leaving the page.

/** Close a layer; `leaves` if the page below it changes too. */
type Close = (leaves: boolean) => void;

interface LayerState {
  /** The number of layers that are open in this entry. */
  layer: number;
}

/** The open layers, each with the function that closes it. */
const layers: Close[] = [];
/** The number of entries of layers in the history, above that of the page. */
let entries = 0;
/** The address in the entry of the page below the layers, and the address that the page has now. */
let [below, shown] = [location.href, location.href];
/** This module has asked the browser to go back, and it has not done so yet. */
let goesBack = false;
/** Changes of page that wait until then. */
const waiting: (() => void)[] = [];

function depthOf(state: unknown): number {
  const layer = (state as Partial<LayerState> | null)?.layer;
  return typeof layer === 'number' ? layer : 0;
}

function pushMissing(): void {
  while (entries < layers.length) history.pushState({ layer: ++entries } satisfies LayerState, '', shown);
}

/** Remove the entries of closed layers. */
function goBackToLayers(): void {
  if (goesBack || entries <= layers.length) return;
  goesBack = true;
  history.go(layers.length - entries);
}

/** Open a layer that `close` closes; returns a function to call when it is closed or gone. */
export function openLayer(close: Close): () => void {
  layers.push(close);
  if (!goesBack) pushMissing();
  return () => {
    const index = layers.indexOf(close);
    if (index === -1) return;
    layers.splice(index, 1);
    // Later, because a change of page or another layer may use the entry.
    setTimeout(goBackToLayers);
  };
}

/** Change the address of the page, in a new entry or the current one; the new page has no layers. */
export function changePage(address: string, replace: boolean, changed: () => void): void {
  if (goesBack) {
    waiting.push(() => changePage(address, replace, changed));
    return;
  }
  if (replace || entries > 0) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  entries = 0;
  below = shown = location.href;
  changed();
  for (const close of layers.splice(0)) close(true);
}

/** Change only the address, with its layers. */
export function changeAddress(address: string): void {
  history.replaceState(history.state, '', address);
  shown = location.href;
  if (entries === 0) below = shown;
}

/** Handle a step in the history; true if it changed only layers. */
export function stepsOverLayers(state: unknown): boolean {
  const own = goesBack;
  const depth = depthOf(state);
  const samePage = location.href === below || location.href === shown;
  goesBack = false;
  if (!samePage || (entries === 0 && depth === 0)) {
    entries = depth;
    below = shown = location.href;
    for (const close of layers.splice(0)) close(true);
    goBackToLayers();
    return false;
  }
  entries = depth;
  if (!own) for (const close of layers.splice(depth)) close(false);
  // The address may have changed since the layer was opened.
  if (depth === 0 && location.href !== shown) {
    history.replaceState(null, '', shown);
    below = shown;
  }
  // An entry whose layer is closed, which "forward" or a reload reaches.
  if (entries > layers.length) goBackToLayers();
  else pushMissing();
  if (!goesBack) for (const change of waiting.splice(0)) change();
  return true;
}

// After a reload, the layers of the entry are gone.
entries = depthOf(history.state);
goBackToLayers();
