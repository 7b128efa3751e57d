// What happened at a table, in words.

import { describe } from '../games/words';
import { t } from '../i18n';
import type { LogEntry, Position, Table } from '../wire';
import { title } from './session.svelte';

/** A line of the log; empty for what needs no words. */
export function entryText(entry: LogEntry, position: Position | null, names: string[]): string {
  const name = entry.name ?? (entry.seat === null ? '' : (names[entry.seat] ?? ''));
  switch (entry.kind) {
    case 'opened':
      return t('log.opened');
    case 'sit':
      return t('log.sit', { name });
    case 'stand':
      return t('log.stand', { name });
    case 'bot':
      return t('log.bot', { name });
    case 'remove':
      return t('log.remove', { name });
    case 'setup':
      return t('log.setup', { game: title(entry.game ?? '') });
    case 'host':
      return t('log.host', { name });
    case 'rename':
      return t('log.rename', { name });
    case 'start':
      return t('log.start', { game: title(entry.game ?? position?.game ?? '') });
    case 'move':
      if (entry.action === null) return t('log.hidden', { name });
      return describe(entry, position, names);
    case 'roll':
      return describe(entry, position, names);
    case 'undo':
      return t('log.undo', { name });
    case 'away':
      return t('log.away', { name });
    case 'back':
      return t('log.back', { name });
    case 'over':
      return t('log.over');
    default:
      return '';
  }
}

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
        return { text: t('turn.decides', { name: name(only) }), mine: false };
      return { text: t('turn.waiting', { n: turn.seats.length }), mine: false };
    }
    case 'over':
      return { text: t('turn.over'), mine: false };
  }
}
