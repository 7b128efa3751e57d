// What is worth telling of the moves between two positions, and where on the sheets it is seen.

import { extras } from '../games';
import { t } from '../i18n';
import { LINES } from '../sheet/cells';
import { lineLabel, points } from '../sheet/names';
import { written } from '../sheet/places';
import type { LogEntry, Position, Table } from '../wire';
import { entryText } from './log';
import { list } from './moves';
import { gameInfo, title } from './session.svelte';
import { seatNames } from './turn';

export interface Happening {
  /** An action die was earned or played, five equal dice entered, a line completed, the lead taken. */
  kind: 'earned' | 'attack' | 'five' | 'line' | 'lead';
  /** Whose doing it is. */
  seat: number;
  text: string;
}

/** A place on somebody's sheet. */
export interface Spot {
  seat: number;
  place: string;
}

/** What went from one seat's sheet to another's: a row, or all that stands there. */
export interface Journey {
  from: number;
  to: number;
  row?: string | undefined;
}

const isLine = (place: string) => (LINES as readonly string[]).includes(place);

/** Where the sheets differ: what is new there, not what was rubbed out. */
function changes(before: Position, after: Position): Spot[] {
  return after.sheets.flatMap((sheet, seat) => {
    const old = before.sheets[seat];
    if (!sheet || !old) return [];
    const was = written(old, seat);
    return [...written(sheet, seat)].flatMap(([place, text]) => (was.get(place) === text ? [] : [{ seat, place }]));
  });
}

/** Both positions belong to the same game, which was still running. */
function sameGame(before: Position | null, after: Position | null): boolean {
  return before !== null && after !== null && before.game === after.game && before.at <= after.at && !before.results;
}

/** Where something has happened that one has not just done oneself; lines that one completes are seen too. */
export function spots(entries: LogEntry[], before: Position | null, after: Position | null): Spot[] {
  if (!before || !after || !sameGame(before, after)) return [];
  const others = entries.some(({ kind, seat }) => kind === 'move' && seat !== after.seat);
  return changes(before, after).filter(({ seat, place }) => others || seat !== after.seat || isLine(place));
}

/** What has gone from sheet to sheet. */
export function journeys(entries: LogEntry[], before: Position | null, after: Position | null): Journey[] {
  if (!after || !sameGame(before, after)) return [];
  const { game, sheets } = after;
  return entries.flatMap(({ kind, seat, action }) =>
    kind !== 'move' || seat === null || action === null
      ? []
      : (extras[game]?.journeys?.(action, seat, sheets.length) ?? []),
  );
}

/** Who leads, where `led` did before: a lead that is shared, or a round that not all have entered, changes nothing. */
export function leader({ game, scores, turn }: Position, led: number | null): number | null {
  const best = scores.indexOf(Math.max(...scores));
  const open = gameInfo(game)?.simultaneous && turn.kind === 'decide';
  return open || scores.length < 2 || scores.lastIndexOf(scores[best] ?? 0) !== best ? led : best;
}

/**
 * What the others have done that is worth telling, and who leads now.
 *
 * @param led who led before (null: nobody yet).
 */
export function happenings(
  entries: LogEntry[],
  before: Position | null,
  after: Position | null,
  table: Pick<Table, 'seats'> | null,
  led: number | null,
): Happening[] {
  if (!before || !after || !sameGame(before, after)) return [];
  const { game, seat: own } = after;
  const names = seatNames(table);
  const found: Happening[] = [];
  for (const entry of entries) {
    const { kind, seat, action } = entry;
    if (seat === own || seat === null) continue;
    // The die itself is seen on the felt only until other dice fall.
    if (kind === 'roll' && entry.die === 'action')
      found.push({ kind: 'earned', seat, text: entryText(entry, after, table) });
    if (kind !== 'move' || action === null) continue;
    if (extras[game]?.isAttack?.(action)) found.push({ kind: 'attack', seat, text: entryText(entry, after, table) });
    else if (/^kn(\.|$)/.test(action) && entry.writes)
      found.push({ kind: 'five', seat, text: t('news.five', { game: title(game), name: names[seat] ?? '' }) });
  }
  const lines = changes(before, after).filter(({ seat, place }) => seat !== own && isLine(place));
  for (const seat of new Set(lines.map((spot) => spot.seat))) {
    const done = lines.filter((spot) => spot.seat === seat);
    const worth = after.sheets[seat]?.['lines'] as Record<string, number>;
    const sum = done.reduce((total, { place }) => total + (worth[place] ?? 0), 0);
    const text = {
      name: names[seat] ?? '',
      lines: list(done.map(({ place }) => lineLabel(place))),
      points: points(sum),
    };
    found.push({ kind: 'line', seat, text: t('news.line', text) });
  }
  const leads = leader(after, led);
  if (!after.results && led !== null && leads !== null && leads !== led) {
    const text = leads === own ? t('news.lead') : t('news.leads', { name: names[leads] ?? '' });
    found.push({ kind: 'lead', seat: leads, text });
  }
  return found;
}
