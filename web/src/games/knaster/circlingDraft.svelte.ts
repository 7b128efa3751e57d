import { Draft } from '../../lib/game/draft.svelte';
import type { Position } from '../../wire';

/** A completed line, and the cells of it that are picked for circling. */
interface Circling {
  line: string | undefined;
  picked: string[];
}

/** The sets of cells that may be circled, by the completed line that earned them. */
export function waysByLine(position: Position): Map<string, string[][]> {
  const byLine = new Map<string, string[][]>();
  for (const { action } of position.choices) {
    const [line = '', cells] = action.split(':');
    if (cells !== undefined) byLine.set(line, [...(byLine.get(line) ?? []), cells.split(',')]);
  }
  return byLine;
}

/** The draft of a line; its cells are picked if there is only one way. */
function draftOf(position: Position, line: string | undefined): Circling {
  const ways = waysByLine(position).get(line ?? '') ?? [];
  return { line, picked: ways.length === 1 ? ways[0]! : [] };
}

export const circlingDraft = new Draft<Circling>((position) =>
  draftOf(position, waysByLine(position).keys().next().value),
);

/** The number of circles that the line is due. */
export function dueCircles(position: Position): number {
  return waysByLine(position).get(circlingDraft.of(position).line ?? '')?.[0]?.length ?? 0;
}

/** The action, if enough cells are picked. */
export function readyAction(position: Position): string | undefined {
  const { line, picked } = circlingDraft.of(position);
  const way = waysByLine(position)
    .get(line ?? '')
    ?.find((cells) => cells.length === picked.length && cells.every((cell) => picked.includes(cell)));
  return way && `${line}:${way.join(',')}`;
}

export function pickCell(position: Position, cell: string): void {
  const { line, picked } = circlingDraft.of(position);
  const others = picked.filter((other) => other !== cell);
  circlingDraft.set(position, {
    line,
    picked: picked.includes(cell) ? others : [...picked, cell].slice(-dueCircles(position)),
  });
}

export function chooseLine(position: Position, line: string): void {
  circlingDraft.set(position, draftOf(position, line));
}
