// A guided first round of Knister.
import { entered, rolled, type Steps } from '../../guide/steps';
import { defineTexts } from '../../i18n';
import { infoOf } from '../../lib/game/position';

const guideText = defineTexts('guides/knister');

export default [
  { about: 'lever', text: () => guideText('roll'), done: rolled },
  { about: 'sheet', text: (now) => guideText('enter', { number: infoOf(now).number ?? '' }), done: entered },
  { about: 'sheet', text: () => guideText('lines') },
  { about: 'sheet', text: () => guideText('diagonals') },
  { about: 'lever', text: () => guideText('end') },
] satisfies Steps;
