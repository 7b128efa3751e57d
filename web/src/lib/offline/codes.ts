/** The codes of tables on this device; those of servers have only letters. */
const DEVICE_CODE = /^0[A-Z]{5}$/;

/** True if the table is on this device and not on a server. */
export function isDeviceTable(code: string): boolean {
  return DEVICE_CODE.test(code);
}

/** The code of the table on this device that a request is about; null if there is none. */
export function deviceTableOf(path: string): string | null {
  return /^\/api\/tables\/(0[A-Z]{5})\b/.exec(path)?.[1] ?? null;
}
