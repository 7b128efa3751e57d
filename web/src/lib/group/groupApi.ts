// Requests about groups. A link is the end of a group's address: its code, and the key if it has one.

import type {
  ChangedGroup,
  CupSummary,
  GroupDay,
  GroupSeason,
  GroupState,
  GroupSummary,
  NewTable,
  NewWebhook,
  SeasonKind,
  WebhookAnswer,
  WebhookState,
} from '../../wire';
import { fetchJson, openOnce } from '../connection/api';

const pathOf = (link: string) => `/api/groups/${encodeURIComponent(link)}`;

export const listGroups = () => fetchJson<GroupSummary[]>('GET', '/api/groups');

export const openGroup = (title: string) => openOnce('/api/groups', { title });

export const fetchGroup = (link: string) => fetchJson<GroupState>('GET', pathOf(link));

export const changeGroup = (link: string, change: ChangedGroup) => fetchJson<GroupState>('PATCH', pathOf(link), change);

export const dissolveGroup = (link: string) => fetchJson<void>('DELETE', pathOf(link));

export const joinGroup = (link: string) => fetchJson<GroupState>('POST', `${pathOf(link)}/member`);

export const leaveGroup = (link: string) => fetchJson<void>('DELETE', `${pathOf(link)}/member`);

/** Become the host of a group whose host has been away for long. */
export const takeOverGroup = (link: string) => fetchJson<GroupState>('POST', `${pathOf(link)}/host`);

/** Remove a member, or take a person back. */
export const changeMember = (link: string, person: string, removed: boolean) =>
  fetchJson<GroupState>('PUT', `${pathOf(link)}/members/${person}`, { removed });

/** Open a table whose games count for the group. */
export const openGroupTable = (link: string, table: NewTable) => openOnce(`${pathOf(link)}/tables`, table);

export const beginSeason = (link: string) => fetchJson<GroupState>('POST', `${pathOf(link)}/seasons`);

/** The table of a season: null stands for the current one, and for all games. */
export function fetchGroupSeason(
  link: string,
  ranking: GroupSeason['ranking'],
  season: number | null,
  kind: SeasonKind | null,
): Promise<GroupSeason> {
  const query = new URLSearchParams({ ranking });
  if (season !== null) query.set('season', String(season));
  if (kind) {
    query.set('game', kind.game);
    query.set('options', JSON.stringify(kind.options));
  }
  return fetchJson<GroupSeason>('GET', `${pathOf(link)}/season?${query}`);
}

/** The results of the members at today's deals. */
export const fetchGroupDay = (link: string) => fetchJson<GroupDay>('GET', `${pathOf(link)}/days/today`);

export const listGroupCups = (link: string) => fetchJson<CupSummary[]>('GET', `${pathOf(link)}/cups`);

export const fetchWebhook = (link: string) => fetchJson<WebhookState>('GET', `${pathOf(link)}/webhook`);

export const changeWebhook = (link: string, webhook: NewWebhook) =>
  fetchJson<WebhookState>('PUT', `${pathOf(link)}/webhook`, webhook);

export const removeWebhook = (link: string) => fetchJson<WebhookState>('DELETE', `${pathOf(link)}/webhook`);

/** Send a message to the webhook now. */
export const testWebhook = (link: string) => fetchJson<WebhookAnswer>('POST', `${pathOf(link)}/webhook/test`);
