import type { DieOffer } from '..';
import { type Colour, colourLabel, COLOURS } from '../../dice/colours';
import { Draft } from '../../lib/draft.svelte';
import { infoOf, sheetOf } from '../../lib/position';
import { points } from '../../sheet/names';
import type { Position } from '../../wire';
import words from './words';

/** The die that is chosen first, or the circle for which a die is still to be chosen. */
export const partner = new Draft<{ die?: Colour; cell?: string }>(() => ({}));

const ownColour = (position: Position) => sheetOf<{ colour: Colour }>(position, position.seat ?? -1)?.colour;

/** The dice in the tray, as partners of one's own. */
export function dieOffers(position: Position, hints: boolean, act: (action: string) => void): DieOffer[] | null {
  const { choices } = position;
  if (choices.length === 0) return null;
  const { die, cell } = partner.of(position);
  const own = ownColour(position);
  return COLOURS.map((colour, i): DieOffer => {
    const face = infoOf(position).dice[i] ?? 0;
    if (colour === own)
      return {
        label: words('own_die', { colour: colourLabel(colour), face }),
        caption: words('yours'),
        open: false,
        take: () => {},
      };
    const sums = choices.filter((choice) => choice.action.endsWith(colour));
    const here = cell === undefined ? undefined : choices.find((choice) => choice.action === cell + colour);
    const sum = (here ?? sums[0])?.writes ?? '–';
    const label = words('die', { colour: colourLabel(colour), face, sum });
    return {
      label: here && hints ? `${label}: ${points(here.gain)}` : label,
      caption: here && hints && here.gain ? `${sum} +${here.gain}` : String(sum),
      open: cell === undefined ? sums.length > 0 : here !== undefined,
      pressed: cell === undefined ? die === colour : undefined,
      action: here?.action,
      take: () => (here ? act(here.action) : partner.set(position, die === colour ? {} : { die: colour })),
    };
  });
}

/** Which circle, or which die for it. */
export function todo(position: Position): string | null {
  const { choices } = position;
  const own = ownColour(position);
  if (choices.length === 0 || !own) return null;
  const { die, cell } = partner.of(position);
  if (cell !== undefined) return words('choose_die', { cell });
  const sum = choices.find((choice) => choice.action.endsWith(die ?? '-'))?.writes;
  return die ? words('choose_circle', { sum: sum ?? '' }) : words('choose');
}
