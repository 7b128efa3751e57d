// The theme: the chosen one, or the light or dark one as the device prefers.

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
  const preferred = prefersDark.matches ? 'dark' : 'light';
  document.documentElement.dataset['theme'] = chosen === 'auto' ? preferred : chosen;
  const colour = getComputedStyle(document.documentElement).getPropertyValue('--bg');
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.setAttribute('content', colour);
}

prefersDark.addEventListener('change', applyTheme);
applyTheme();
