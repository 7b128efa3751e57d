import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  // Svelte as it runs in browsers, not on servers.
  resolve: { conditions: ['browser'] },
  test: {
    include: ['tests/**/*.test.ts'],
    environment: 'happy-dom',
    // One after the other in one JavaScript machine: starting one for each takes longer than the tests do.
    pool: 'threads',
    isolate: false,
    fileParallelism: false,
    environmentOptions: { happyDOM: { settings: { navigation: { disableMainFrameNavigation: true } } } },
    // Time is simulated where it matters; this is for busy machines.
    testTimeout: 60_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
