import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TableClient } from '../src/lib/connection/tableClient.svelte';
import { correctableEntries } from '../src/lib/table/correctable';
import CorrectDialog from '../src/pages/table/correct/CorrectDialog.svelte';
import type { CorrectionPreview, CorrectionRequest, EntryNumber, PastEntry } from '../src/wire';
import { line } from './fakeSocket';
import { choice, entry, position, table, turn } from './fixtures';
import { find, mountHere } from './mounted';

const real = table(['Ann', 'Ben'], { state: 'playing', games_played: 2 });
real.settings = { ...real.settings, dice: 'real' };

const roll: PastEntry = { number: 1, seat: null, by: 0, dice: [1, 2], die: 'pips', action: null };
const move: PastEntry = { number: 1, seat: 0, by: 0, dice: null, die: null, action: 'a1' };
const before = position('knister', {
  seat: 0,
  turn: turn({ seats: [0] }),
  sheets: [{ grid: Array.from({ length: 5 }, () => [0, 0, 0, 0, 0]), lines: {}, combinations: {}, total: 0 }],
  choices: [choice('a1', { writes: 3 }), choice('c3', { writes: 3 })],
});
const preview = (more: Partial<CorrectionPreview>): CorrectionPreview => ({
  entries: [],
  position: null,
  before: [4, 7],
  after: null,
  reopened: [],
  conflict: null,
  ...more,
});

let client: TableClient;
let asked: CorrectionRequest[];
const click = (testid: string) => {
  find(testid)!.click();
  flushSync();
};

/** Open the dialog, with a server that answers in this way. */
async function open(first: EntryNumber | null, answer: (request: CorrectionRequest) => CorrectionPreview) {
  vi.stubGlobal(
    'fetch',
    vi.fn(async (_: string, { body }: { body: string }) => {
      const request = JSON.parse(body) as CorrectionRequest;
      asked.push(request);
      return new Response(JSON.stringify(answer(request)));
    }),
  );
  const onclose = vi.fn();
  mountHere(CorrectDialog, { client, table: real, names: ['Ann', 'Ben'], game: 'knister', first, onclose });
  await vi.waitFor(() => expect(find('correct-entry') ?? find('correct-back')).toBeTruthy());
  return onclose;
}

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true;
  };
  asked = [];
  line.install();
  client = new TableClient('ABCDEF', '', () => {});
  line.open();
});

afterEach(async () => {
  client.close();
  vi.unstubAllGlobals();
});

describe('the dialog', () => {
  test('lists the newest entry first', async () => {
    await open(null, () => preview({ entries: [roll, move] }));
    const lines = [...document.querySelectorAll('[data-testid=correct-entry]')].map((each) => each.textContent.trim());
    expect(lines).toEqual(['Ann: a1', 'Ann: 1 and 2']);
  });

  test('shows the points before and after, and sends the correction', async () => {
    const onclose = await open({ number: 1, seat: 0 }, ({ entry, changes }) =>
      preview(
        entry ? { position: before } : changes?.length ? { after: [9, 7], reopened: [1] } : { entries: [roll, move] },
      ),
    );
    await vi.waitFor(() => expect(find('correct-sheet')).toBeTruthy());
    const cells = document.querySelectorAll<HTMLElement>('[data-testid=correct-sheet] [data-cell=c3]');
    cells[0]!.click();
    await vi.waitFor(() => expect(find('correct-points')).toBeTruthy());
    expect(find('correct-changes')!.textContent).toContain('a1 becomes c3');
    expect(find('correct-points')!.textContent).toContain('Ann4→9');
    expect(find('correct-again')!.textContent).toContain('Ben enters again');
    click('correct-save');
    const change = { number: 1, seat: 0, dice: null, action: 'c3' };
    expect(line.sent.at(-1)).toMatchObject({ type: 'correct', game: 2, changes: [change] });
    line.bring({ type: 'accepted', id: line.sent.at(-1)!.id });
    await vi.waitFor(() => expect(onclose).toHaveBeenCalled());
  });

  test('leads from a conflict to the entry, which is corrected too', async () => {
    await open({ number: 1, seat: null }, ({ entry, changes }) =>
      preview(
        entry
          ? { position: before }
          : changes?.length === 1
            ? { conflict: { rule: 'cell_taken', entry: move, may_correct: true } }
            : { entries: [roll, move] },
      ),
    );
    for (const testid of ['face-6', 'face-6', 'confirm']) click(testid);
    await vi.waitFor(() => expect(find('correct-conflict')).toBeTruthy());
    expect(find('correct-save')).toBeNull();
    click('correct-jump');
    await vi.waitFor(() => expect(find('correct-sheet')).toBeTruthy());
    expect(asked.at(-1)).toMatchObject({
      entry: { number: 1, seat: 0 },
      changes: [{ number: 1, seat: null, dice: [6, 6] }],
    });
  });
});

describe('the log', () => {
  const log = [
    entry(1, 'roll', { number: 9, seat: 0, dice: [1, 1] }),
    entry(2, 'start', { game: 'knister' }),
    entry(3, 'roll', { number: 1, seat: 0, dice: [1, 2] }),
    entry(4, 'move', { number: 1, seat: 0, action: 'a1' }),
    entry(5, 'undo', { seat: 0 }),
    entry(6, 'move', { number: 2, seat: 0, action: 'a2' }),
    entry(7, 'move', { number: 1, seat: 1, action: 'b2' }),
  ];
  const times = (person: string, seat: number, here = real) =>
    [...correctableEntries(log, here, seat, person)].map(({ time }) => time).toSorted();

  test.each([
    ['the host, everything of this game that stands', real.host, 0, [3, 6, 7]],
    ['another person, their own entries', 'somebody', 1, [7]],
  ])('offers %s', (_, person, seat, expected) => {
    expect(times(person, seat)).toEqual(expected);
  });

  test('offers nothing where the server rolls or the game is over', () => {
    expect(times(real.host, 0, { ...real, state: 'over' })).toEqual([]);
    expect(times(real.host, 0, { ...real, settings: { ...real.settings, dice: 'server' } })).toEqual([]);
  });
});
