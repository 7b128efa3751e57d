// Loads the texts of all languages before the tests, which the page loads one at a time.

import { loadCommon, LOCALES } from '../src/i18n';

await Promise.all(LOCALES.map(loadCommon));
