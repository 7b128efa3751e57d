// A connection to a table on another phone.

import { LocalSocket } from '../connection/localSocket';
import type { Party } from './party';

export class PhoneSocket extends LocalSocket {
  #party: Party | null = null;

  constructor(table: string) {
    super();
    // This device may have to lead the table later, without a network.
    void Promise.all([import('./party'), import('./host.svelte')])
      .then(async ([{ partyAt }]) => {
        const party = partyAt(table);
        await party.connected();
        if (this.readyState === WebSocket.CLOSED) return;
        this.#party = party;
        await party.open(this);
      })
      .catch(() => this.end(1006, ''));
  }

  send(data: string): void {
    this.#party?.send(this, data);
  }

  close(): void {
    this.readyState = WebSocket.CLOSED;
    this.#party?.close(this);
  }
}
