import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import typescript from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

const all = createHash('sha256');
for (const file of globSync(['src/**/*.{ts,svelte}', 'package-lock.json'], { cwd: import.meta.dirname }).sort())
  all.update(readFileSync(`${import.meta.dirname}/${file}`));

export default defineConfig(
  { ignores: ['src/wire.ts', '.svelte-check/'] },
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
      // What is made anew on every change need not be reactive itself.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    // These need types, which take three times as long in components. They may change with any file, so that what is
    // cached counts only as long as all are as they were.
    files: ['src/**/*.ts'],
    settings: { types: all.digest('hex') },
    languageOptions: { parserOptions: { projectService: true, extraFileExtensions: ['.svelte'] } },
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
    },
  },
  {
    // Whoever opens a game's folder has all of that game, and nothing of another.
    files: ['src/games/*/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ regex: String.raw`^\.\./[^.]`, message: 'Share it in sheet/, dice/, art/ or howto/.' }] },
      ],
    },
  },
);
