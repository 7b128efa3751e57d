// The labels that the places of the rolls in a game require. They do not need the rules, but a game that is complete. Of games
// with other names than these, neither the number of dice nor the end is checked.

import type { Header, Line } from './canonical';

const SIMULTANEOUS: Record<string, number> = { knister: 2, knaster: 2, knapp_daneben: 5 };
const KEEPS = /^[kf]([1-6]{0,4})$/;
const ROWS = 14;

/** Throws `wrong(n)` if roll `n` is not in order, and `cut()` if the game is not over. */
export function rollLabels(
  header: Header,
  events: Line[],
  wrong: (n: number) => Error,
  cut: () => Error,
): (string | undefined)[] {
  const { game, dice } = header;
  const isKnown = game in SIMULTANEOUS || game === 'knoeffel' || game === 'kniffeliger';
  const isOfAll = isKnown ? game in SIMULTANEOUS : !dice.shared && events[0]?.label === '1/-/pips/1';
  return (isOfAll ? labelsOfRounds : labelsOfTurns)(header, events, wrong, cut);
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
  const isCounted = game in SIMULTANEOUS;
  let last = game === 'knaster' || !isCounted ? Infinity : 25;
  const written = seats.map(() => new Set<string>());
  const isRoundOver = () => moves === null || moves.every((some) => some.length > 0);
  for (const { roll, seat, move, undo } of events) {
    if (roll) {
      if (!isRoundOver()) throw wrong(labels.length + 1);
      moves?.forEach((some, i) => some.filter(Boolean).forEach((cell) => written[i]?.add(cell)));
      if (isCounted && written.some(({ size }) => size === 25)) last = Math.min(last, labels.length + 1);
      moves = seats.map(() => []);
      labels.push(`${labels.length + 1}/-/pips/1`);
      if (roll.length !== (SIMULTANEOUS[game] ?? roll.length) || labels.length > last) throw wrong(labels.length);
    } else {
      if (moves === null) throw wrong(1);
      if (move !== undefined) moves[seat ?? 0]?.push(/^[a-e][1-5]$/.test(move) ? move : '');
      else moves[undo ?? 0] = [];
    }
  }
  if (!isRoundOver() || (isCounted && labels.length !== last)) throw cut();
  return labels;
}

/**
 * Where one seat moves at a time, in any order.
 *
 * A turn has the number of the seat's turns with a roll. Before version 3 it has that of the round, so that turns without a
 * roll count too: those in which a row is stolen, and in the end of the game those in which no row can be filled, because the
 * others have closed some of the fourteen.
 */
function labelsOfTurns(
  { game, options = {}, seats, dice }: Header,
  events: Line[],
  wrong: (n: number) => Error,
  cut: () => Error,
): string[] {
  const isKnoeffel = game === 'knoeffel';
  const isKniffeliger = game === 'kniffeliger';
  const countsRounds = (dice.version ?? 1) < 3;
  const rounds = options.rounds === 'until_full' ? ROWS * (seats.length + 1) : ROWS;
  const turns = seats.map(() => 0);
  let [seat, thrown, begun, closed] = [0, 0, 0, 0];
  const labels: string[] = [];
  for (const [i, { roll, label = '', move = '', seat: mover = -1, undo }] of events.entries()) {
    const before = events[i - 1];
    const next = events[i + 1];
    const kept = KEEPS.exec(before?.move ?? '');
    if (!roll) {
      if (undo !== undefined || (isKnoeffel && (mover !== seat || !before?.roll))) throw wrong(labels.length);
      if (KEEPS.test(move) && !next?.roll) throw cut();
      if (countsRounds && move.startsWith('steal.')) turns[mover] = (turns[mover] ?? 0) + 1;
      if (/^(freeze|cross)\./.test(move)) closed += 1;
      continue;
    }
    const isAction = isKniffeliger && roll.length === 1 && !kept;
    if ((isKnoeffel || isKniffeliger) && !isAction && roll.length !== 5 - (kept?.[1]?.length ?? 0))
      throw wrong(labels.length + 1);
    if (!kept && !isAction) {
      [seat, thrown, begun] = [next?.seat ?? -1, 0, begun + 1];
      const number = (turns[seat] ?? 0) + 1;
      const round = parseInt(label);
      const mayPass = isKniffeliger && round <= rounds && round - 1 + closed >= ROWS;
      turns[seat] = countsRounds && round > number && mayPass ? round : number;
    }
    // Nobody else acts between the fall of the dice and the move.
    if (!isAction && next?.seat !== seat) throw wrong(labels.length + 1);
    labels.push(`${turns[seat]}/${dice.shared ? '-' : seat}/${isAction ? 'action/1' : `pips/${++thrown}`}`);
  }
  const columns = options.columns === 'sequential' ? 2 : Number(options.columns ?? 2);
  // The last rounds of Kniffeliger may have no rolls: only the rules tell whether it is over.
  const isOver = turns.every((count) => count === 13 * columns) && !events.at(-1)?.roll;
  if (isKnoeffel && !isOver) throw cut();
  return labels;
}
