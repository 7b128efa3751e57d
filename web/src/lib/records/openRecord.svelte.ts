// The record that is open on the record page, until the page is closed.

import { askText } from '../connection/client';
import { navigate, route } from '../ui/router.svelte';

/** A record, and the steps of its game. */
export interface OpenRecord {
  record: string;
  steps: string;
}

let current = $state.raw<OpenRecord | null>(null);

export function openedRecord(): OpenRecord | null {
  return current;
}

/** Open a record on the record page. @throws ApiError if the server cannot read it. */
export async function openRecord(record: string): Promise<void> {
  current = { record, steps: await askText('POST /api/records/replay', { body: record }) };
  if (route().page !== 'record') navigate('/record');
}

export function closeRecord(): void {
  current = null;
}
