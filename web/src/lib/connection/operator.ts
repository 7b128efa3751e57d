// Commands of the operator.

import { askServer } from './client';

/** Figures of the server, from one of its processes. */
export interface ServerHealth {
  version: string;
  processes: number;
  people: number;
  tables: number;
  bots: number;
  coaches: number;
  questions: number;
  writes: number;
  /** Milliseconds since the start of the process. */
  uptime: number;
  /** Load of the machine per core; null if unknown. */
  load: number | null;
  /** Free space of the disk and size of the database in bytes; null if unknown. */
  free: number | null;
  size: number | null;
  /** Time of the last backup in milliseconds; null if unknown. */
  backup: number | null;
  warnings: string[];
}

export interface OperatorTable {
  code: string;
  /** Unknown if the log of the table is damaged. */
  game?: string;
  host?: string;
  people?: number;
  stage?: 'open' | 'playing' | 'over';
  last: number;
  here: number;
}

export interface OperatorPerson {
  person: string;
  name: string;
  seen: number;
  here: boolean;
  table: string | null;
}

export interface OperatorGroup {
  code: string;
  title: string;
  members: number;
  /** The name of the host, and when they were here. A group without members has none. */
  host?: string;
  seen?: number;
}

export interface OperatorMember {
  person: string;
  name: string;
  seen: number;
  host: boolean;
  removed: boolean;
}

export interface OperatorSuspect {
  person: string;
  name: string;
  since: number;
  cleared: boolean;
}

export interface OperatorReport {
  number: number;
  time: number;
  reporter_name: string;
  person: string;
  name: string;
  table: string | null;
  text: string;
  said: string | null;
}

/** Execute a command of the operator. */
export async function runOperatorCommand<T>(token: string, command: Record<string, unknown>): Promise<T> {
  // Headers allow only these characters, and all tokens consist of them.
  const headers = { Authorization: `Bearer ${/^[\x20-\x7e]*$/.test(token) ? token : '?'}` };
  return (await askServer('POST', '/api/operator', { body: command, headers })).json() as Promise<T>;
}
