import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { brotli } from './compress.ts';
import { chunks } from './chunks.ts';
import { fonts } from './fonts.ts';
import { webAppManifests } from './manifest.ts';
import { pageRoutes } from './routesFile.ts';
import { serviceWorker } from './serviceWorker.ts';
import { texts } from './texts.ts';

const server = process.env['KNOBEL_SERVER'] ?? 'http://127.0.0.1:8000';

export default defineConfig({
  // Relative to the document's `<base>`, in which the server puts the path below which it serves the page.
  base: './',
  plugins: [svelte(), texts(), fonts(), chunks(), webAppManifests(), pageRoutes(), serviceWorker(), brotli()],
  worker: { format: 'es' },
  build: {
    outDir: '../src/knobel/server/page',
    emptyOutDir: true,
    target: 'es2022',
    // Inlined `data:` URLs would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    // The averages of the bots' levels and the reader of dice are data of the package.
    fs: { allow: ['.', '../src/knobel/rating', '../src/knobel/vision'] },
    proxy: { '/api': { target: server, ws: true } },
  },
});
