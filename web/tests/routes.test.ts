// Everything that depends on the paths of the page derives from `src/routes.ts`: a page added there works everywhere.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { AROUND_LINKS, matchPath, parameterNames, patternOf } from '../src/lib/ui/pathPattern';
import { pagePattern, ROUTES, type PageRoute } from '../src/routes';
import { routesFile } from '../routesFile';
import { catalogue, languages } from '../texts';

const routes = Object.entries<PageRoute>(ROUTES as unknown as Record<string, PageRoute>);

/** An address of a path: the parameters have values that every page accepts. */
const exampleOf = (path: string) => path.replace(/:(\w+)#?\??/g, (_, name) => (name === 'day' ? 'today' : '1'));

describe('a page added to the list', () => {
  const added: PageRoute = {
    path: '/added/:word',
    component: 'AddedPage',
    title: 'home.cups',
    needsServer: true,
    onSite: false,
    personal: false,
    framed: false,
    props: (parameters, query) => ({ ...parameters, query: query.get('q') }),
  };

  afterEach(() => {
    vi.doUnmock('../src/routes');
    vi.resetModules();
    history.replaceState(null, '', '/');
  });

  async function withAdded() {
    vi.resetModules();
    vi.doMock('../src/routes', () => ({ ROUTES: { ...ROUTES, added } }));
    const { navigate, route } = await import('../src/lib/ui/router.svelte');
    const { isAvailable } = await import('../src/lib/offline/availability');
    const { setOffline } = await import('../src/lib/offline/offline.svelte');
    return { navigate, route, isAvailable: isAvailable as (page: string) => boolean, setOffline };
  }

  test('is found by the router, with the props of its component', async () => {
    const { navigate, route } = await withAdded();
    navigate('/added/a%20b?q=x');
    expect(route()).toEqual({ page: 'added', word: 'a b', query: 'x' });
    navigate('/added');
    expect(route()).toEqual({ page: 'unknown' });
  });

  test('is found in spite of what the text around its link left behind it', async () => {
    const { navigate, route } = await withAdded();
    for (const left of ['.', ',', ').', '!', '**', '%22', '%E2%80%9C', '/.', '...', "'"]) {
      navigate(`/added/a-_${left}`);
      expect(route()).toEqual({ page: 'added', word: 'a-_', query: null });
      navigate(`/added/a?q=x${left}`);
      expect(route()).toMatchObject({ word: 'a', query: left === '/.' ? 'x/' : 'x' });
    }
    expect(matchPath('/t/:table', '/t/ABCDEF-a.b,c.')).toEqual({ table: 'ABCDEF-a.b,c' });
    expect(matchPath('/scores', '/scores.')).toEqual({});
    expect(matchPath('/scores', '/scores.js')).toBeNull();
  });

  test('is unavailable without a server if it needs one', async () => {
    const { isAvailable, setOffline } = await withAdded();
    expect(isAvailable('added')).toBe(true);
    setOffline(true);
    expect([isAvailable('added'), isAvailable('paper')]).toEqual([false, true]);
  });

  test('is in the file for the server', () => {
    expect(routesFile({ added })).toEqual([
      {
        page: 'added',
        path: '/added/:word',
        pattern: `/added(?:/([^/]{1,200}?))/?${AROUND_LINKS}`,
        parameters: ['word'],
        needs_server: true,
        on_site: false,
        framed: false,
        titles: expect.objectContaining({ de: 'Cups', en: 'Cups', it: 'Coppe' }),
        files: [],
        later_texts: true,
      },
    ]);
  });

  test('is kept by the service worker', () => {
    expect(new RegExp(`^(?:${pagePattern({ added })})$`).test('/added/x')).toBe(true);
    expect(readFileSync('src/serviceWorker/sw.ts', 'utf8')).toContain('pagePattern()');
  });
});

const catalogues = Object.keys(languages).map((language) => catalogue(language, 'common'));

test.each(routes)(
  'the page %s has a component, titles and one path',
  (_, { path, component, title, props, framed }) => {
    expect(existsSync(`src/pages/${component}.svelte`)).toBe(true);
    for (const texts of catalogues) expect(texts[title]).toBeTypeOf('string');
    const example = exampleOf(path);
    // The service worker keeps all but those for frames, whose document has headers of its own.
    expect(new RegExp(`^(?:${pagePattern()})$`).test(example)).toBe(!framed);
    const handlers = routes.filter(([, other]) => new RegExp(`^${patternOf(other.path)}$`).test(example));
    expect(handlers.length).toBe(1);
    // Svelte does not check the props of a component that is found by its name.
    const given = props(
      Object.fromEntries(parameterNames(path).map((name) => [name, name === 'day' ? 'today' : '1'])),
      new URLSearchParams(),
    );
    const declared = /\binterface Props \{(.*?)\n {2}\}/s.exec(readFileSync(`src/pages/${component}.svelte`, 'utf8'));
    const names = [...(declared?.[1]?.replace(/\/\*.*?\*\//gs, '').matchAll(/^ {4}(\w+)\??:/gm) ?? [])].map(
      ([, name]) => name,
    );
    const inline = /const \{[^}]*\}: \{ (\w+): /.exec(readFileSync(`src/pages/${component}.svelte`, 'utf8'));
    expect(Object.keys(given ?? {}).sort()).toEqual((declared ? names : inline ? [inline[1]] : []).sort());
  },
);

test('every component that is called a page is one, or is part of one', () => {
  const listed = new Set(routes.map(([, { component }]) => `src/pages/${component}.svelte`));
  const others = globSync('src/pages/**/*Page.svelte').filter((file) => !listed.has(file));
  expect(others.sort()).toEqual([
    'src/pages/NeedsServerPage.svelte',
    'src/pages/NotFoundPage.svelte',
    'src/pages/replay/ReplayPage.svelte',
    'src/pages/review/DailyExercisesPage.svelte',
    'src/pages/review/MistakesPage.svelte',
    'src/pages/review/TrainingPage.svelte',
  ]);
});

/** Paths of the server, which the page links to. */
const SERVER_PATHS = /^\/(api|docs)\//;

test('every address that the page names belongs to a page', () => {
  const pages = new RegExp(`^(?:${pagePattern()})$`);
  const named = globSync('src/**/*.{ts,svelte}').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:addressOf|navigate|replaceAddress)\(\s*['`](\/[^'`]*)['`]/g)].map(
      ([, path = '']) => path.replace(/\$\{[^}]*\}+/g, '1').split('?')[0] ?? '',
    ),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !SERVER_PATHS.test(path) && !pages.test(path))).toEqual([]);
});
