// The service worker, built from `src/serviceWorker/sw.ts` with the list of the page's files in it.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { texts } from './texts.ts';

/** What the service worker may keep. */
const KEPT = /^(index\.html|icon\.svg|assets\/[^/]+\.(css|js|npz|wasm|woff2))$/;
/** Files with a digest in their names, which never change. */
const CONSTANT = /^assets\//;
/** What Workbox calls the list in the source. */
const PLACE = 'self.__WB_MANIFEST';

/** The files of a folder as Workbox lists them: a file that changes has the digest of its contents as its revision. */
const listOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => KEPT.test(name))
    .sort()
    .map((url) => ({ revision: CONSTANT.test(url) ? null : md5(readFileSync(join(folder, url))), url }));

const md5 = (content: Buffer) => createHash('md5').update(content).digest('hex');

/** Adds `sw.js` after all files that it lists are written, and nothing to a build that failed. */
export function serviceWorker(): Plugin {
  let root = '';
  let folder = '';
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      folder = resolve(root, config.build.outDir);
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const built = (await build({
          configFile: false,
          plugins: [texts()],
          root,
          publicDir: false,
          logLevel: 'warn',
          build: {
            write: false,
            target: 'es2022',
            modulePreload: false,
            rolldownOptions: { input: 'src/serviceWorker/sw.ts', output: { format: 'iife' } },
          },
        })) as Rolldown.RolldownOutput;
        const { code } = built.output[0];
        if (code.split(PLACE).length !== 2) throw new Error(`the service worker has not one ${PLACE}`);
        writeFileSync(
          join(folder, 'sw.js'),
          code.replace(PLACE, () => JSON.stringify(listOf(folder))),
        );
      },
    },
  };
}
