// Finds news in the moves between two positions, and the changed places on the sheets.

import { gameExtras } from '../../games/extras';
import { t } from '../../i18n';
import { LINES } from '../../sheet/cells';
import { lineLabel, points } from '../../sheet/labels';
import { writtenPlaces } from '../../sheet/places';
import type { LogEntry, Position, Table } from '../../wire';
import { gameInfo, gameTitle } from '../connection/session.svelte';
import { joinWords } from '../format/lists';
import type { ChangedPlace, NewsItem, SheetTransfer } from '../game/newsQueue.svelte';
import { logEntryText } from './logText';
import { seatNames } from './seats';

const isLine = (place: string) => (LINES as readonly string[]).includes(place);

/** What is new on the sheets; erased entries are not included. */
function differences(before: Position, after: Position): ChangedPlace[] {
  return after.sheets.flatMap((sheet, seat) => {
    const previous = before.sheets[seat];
    if (!sheet || !previous || sheet === previous) return [];
    const old = writtenPlaces(previous, seat);
    return [...writtenPlaces(sheet, seat)].flatMap(([place, text]) =>
      old.get(place) === text ? [] : [{ seat, place }],
    );
  });
}

/** True if both positions belong to the same game, which was not over at the first. */
function isSameGame(before: Position | null, after: Position | null): boolean {
  return before !== null && after !== null && before.game === after.game && before.at <= after.at && !before.results;
}

/** The places that other players changed, and the lines that the player completed. */
export function findChangedPlaces(
  entries: LogEntry[],
  before: Position | null,
  after: Position | null,
): ChangedPlace[] {
  if (!before || !after || !isSameGame(before, after)) return [];
  const others = entries.some(({ kind, seat }) => kind === 'move' && seat !== after.seat);
  return differences(before, after).filter(({ seat, place }) => others || seat !== after.seat || isLine(place));
}

/** What the moves transferred from sheet to sheet. */
export function findTransfers(entries: LogEntry[], before: Position | null, after: Position | null): SheetTransfer[] {
  if (!after || !isSameGame(before, after)) return [];
  const { game, sheets } = after;
  return entries.flatMap(({ kind, seat, action }) =>
    kind !== 'move' || seat === null || action === null
      ? []
      : (gameExtras[game]?.sheetTransfers?.(action, seat, sheets.length) ?? []),
  );
}

/** The seat in the lead; the `previous` one while the lead is shared or not all have entered in this round. */
export function findLeader({ game, scores, turn }: Position, previous: number | null): number | null {
  const best = scores.indexOf(Math.max(...scores));
  const unfinished = gameInfo(game)?.simultaneous && turn.kind === 'decide';
  return unfinished || scores.length < 2 || scores.lastIndexOf(scores[best] ?? 0) !== best ? previous : best;
}

/** The news in the moves of other players; `previousLeader` is null before there was a leader. */
export function findNews(
  entries: LogEntry[],
  before: Position | null,
  after: Position | null,
  table: Pick<Table, 'seats'> | null,
  previousLeader: number | null,
): NewsItem[] {
  if (!before || !after || !isSameGame(before, after)) return [];
  const { game, seat: own } = after;
  const names = seatNames(table);
  const items: NewsItem[] = [];
  for (const entry of entries) {
    const { kind, seat, action } = entry;
    if (seat === own || seat === null) continue;
    // The tray shows the action die only until other dice are rolled.
    if (kind === 'roll' && entry.die === 'action')
      items.push({ kind: 'earned', seat, text: logEntryText(entry, after, table) });
    if (kind !== 'move' || action === null) continue;
    if (gameExtras[game]?.isAttack?.(action))
      items.push({ kind: 'attack', seat, text: logEntryText(entry, after, table) });
    else if (/^kn(\.|$)/.test(action) && entry.writes)
      items.push({ kind: 'five', seat, text: t('news.five', { game: gameTitle(game), name: names[seat] ?? '' }) });
  }
  const lines = differences(before, after).filter(({ seat, place }) => seat !== own && isLine(place));
  for (const seat of new Set(lines.map((line) => line.seat))) {
    const completed = lines.filter((line) => line.seat === seat);
    const scores = after.sheets[seat]?.['lines'] as Record<string, number>;
    const sum = completed.reduce((total, { place }) => total + (scores[place] ?? 0), 0);
    const text = {
      name: names[seat] ?? '',
      lines: joinWords(completed.map(({ place }) => lineLabel(place))),
      points: points(sum),
    };
    items.push({ kind: 'line', seat, text: t('news.line', text) });
  }
  const leader = findLeader(after, previousLeader);
  if (!after.results && previousLeader !== null && leader !== null && leader !== previousLeader) {
    const text = leader === own ? t('news.lead') : t('news.leads', { name: names[leader] ?? '' });
    items.push({ kind: 'lead', seat: leader, text });
  }
  return items;
}
