// An example sheet of each game.
import type { Position } from '../wire';
import { byGame } from './byGame';

export const gameExamples = /* @__PURE__ */ byGame(
  import.meta.glob<Position>('./*/example.ts', { eager: true, import: 'default' }),
);
