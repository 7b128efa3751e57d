// Which of two phones that both lead a table goes on.

import type { Claim } from './notes';

/**
 * True if the second of two devices that both lead the table goes on; then the first one becomes its guest.
 *
 * It is the one with more guests, without those whom both of them count: one has not noticed yet that they left. Then
 * the one with the longer log, then the one with the smaller id.
 */
export function goesTo(own: Claim, other: Claim): boolean {
  const alone = (one: Claim, two: Claim) =>
    one.guests.filter((guest) => guest !== two.leads && !two.guests.includes(guest)).length;
  const more = alone(other, own) - alone(own, other) || other.lines - own.lines;
  return more === 0 ? other.leads < own.leads : more > 0;
}
