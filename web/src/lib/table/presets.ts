// Well-known sets of options of a game, which can be chosen at once.

import { gameExtras } from '../../games/extras';
import type { GameInfo, Settings } from '../../wire';

type Options = Settings['options'];

/** The preset with the printed rules. */
export const PRINTED = 'printed';

/** The presets of a game by name, the printed rules first; none if it has no others. */
export function presetsOf(game: GameInfo): Record<string, Options> {
  const presets = gameExtras[game.name]?.presets ?? {};
  const names = new Set(Object.values(presets).flatMap(Object.keys));
  if (names.size === 0) return {};
  const printed = game.options.filter(({ name }) => names.has(name)).map((each) => [each.name, each.default]);
  return { [PRINTED]: Object.fromEntries(printed), ...presets };
}

/** The name of the preset that some options contain, whatever the other options are; null if it is none. */
export function presetIn(game: GameInfo, options: Options): string | null {
  const contains = (preset: Options) => Object.entries(preset).every(([name, value]) => options[name] === value);
  return Object.entries(presetsOf(game)).find(([, preset]) => contains(preset))?.[0] ?? null;
}
