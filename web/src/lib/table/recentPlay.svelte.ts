// The person's own results in each game, their groups and the people with whom they played, as the home page shows them.
//
// They are kept in this browser, so that the page has them from the start and nothing moves when they arrive.

import type { GroupSummary, RecentGroup, RecentResults } from '../../wire';
import { ask } from '../connection/client';
import { hasFinishedGame } from '../app/installation.svelte';

import { isBlocked, session } from '../connection/session.svelte';
import { loadData, saveData } from '../preferences/storage';

interface RecentPlay {
  /** The id of the person to whom it belongs. */
  person: string;
  groups: RecentGroup[];
  results: RecentResults[];
  /** Missing in what an earlier version has kept. */
  memberships?: GroupSummary[];
}

const ITEM = 'recent';

let kept = $state.raw(loadData<RecentPlay | null>(ITEM, null));
const own = () => (kept?.person === session.person?.id ? kept : null);

/** True if an earlier visit has kept it. */
export const isRecentPlayKept = (): boolean => own() !== null;

/** The groups with whom the person played lately, the latest first, without people who were blocked since. */
export function recentGroups(): RecentGroup[] {
  return (own()?.groups ?? [])
    .map((group) => ({ ...group, people: group.people.filter(({ id }) => !isBlocked(id)) }))
    .filter(({ people }) => people.length > 0);
}

/** The groups in which the person is a member, the latest joined first. */
export const memberships = (): readonly GroupSummary[] => own()?.memberships ?? [];

/** The person's best and last results in a game; null before the first one. */
export function recentResults(game: string): RecentResults | null {
  return own()?.results.find((each) => each.game === game) ?? null;
}

/** True if the person has finished a game, as far as this browser knows. */
export const hasPlayed = (): boolean => hasFinishedGame() || (own()?.results.length ?? 0) > 0;

/** Read them from the server. */
export async function refreshRecentPlay(): Promise<void> {
  const person = session.person?.id;
  if (person === undefined) return;
  try {
    const [groups, results, joined] = await Promise.all([
      ask('GET /api/companions'),
      ask('GET /api/play/recent'),
      ask('GET /api/groups'),
    ]);
    kept = { person, groups, results, memberships: joined };
    saveData(ITEM, kept);
  } catch {
    // What is kept stays.
  }
}
