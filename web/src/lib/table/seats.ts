// Who sits at a table.

import { t } from '../../i18n';
import type { Table } from '../../wire';

export function seatNames(table: Pick<Table, 'seats'> | null): string[] {
  return table?.seats.map((seat) => seat.name || t('table.free_seat')) ?? [];
}

/** The name of a table's host, seated or not; undefined while the host is not connected. */
export function hostName({ host, seats, watchers }: Table): string | undefined {
  return seats.find(({ person }) => person === host)?.name ?? watchers.find(({ id }) => id === host)?.name;
}

/** The seat of a bot that a newcomer may replace; -1 if there is none. */
export function findTakeoverSeat({ settings, seats }: Table): number {
  return settings.takeover ? seats.findIndex(({ kind }) => kind === 'bot') : -1;
}
