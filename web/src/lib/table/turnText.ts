// Whose turn it is and what to do, in words.

import { gameExtras } from '../../games/extras';
import { t } from '../../i18n';
import type { Position } from '../../wire';
import { gameInfo } from '../connection/session.svelte';
import { infoOf } from '../game/position';

/** Whose turn it is and what to do, in words; `mine` is true if it is the reader's turn. */
export function turnText(position: Position, names: string[]): { text: string; mine: boolean } {
  const { turn, seat } = position;
  const name = (number: number | null) => (number === null ? '' : (names[number] ?? ''));
  switch (turn.kind) {
    case 'chance':
      if (turn.seat === null)
        return {
          text: withFinal(position, t(turn.may_roll ? 'turn.roll_all' : 'turn.rolls_all')),
          mine: turn.may_roll,
        };
      if (turn.may_roll && turn.die === 'action') return { text: t('todo.action_die'), mine: true };
      if (turn.may_roll && turn.seat === seat) return { text: withFinal(position, t('turn.roll')), mine: true };
      if (turn.may_roll)
        return { text: withFinal(position, t('turn.roll_for', { name: name(turn.seat) })), mine: true };
      return { text: withFinal(position, t('turn.rolls', { name: name(turn.seat) })), mine: false };
    case 'decide': {
      const instruction = gameExtras[position.game]?.instruction?.(position, names);
      if (seat !== null && turn.seats.includes(seat))
        return { text: withFinal(position, instruction ?? commonInstruction(position)), mine: true };
      if (instruction) return { text: instruction, mine: false };
      const [only] = turn.seats;
      if (turn.seats.length === 1 && only !== undefined)
        return {
          text: t(gameInfo(position.game)?.simultaneous ? 'turn.waiting_one' : 'turn.decides', { name: name(only) }),
          mine: false,
        };
      return { text: t('turn.waiting', { n: turn.seats.length }), mine: false };
    }
    case 'over':
      return { text: t('turn.over'), mine: false };
  }
}

/** The round, and of how many; empty before the first one and after the last. */
export function roundText(position: Position): string {
  const { round, rounds } = infoOf(position);
  if (!round || position.results) return '';
  return rounds === undefined ? t('turn.round', { round }) : t('turn.round_of', { round, rounds });
}

/** A key of the reader's turn, by which it is announced only once; null if it is not their turn. */
export function ownTurnKey(position: Position, names: string[]): string | null {
  if (!turnText(position, names).mine) return null;
  const { round, phase } = infoOf(position);
  return [position.turn.kind, round, phase].join(' ');
}

/** The instruction for games without one of their own. */
function commonInstruction(position: Position): string {
  const info = infoOf(position);
  if (position.choices.some((choice) => /^k[1-6]*$/.test(choice.action))) return t('todo.keep');
  if (info.number !== undefined) return t('todo.number', { number: info.number });
  return position.choices.length > 0 ? t('todo.write') : t('turn.decide');
}

/** Add that this is the last roll, if it is. */
function withFinal(position: Position, text: string): string {
  return infoOf(position).final ? t('todo.last', { text }) : text;
}
