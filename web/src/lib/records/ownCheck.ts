// Compares the record of a finished game with what this browser was shown, in the words of the page that checks dice.

import { verifyText } from '../../i18n/pages';
import { compareWithKept, isContradiction, type KeptGame } from './keptDice';
import { CheckFailed, isProven, verifyRecord, type Verified } from './verify';

export interface OwnCheck {
  /** Null if the record does not pass, or has no proof. */
  verified: Verified | null;
  /** In words, what the record proves, and whether it agrees with what this browser kept. */
  text: string;
  /** Something differs, or is not proven. */
  isBad: boolean;
}

/** What a record without contradictions proves, in words. */
export const verdictText = ({ verdict, rolls, lost }: Verified) =>
  verifyText(verdict, { n: verdict === 'lost' ? lost : rolls.length });

/** What is wrong with a record, in words. */
function problemText(error: CheckFailed): string {
  const text = verifyText(error.kind, error.details);
  return error.hasProof ? text : verifyText('no_proof', { text });
}

/**
 * `keptOf` finds what this browser kept about the game of a record, by its hash or, if it has no proof, without.
 * `rolls` are the last ones that the page has shown. `isOver`: the game is known to be over.
 */
export async function checkOwn(
  record: Uint8Array<ArrayBuffer>,
  keptOf: (commitment: string | null) => KeptGame | undefined,
  rolls: readonly (readonly number[])[] = [],
  isOver = false,
): Promise<OwnCheck> {
  try {
    const verified = await verifyRecord(record);
    const comparison = compareWithKept(verified, keptOf(verified.commitment), rolls);
    const isBad = isContradiction(comparison) || comparison === 'new_seed';
    if (isContradiction(comparison) || isProven(verified))
      return { verified, text: verifyText(`own_${comparison}`), isBad };
    return { verified, text: verdictText(verified), isBad: true };
  } catch (error) {
    if (!(error instanceof CheckFailed)) throw error;
    const kept = error.hasProof ? undefined : keptOf(null);
    // The seed of a deal is published when nobody can play it any more.
    const isDue = error.kind !== 'running' || (isOver && kept?.deal === false);
    if (kept && isDue) return { verified: null, text: verifyText('own_no_proof'), isBad: true };
    return { verified: null, text: problemText(error), isBad: error.hasProof };
  }
}
