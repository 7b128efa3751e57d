// Geometry of charts over the steps of a game.

/** A value from a step on. */
export interface Point {
  at: number;
  value: number;
  /** One standard error. */
  band: number;
}

/** Convert points to a staircase: each value lasts until the next point, the last one until `end`. */
export function toSteps(points: readonly Point[], end: number): Point[] {
  return points.flatMap((point, i) => [point, { ...point, at: points[i + 1]?.at ?? end }]);
}

/** A few round numbers between two others, for the lines of a chart. */
export function axisTicks(low: number, high: number): number[] {
  const rough = Math.max(high - low, 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? 10 * power;
  const first = Math.ceil(low / step) * step;
  return Array.from({ length: Math.floor((high - first) / step) + 1 }, (_, i) => first + i * step);
}

/** Select as many items as keep a distance in pixels from each other; earlier items have priority. */
export function selectSpaced<Item>(
  items: readonly Item[],
  place: (item: Item) => { x: number; y: number },
  { across, down }: { across: number; down: number },
): Item[] {
  const selected: { item: Item; x: number; y: number }[] = [];
  for (const item of items) {
    const { x, y } = place(item);
    if (selected.every((other) => Math.abs(other.x - x) >= across || Math.abs(other.y - y) >= down))
      selected.push({ item, x, y });
  }
  return selected.map(({ item }) => item);
}
