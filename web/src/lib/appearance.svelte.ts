// Light or dark: as chosen, or as the device prefers.

import { remember, remembered } from './memory';

export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const saved = remembered('theme');
let chosen = $state<Theme>(THEMES.find((theme) => theme === saved) ?? 'auto');

export function theme(): Theme {
  return chosen;
}

export function setTheme(value: Theme): void {
  chosen = value;
  remember('theme', value);
  show();
}

function show(): void {
  const dark = chosen === 'dark' || (chosen === 'auto' && prefersDark.matches);
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute('content', getComputedStyle(document.documentElement).getPropertyValue('--bg'));
}

prefersDark.addEventListener('change', show);
show();
