// The camera that reads real dice: the roll that is waited for, and the dice that it offers. `CameraView` has the rest,
// and is loaded when the camera is switched on.

import type { Colour } from '../../dice/colours';
import type { Throw } from './rollWatch';

export interface AwaitedRoll extends Throw {
  /** The colours of the dice in the order in which they are entered. */
  colours: readonly Colour[] | undefined;
}

export interface OfferedRoll {
  faces: number[];
  /** It need not be confirmed. */
  take: boolean;
}

class DiceCamera {
  /** A player wants to read dice by camera, from roll to roll. */
  on = $state(false);
  roll = $state.raw<AwaitedRoll | null>(null);
  offer = $state.raw<OfferedRoll | null>(null);
  /** Called with the faces of a roll that was entered: the dice in view are no new roll. */
  onentered: ((faces: readonly number[]) => void) | null = null;
}

export const diceCamera = new DiceCamera();
