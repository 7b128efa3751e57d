// A short vibration, on devices that can.

import { vibration } from '../preferences/switches.svelte';

const LENGTH_MS = 80;

/** True if the device may be able to vibrate: browsers of computers have the function too. */
export const canVibrate = (): boolean => 'vibrate' in navigator && matchMedia('(pointer: coarse)').matches;

/** Vibrate shortly, unless it is switched off. Browsers refuse it, with a warning, before the first touch of the page. */
export function vibrate(): void {
  if (vibration.on && canVibrate() && navigator.userActivation?.hasBeenActive) navigator.vibrate(LENGTH_MS);
}
