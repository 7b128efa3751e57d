// The choice of sound, for the controls that show it.

import { muted, setMuted, setVolume, volume } from '../sound';

let current = $state.raw({ muted: muted(), volume: volume() });

export function heard(): Readonly<{ muted: boolean; volume: number }> {
  return current;
}

export function setHeard(change: Partial<{ muted: boolean; volume: number }>): void {
  current = { ...current, ...change };
  setMuted(current.muted);
  setVolume(current.volume);
}
