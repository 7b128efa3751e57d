// One sentence that tells a player how a score compares.

import { finishText } from '../../i18n/pages';
import { mean } from '../review/statistics';
import type { PastScores } from './pastScores';

/** How many of the latest games are compared. */
const LATEST = 10;
/** With fewer earlier games there is no average to speak of. */
const FEW = 3;
/** The trend compares the average of this many latest games with that of the games before them. */
const TREND = 5;
/** It is told from this share of the earlier average on. */
const NOTABLE = 0.05;
/** It is told how many were worse if at least this share of them was. */
const MOST = 0.6;

/**
 * Compare a score with the player's earlier ones; `other` is said instead while there are too few of them for more than
 * a record.
 */
export function pastSentence(score: number, { scores, best, counts }: PastScores, other = ''): string {
  if (!counts) return finishText('uncounted');
  if (best === null) return other || finishText('first', { n: score });
  if (score > best) return finishText('best', { n: score - best });
  if (score === best) return finishText('equal');
  const latest = scores.slice(0, LATEST);
  const worse = latest.filter((each) => each < score).length;
  if (latest.length >= FEW && worse >= MOST * latest.length)
    return worse === latest.length
      ? finishText('better_all', { n: latest.length })
      : finishText('better', { worse, n: latest.length });
  const trend = trendOf([score, ...scores]);
  if (trend) return finishText('trend', trend);
  if (latest.length < FEW) return other || finishText('best_is', { n: best });
  const average = Math.round(mean(latest));
  const difference = score - average;
  if (difference === 0) return finishText('average', { average });
  return difference > 0
    ? finishText('above', { n: difference, average })
    : finishText('below', { n: -difference, average });
}

/** The averages of the latest games and of those before them, if there are enough and they have risen; else null. */
function trendOf(scores: readonly number[]): { now: number; before: number } | null {
  const earlier = scores.slice(TREND, TREND + LATEST);
  if (earlier.length < TREND) return null;
  const [now, before] = [mean(scores.slice(0, TREND)), mean(earlier)];
  return now >= before * (1 + NOTABLE) && now >= before + 1
    ? { now: Math.round(now), before: Math.round(before) }
    : null;
}
