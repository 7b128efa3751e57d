import type { Extras } from '..';
import { RULED } from '../../sheet/needs';
import Buttons from './Buttons.svelte';
import { moveText } from './moves';
import { story } from './story';
import { todo } from './todo';

export default { colour: 'y', Buttons, needs: RULED, moveText, story, todo } satisfies Extras;
