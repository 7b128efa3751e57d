// A guided first round of Knapp Daneben!
import { colourLabel } from '../../dice/colours';
import { entered, rolled, type Steps } from '../../guide/steps';
import { locale, defineTexts } from '../../i18n';
import { sheetOf } from '../../lib/game/position';
import type { Position } from '../../wire';
import type { KnappDanebenSheet } from './types';

const guideText = defineTexts('guides/knapp_daneben');

function ownColour(now: Position): string {
  const colour = sheetOf<KnappDanebenSheet>(now, now.seat ?? -1)?.colour;
  const name = colour ? colourLabel(colour) : '';
  return locale() === 'de' ? name : name.toLocaleLowerCase(locale());
}

export default [
  { about: 'lever', text: (now) => guideText('roll', { colour: ownColour(now) }), done: rolled },
  { about: 'dice', text: () => guideText('pair'), done: entered },
  { about: 'sheet', text: () => guideText('boxes') },
  { about: 'sheet', text: () => guideText('rare') },
  { about: 'lever', text: () => guideText('end') },
] satisfies Steps;
