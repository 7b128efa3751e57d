// What is written on a sheet of paper.

export interface PaperCell {
  /** As `POST /api/records/sheets` takes it. */
  text: string;
  /** What it may be, the likeliest first. */
  candidates: readonly { text: string; probability: number }[];
  sure: boolean;
  /** The piece of the photo, as an address; empty if there is none. */
  picture: string;
}

export interface PaperSheet {
  /** Empty if nobody wrote it yet. */
  name: string;
  /** The piece of the photo with the name, as an address; empty if there is none. */
  nameLine: string;
  cells: Readonly<Record<string, PaperCell>>;
}
