// A connection to a table on another phone, with the interface of a WebSocket.

import type { Line } from './guest';

export class PhoneSocket implements Line {
  readyState: number = WebSocket.CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  #line: { send: (data: string) => void; close: () => void } | null = null;

  constructor(table: string) {
    // This device may have to lead the table later, without a network.
    void Promise.all([import('./guest'), import('./host.svelte')])
      .then(async ([{ openLine }]) => {
        this.#line = await openLine(table, this);
        if (this.readyState === WebSocket.CLOSED) this.#line.close();
      })
      .catch(() => this.end(1006, ''));
  }

  begin(): void {
    this.readyState = WebSocket.OPEN;
    this.onopen?.();
  }

  hear(data: string): void {
    this.onmessage?.({ data });
  }

  end(code: number, reason: string): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.onclose?.({ code, reason });
  }

  send(data: string): void {
    this.#line?.send(data);
  }

  close(): void {
    this.readyState = WebSocket.CLOSED;
    this.#line?.close();
  }
}
