// What follows for a sheet from another one of the same game, in a game whose players all enter the same numbers.

import type { PaperSheet } from './paperSheet';
import { SURE } from './sheetReading';

type Cells = PaperSheet['cells'];

/** More doubtful places leave too many ways to place the numbers. */
const MAX_DOUBTS = 7;
/** The probability of a number that the reader did not consider. */
const UNEXPECTED = 0.002;

/** True if all places, of which the sheet has this number, are filled and sure: it says which numbers the game had. */
export const isSettled = (cells: Cells, places: number): boolean =>
  textsOf(cells, ({ text, sure }) => text !== '' && sure).length === places;

/** The contents of doubtful places that are sure because the numbers of a settled sheet are known, by place. */
export function deduced(cells: Cells, settled: Cells): Record<string, string> {
  const rest = textsOf(settled, () => true);
  for (const text of textsOf(cells, ({ sure }) => sure)) {
    const found = rest.indexOf(text);
    // The sheets contradict each other.
    if (found === -1) return {};
    rest.splice(found, 1);
  }
  const doubtful = Object.entries(cells).filter(([, { sure }]) => !sure);
  if (rest.length !== doubtful.length || rest.length > MAX_DOUBTS) return {};
  const shares = doubtful.map(() => new Map<string, number>());
  let total = 0;
  const place = (i: number, left: readonly string[], weight: number, chosen: readonly string[]): void => {
    if (i === doubtful.length) {
      total += weight;
      for (const [k, text] of chosen.entries()) shares[k]!.set(text, (shares[k]!.get(text) ?? 0) + weight);
      return;
    }
    for (const text of new Set(left)) {
      const read = doubtful[i]![1].candidates.find((candidate) => candidate.text === text);
      const next = left.toSpliced(left.indexOf(text), 1);
      place(i + 1, next, weight * Math.max(read?.probability ?? 0, UNEXPECTED), [...chosen, text]);
    }
  };
  place(0, rest, 1, []);
  return Object.fromEntries(
    doubtful.flatMap(([name], i) =>
      [...shares[i]!].filter(([, share]) => share >= SURE * total).map(([text]) => [name, text]),
    ),
  );
}

const textsOf = (cells: Cells, isMeant: (cell: Cells[string]) => boolean): string[] =>
  Object.entries(cells).flatMap(([place, cell]) => (place !== 'total' && isMeant(cell) ? [cell.text] : []));
