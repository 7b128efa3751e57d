import type { Extras } from '..';
import { story } from './story';

export default { colour: 'b', story } satisfies Extras;
