// Filled sheets of paper: what is written on them, what must be confirmed, and their points, which the rules count.

import { gameExtras } from '../../games/extras';
import { paperText } from '../../i18n/pages';
import type { FilledSheets, ScoredSheets, SheetContradiction } from '../../wire';
import { ask } from '../connection/client';
import { errorText } from '../format/errors';
import { loadItem, saveItem } from '../preferences/storage';
import type { PaperGame } from '../records/paperGame';
import type { PaperSheet } from './paperSheet';
import { deduced, isSettled } from './sameNumbers';

/** The contradictions of a place that somebody must look at; wrong sums are only told. */
const WRONG: readonly SheetContradiction['kind'][] = ['impossible', 'unreadable', 'second_knoeffel'];
/** Sheets with at least this share of equal contents are the same one. */
const ALIKE = 0.8;

export class PaperSheets {
  game = $state('');
  options = $state.raw<PaperGame['options']>({});
  list = $state.raw<readonly PaperSheet[]>([]);
  /** The points of the sheets, perhaps those before the last change; at first those of an empty sheet. */
  scored = $state.raw<ScoredSheets | null>(null);
  problem = $state<string | null>(null);
  #asked = 0;

  constructor(game: string, options: PaperGame['options']) {
    this.game = game;
    this.options = options;
  }

  get names(): string[] {
    return this.list.map(({ name }, seat) => name.trim() || paperText('sheet_n', { n: seat + 1 }));
  }

  /** True if no sheet was read from a photo. */
  get byHand(): boolean {
    return this.list.every(({ cells }) => Object.values(cells).every(({ candidates }) => candidates.length === 0));
  }

  /** The game and what is written on its sheets, as the server takes it. */
  get body(): FilledSheets {
    const sheets = this.list.map(({ cells }, seat) => ({
      name: this.names[seat]!,
      cells: Object.fromEntries(Object.entries(cells).map(([place, { text }]) => [place, text])),
    }));
    return { game: this.game, options: this.options, sheets };
  }

  /** Count the points. Without sheets, only what is possible in each place becomes known. */
  async score(): Promise<void> {
    savePaperSheets(this);
    const number = (this.#asked += 1);
    try {
      const { sheets, ...rules } = this.body;
      const body = { ...rules, sheets: sheets.length > 0 ? sheets : [{ name: '1', cells: {} }] };
      const scored = await ask('POST /api/records/sheets', { body });
      if (number !== this.#asked) return;
      this.scored = scored;
      this.problem = null;
    } catch (error) {
      if (number === this.#asked) this.problem = errorText(error);
    }
  }

  /** Make these the sheets of a game, and learn what is possible in it. False if there are sheets of other rules. */
  async become(game: string, options: PaperGame['options']): Promise<boolean> {
    const isSame = game === this.game && Object.entries(options).every(([name, value]) => this.options[name] === value);
    if (!isSame && this.list.length > 0) return false;
    if (!isSame) [this.game, this.options] = [game, options];
    if (!isSame || !this.scored) await this.score();
    return this.problem === null;
  }

  /** Add a sheet, or replace the one with almost the same contents, if that is less certain. Return its place in the list.
   *
   *  @param complete - returns the sheet with all that belongs to it, if it is added
   */
  add(sheet: PaperSheet, complete = () => sheet): number {
    const known = this.list.findIndex(({ cells }) => isAlike(cells, sheet.cells));
    const seat = known === -1 ? this.list.length : known;
    const before = this.list[seat];
    if (before && certainty(before.cells) >= certainty(sheet.cells)) return seat;
    this.#put(seat, { ...complete(), name: before?.name ?? '' });
    return seat;
  }

  remove(seat: number): void {
    this.list = this.list.toSpliced(seat, 1);
    void this.score();
  }

  rename(seat: number, name: string): void {
    this.#put(seat, { ...this.list[seat]!, name });
  }

  #put(seat: number, sheet: PaperSheet): void {
    this.list = [...this.list.slice(0, seat), sheet, ...this.list.slice(seat + 1)];
    if (gameExtras[this.game]?.sharesNumbers) this.list = this.#deduced();
    void this.score();
  }

  /** The sheets, of which a settled one decides what is doubtful on the others. */
  #deduced(): readonly PaperSheet[] {
    const count = Object.keys(this.scored?.possible ?? {}).length;
    const settled = this.list.find(({ cells }) => count > 0 && isSettled(cells, count));
    if (!settled) return this.list;
    return this.list.map((sheet) => {
      const cells = { ...sheet.cells };
      for (const [place, text] of Object.entries(deduced(cells, settled.cells)))
        cells[place] = { ...cells[place]!, text, sure: true };
      return { ...sheet, cells };
    });
  }

  /** Write in a place, which is sure then. */
  write(seat: number, place: string, text: string): void {
    const sheet = this.list[seat]!;
    const cell = sheet.cells[place] ?? { candidates: [], picture: '' };
    this.#put(seat, { ...sheet, cells: { ...sheet.cells, [place]: { ...cell, text, sure: true } } });
  }

  /** Confirm the likeliest contents of all doubtful places that were read. */
  confirm(seat: number): void {
    const sheet = this.list[seat]!;
    const cells = Object.entries(sheet.cells).map(([place, cell]) => [
      place,
      { ...cell, sure: cell.sure || cell.candidates.length > 0 },
    ]);
    this.#put(seat, { ...sheet, cells: Object.fromEntries(cells) as PaperSheet['cells'] });
  }

  /** True if the cells of the sheets can be circled. */
  get hasCircles(): boolean {
    return gameExtras[this.game]?.paperVocabulary === 'circled';
  }

  /** The numbers that are possible in a place; none if the sheet has no such place. */
  possible(place: string): readonly number[] {
    return this.scored?.possible[place] ?? [];
  }

  /** What cannot be right on a sheet. */
  contradictions(seat: number): readonly SheetContradiction[] {
    return this.scored?.sheets[seat]?.contradictions ?? [];
  }

  /** True if the content of a place must be confirmed. */
  isDoubtful(seat: number, place: string): boolean {
    const cell = this.list[seat]?.cells[place];
    const contradicts = this.contradictions(seat).some((each) => each.place === place && WRONG.includes(each.kind));
    return contradicts || cell?.sure === false;
  }

  /** The place after this one that is empty. */
  emptyAfter(seat: number, place: string): string | null {
    const places = Object.keys(this.scored?.possible ?? {});
    const later = places.slice(places.indexOf(place) + 1);
    return later.find((each) => !this.list[seat]?.cells[each]?.text && !each.startsWith('free')) ?? null;
  }

  /** The places whose content must be confirmed, in the order of the sheet. */
  doubts(seat: number): string[] {
    return Object.keys(this.scored?.possible ?? {}).filter((place) => this.isDoubtful(seat, place));
  }
}

/** The number of places that need not be confirmed. */
const certainty = (cells: PaperSheet['cells']) => Object.values(cells).filter(({ sure }) => sure).length;

const KEY = 'paper-sheets';

/** The sheets that were read last in this browser, without the pieces of their photos; null if there are none. */
export function loadPaperSheets(): PaperSheets | null {
  try {
    const kept = JSON.parse(loadItem(KEY) ?? 'null') as Pick<PaperSheets, 'game' | 'options' | 'list'> | null;
    if (!kept?.list.length) return null;
    const sheets = new PaperSheets(kept.game, kept.options);
    sheets.list = kept.list;
    return sheets;
  } catch {
    return null;
  }
}

function savePaperSheets({ game, options, list }: PaperSheets): void {
  const sheets = list.map(({ name, cells }) => ({
    name,
    nameLine: '',
    cells: Object.fromEntries(Object.entries(cells).map(([place, cell]) => [place, { ...cell, picture: '' }])),
  }));
  saveItem(KEY, JSON.stringify({ game, options, list: sheets }));
}

/** True if two sheets were read from the same paper. */
export function isAlike(a: PaperSheet['cells'], b: PaperSheet['cells']): boolean {
  const places = Object.keys({ ...a, ...b });
  const equal = places.filter((place) => a[place]?.candidates[0]?.text === b[place]?.candidates[0]?.text);
  return places.length > 0 && equal.length >= ALIKE * places.length;
}
