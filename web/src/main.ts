import { mount } from 'svelte';
import App from './App.svelte';
import './lib/appearance.svelte';
import { begin } from './lib/session.svelte';
import './style/base.css';
import './style/tokens.css';

const target = document.getElementById('app');
if (target) mount(App, { target });
void begin();
