// Keeps the screen on where phones are sheets and on projectors (Screen Wake Lock API).

/** Milliseconds after which a lock that the device has taken back is asked for again. */
const RETRY_MS = 1_000;

/** Keep the screen on while it is needed and the page is visible. Call it while a component is initialized. */
export function keepScreenAwake(isNeeded: () => boolean): void {
  const needed = $derived.by(isNeeded);
  $effect(() => {
    // Only secure contexts of some browsers have it.
    if (!needed || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let [isAsking, isEnded] = [false, false];
    let retry: number | undefined;

    const isWanted = (): boolean => !isEnded && document.visibilityState === 'visible';
    const drop = (): void => {
      const dropped = lock;
      lock = null;
      void dropped?.release();
    };
    const ask = async (): Promise<void> => {
      if (lock || isAsking || !isWanted()) return;
      isAsking = true;
      try {
        const found = await navigator.wakeLock.request('screen');
        if (isWanted()) {
          lock = found;
          found.addEventListener('release', () => {
            if (lock !== found) return;
            lock = null;
            retry = window.setTimeout(() => void ask(), RETRY_MS);
          });
        } else void found.release();
      } catch {
        // The device refuses it, for example with a low battery: the screen turns off as usual, until the next tap.
      } finally {
        isAsking = false;
      }
    };
    const onchange = (): void => {
      if (isWanted()) void ask();
      else drop();
    };
    onchange();
    document.addEventListener('visibilitychange', onchange);
    document.addEventListener('pointerdown', onchange);
    return () => {
      isEnded = true;
      clearTimeout(retry);
      document.removeEventListener('visibilitychange', onchange);
      document.removeEventListener('pointerdown', onchange);
      drop();
    };
  });
}
