// What has room on a page, measured on the pads that are drawn.
import { PER_PAGE, type PerPage } from './layout';

/** How much of the rules is printed: also the turn, all that scores, only the points of combinations, or nothing. */
export type RulesLength = 'full' | 'scoring' | 'points' | 'none';

export interface Fit {
  perPage: PerPage;
  rules: RulesLength;
}

/** The size of a sheet's smallest place to write in, in millimetres. */
export interface PlaceSize {
  width: number;
  height: number;
}

/** Places must be this large for a number to be written by hand. */
const MIN_PLACE: PlaceSize = { width: 6, height: 3.4 };
/** The height that places keep when the rules are added. */
const MIN_HEIGHT = { full: 7.5, scoring: 5.5, points: 4.2 } as const;

/** Return the largest number of pads, up to the wanted one, and then the longest rules that leave room for writing.
 *
 *  @param measure draws the pads in a certain way and returns the size of their smallest place.
 */
export async function findFit(
  wanted: PerPage,
  withRules: boolean,
  measure: (fit: Fit) => Promise<PlaceSize>,
): Promise<Fit> {
  let perPage: PerPage = 1;
  for (const each of PER_PAGE.filter((n) => n <= wanted).toReversed()) {
    const { width, height } = await measure({ perPage: each, rules: 'none' });
    perPage = each;
    if (width >= MIN_PLACE.width && height >= MIN_PLACE.height) break;
  }
  for (const rules of withRules ? (['full', 'scoring', 'points'] as const) : []) {
    const { width, height } = await measure({ perPage, rules });
    if (width >= MIN_PLACE.width && height >= MIN_HEIGHT[rules]) return { perPage, rules };
  }
  return { perPage, rules: 'none' };
}

const PIXELS_PER_MM = 96 / 25.4;

/** The size of the smallest cell or field in an element. Transformations of its ancestors do not change it. */
export function smallestPlace(element: HTMLElement): PlaceSize {
  const places = [...element.querySelectorAll<HTMLElement>('[data-cell], [data-field]')];
  return {
    width: Math.min(...places.map((place) => place.offsetWidth)) / PIXELS_PER_MM,
    height: Math.min(...places.map((place) => place.offsetHeight)) / PIXELS_PER_MM,
  };
}
