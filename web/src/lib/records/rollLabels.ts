// The labels that the places of the rolls in a game require. They do not need the rules, but a game that is complete.

import type { Header, Line } from './canonical';

const SIMULTANEOUS: Record<string, number> = { knister: 2, knaster: 2, knapp_daneben: 5 };
const KEEPS = /^[kf]([1-6]{0,4})$/;

/** Throws `wrong(n)` if roll `n` is not in order, and `cut()` if the game is not over. */
export function rollLabels(
  header: Header,
  events: Line[],
  wrong: (n: number) => Error,
  cut: () => Error,
): (string | undefined)[] {
  const { game } = header;
  if (game in SIMULTANEOUS) return labelsOfRounds(header, events, wrong, cut);
  if (game === 'knoeffel' || game === 'kniffeliger') return labelsOfTurns(header, events, wrong, cut);
  throw cut();
}

/** Where everybody moves on each roll. */
function labelsOfRounds(
  { game, seats }: Header,
  events: Line[],
  wrong: (n: number) => Error,
  cut: () => Error,
): string[] {
  const labels: string[] = [];
  let moves: string[][] | null = null;
  // In Knaster the roll after the first full grid is the last one.
  let last = game === 'knaster' ? Infinity : 25;
  const written = seats.map(() => new Set<string>());
  const isRoundOver = () => moves === null || moves.every((some) => some.length > 0);
  for (const { roll, seat, move, undo } of events) {
    if (roll) {
      if (!isRoundOver()) throw wrong(labels.length + 1);
      moves?.forEach((some, i) => some.filter(Boolean).forEach((cell) => written[i]?.add(cell)));
      if (written.some(({ size }) => size === 25)) last = Math.min(last, labels.length + 1);
      moves = seats.map(() => []);
      labels.push(`${labels.length + 1}/-/pips/1`);
      if (roll.length !== SIMULTANEOUS[game] || labels.length > last) throw wrong(labels.length);
    } else {
      if (moves === null) throw wrong(1);
      if (move !== undefined) moves[seat ?? 0]?.push(/^[a-e][1-5]$/.test(move) ? move : '');
      else moves[undo ?? 0] = [];
    }
  }
  if (!isRoundOver() || labels.length !== last) throw cut();
  return labels;
}

/** Where one seat moves at a time. */
function labelsOfTurns(
  { game, options = {}, seats, dice }: Header,
  events: Line[],
  wrong: (n: number) => Error,
  cut: () => Error,
): string[] {
  const isKnoeffel = game === 'knoeffel';
  let [round, seat, turn, thrown] = [0, 0, -1, 0];
  const labels: string[] = [];
  for (const [i, { roll, label, move = '', seat: mover }] of events.entries()) {
    const before = events[i - 1];
    const next = events[i + 1];
    const kept = KEEPS.exec(before?.move ?? '');
    if (!roll) {
      if (isKnoeffel && (mover !== seat || !before?.roll)) throw wrong(labels.length);
      if (KEEPS.test(move) && !next?.roll) throw cut();
      continue;
    }
    const isAction = !isKnoeffel && roll.length === 1 && !kept;
    if (!isAction && roll.length !== 5 - (kept?.[1]?.length ?? 0)) throw wrong(labels.length + 1);
    if (!kept && !isAction) {
      const previous = turn;
      [round, seat, thrown] = [parseInt(label ?? ''), next?.seat ?? -1, 0];
      turn = (round - 1) * seats.length + seat;
      // Turns without rolls exist only in Kniffeliger.
      if (!(isKnoeffel ? turn === previous + 1 : turn > previous)) throw wrong(labels.length + 1);
    }
    labels.push(`${round}/${dice.shared ? '-' : seat}/${isAction ? 'action/1' : `pips/${++thrown}`}`);
  }
  const columns = options.columns === 'sequential' ? 2 : Number(options.columns ?? 2);
  // The last rounds of Kniffeliger may have no rolls: only the rules tell whether it is over.
  if (isKnoeffel && (turn + 1 !== 13 * columns * seats.length || events.at(-1)?.roll)) throw cut();
  return labels;
}
