/** The lines of a record before one of its events, counted from 1. */
export function recordBefore(record: string, event: number): string {
  return `${record.split('\n').slice(0, event).join('\n')}\n`;
}
