// Ratings: a person's expected points without luck, and how they compare with the levels of bots.

import type { Rating } from '../../wire';

/** A line of the comparison with bots: a level, or the person (null). */
export interface Comparison {
  level: string | null;
  mean: number;
}

/** The levels of bots and the person, the highest rating first. */
export function comparisons({ levels, mean }: Pick<Rating, 'levels' | 'mean'>): Comparison[] {
  return [...levels, { level: null, mean }].toSorted((a, b) => b.mean - a.mean);
}

/** Ratings in the order of the games' first appearance, those with the standard options first. */
export function inOrder(ratings: readonly Rating[], games: readonly string[]): Rating[] {
  return ratings.toSorted(
    (a, b) => games.indexOf(a.game) - games.indexOf(b.game) || Number(b.standard) - Number(a.standard),
  );
}

/** The range of a chart that contains all values, with a margin. */
export function rangeOf(values: readonly number[]): [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const margin = Math.max((high - low) / 12, 1);
  return [low - margin, high + margin];
}
