import { mount } from 'svelte';
import App from './App.svelte';
import { loadTexts } from './i18n';
import './lib/preferences/theme.svelte';
import { startUpdates } from './lib/app/updates.svelte';
import { startSession } from './lib/connection/session.svelte';
import './style/base.css';
import './style/fonts.css';
import './style/tokens.css';

const target = document.getElementById('app');
if (target) void loadTexts().then(() => mount(App, { target }));
void startSession();
// The service worker fetches files, which must not delay the page.
addEventListener('load', () => void startUpdates());
