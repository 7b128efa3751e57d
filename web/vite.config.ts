import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

const server = process.env['KNOBEL_SERVER'] ?? 'http://127.0.0.1:8000';

export default defineConfig({
  // Relative to the document's `<base>`, in which the server puts the path below which it serves the page.
  base: './',
  plugins: [svelte()],
  build: {
    outDir: '../src/knobel/server/page',
    emptyOutDir: true,
    target: 'es2022',
    // Inlined `data:` URLs would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
});
