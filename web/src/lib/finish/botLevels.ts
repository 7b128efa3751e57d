// What the bots usually score at a game alone.

import levels from '../../../../src/knobel/rating/levels.json';

export type MeasuredLevel = keyof (typeof levels)['knister']['means'];

const MEASURED: Partial<Record<string, { seats: number; means: Record<MeasuredLevel, number> }>> = levels;

export interface LevelMean {
  level: MeasuredLevel;
  mean: number;
}

/**
 * The best level whose average a solo score reaches, and that average, rounded up; below all of them the lowest one.
 * Null if the levels were not measured alone.
 */
export function reachedLevel(game: string, score: number): LevelMean | null {
  const measured = MEASURED[game];
  if (measured?.seats !== 1) return null;
  const means = Object.entries(measured.means).map(([level, mean]) => ({
    level: level as MeasuredLevel,
    mean: Math.ceil(mean),
  }));
  return means.findLast(({ mean }) => score >= mean) ?? means[0] ?? null;
}
