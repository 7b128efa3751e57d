import type { DealDay, DealOfDay } from '../../wire';
import { openOnce } from '../connection/client';
import { session } from '../connection/session.svelte';
import { offline } from '../offline/offline.svelte';
import { Request } from '../ui/request.svelte';
import { tableLink } from '../table/tableLink';
import { navigate } from '../ui/router.svelte';
import { beganByOther, rememberBegun } from './beganHere';
import { dealKey } from './deal';

/** Begins or continues deals of the day, and goes to their tables. */
export class DealStarter extends Request {
  /** A deal that another person has begun on this device: the player is asked for an unranked try. */
  question = $state.raw<{ day: string; game: string } | null>(null);

  /** Begin a deal of a day, or continue it. */
  async begin({ day, ends, now }: DealDay, { game, state }: DealOfDay): Promise<void> {
    const person = session.person?.id ?? '';
    if (now < ends && state === 'new' && beganByOther(dealKey(day, game), person)) this.question = { day, game };
    else await this.play(day, game);
  }

  /** Go to a table that plays a deal; `ranked` is false if its first try shall not count. */
  play(day: string, game: string, ranked = true): Promise<void> {
    return this.run(async () => {
      const { code, key } = await openOnce('POST /api/days/{day}/{game}', {
        path: { day, game },
        body: { ranked, ...(offline.on && { name: offline.person.name }) },
      });
      rememberBegun(dealKey(day, game), session.person?.id ?? '');
      navigate(`/t/${tableLink(code, key)}`);
    });
  }
}
