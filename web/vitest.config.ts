import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { texts } from './texts.ts';

export default defineConfig({
  plugins: [svelte(), texts()],
  // Svelte's version for browsers.
  resolve: { conditions: ['browser'] },
  test: {
    include: ['tests/**/*.test.ts'],
    setupFiles: ['tests/allTexts.ts'],
    environment: 'happy-dom',
    // All files run in one thread, because starting a thread for each takes longer than the tests.
    pool: 'threads',
    isolate: false,
    fileParallelism: false,
    environmentOptions: { happyDOM: { settings: { navigation: { disableMainFrameNavigation: true } } } },
    // For busy machines; tests that depend on time simulate it.
    testTimeout: 60_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
