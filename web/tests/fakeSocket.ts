/** The line to the server, held by the test: it says when sockets open, what the server says, and when they break. */
import { vi } from 'vitest';
import type { ServerMessage } from '../src/wire';

export type Said = Record<string, unknown> & { type: string; id: string };

class Socket {
  static readonly OPEN = 1;
  readyState = 0;
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number; reason: string }) => void;
  readonly sent: Said[] = [];
  readonly address: URL;

  constructor(address: URL) {
    this.address = address;
    sockets.push(this);
  }

  send(data: string): void {
    this.sent.push(JSON.parse(data) as Said);
  }

  close(): void {
    this.readyState = 3;
  }
}

const sockets: Socket[] = [];
const frames: (() => void)[] = [];

function last(): Socket {
  const socket = sockets.at(-1);
  if (!socket) throw new Error('nobody has connected');
  return socket;
}

export const line = {
  /** Take the place of the browser's sockets. */
  install(): void {
    sockets.length = 0;
    frames.length = 0;
    vi.stubGlobal('WebSocket', Socket);
    vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw));
  },

  /** How often somebody has tried to connect. */
  get attempts(): number {
    return sockets.length;
  },

  get address(): string {
    return last().address.href;
  },

  /** What was sent through the newest socket, pings left out. */
  get sent(): Said[] {
    return last().sent.filter(({ type }) => type !== 'ping');
  },

  get pings(): number {
    return last().sent.filter(({ type }) => type === 'ping').length;
  },

  open(): void {
    last().readyState = Socket.OPEN;
    last().onopen?.();
  },

  /** What the server says arrives. */
  bring(message: ServerMessage): void {
    last().onmessage?.({ data: JSON.stringify(message) });
  },

  /** The server says something, and what was touched is painted; promises that wait for it go on. */
  async say(message: ServerMessage): Promise<void> {
    this.bring(message);
    for (const draw of frames.splice(0)) draw();
    vi.advanceTimersByTime(0);
    await Promise.resolve();
    await Promise.resolve();
  },

  /** The newest socket breaks. */
  drop(code = 1006, reason = ''): void {
    last().readyState = 3;
    last().onclose?.({ code, reason });
  },
};
