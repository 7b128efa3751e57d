import type { Extras } from '..';
import { COLOURS } from '../../dice/colours';
import Layout from './Layout.svelte';
import { dieOffers, todo } from './partner.svelte';
import { story } from './story';

export default {
  colour: 'g',
  dieColours: COLOURS,
  dieOffers,
  options: { layout: Layout, colours: null },
  story,
  todo,
} satisfies Extras;
