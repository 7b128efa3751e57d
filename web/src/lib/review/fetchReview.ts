import type { CoachReview } from '../../wire';
import { ask } from '../connection/client';
import { deviceTableOf } from '../offline/codes';
import { offline } from '../offline/offline.svelte';
import type { Watched } from '../offline/offlineWorker';
import { fetchRecord } from '../records/storedGames';

/** The coach's review of a finished game, by its number from 1; computing it takes a while. */
export async function fetchReview(link: string, game: number, watched?: Watched): Promise<CoachReview> {
  // A server reviews the record of a game on this device.
  if (!offline.on && deviceTableOf(`/api/tables/${link}`) !== null)
    return ask('POST /api/coach/review', { body: await fetchRecord(link, game), watched });
  return ask('GET /api/tables/{link}/games/{game}/review', { path: { link, game }, watched });
}
