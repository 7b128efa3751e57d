// The points that a person loses by theme.

import type { ThemeReport } from '../../wire';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The level of bots that loses about as much as the person in all themes together; empty if no levels are known. */
export function nearestLevel({ themes }: ThemeReport): string {
  const own = sum(themes.map((each) => each.lost));
  const distance = (level: string) => Math.abs(sum(themes.map((each) => each.levels[level] ?? 0)) - own);
  return Object.keys(themes[0]?.levels ?? {}).toSorted((a, b) => distance(a) - distance(b))[0] ?? '';
}

/** The width of a point in percent, so that all bars, intervals and marks of the level fit. */
export function scaleOf({ themes }: ThemeReport, level: string): number {
  return 100 / Math.max(0.01, ...themes.flatMap((each) => [each.high, each.levels[level] ?? 0]));
}
