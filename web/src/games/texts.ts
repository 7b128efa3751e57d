// The games' texts; `about` is the line on the home page.
import type { Translate } from '../i18n';
import { byGame } from './byGame';

export const gameTexts = /* @__PURE__ */ byGame(
  import.meta.glob<Translate<{ about: string }>>('./*/texts.ts', { eager: true, import: 'default' }),
);
