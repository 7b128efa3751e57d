import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { env } from 'node:process';
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import typescript from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

const digest = createHash('sha256');
for (const file of globSync(['src/**/*.{ts,svelte}', 'package-lock.json'], { cwd: import.meta.dirname }).sort())
  digest.update(readFileSync(`${import.meta.dirname}/${file}`));

// These rules take half of ESLint's time, because they need types: only `make test-all` checks them. Types may change with
// any file, so the cache depends on the digest of all files.
const typed = {
  files: ['src/**/*.ts'],
  settings: { types: digest.digest('hex') },
  languageOptions: {
    // The service for editors, which reads each file anew, takes a third longer.
    parserOptions: {
      tsconfigRootDir: import.meta.dirname,
      project: ['tsconfig.json', 'src/serviceWorker/tsconfig.json'],
      extraFileExtensions: ['.svelte'],
    },
  },
  rules: {
    '@typescript-eslint/await-thenable': 'error',
    '@typescript-eslint/no-floating-promises': 'error',
    '@typescript-eslint/no-misused-promises': 'error',
  },
};

export default defineConfig(
  { ignores: ['.svelte-check/', '.texts/', '.types/'] },
  js.configs.recommended,
  typescript.configs.recommended,
  svelte.configs.recommended,
  svelte.configs.prettier,
  { files: ['{src,design}/**'], languageOptions: { globals: globals.browser } },
  { files: ['scripts/**'], languageOptions: { globals: globals.node } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: typescript.parser, svelteConfig } },
  },
  {
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_$', argsIgnorePattern: '^_$' }],
      // Collections that are replaced on each change need not be reactive.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  env.KNOBEL_WHOLE ? typed : [],
);
