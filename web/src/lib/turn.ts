// Who sits at a table, whose turn it is and what is to be done, in words.

import { extras } from '../games';
import { t } from '../i18n';
import type { Position, Table } from '../wire';
import { infoOf } from './position';
import { gameInfo } from './session.svelte';

export function seatNames(table: Pick<Table, 'seats'> | null): string[] {
  return table?.seats.map((seat) => seat.name || t('table.free_seat')) ?? [];
}

/** What the host of a table is called, with a seat or without; undefined while they are not here. */
export function hostName({ host, seats, watchers }: Table): string | undefined {
  return seats.find(({ person }) => person === host)?.name ?? watchers.find(({ id }) => id === host)?.name;
}

/** The seat of a bot that somebody may play on for; -1 where there is none. */
export function seatOfBot({ settings, seats }: Table): number {
  return settings.takeover ? seats.findIndex(({ kind }) => kind === 'bot') : -1;
}

/** Whose turn it is and what is to be done, in words, and whether it is the receiver's. */
export function turnText(position: Position, names: string[]): { text: string; mine: boolean } {
  const { turn, seat } = position;
  const name = (number: number | null) => (number === null ? '' : (names[number] ?? ''));
  switch (turn.kind) {
    case 'chance':
      if (turn.seat === null)
        return { text: last(position, t(turn.may_roll ? 'turn.roll_all' : 'turn.rolls_all')), mine: turn.may_roll };
      if (turn.may_roll && turn.die === 'action') return { text: t('todo.action_die'), mine: true };
      if (turn.may_roll && turn.seat === seat) return { text: last(position, t('turn.roll')), mine: true };
      if (turn.may_roll) return { text: last(position, t('turn.roll_for', { name: name(turn.seat) })), mine: true };
      return { text: last(position, t('turn.rolls', { name: name(turn.seat) })), mine: false };
    case 'decide': {
      if (seat !== null && turn.seats.includes(seat))
        return { text: last(position, extras[position.game]?.todo?.(position, names) ?? todo(position)), mine: true };
      const [only] = turn.seats;
      const asked = extras[position.game]?.todo?.(position, names);
      if (asked) return { text: asked, mine: false };
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

/** Identifies the receiver's own turn, so that each is announced once; null while it is not theirs. */
export function ownTurn(position: Position, names: string[]): string | null {
  if (!turnText(position, names).mine) return null;
  const { round, phase } = infoOf(position);
  return [position.turn.kind, round, phase].join(' ');
}

/** What is to be done where a game says nothing of its own. */
function todo(position: Position): string {
  const info = infoOf(position);
  if (position.choices.some((choice) => /^k[1-6]*$/.test(choice.action))) return t('todo.keep');
  if (info.number !== undefined) return t('todo.number', { number: info.number });
  return position.choices.length > 0 ? t('todo.write') : t('turn.decide');
}

/** The last roll of a game is said to be it. */
function last(position: Position, text: string): string {
  return infoOf(position).final ? t('todo.last', { text }) : text;
}
