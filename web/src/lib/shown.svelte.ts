// The record that is looked at, for as long as the page is open.

/** A record, and its game step by step. */
export interface ShownRecord {
  record: string;
  steps: string;
}

let shown = $state.raw<ShownRecord | null>(null);

export function shownRecord(): ShownRecord | null {
  return shown;
}

export function showRecord(record: ShownRecord | null): void {
  shown = record;
}
