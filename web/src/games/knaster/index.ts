import type { Extras } from '..';
import Buttons from './Buttons.svelte';
import { moveText } from './moves';
import { todo } from './todo';

export default { Buttons, moveText, todo } satisfies Extras;
