import { isSite } from '../connection/addresses';
import { ROUTES, type PageName } from '../../routes';
import { offline } from './offline.svelte';

/** False if the page needs a server and none can be reached. */
export const isAvailable = (page: PageName): boolean =>
  !(offline.on && ROUTES[page].needsServer) || (isSite && ROUTES[page].onSite);
