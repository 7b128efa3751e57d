// The light or dark theme: the chosen one, or the one that the device prefers.

import { loadItem, saveItem } from './storage';

export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const saved = loadItem('theme');
let chosen = $state<Theme>(THEMES.find((theme) => theme === saved) ?? 'auto');

export function theme(): Theme {
  return chosen;
}

export function setTheme(value: Theme): void {
  chosen = value;
  saveItem('theme', value);
  applyTheme();
}

function applyTheme(): void {
  const dark = chosen === 'dark' || (chosen === 'auto' && prefersDark.matches);
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute('content', getComputedStyle(document.documentElement).getPropertyValue('--bg'));
}

prefersDark.addEventListener('change', applyTheme);
applyTheme();
