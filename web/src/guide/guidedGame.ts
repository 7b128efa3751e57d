// Games with a guided first round.

import { botGameSettings, defaultSettings, preferredBotLevel } from '../lib/table/tableSettings';
import type { TableOpener } from '../lib/table/tableOpener.svelte';
import type { GameInfo } from '../wire';
import { guide } from './guide.svelte';

/** Open a table with a guided first round: alone, or with bots if the game needs more players. */
export async function openGuided(game: GameInfo, opener: TableOpener): Promise<void> {
  if (opener.busy) return;
  const bots = Array<string>(game.min_seats - 1).fill(preferredBotLevel(game));
  void guide.start(game.name);
  await opener.open(bots.length > 0 ? botGameSettings(game, bots.length) : defaultSettings(game, 1), bots, true);
  if (opener.problem) guide.leave();
}
