// The games' texts; `short` is the line on the home page, `about` the one at the choice of how to play.
import type { Translate } from '../i18n';
import { byGame } from './byGame';

export const gameTexts = /* @__PURE__ */ byGame(
  import.meta.glob<Translate<{ short: string; about: string }>>('./*/texts.ts', { eager: true, import: 'default' }),
);
