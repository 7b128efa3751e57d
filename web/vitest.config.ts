import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  // Svelte as it runs in browsers, not on servers.
  resolve: { conditions: ['browser'] },
  test: {
    include: ['tests/**/*.test.ts'],
    environment: 'happy-dom',
    // Files that share a JavaScript machine (vmThreads) run quicker, but now and then miss an import when much else runs.
    pool: 'threads',
    environmentOptions: { happyDOM: { settings: { navigation: { disableMainFrameNavigation: true } } } },
    // Time is simulated where it matters; this is for busy machines.
    testTimeout: 60_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
