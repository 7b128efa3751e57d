// A guided first round of Knaster.
import { entered, rolled, type Steps } from '../../guide/steps';
import { defineTexts } from '../../i18n';
import { infoOf } from '../../lib/game/position';

const guideText = defineTexts('guides/knaster');

export default [
  { about: 'lever', text: () => guideText('roll'), done: rolled },
  { about: 'sheet', text: (now) => guideText('enter', { number: infoOf(now).number ?? '' }), done: entered },
  { about: 'sheet', text: () => guideText('circle') },
  { about: 'sheet', text: () => guideText('lines') },
  { about: 'sheet', text: () => guideText('end') },
] satisfies Steps;
