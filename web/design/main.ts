// The page of the design, at /design while developing: the build knows only index.html, so that nobody else gets it.
import { mount } from 'svelte';
import { loadLaterTexts, loadTexts } from '../src/i18n';
import { startSession } from '../src/lib/connection/session.svelte';
import '../src/style/base.css';
import '../src/style/tokens.css';
import Design from './Design.svelte';
import { answer } from './server';

await loadTexts();
await loadLaterTexts();
globalThis.fetch = answer;
await startSession();
const target = document.getElementById('app');
if (target) mount(Design, { target });
