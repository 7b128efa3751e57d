import type { Settings } from '../../wire';
import { openTable } from '../connection/api';
import { commitmentOf, keepContribution, newContribution } from '../connection/diceContribution';
import { Request } from '../ui/request.svelte';
import { navigate, tableLink } from '../ui/router.svelte';

/** Opens a table and goes there. */
export class TableOpener extends Request {
  /** Open a table with bots of these levels; with `plays = false` the host gets no seat. */
  open(settings: Settings, bots: string[], start: boolean, plays = true): Promise<void> {
    return this.run(async () => {
      const value = newContribution();
      const commitment = start && plays && settings.dice === 'server' ? await commitmentOf(value) : '';
      const { code, key } = await openTable({ settings, bots, start, plays, commitment });
      if (commitment) keepContribution(code, value);
      navigate(`/t/${tableLink(code, key)}`);
    });
  }
}
