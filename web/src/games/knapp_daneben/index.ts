import type { Extras } from '..';
import { COLOURS } from '../../dice/colours';
import { dieOffers, todo } from './partner.svelte';

export default { dieColours: COLOURS, dieOffers, todo } satisfies Extras;
