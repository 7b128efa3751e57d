// Who is not connected is marked in the list of players and in that of the people at the table.
import { expect, test } from 'vitest';
import PlayerList from '../src/components/game/PlayerList.svelte';
import knaster from '../src/games/knaster/example';
import { TableClient } from '../src/lib/connection/tableClient.svelte';
import PeoplePanel from '../src/pages/table/PeoplePanel.svelte';
import type { Table } from '../src/wire';
import { position, table } from './fixtures';
import { find, mountHere } from './mounted';

/** A table with two people, the second of whom is not connected. */
function left(more: Partial<Table> = {}): Table {
  const found = table(['Ann', 'Ben'], more);
  return { ...found, seats: found.seats.map((seat, i) => ({ ...seat, online: i === 0 })) };
}

function listed(overDays: boolean): boolean[] {
  const props = {
    position: position('knaster', knaster),
    names: ['Ann', 'Ben'],
    tableSeats: left().seats,
    overDays,
    shown: 0,
    show: () => {},
  };
  mountHere(PlayerList, props);
  return [0, 1].map((seat) => find(`player-${seat}`)!.querySelector('.state .absent svg') !== null);
}

test('a player who is not connected has a sign in the list of players', () => {
  expect(listed(false)).toEqual([false, true]);
  expect(find('player-1')!.title).toBe('Ben, not connected');
});

test('but not in games over days', () => {
  expect(listed(true)).toEqual([false, false]);
  expect(find('player-1')!.title).toBe('Ben');
});

test('the list of the people at a table says who is not connected', () => {
  const client = new TableClient('ABCDEF', '', () => {});
  mountHere(PeoplePanel, { client, table: left(), onshare: () => {} });
  expect(find('present-p0')!.textContent).not.toContain('not connected');
  expect(find('present-p1')!.textContent).toContain('not connected');
  client.close();
});
