// A connection to a table that no server has, with the interface of a WebSocket.

export abstract class LocalSocket {
  readyState: number = WebSocket.CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  abstract send(data: string): void;
  abstract close(): void;

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
}
