import { flushSync } from 'svelte';
import { describe, expect, test } from 'vitest';
import { gameHowTos } from '../src/games/howTos';
import { gamePictures } from '../src/games/pictures';
import { gameSheets } from '../src/games/sheets';
import type { SheetProps } from '../src/sheet/props';
import type { Choice } from '../src/wire';
import { dieChoices } from '../src/games/knapp_daneben/dieDraft.svelte';
import { sentEntry } from '../src/lib/game/sentEntry.svelte';
import { readyAction } from '../src/games/knaster/circlingDraft.svelte';
import { choice, position } from './fixtures';
import knapp_daneben from '../src/games/knapp_daneben/example';
import knaster from '../src/games/knaster/example';
import { mountHere } from './mounted';

test('every folder of a game has a sheet', () => {
  const folders = Object.keys(import.meta.glob('../src/games/*/*')).map((path) => path.split('/')[3]);
  expect(Object.keys(gameSheets).toSorted()).toEqual([...new Set(folders)].toSorted());
});

test.each(Object.entries(gameHowTos))('%s has a how-to with an example sheet', (_, HowTo) => {
  mountHere(HowTo!, {});
  expect(document.querySelector('figure .paper')).not.toBeNull();
});

test.each(Object.entries(gamePictures))('%s has a picture', (_, Picture) => {
  mountHere(Picture!, {});
  expect(document.querySelector('svg')).not.toBeNull();
});

const emptyGrid = () => Array.from({ length: 5 }, () => Array<number>(5).fill(0));

describe('a draft on a sheet', () => {
  let acted: string[];

  /** Show a sheet whose owner may act; other players' moves bring a new, equal position. */
  function show(game: string, example: typeof knaster, choices: Choice[]) {
    acted = [];
    const next = () => position(game, { ...structuredClone(example), seat: 0, at: 7, choices });
    const props = $state<SheetProps>({
      position: next(),
      seat: 0,
      own: true,
      active: true,
      hints: false,
      names: ['Ann', 'Ben'],
      act: (action) => acted.push(action),
    });
    mountHere(gameSheets[game]!, props);
    return {
      position: () => props.position,
      othersMove: () => {
        props.position = next();
        flushSync();
      },
      nextRound: () => {
        props.position = { ...next(), at: 8 };
        flushSync();
      },
    };
  }

  const place = (selector: string) => document.body.querySelector<HTMLButtonElement>(selector);
  function press(selector: string): void {
    place(selector)!.click();
    flushSync();
  }

  test('in Knapp Daneben! is kept when others move', () => {
    const dice = { ...knapp_daneben.info, dice: [1, 2, 3, 4, 5] };
    const table = show('knapp_daneben', { ...knapp_daneben, info: dice }, [
      choice('e1b'),
      choice('e1g'),
      choice('c3b'),
    ]);
    press('[data-pick=e1]');
    table.othersMove();
    expect(place('[data-pick=e1]')?.getAttribute('aria-pressed')).toBe('true');
    const green = dieChoices(table.position(), false, (action) => acted.push(action))?.find(
      ({ action }) => action === 'e1g',
    );
    green?.choose();
    expect(acted).toEqual(['e1g']);
    table.nextRound();
    expect(place('[data-pick=e1]')?.getAttribute('aria-pressed')).toBe('false');
  });

  test('shows an entry that was sent, before the server answers', () => {
    const entry = choice('c3', { writes: 7 });
    const table = show('knister', { ...knaster, sheets: [{ grid: emptyGrid(), lines: {}, total: 0 }] }, [entry]);
    expect(place('[data-action=c3]')?.hasAttribute('data-pencilled')).toBe(false);
    sentEntry.set(table.position(), 'c3');
    flushSync();
    expect(place('[data-action=c3]')?.hasAttribute('data-pencilled')).toBe(true);
    table.nextRound();
    expect(place('[data-action=c3]')?.hasAttribute('data-pencilled')).toBe(false);
  });

  test('in Knaster is kept when others move', () => {
    const ways = ['a3,b3', 'a3,c3', 'b3,c3'].map((cells) => choice(`row3:${cells}`));
    const sheet = { ...knaster.sheets[0], pending: { row3: 2 } };
    const table = show('knaster', { ...knaster, sheets: [sheet] }, ways);
    press('[data-pick=b3]');
    table.othersMove();
    press('[data-pick=c3]');
    expect(readyAction(table.position())).toBe('row3:b3,c3');
  });
});
