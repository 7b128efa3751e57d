// The coach in a worker of this browser, at a server that offers the engines to browsers.

import { fileUrl } from '../connection/addresses';
import { ApiError, ask, checked } from '../connection/client';
import { addressed } from '../connection/requestAddress';
import { OWNER, offline } from '../offline/offline.svelte';
import { OfflineWorker, type Watched } from '../offline/offlineWorker';
import { loadData, saveItem } from '../preferences/storage';
import { reviewsOnDevice } from '../preferences/switches.svelte';
import type { DeviceRequest } from '../../requests';
import type { BrowserEngine } from '../../wire';

/** A review that would take longer is the server's work, in ms. */
const MAX_REVIEW_MS = 30_000;
/** How long the speed of the first review is measured, in ms. */
const MEASURED_MS = 3_000;
/** The worker ends when it has not been asked for this time, in ms: an engine takes a lot of memory. */
const IDLE_MS = 120_000;
/** In GiB, as far as browsers tell it. */
const MIN_MEMORY = 2;
const SPEEDS = 'coach_speeds';

/** The time of a review for each line of the record in ms, by game, with the file of the engine that was measured. */
type Speeds = Partial<Record<string, { image: string; line: number }>>;

/** What only some browsers tell. */
interface Hints {
  deviceMemory?: number;
  connection?: { saveData?: boolean; effectiveType?: string };
}

let engines: Record<string, BrowserEngine> = {};
let idle: ReturnType<typeof setTimeout> | undefined;
/** The games whose engine failed since the page was opened. */
const failed = new Set<string>();
const worker = new OfflineWorker(
  () => engines,
  () => undefined,
  () => undefined,
);

/** The engines that the server offers to this browser, by game; none if the browser cannot use them. */
export async function offeredEngines(): Promise<Record<string, BrowserEngine>> {
  const hints = navigator as Navigator & Hints;
  const canCompute = 'WebAssembly' in globalThis && 'DecompressionStream' in globalThis && 'any' in AbortSignal;
  if (offline.on || !canCompute || (hints.deviceMemory ?? MIN_MEMORY) < MIN_MEMORY) return {};
  if (Object.keys(engines).length === 0) engines = await ask('GET /api/engines');
  return engines;
}

/** Measure this device again. */
export const forgetSpeeds = () => saveItem(SPEEDS, '{}');

const loadSpeeds = () => loadData<Speeds>(SPEEDS, {});

/** True if the engine may be loaded: it is here already, or the connection is neither slow nor dear. */
async function mayLoad({ image }: BrowserEngine): Promise<boolean> {
  const { saveData, effectiveType } = (navigator as Navigator & Hints).connection ?? {};
  if (!saveData && !effectiveType?.includes('2g') && effectiveType !== '3g') return true;
  return 'caches' in globalThis && Boolean(await caches.match(fileUrl(image)));
}

const gameOf = (record: string) => (JSON.parse(record.slice(0, record.indexOf('\n'))) as { game: string }).game;

/** The names of the files with which this device reviews the game of a record; null if the server offers none. */
export async function engineFor(record: string): Promise<string | null> {
  const engine = (await offeredEngines().catch(() => ({}) as Record<string, BrowserEngine>))[gameOf(record)];
  return engine ? [engine.module, engine.image, engine.coach].join(' ') : null;
}

/** The engine of a game, if the person lets this device review, and it can and is quick enough. */
async function usableEngine(record: string): Promise<[game: string, engine: BrowserEngine] | null> {
  if (!reviewsOnDevice.on) return null;
  const game = gameOf(record);
  const engine = (await offeredEngines())[game];
  if (!engine || failed.has(game) || !(await mayLoad(engine))) return null;
  const known = loadSpeeds()[game];
  const isSlow =
    known !== undefined && known.image === engine.image && known.line * record.split('\n').length > MAX_REVIEW_MS;
  return isSlow ? null : [game, engine];
}

/** Measures the first review of a game on this device; `onslow` is called if the whole one would take too long. */
function measured(game: string, { image }: BrowserEngine, record: string, onslow: () => void): (share: number) => void {
  let first: { time: number; share: number } | null = null;
  let isKnown = loadSpeeds()[game]?.image === image;
  return (share) => {
    const time = performance.now();
    first ??= { time, share };
    if (isKnown || time - first.time < MEASURED_MS) return;
    isKnown = true;
    const whole = (time - first.time) / Math.max(share - first.share, 1e-3);
    saveItem(SPEEDS, JSON.stringify({ ...loadSpeeds(), [game]: { image, line: whole / record.split('\n').length } }));
    if (whole > MAX_REVIEW_MS) onslow();
  };
}

/**
 * Let this device answer a request to the coach about a record. Returns null if it cannot: then it is the server's work.
 *
 * @throws the reason of the signal if it is aborted.
 */
export async function askDevice<T>(
  name: DeviceRequest,
  query: object,
  record: string,
  read: (response: Response) => Promise<T>,
  watched: Watched = {},
): Promise<T | null> {
  let game: string | null = null;
  clearTimeout(idle);
  try {
    const usable = await usableEngine(record);
    if (!usable) return null;
    game = usable[0];
    const slow = new AbortController();
    const measure = measured(...usable, record, () => slow.abort());
    const onshare = (share: number) => {
      watched.onshare?.(share);
      measure(share);
    };
    const signal = AbortSignal.any([slow.signal, ...(watched.signal ? [watched.signal] : [])]);
    return await read(
      await checked(
        await worker.request(...addressed(name, { query }), record, OWNER, { ...watched, signal, onshare }),
      ),
    );
  } catch (error) {
    watched.signal?.throwIfAborted();
    // A refusal concerns the request, anything else the device.
    if (game !== null && !(error instanceof ApiError) && (error as Error).name !== 'AbortError') failed.add(game);
    return null;
  } finally {
    idle = setTimeout(() => {
      if (!worker.isBusy) worker.stop();
    }, IDLE_MS);
  }
}

/** Compute something from a review that this device has made. */
export const computeSkills = async (review: string): Promise<string> =>
  (await checked(await worker.request(...addressed('POST /api/coach/skills', {}), review, OWNER))).text();
