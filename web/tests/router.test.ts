import { beforeEach, describe, expect, test } from 'vitest';
import { navigate, route } from '../src/lib/ui/router.svelte';

beforeEach(() => {
  document.body.innerHTML = '';
  navigate('/');
});

test.each([
  ['/', { page: 'home' }],
  ['/t/abcdef', { page: 'table', code: 'ABCDEF', key: '' }],
  ['/t/ABCDEF/', { page: 'table', code: 'ABCDEF', key: '' }],
  ['/t/abcdef-xY_-9', { page: 'table', code: 'ABCDEF', key: 'xY_-9' }],
  ['/t/ABCDEF-xY/replay', { page: 'replay', code: 'ABCDEF', key: 'xY', game: null, at: null, lesson: false }],
  ['/t/abcdef/replay/2?at=31', { page: 'replay', code: 'ABCDEF', key: '', game: 2, at: 31, lesson: false }],
  ['/t/abcdef/replay/2?lesson', { page: 'replay', code: 'ABCDEF', key: '', game: 2, at: null, lesson: true }],
  ['/t/abcdef-xY/projector', { page: 'projector', code: 'ABCDEF', key: 'xY' }],
  ['/t/abcdef/projector/2', { page: 'unknown' }],
  ['/t/abcdef/replay/2/3', { page: 'unknown' }],
  ['/scores', { page: 'scores', game: null }],
  ['/scores?game=knister', { page: 'scores', game: 'knister' }],
  ['/rules/knapp_daneben', { page: 'rules', game: 'knapp_daneben' }],
  ['/move/a%2Fb', { page: 'transfer', token: 'a/b' }],
  ['/print', { page: 'print', game: null }],
  ['/print?game=knister', { page: 'print', game: 'knister' }],
  ['/paper', { page: 'paper', game: null, options: {} }],
  ['/paper?game=knoeffel&columns=3', { page: 'paper', game: 'knoeffel', options: { columns: '3' } }],
  ['/you', { page: 'account' }],
  ['/days', { page: 'days' }],
  ['/day/2026-11-25', { page: 'day', day: '2026-11-25' }],
  ['/day/2028-02-29', { page: 'day', day: '2028-02-29' }],
  ['/day/today', { page: 'day', day: 'today' }],
  ['/day/2026-02-30', { page: 'unknown' }],
  ['/day/2026-2-3', { page: 'unknown' }],
  ['/day/2026-13-01', { page: 'unknown' }],
  ['/day/yesterday', { page: 'unknown' }],
  ['/rules/%E0%A4%A', { page: 'rules', game: '%E0%A4%A' }],
  ['/play', { page: 'statistics' }],
  ['/cup', { page: 'cups', group: '' }],
  ['/cup?group=4ABCDE', { page: 'cups', group: '4ABCDE' }],
  ['/group', { page: 'groups' }],
  ['/group/4abcde-xyz', { page: 'group', link: '4ABCDE-xyz' }],
  ['/cup/abcde', { page: 'cup', link: 'ABCDE' }],
  ['/cup/ABCDE-xY/projector', { page: 'cup-projector', link: 'ABCDE-xY' }],
  ['/cup/ABCDE/season', { page: 'season', link: 'ABCDE' }],
  ['/cup/ABCDE/deal/3', { page: 'cup-deal', link: 'ABCDE', deal: 3 }],
  ['/cup/ABCDE/deal/x', { page: 'unknown' }],
  ['/you/too', { page: 'unknown' }],
  ['/t', { page: 'unknown' }],
  ['/rules', { page: 'unknown' }],
  ['/day', { page: 'unknown' }],
  ['/scores/knister', { page: 'unknown' }],
  ['/t/ABCDEF/more', { page: 'unknown' }],
])('%s', (path, page) => {
  navigate(path);
  expect(route()).toEqual(page);
  expect(location.pathname + location.search).toBe(path);
});

test('pages are left by the back button, unless they were replaced', () => {
  const before = history.length;
  navigate('/rules/knister');
  expect(history.length).toBe(before + 1);
  navigate('/rules/knaster', { replace: true });
  expect(history.length).toBe(before + 1);
  history.replaceState(null, '', '/scores');
  dispatchEvent(new PopStateEvent('popstate'));
  expect(route()).toEqual({ page: 'scores', game: null });
});

describe('links', () => {
  /** Click a link; whether the page followed it itself. */
  function click(html: string, how: MouseEventInit = {}): boolean {
    document.body.innerHTML = html;
    // No MouseEvent: the simulated browser follows those before the page has heard of them.
    const event = Object.assign(new Event('click', { bubbles: true, cancelable: true }), { button: 0, ...how });
    document.body.querySelector('b')!.dispatchEvent(event);
    return event.defaultPrevented;
  }

  test('inside the page are followed without loading', () => {
    expect(click('<a href="/scores?game=knister"><b>scores</b></a>')).toBe(true);
    expect(location.pathname + location.search).toBe('/scores?game=knister');
  });

  test.each([
    ['to elsewhere', '<a href="http://localhost:1/scores"><b>x</b></a>', {}],
    ['to downloads', '<a href="/scores" download="x"><b>x</b></a>', {}],
    ['to the server', '<a href="/api/tables/ABCDEF/record"><b>x</b></a>', {}],
    ['to new tabs', '<a href="/scores" target="_blank"><b>x</b></a>', {}],
    ['that are held with Ctrl', '<a href="/scores"><b>x</b></a>', { ctrlKey: true }],
    ['pressed with another button', '<a href="/scores"><b>x</b></a>', { button: 1 }],
  ])('%s are left to the browser', (_, html, how) => {
    expect(click(html, how)).toBe(false);
    expect(route()).toEqual({ page: 'home' });
  });
});
