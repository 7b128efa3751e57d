// What the first page asks for, sent while its code and the session are still on the way. Newcomers need a session first.

import { isDeviceTable } from '../offline/codes';
import { reviewsOnDevice } from '../preferences/switches.svelte';
import { tableLink } from '../table/tableLink';
import { isFramed, route } from '../ui/router.svelte';
import { isSite } from './addresses';
import { sendEarly } from './client';
import { livePath, openEarly } from './connection';
import { hadSession } from './session.svelte';

export function askEarly(): void {
  if (isSite || isFramed() || !hadSession()) return;
  const here = route();
  switch (here.page) {
    case 'home':
      sendEarly('GET /api/days/{day}', { path: { day: 'today' } });
      return;
    case 'day':
      sendEarly('GET /api/days/{day}', { path: { day: here.day } });
      return;
    case 'table':
      if (!isDeviceTable(here.code)) openEarly(livePath(here.code, here.key));
      return;
    case 'replay': {
      if (here.game === null || isDeviceTable(here.code)) return;
      const path = { link: tableLink(here.code, here.key), game: here.game };
      sendEarly('GET /api/tables/{link}/games/{game}/replay', { path });
      if (here.lesson && !reviewsOnDevice.on) sendEarly('GET /api/tables/{link}/games/{game}/review', { path });
    }
  }
}
