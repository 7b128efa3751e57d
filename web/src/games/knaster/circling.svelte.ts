import { Draft } from '../../lib/draft.svelte';
import type { Position } from '../../wire';

/** The completed line that is worked off, and the cells of it that are to be circled. */
interface Circling {
  line: string | undefined;
  picked: string[];
}

/** The ways to circle cells, by the completed line that earns them. */
export function waysByLine(position: Position): Map<string, string[][]> {
  const byLine = new Map<string, string[][]>();
  for (const { action } of position.choices) {
    const [line = '', cells] = action.split(':');
    if (cells !== undefined) byLine.set(line, [...(byLine.get(line) ?? []), cells.split(',')]);
  }
  return byLine;
}

/** Beginning with a line: where there is but one way, its cells are picked already. */
function begin(position: Position, line: string | undefined): Circling {
  const ways = waysByLine(position).get(line ?? '') ?? [];
  return { line, picked: ways.length === 1 ? ways[0]! : [] };
}

export const circling = new Draft<Circling>((position) => begin(position, waysByLine(position).keys().next().value));

/** How many cells the line is due. */
export function dueOf(position: Position): number {
  return waysByLine(position).get(circling.of(position).line ?? '')?.[0]?.length ?? 0;
}

/** The action, once enough cells are picked. */
export function readyAction(position: Position): string | undefined {
  const { line, picked } = circling.of(position);
  const way = waysByLine(position)
    .get(line ?? '')
    ?.find((cells) => cells.length === picked.length && cells.every((cell) => picked.includes(cell)));
  return way && `${line}:${way.join(',')}`;
}

export function pick(position: Position, cell: string): void {
  const { line, picked } = circling.of(position);
  const others = picked.filter((other) => other !== cell);
  circling.set(position, {
    line,
    picked: picked.includes(cell) ? others : [...picked, cell].slice(-dueOf(position)),
  });
}

export function chooseLine(position: Position, line: string): void {
  circling.set(position, begin(position, line));
}
