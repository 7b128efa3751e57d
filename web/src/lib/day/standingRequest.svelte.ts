import type { DealStanding } from '../../wire';
import { ask } from '../connection/client';
import { Request } from '../ui/request.svelte';
import type { DealId } from './deal';

/** The results of a deal. */
export class StandingRequest extends Request {
  standing = $state.raw<DealStanding | null>(null);
  readonly deal: DealId;

  constructor(deal: DealId) {
    super();
    this.deal = deal;
  }

  refresh(): Promise<void> {
    return this.run(async () => {
      this.standing = await ask('GET /api/days/{day}/{game}', { path: { day: this.deal.day, game: this.deal.game } });
    });
  }
}
