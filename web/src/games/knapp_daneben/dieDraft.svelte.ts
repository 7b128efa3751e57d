import type { DieChoice } from '../types';
import { type Colour, colourLabel, COLOURS } from '../../dice/colours';
import { t } from '../../i18n';
import { Draft } from '../../lib/game/draft.svelte';
import { infoOf, sheetOf } from '../../lib/game/position';
import { points } from '../../sheet/labels';
import type { Position } from '../../wire';
import gameText from './texts';

/** The die that was chosen first, or the circle that still needs a die. */
export const dieDraft = new Draft<{ die?: Colour; cell?: string }>(() => ({}));

const ownColour = (position: Position) => sheetOf<{ colour: Colour }>(position, position.seat ?? -1)?.colour;

/** The dice in the tray, to add to the own one. */
export function dieChoices(position: Position, hints: boolean, act: (action: string) => void): DieChoice[] | null {
  const { choices } = position;
  if (choices.length === 0) return null;
  const { die, cell } = dieDraft.of(position);
  const own = ownColour(position);
  return COLOURS.map((colour, i): DieChoice => {
    const face = infoOf(position).dice[i] ?? 0;
    if (colour === own)
      return {
        label: gameText('own_die', { colour: colourLabel(colour), face }),
        caption: t('tray.own'),
        enabled: false,
        choose: () => {},
      };
    const sums = choices.filter((choice) => choice.action.endsWith(colour));
    const here = cell === undefined ? undefined : choices.find((choice) => choice.action === cell + colour);
    const sum = (here ?? sums[0])?.writes ?? '–';
    const label = gameText('die', { colour: colourLabel(colour), face, sum });
    return {
      label: here && hints ? `${label}: ${points(here.gain)}` : label,
      caption: here && hints && here.gain ? `${sum} +${here.gain}` : String(sum),
      enabled: cell === undefined ? sums.length > 0 : here !== undefined,
      pressed: cell === undefined ? die === colour : undefined,
      action: here?.action,
      choose: () => (here ? act(here.action) : dieDraft.set(position, die === colour ? {} : { die: colour })),
    };
  });
}

/** Asks for a circle, or for the die of a circle. */
export function instruction(position: Position): string | null {
  const { choices } = position;
  const own = ownColour(position);
  if (choices.length === 0 || !own) return null;
  const { die, cell } = dieDraft.of(position);
  if (cell !== undefined) return gameText('choose_die', { cell });
  const sum = choices.find((choice) => choice.action.endsWith(die ?? '-'))?.writes;
  return die ? gameText('choose_circle', { sum: sum ?? '' }) : gameText('choose');
}
