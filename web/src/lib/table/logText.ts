// The entries of a table's log, in words.

import { actionDieLabel, actionFace } from '../../dice/actionDice';
import { colourLabel } from '../../dice/colours';
import { gameExtras } from '../../games/extras';
import { t } from '../../i18n';
import type { LogEntry, Position, Table } from '../../wire';
import { joinWords } from '../format/lists';
import { fieldText, moveText, type LoggedMove } from '../game/moveText';
import { gameTitle } from '../connection/session.svelte';
import { seatNames } from './seats';

/** Describe an entry; empty if it needs no line. */
export function logEntryText(
  entry: LogEntry,
  position: Pick<Position, 'game' | 'seat'> | null,
  table: Pick<Table, 'seats'> | null,
): string {
  const names = seatNames(table);
  const name = entry.name || (names[entry.seat ?? -1] ?? '');
  const game = entry.game ?? position?.game ?? '';
  const mine = entry.seat !== null && entry.seat === position?.seat;
  switch (entry.kind) {
    case 'opened':
      return t('log.opened');
    case 'sit':
      return t('log.sit', { name });
    case 'stand':
      return t(entry.auto ? 'log.given_up' : 'log.stand', { name });
    case 'bot':
      return t('log.bot', { name });
    case 'remove':
    case 'expel':
      return t('log.remove', { name });
    case 'mute':
      return t(entry.on ? 'log.mute' : 'log.unmute', { name });
    case 'lock':
      return t(entry.on ? 'log.lock' : 'log.unlock');
    case 'hide_chat':
      return t(entry.on ? 'log.hide_chat' : 'log.show_chat');
    case 'renew_link':
      return t('log.renew_link');
    case 'setup':
      return t('log.setup', { game: gameTitle(entry.game ?? '') });
    case 'host':
      return t('log.host', { name });
    case 'rename':
      return t('log.rename', { name });
    case 'start':
      return t('log.start', { game: gameTitle(game) });
    case 'roll':
      return rollText(entry, game, name, mine);
    case 'move': {
      if (entry.action === null) return '';
      const move: LoggedMove = { entry, action: entry.action, game, name, names, own: position?.seat ?? null, mine };
      const text = gameExtras[game]?.moveText?.(move) ?? moveText(move);
      // All moves of a bot are automatic.
      if (!entry.auto || isBot(table, entry.seat)) return text;
      return isLateOwnBot(table, entry.seat) ? t('log.late', { text, name }) : t('log.auto', { text });
    }
    case 'undo':
      return t(mine ? 'log.undo_own' : 'log.undo', { name });
    case 'correct':
      return correctionText(entry, game, names);
    case 'hint':
      return t('log.hint', { name });
    case 'what_if':
      return t('log.what_if');
    case 'away':
      return t('log.away', { name });
    case 'back':
      return t('log.back', { name });
    case 'left_out':
      return t('log.left_out', { names: entry.name ?? '' });
    case 'new_seed':
      return t('log.new_seed');
    case 'over':
      return t('log.over');
    default:
      return '';
  }
}

function correctionText(entry: LogEntry, game: string, names: string[]): string {
  const owner = names[entry.seat ?? -1] ?? '';
  const name = entry.name ?? t('log.the_host');
  const [was, now] = [entry.was, entry.dice ?? entry.action].map((right) => {
    if (typeof right === 'string') return fieldText(right, game);
    return entry.die === 'action' ? actionDieLabel(actionFace(right?.[0] ?? 0)) : joinWords(right ?? []);
  });
  return t(owner && owner !== name ? 'log.correct_for' : 'log.correct', {
    name,
    owner,
    was: was ?? '',
    now: now ?? '',
  });
}

function rollText(entry: LogEntry, game: string, name: string, mine: boolean): string {
  const dice = entry.dice ?? [];
  if (entry.die === 'action') {
    const die = actionDieLabel(actionFace(dice[0] ?? 0));
    return t(mine ? 'log.roll_action_own' : 'log.roll_action', { name, die });
  }
  const colours = gameExtras[game]?.dieColours;
  const words = dice.map((face, i) => (colours?.[i] ? `${colourLabel(colours[i])} ${face}` : face));
  if (!name) return t('log.rolled', { dice: joinWords(words) });
  return t(mine ? 'log.roll_own' : 'log.roll', { name, dice: joinWords(words) });
}

/** True if a person's own bot sits here and is connected: the server moves for it only if it is late. */
function isLateOwnBot(table: Pick<Table, 'seats'> | null, seat: number | null): boolean {
  const taken = seat === null ? undefined : table?.seats[seat];
  return taken !== undefined && taken.bot && !taken.away;
}

function isBot(table: Pick<Table, 'seats'> | null, seat: number | null): boolean {
  return seat !== null && table?.seats[seat]?.kind === 'bot';
}
