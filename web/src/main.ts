// The first script, which is small: it asks for what the page at this address needs, and loads all else.

import { askEarly } from './lib/connection/early';

askEarly();
void import('./start');
