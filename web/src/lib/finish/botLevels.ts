// How a solo score compares with the bots, for games whose rules have no word for it.

import levels from '../../../../src/knobel/rating/levels.json';

const MEASURED: Partial<Record<string, { seats: number; means: Record<string, number> }>> = levels;

export interface LevelVerdict {
  /** The best level whose average the score reaches, and that average; null below all of them. */
  level: string | null;
  mean: number;
  /** The next better level and the points missing to its average; null above all. */
  next: string | null;
  missing: number;
}

/** Compare a solo score with the averages of the levels, rounded up; null if they were not measured alone. */
export function levelVerdict(game: string, score: number): LevelVerdict | null {
  const measured = MEASURED[game];
  if (measured?.seats !== 1) return null;
  const means = Object.entries(measured.means).map(([level, mean]) => ({ level, mean: Math.ceil(mean) }));
  const reached = means.findLast(({ mean }) => score >= mean);
  const next = means.find(({ mean }) => score < mean);
  return {
    level: reached?.level ?? null,
    mean: reached?.mean ?? 0,
    next: next?.level ?? null,
    missing: next ? next.mean - score : 0,
  };
}
