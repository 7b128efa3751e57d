// Starts the page.

import { mount } from 'svelte';
import App from './App.svelte';
import { loadTexts } from './i18n';
import './lib/preferences/theme.svelte';
import { startUpdates } from './lib/app/updates.svelte';
import { startFrame, startSession } from './lib/connection/session.svelte';
import './style/base.css';
import './style/fonts.css';
import './style/tokens.css';
import { isFramed, route } from './lib/ui/router.svelte';
import { componentOf } from './pages';
import { NEXT } from './routes';

/** Milliseconds after loading within which the first page is drawn, also on slow networks. */
const DRAWN_MS = 1000;

const target = document.getElementById('app');
if (target) void loadTexts().then(() => mount(App, { target }));
void (isFramed() ? startFrame() : startSession());
// The page's own script is loaded together with the texts, not after them.
const { page } = route();
if (page !== 'unknown') void componentOf(page);
// What the first page does not need must not delay it: the service worker's files, and the pages that are opened next.
addEventListener('load', () =>
  setTimeout(() => {
    if (isFramed()) return;
    void startUpdates();
    void import('./lib/app/notices').then(({ compareAtVisits }) => compareAtVisits());
    for (const page of ['home', ...NEXT] as const) void componentOf(page);
  }, DRAWN_MS),
);
