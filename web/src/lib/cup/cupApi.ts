// Requests about cups. A link is the end of a cup's address: its code, and the key if it has one.

import type { ChangedCup, CupState, CupSummary, NewCup, Season } from '../../wire';
import { fetchJson, fetchText, openOnce } from '../connection/api';

const pathOf = (link: string) => `/api/cups/${encodeURIComponent(link)}`;

export const listCups = () => fetchJson<CupSummary[]>('GET', '/api/cups');

export const openCup = (cup: NewCup) => openOnce('/api/cups', cup);

/** The cup as it is now. The browser sends the state's tag, so that an unchanged state is not sent again. */
export const fetchCup = (link: string) => fetchJson<CupState>('GET', pathOf(link));

export const changeCup = (link: string, change: ChangedCup) => fetchJson<CupState>('PATCH', pathOf(link), change);

/** Delete a cup, or all cups of its series. */
export const deleteCup = (link: string, series: boolean) =>
  fetchJson<void>('DELETE', `${pathOf(link)}${series ? '?series=true' : ''}`);

export const enterCup = (link: string) => fetchJson<CupState>('POST', `${pathOf(link)}/entry`);

export const changeEntry = (link: string, number: number, removed: boolean) =>
  fetchJson<CupState>('PUT', `${pathOf(link)}/entries/${number}`, { removed });

/** Put an entry into a team, or into none. */
export const chooseTeam = (link: string, number: number, team: number | null) =>
  fetchJson<CupState>('PUT', `${pathOf(link)}/entries/${number}/team`, { team });

/** Open a deal for all, in a cup at the host's pace. */
export const openDeal = (link: string, deal: number) =>
  fetchJson<CupState>('POST', `${pathOf(link)}/deals/${deal}/open`);

/** Begin a deal, or return to the unfinished game. */
export const playCupDeal = (link: string, deal: number) => openOnce(`${pathOf(link)}/deals/${deal}`);

/** The replay of a game at a deal, as lines of JSON. */
export const fetchCupReplay = (link: string, deal: number, entry: number) =>
  fetchText('GET', `${pathOf(link)}/deals/${deal}/entries/${entry}/replay`);

export const fetchSeason = (link: string) => fetchJson<Season>('GET', `${pathOf(link)}/season`);

export const tableFilePath = (link: string, form: 'csv' | 'xlsx') => `${pathOf(link)}/table.${form}`;
