import type { Extras } from '..';
import { story } from './story';

export default { story } satisfies Extras;
