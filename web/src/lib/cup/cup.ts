// Names and numbers of a cup in words.

import { cupText } from '../../i18n/pages';
import { gameTitle } from '../connection/session.svelte';
import { formatMoment } from '../format/dates.svelte';
import { formatNumber } from '../format/numbers';
import type { CupRow, CupState, CupSummary } from '../../wire';

export const cupTitle = ({ title, game }: { title: string; game: string }): string =>
  title || `${cupText('title')}: ${gameTitle(game)}`;

export const rowName = ({ name, number }: Pick<CupRow, 'name' | 'number'>): string =>
  name ?? cupText('number', { n: number });

/** Whether a cup of the list is open now. */
export function stateNow({ opens, closes }: CupSummary): 'open' | 'soon' | 'over' {
  const now = Date.now();
  return closes < now ? 'over' : opens > now ? 'soon' : 'open';
}

/** Whether the cup is open, and until when. */
export function stateText({
  state,
  opens,
  closes,
  deals,
}: Pick<CupState, 'state' | 'opens' | 'closes' | 'deals'>): string {
  if (state === 'soon') return cupText('soon', { time: formatMoment(opens) });
  if (state === 'open') return cupText('opened', { time: formatMoment(closes) });
  if (state === 'over') return cupText('over');
  return cupText('ending', { n: deals.reduce((sum, { running }) => sum + running, 0) });
}

/** True while the person may choose a team: until the first game. */
export function mayChooseTeam({ teams, rows, state }: CupState): boolean {
  const own = rows.find(({ you }) => you);
  return Boolean(teams?.chosen) && own !== undefined && state !== 'over' && own.cells.every((cell) => cell === null);
}

/** A total of points, or of shares in percent. */
export function totalText(total: number, ranking: CupState['ranking']): string {
  return formatNumber(total, ranking === 'places' ? 1 : 0);
}
