// The list of the files with which the games run without a server.

import { packListFor } from '../../serviceWorker/messages';
import { fileUrl } from '../connection/addresses';

/** The address of the list for this version of the page. */
export const packListUrl = () =>
  fileUrl(packListFor(document.querySelector('script[type="module"]')?.getAttribute('src') ?? ''));
