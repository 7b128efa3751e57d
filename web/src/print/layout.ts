// The division of a printed page into pads.

/** Sizes in millimetres. */
interface Millimetres {
  width: number;
  height: number;
}

export const PAPERS = {
  A4: { width: 210, height: 297 },
  A5: { width: 148, height: 210 },
  Letter: { width: 215.9, height: 279.4 },
} as const satisfies Record<string, Millimetres>;

export type Paper = keyof typeof PAPERS;

export const PER_PAGE = [1, 2, 3, 4, 5, 6] as const;
export type PerPage = (typeof PER_PAGE)[number];

/** Columns and rows of pads; two and three are side by side on a page in landscape format. */
const DIVISIONS: Record<PerPage, readonly [columns: number, rows: number]> = {
  1: [1, 1],
  2: [2, 1],
  3: [3, 1],
  4: [2, 2],
  5: [2, 3],
  6: [2, 3],
};

export interface PageLayout {
  page: Millimetres;
  pad: Millimetres;
  columns: number;
  rows: number;
  landscape: boolean;
}

/** The layout of a page with pads of equal size, so that each cut goes through the whole page. */
export function pageLayout(paper: Paper, perPage: PerPage): PageLayout {
  const [columns, rows] = DIVISIONS[perPage];
  const landscape = columns > rows;
  const { width, height } = PAPERS[paper];
  const page = landscape ? { width: height, height: width } : { width, height };
  return { page, pad: { width: page.width / columns, height: page.height / rows }, columns, rows, landscape };
}

/** The sizes of a pad's type in points and of its code in millimetres; they grow with the pad. */
export function padSizes({ width, height }: Millimetres): { text: number; label: number; title: number; code: number } {
  const side = Math.sqrt(width * height);
  const between = (least: number, size: number, most: number) => Math.min(Math.max(least, size), most);
  return {
    text: between(8, 8 + (side - 110) * 0.022, 11),
    label: between(8, side * 0.06, 13),
    title: between(12, side * 0.13, 30),
    code: between(14, side * 0.136, 34),
  };
}
