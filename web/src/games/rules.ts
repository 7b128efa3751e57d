// The short rules on printed pads and on the card during play.
import { byGame } from './byGame';
import type { GameRules } from './types';

export const gameRules = /* @__PURE__ */ byGame(
  import.meta.glob<GameRules>('./*/rules.ts', { eager: true, import: 'default' }),
);
