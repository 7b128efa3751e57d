import type { Position } from '../../wire';
import { hasCoach } from '../connection/session.svelte';

/** The largest table that the coach reviews. */
const MAX_REVIEWED = 12;

/** True if the coach reviews games like this one. */
export function isReviewed(position: Position, names: readonly string[]): boolean {
  return names.length <= MAX_REVIEWED && hasCoach(position.game);
}
