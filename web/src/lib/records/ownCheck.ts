// Compares the record of a finished game with what this browser was shown, in the words of the page that checks dice.

import { verifyText } from '../../i18n/pages/verify';
import { compareWithKept, isContradiction, type KeptGame } from './keptDice';
import { CheckFailed, verifyRecord, type Verified } from './verify';

export interface OwnCheck {
  /** Null if the record does not pass, or has no proof. */
  verified: Verified | null;
  /** In words, whether the record passes and agrees with what this browser kept. */
  text: string;
  /** Something differs. */
  isBad: boolean;
}

/** What is wrong with a record, in words. */
export function problemText(error: CheckFailed): string {
  const text = verifyText(error.kind, error.details);
  return error.hasProof ? text : verifyText('no_proof', { text });
}

/** `keptOf` finds what this browser kept about the game of a record, `rolls` are the last ones that the page has shown. */
export async function checkOwn(
  record: Uint8Array<ArrayBuffer>,
  keptOf: (verified: Verified) => KeptGame | undefined,
  rolls: readonly (readonly number[])[] = [],
): Promise<OwnCheck> {
  try {
    const verified = await verifyRecord(record);
    const comparison = compareWithKept(verified, keptOf(verified), rolls);
    if (verified.lost > 0 && !isContradiction(comparison))
      return { verified, text: verifyText('lost', { n: verified.lost }), isBad: true };
    return { verified, text: verifyText(`own_${comparison}`), isBad: isContradiction(comparison) };
  } catch (error) {
    if (error instanceof CheckFailed) return { verified: null, text: problemText(error), isBad: error.hasProof };
    throw error;
  }
}
