import type { Extras } from '..';
import { COLOURS } from '../../dice/colours';
import { dieOffers, todo } from './partner.svelte';
import { story } from './story';

export default { dieColours: COLOURS, dieOffers, story, todo } satisfies Extras;
