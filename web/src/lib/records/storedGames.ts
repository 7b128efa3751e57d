// The records and replays of finished games, by the table's link and the game's number at it from 1 (null: the latest).

import type { PlayedGame } from '../../wire';
import { askText } from '../connection/client';

export const fetchRecord = (link: string, game: number | null) =>
  game === null
    ? askText('GET /api/tables/{link}/record', { path: { link } })
    : askText('GET /api/tables/{link}/games/{game}/record', { path: { link, game } });

/** The replay as lines of JSON. */
export const fetchReplay = (link: string, game: number | null) =>
  game === null
    ? askText('GET /api/tables/{link}/replay', { path: { link } })
    : askText('GET /api/tables/{link}/games/{game}/replay', { path: { link, game } });

/** The record of one of the person's games. */
export const fetchPlayedRecord = ({ table, first }: Pick<PlayedGame, 'table' | 'first'>) =>
  askText('GET /api/play/record', { query: { table, first } });
