// Preferences that can be switched on and off, remembered in this browser.

import { loadItem, saveItem } from './storage';
import { DEVICE_REVIEWS } from './storedItems';

class Switch {
  readonly #key: string;
  #on: boolean;

  constructor(key: string, initially = true) {
    this.#key = key;
    this.#on = $state((loadItem(key) ?? (initially ? 'on' : 'off')) !== 'off');
  }

  get on(): boolean {
    return this.#on;
  }

  set on(value: boolean) {
    this.#on = value;
    saveItem(this.#key, value ? 'on' : 'off');
  }
}

/** A first tap pencils an entry in, a second one enters it. */
export const pencilFirst = new Switch('pencil');

/** Keep the own turn in view for a moment after it has ended automatically. */
export const pauseAfterTurn = new Switch('hold');

/** Show the quick reactions of others at the table, and offer them. */
export const quickReactions = new Switch('reactions');

/** Vibrate when the own turn begins. */
export const vibration = new Switch('vibration');

/** Let this device review games at a server, with engines that it loads. */
export const reviewsOnDevice = new Switch(DEVICE_REVIEWS, false);

/** Take rolls that the camera has read for sure without a tap. */
export const takeSureRolls = new Switch('camera-takes', false);
