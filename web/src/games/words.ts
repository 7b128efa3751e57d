/** What happened at the table, in words of the current language. */
import { locale, t } from '../i18n';
import type { LogEntry, Position } from '../wire';
import { actionDieLabel, circles, colourLabel, fieldLabel, lineLabel, list, points } from './names';
import { ACTION_DICE, COLOURS } from './types';

/** "Anna's", so that a row can follow. */
function whose(name: string): string {
  return t(locale() === 'de' && /[sßxz]$/i.test(name) ? 'whose_s' : 'whose', { name });
}

function rolled(entry: LogEntry, game: string, name: string): string {
  const dice = entry.dice ?? [];
  if (entry.die === 'action')
    return t('log.roll_action', { name, die: actionDieLabel(ACTION_DICE[dice[0]! - 1] ?? 'all') });
  const words = game === 'knapp_daneben' ? dice.map((face, i) => `${colourLabel(COLOURS[i] ?? 'k')} ${face}`) : dice;
  return t('log.roll', { name, dice: list(words) });
}

/** Actions on the grids: `c3`, `c3o`, `c3g`, `row3:a3,d3`, `pass`. */
function onGrid(entry: LogEntry, action: string, name: string): string {
  const gained = points(entry.gain ?? 0);
  if (action === 'pass') return t('log.pass', { name });
  const [place = '', cells] = action.split(':');
  if (cells !== undefined) {
    return t('log.circle_line', { name, line: lineLabel(place), cells: list(cells.split(',')), effect: gained });
  }
  const cell = place.slice(0, 2);
  if (place.endsWith('o')) return t('log.circle', { name, cell, effect: gained });
  const effect = entry.circles ? circles(entry.circles) : gained;
  return t('log.enter', { name, number: entry.writes ?? '', cell, effect });
}

/** Actions with dice combinations: `k335`, `f335`, `fh.2`, `fh`, `steal.1.fh`, `swap.1`, and single words. */
function withDice(entry: LogEntry, action: string, game: string, name: string, names: string[]): string {
  const keep = /^([kf])([1-6]*)$/.exec(action);
  if (keep) {
    const free = keep[1] === 'f';
    const dice = list([...(keep[2] ?? '')]);
    if (!dice) return t(free ? 'log.free_none' : 'log.keep_none', { name });
    return t(free ? 'log.free' : 'log.keep', { name, dice });
  }
  const [word = '', target = '', row = ''] = action.split('.');
  const effect = points(entry.writes ?? entry.gain ?? 0);
  const other = names[Number(target)] ?? '';
  switch (word) {
    case 'roll':
      return t('log.begin', { name });
    case 'end':
      return t('log.end', { name });
    case 'shift':
      return t('log.shift', { name });
    case 'swap':
      return t('log.swap', { name, other });
    case 'steal':
      return t('log.steal', { name, whose: whose(other), field: fieldLabel(row, game), effect });
    case 'freeze':
    case 'cross':
      return t(`log.${word}`, { name, whose: whose(other), field: fieldLabel(row, game) });
  }
  const label = fieldLabel(word, game);
  const field = target ? t('score.place', { field: label, n: Number(target) }) : label;
  return entry.writes === 0 ? t('log.strike', { name, field }) : t('log.field', { name, field, effect });
}

/** A roll, or a move that may be seen, in words. */
export function describe(entry: LogEntry, position: Position | null, names: string[]): string {
  const game = entry.game ?? position?.game ?? '';
  const name = entry.name || (names[entry.seat ?? -1] ?? '');
  if (entry.kind === 'roll') return rolled(entry, game, name);
  if (entry.action === null) return '';
  const combined = game === 'knoeffel' || game === 'kniffeliger';
  const text = combined ? withDice(entry, entry.action, game, name, names) : onGrid(entry, entry.action, name);
  return entry.auto ? t('log.auto', { text }) : text;
}
