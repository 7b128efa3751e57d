// What this browser remembers between visits. Storage can be disabled; then nothing is remembered.

const keyOf = (key: string) => `knobel.${key}`;

export function loadItem(key: string): string | undefined {
  try {
    return localStorage.getItem(keyOf(key)) ?? undefined;
  } catch {
    return undefined;
  }
}

export function saveItem(key: string, value: string): void {
  try {
    localStorage.setItem(keyOf(key), value);
  } catch {
    return;
  }
}
