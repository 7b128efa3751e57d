import type { Locale } from '../i18n';
import type { Position } from '../wire';
import type { Paper, PerPage } from './layout';

/** What the command inserts into the file. */
export interface PrintedPads {
  language: Locale;
  game: string;
  titles: Record<string, string>;
  sheet: Position['sheets'][number];
  info: Position['info'];
  /** The address in the QR code. */
  link: string;
  paper: Paper;
  per_page: PerPage;
  colour: boolean;
  rules: boolean;
}
