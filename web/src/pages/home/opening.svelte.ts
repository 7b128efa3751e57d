import { ApiError, openTable } from '../../lib/api';
import { reasonText } from '../../lib/reasons';
import { navigate, tableLink } from '../../lib/router.svelte';
import type { Settings } from '../../wire';

/** Opening a table and going there. */
export class Opening {
  busy = $state(false);
  /** Why it could not be opened, in words. */
  problem = $state<string | null>(null);

  /** Open a table with bots of these levels; who only leads it does not play. */
  async open(settings: Settings, bots: string[], start: boolean, plays = true): Promise<void> {
    this.busy = true;
    this.problem = null;
    try {
      const opened = await openTable({ settings, bots, start, plays });
      navigate(`/t/${tableLink(opened.code, opened.key)}`);
    } catch (error) {
      this.problem = reasonText(error instanceof ApiError ? error.reason : 'offline');
    } finally {
      this.busy = false;
    }
  }
}
