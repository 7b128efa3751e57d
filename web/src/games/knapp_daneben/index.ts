import type { GameExtras } from '../types';
import { COLOURS } from '../../dice/colours';
import LayoutOption from './LayoutOption.svelte';
import { dieChoices, instruction } from './dieDraft.svelte';
import { scoreParts } from './scoreParts';
import { squares } from './squares';

export default {
  sign: '🟩',
  dieColours: COLOURS,
  dieChoices,
  optionFields: { layout: LayoutOption, colours: null },
  scoreParts,
  squares,
  instruction,
  printedOptions: ['layout'],
} satisfies GameExtras;
