// The results of a deal, grouped into ranges of points.

import type { DealCount } from '../../wire';

/** A range of points, and the number of results in it. */
export interface Bin {
  from: number;
  to: number;
  count: number;
}

/** More ranges would be too narrow on a phone. */
const MAX_BINS = 24;

/** Group results into at most `MAX_BINS` ranges of equal width that also contain the other `marks`. */
export function histogramBins(counts: readonly DealCount[], marks: readonly number[]): Bin[] {
  const values = [...counts.map(({ points }) => points), ...marks];
  if (values.length === 0) return [];
  const low = Math.min(...values);
  const width = Math.ceil((Math.max(...values) - low + 1) / MAX_BINS);
  const number = Math.ceil((Math.max(...values) - low + 1) / width);
  const bins = Array.from({ length: number }, (_, i): Bin => {
    const from = low + i * width;
    return { from, to: from + width - 1, count: 0 };
  });
  for (const { points, count } of counts) {
    const bin = bins[Math.floor((points - low) / width)];
    if (bin) bin.count += count;
  }
  return bins;
}

/** The most points that at least half of the results have; 0 without results. */
export function median(counts: readonly DealCount[]): number {
  const half = counts.reduce((sum, { count }) => sum + count, 0) / 2;
  let seen = 0;
  for (const { points, count } of counts.toReversed()) {
    seen += count;
    if (seen >= half) return points;
  }
  return 0;
}
