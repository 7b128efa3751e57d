import type { Extras } from '..';
import Buttons from './Buttons.svelte';
import { moveText } from './moves';
import { story } from './story';
import { todo } from './todo';

export default { colour: 'y', Buttons, moveText, story, todo } satisfies Extras;
