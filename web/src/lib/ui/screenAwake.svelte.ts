// Keeps the screen on where phones are sheets and on projectors (Screen Wake Lock API).

/** Keep the screen on while it is needed and the page is visible. Call it while a component is initialized. */
export function keepScreenAwake(isNeeded: () => boolean): void {
  const needed = $derived.by(isNeeded);
  $effect(() => {
    // Only secure contexts of some browsers have it.
    if (!needed || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let ended = false;

    const drop = (): void => {
      void lock?.release();
      lock = null;
    };
    const update = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') {
        drop();
        return;
      }
      try {
        const found = await navigator.wakeLock.request('screen');
        if (ended || document.visibilityState !== 'visible') void found.release();
        else {
          drop();
          lock = found;
        }
      } catch {
        // The device refuses it, for example with a low battery: the screen turns off as usual.
      }
    };
    const onchange = (): void => void update();
    onchange();
    document.addEventListener('visibilitychange', onchange);
    return () => {
      ended = true;
      document.removeEventListener('visibilitychange', onchange);
      drop();
    };
  });
}
