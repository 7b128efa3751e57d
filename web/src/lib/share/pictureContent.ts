// What the picture of a finished game shows, and the same in words.

import { gameExtras } from '../../games/extras';
import { t, textOf } from '../../i18n';
import type { Square } from '../../sheet/squares';
import type { Position, Result } from '../../wire';
import { gameTitle } from '../connection/session.svelte';
import { joinWords } from '../format/lists';
import { resultHeadline, resultMargin } from '../table/resultText';

/** More sheets would be too small to read. */
const MAX_SHEETS = 8;
/** Further players are not listed. */
const MAX_LISTED = 8;

/** The forms that are shared: upright for stories and chats, square for lists. */
export const PICTURE_SHAPES = ['portrait', 'square'] as const;
export type PictureShape = (typeof PICTURE_SHAPES)[number];

export interface PictureContent {
  position: Position;
  names: readonly string[];
  /** Sorted by place. */
  ranked: readonly Result[];
  /** The day of the game in words, after what was played if it is not any game. */
  occasion: string;
  /** The sheet as coloured squares, if others may still play with these dice; otherwise the sheets are shown. */
  squares: readonly Square[][] | null;
  /** What else is worth saying, a line each. */
  facts: readonly string[];
}

/** The seats whose sheets are in the picture, the best first. */
export function picturedSeats({ position, ranked }: PictureContent): number[] {
  const best = gameExtras[position.game]?.showsAllSheets ? ranked.slice(0, 1) : ranked.slice(0, MAX_SHEETS);
  return best.map(({ seat }) => seat).filter((seat) => position.sheets[seat]);
}

/** The places of several players. */
export const listedResults = ({ ranked }: PictureContent): readonly Result[] =>
  ranked.length > 1 ? ranked.slice(0, MAX_LISTED) : [];

/** Who won, and by how much; for one player what the points are worth, if that is good. Each may be empty. */
export function verdict({ ranked }: PictureContent): { headline: string; margin: string } {
  const [only] = ranked;
  if (only && ranked.length === 1) return { headline: '', margin: textOf(`rating.${only.rating}`, '') };
  return { headline: resultHeadline([...ranked], null), margin: resultMargin([...ranked], null) };
}

/** The picture in words, for those who do not see it. */
export function pictureText(content: PictureContent): string {
  const { position, ranked, occasion, facts } = content;
  const { headline, margin } = verdict(content);
  const [only] = ranked;
  const result =
    ranked.length === 1 && only
      ? t('points', { n: only.score })
      : joinWords(listedResults(content).map(({ place, name, score }) => `${place}. ${name} ${score}`));
  return [`${gameTitle(position.game)}, ${occasion}`, headline, result, margin, ...facts]
    .filter(Boolean)
    .map((sentence) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`))
    .join(' ');
}
