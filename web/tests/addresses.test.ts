import { globSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const page = 'http://localhost:3000';

async function below(root: string) {
  document.head.innerHTML = `<base href="${root}">`;
  vi.resetModules();
  return {
    ...(await import('../src/lib/connection/addresses')),
    ...(await import('../src/lib/ui/router.svelte')),
  };
}

beforeEach(() => history.replaceState(null, '', `${page}/games/t/ABCDEF-x?at=3`));
// Other tests load the modules again, for a page without a path.
afterEach(() => {
  document.head.innerHTML = '';
  history.replaceState(null, '', '/');
  vi.resetModules();
});

test('without a base, addresses are paths', async () => {
  document.head.innerHTML = '';
  vi.resetModules();
  const { addressOf, pathAt, ROOT } = await import('../src/lib/connection/addresses');
  expect([ROOT, addressOf('/scores'), pathAt('/scores')]).toEqual(['/', '/scores', '/scores']);
});

describe('below a path', () => {
  test('addresses contain the path', async () => {
    const { addressOf, pathAt } = await below('/games/');
    expect(addressOf('/t/ABCDEF')).toBe('/games/t/ABCDEF');
    expect(addressOf('/')).toBe('/games/');
    expect(pathAt('/games/t/ABCDEF')).toBe('/t/ABCDEF');
    expect(pathAt('/elsewhere')).toBe('/elsewhere');
  });

  test('the page is that of the address, and stays below the path', async () => {
    const { navigate, route } = await below('/games/');
    expect(route()).toEqual({ page: 'table', code: 'ABCDEF', key: 'x' });
    navigate('/scores?game=knister');
    expect(location.href).toBe(`${page}/games/scores?game=knister`);
    expect(route()).toEqual({ page: 'scores', game: 'knister' });
  });

  test('links inside the page are followed, others are left to the browser', async () => {
    // Other tests have loaded the module without a path, which also listens for clicks.
    const listen = vi.spyOn(globalThis, 'addEventListener');
    await below('/games/');
    const follow = listen.mock.calls.find(([type]) => type === 'click')![1] as (event: Event) => void;
    const click = (href: string) => {
      document.body.innerHTML = `<a href="${href}"><b>x</b></a>`;
      let prevented = false;
      const target = document.body.querySelector('b');
      follow({ target, button: 0, preventDefault: () => (prevented = true) } as unknown as Event);
      return prevented;
    };
    expect(click('/games/scores')).toBe(true);
    expect(location.pathname).toBe('/games/scores');
    expect(click('/games/api/person')).toBe(false);
    expect(click('/another-program/')).toBe(false);
  });

  test('shared links contain the path', async () => {
    await below('/games/');
    const { shareableUrl } = await import('../src/lib/connection/session.svelte');
    vi.stubGlobal('location', new URL('https://knobel.example/games/t/ABCDEF'));
    expect(shareableUrl('/t/ABCDEF')).toBe('https://knobel.example/games/t/ABCDEF');
    vi.unstubAllGlobals();
  });
});

test('no markup names an address without its root', () => {
  for (const file of globSync('src/**/*.svelte'))
    expect(readFileSync(file, 'utf8'), file).not.toMatch(/\b(href|src|action)=["{`']+\//);
});
