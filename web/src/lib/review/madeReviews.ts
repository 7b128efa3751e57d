// The reviews that this device has made of games at a server. They are kept, because a review takes a while.

import type { Watched } from '../offline/offlineWorker';
import { deleteMadeReviews, loadMadeReview, storeMadeReview, type MadeReview } from '../offline/storage';
import { askDevice, computeSkills, engineFor } from './deviceCoach';

/** Those since the page was opened, by their record, for browsers that store nothing. */
const made = new Map<string, MadeReview>();

/** The review of a finished game by this device: the kept one, or a new one. Returns null if it cannot make one. */
export async function makeReview(record: string, watched?: Watched): Promise<MadeReview | null> {
  const engine = await engineFor(record);
  if (engine === null) return null;
  const known = made.get(record) ?? (await loadMadeReview(record).catch(() => undefined));
  if (known?.engine === engine) return known;
  const review = await askDevice('POST /api/coach/review', {}, record, (response) => response.text(), watched);
  if (review === null) return null;
  // The review is worth showing without them.
  const skills = await computeSkills(review).catch(() => '');
  const found = { record, engine, review, skills, time: Date.now() };
  made.set(record, found);
  await storeMadeReview(found).catch(() => undefined);
  return found;
}

export async function forgetReviews(): Promise<void> {
  made.clear();
  await deleteMadeReviews().catch(() => undefined);
}
