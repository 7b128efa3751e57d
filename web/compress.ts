// Brotli versions of the built files beside them, which the server sends to browsers that accept them.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(css|js|svg|wasm|webmanifest)$/;

/** Adds `NAME.br` for each file that becomes smaller; the last plugin, so that it sees all files. */
export function brotli(): Plugin {
  let folder = '';
  return {
    name: 'brotli',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
          if (!COMPRESSIBLE.test(name)) continue;
          const content = readFileSync(join(folder, name));
          const compressed = brotliCompressSync(content);
          if (compressed.length < content.length) writeFileSync(join(folder, `${name}.br`), compressed);
        }
      },
    },
  };
}
