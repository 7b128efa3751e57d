import type { ScoringRow } from './scoringRow';

/** One row for all combinations with the same points. */
export function groupedValues(rows: readonly ScoringRow[]): ScoringRow[] {
  const labels = new Map<string, string[]>();
  for (const { label, points } of rows) labels.set(points, [...(labels.get(points) ?? []), label]);
  return [...labels].map(([points, same]) => ({ label: same.join(', '), points }));
}
