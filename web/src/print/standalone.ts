// Entry point of the file that `knobel print` writes: pads that need no server.
import { mount } from 'svelte';
import { changeLocale } from '../i18n';
import { provideGames } from '../lib/connection/session.svelte';
import type { GameInfo } from '../wire';
import type { PrintedPads } from './printedPads';
import StandalonePads from './StandalonePads.svelte';
import '../style/base.css';
import '../style/tokens.css';

const pads = JSON.parse(document.getElementById('pads')?.textContent ?? '') as PrintedPads;
await changeLocale(pads.language);
provideGames([{ name: pads.game, titles: pads.titles } as GameInfo]);
mount(StandalonePads, { target: document.body, props: { pads } });
