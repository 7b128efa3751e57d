// Who sits at a table, and whose turn it is, in words.

import { t } from '../i18n';
import type { Position, Table } from '../wire';
import { gameInfo } from './session.svelte';

export function seatNames(table: Table | null): string[] {
  return table?.seats.map((seat) => seat.name || t('table.free_seat')) ?? [];
}

/** Whose turn it is, in words, and whether it is the receiver's. */
export function turnText(position: Position, names: string[]): { text: string; mine: boolean } {
  const { turn, seat } = position;
  const name = (number: number | null) => (number === null ? '' : (names[number] ?? ''));
  switch (turn.kind) {
    case 'chance':
      if (turn.may_roll && turn.seat === seat) return { text: t('turn.roll'), mine: true };
      if (turn.may_roll) return { text: t('turn.roll_for', { name: name(turn.seat) }), mine: true };
      return { text: t('turn.rolls', { name: name(turn.seat) }), mine: false };
    case 'decide': {
      if (seat !== null && turn.seats.includes(seat)) return { text: t('turn.decide'), mine: true };
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
