// What this browser remembers between visits. Storage can be switched off; then nothing is remembered.

export function remembered(key: string): string | undefined {
  try {
    return localStorage.getItem(`knobel.${key}`) ?? undefined;
  } catch {
    return undefined;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(`knobel.${key}`, value);
  } catch {
    return;
  }
}
