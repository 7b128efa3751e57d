import type { Extras } from '..';
import { RULED } from '../../sheet/needs';
import { story } from './story';

export default { colour: 'b', needs: RULED, story } satisfies Extras;
