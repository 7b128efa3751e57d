import type { Extras } from '..';
import { COLOURS } from '../../dice/colours';

export default { dieColours: COLOURS } satisfies Extras;
