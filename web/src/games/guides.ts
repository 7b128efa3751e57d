// The steps of the guided first round, loaded on demand.
import type { Steps } from '../guide/steps';
import { byGame } from './byGame';

export const gameGuides = /* @__PURE__ */ byGame(import.meta.glob<Steps>('./*/guide.ts', { import: 'default' }));
