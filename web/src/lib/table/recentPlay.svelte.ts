// The person's own results in each game and the people with whom they played, as the home page shows them.
//
// They are kept in this browser, so that the page has them from the start and nothing moves when they arrive.

import type { RecentGroup, RecentResults } from '../../wire';
import { fetchCompanions, fetchRecentResults } from '../connection/api';
import { isBlocked, session } from '../connection/session.svelte';
import { loadItem, saveItem } from '../preferences/storage';

interface RecentPlay {
  /** The id of the person to whom it belongs. */
  person: string;
  groups: RecentGroup[];
  results: RecentResults[];
}

const ITEM = 'recent';

function loadKept(): RecentPlay | null {
  try {
    return JSON.parse(loadItem(ITEM) ?? 'null') as RecentPlay | null;
  } catch {
    return null;
  }
}

let kept = $state.raw(loadKept());
const own = () => (kept?.person === session.person?.id ? kept : null);

/** The groups with whom the person played lately, the latest first, without people who were blocked since. */
export function recentGroups(): RecentGroup[] {
  return (own()?.groups ?? [])
    .map((group) => ({ ...group, people: group.people.filter(({ id }) => !isBlocked(id)) }))
    .filter(({ people }) => people.length > 0);
}

/** The person's best and last results in a game; null before the first one. */
export function recentResults(game: string): RecentResults | null {
  return own()?.results.find((each) => each.game === game) ?? null;
}

/** Read them from the server. */
export async function refreshRecentPlay(): Promise<void> {
  const person = session.person?.id;
  if (person === undefined) return;
  try {
    const [groups, results] = await Promise.all([fetchCompanions(), fetchRecentResults()]);
    kept = { person, groups, results };
    saveItem(ITEM, JSON.stringify(kept));
  } catch {
    // What is kept stays.
  }
}
