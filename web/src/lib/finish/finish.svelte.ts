// What is told and shown when a game is over: how the score compares, and the counting of the sheet.

import { finishText } from '../../i18n/pages';
import type { LogEntry, Position, Result, Table } from '../../wire';
import { gameInfo } from '../connection/session.svelte';
import { parseDeal } from '../day/deal';
import { StandingRequest } from '../day/standingRequest.svelte';
import { isDeviceTable } from '../offline/codes';
import { OWNER } from '../offline/offline.svelte';
import { resultMargin } from '../table/resultText';
import { reachedLevel } from './botLevels';
import { keepScore, loadPastScores, type FinishedGame, type PastScores } from './pastScores';
import { pastSentence } from './sentence';
import { SheetTally } from './sheetTally.svelte';

/** How long the results wait for what they are compared with. */
const TIMEOUT_MS = 1_500;

interface Ended {
  table: Table;
  /** With results. */
  position: Position;
  log: readonly LogEntry[];
  /** The end was seen, not only its results. */
  live: boolean;
}

export class Finish {
  readonly tally: SheetTally;
  /** The results of the others at the same dice, for a deal of the day. */
  readonly standing: StandingRequest | null;
  readonly #ended: Ended;
  readonly #results: readonly Result[];
  #startable: boolean;
  #own: FinishedGame | null = null;
  #past: PastScores | null = null;

  constructor(ended: Ended) {
    this.#ended = ended;
    const { table, position, live } = ended;
    const results = position.results ?? [];
    this.#results = results;
    const winner = results.find(({ place }) => place === 1)?.seat ?? 0;
    this.tally = new SheetTally(position, position.seat ?? winner);
    this.#startable = live;
    const deal = parseDeal(table.deal);
    this.standing = deal && new StandingRequest(deal);
  }

  /** The rules' word for the score of one player, or the margin. */
  get margin(): string {
    return resultMargin([...this.#results], this.#ended.position.seat);
  }

  /** How the score compares with the player's earlier ones, or with what a bot usually scores; empty if neither is known. */
  get sentence(): string {
    const { table } = this.#ended;
    // A repeated try at a deal says so itself.
    if (!this.#own || !this.#past || (table.deal && !this.#past.counts)) return levelSentence(table, this.#results);
    const { score } = this.#own.result;
    // With several players the margin says enough, unless it is a record.
    if (this.#results.length > 1 && !(score > (this.#past.best ?? Infinity))) return '';
    return pastSentence(score, this.#past, levelSentence(table, this.#results));
  }

  /** Load what the score is compared with. It fails quietly and ends in time, because the results do not depend on it. */
  async load(): Promise<void> {
    const { table, position, live } = this.#ended;
    const onDevice = isDeviceTable(table.code);
    const owner = onDevice ? this.#finishedBy(this.#seatOfOwner()) : null;
    if (live && owner && this.#countsOnDevice()) keepScore(owner);
    // Of the people at a device, only the owner's scores are kept.
    const own = onDevice && owner?.result.seat !== position.seat ? null : this.#finishedBy(position.seat);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), TIMEOUT_MS)));
    const past = own && loadPastScores(own).catch(() => null);
    const [found] = await Promise.all([
      Promise.race([past, late]),
      this.standing && Promise.race([this.standing.refresh(), late]),
    ]);
    clearTimeout(timer);
    [this.#own, this.#past] = [own, found];
  }

  /** Count the sheet up, once, if the end of the game was seen. */
  startCounting(): void {
    if (this.#startable) this.tally.start();
    this.#startable = false;
  }

  #finishedBy(seat: number | null): FinishedGame | null {
    const { table, log } = this.#ended;
    const result = this.#results.find((each) => each.seat === seat);
    const time = log.findLast(({ kind }) => kind === 'over')?.time;
    return result && time !== undefined ? { code: table.code, settings: table.settings, result, time } : null;
  }

  /** The seat of the device's owner in the game, in which empty seats are missing; names are unique. */
  #seatOfOwner(): number | null {
    const name = this.#ended.table.seats.find(({ person }) => person === OWNER)?.name;
    return this.#results.find((result) => result.name === name)?.seat ?? null;
  }

  /** The server has the same rule for tables on it. */
  #countsOnDevice(): boolean {
    const { table } = this.#ended;
    return table.settings.dice === 'server' && !table.what_if;
  }
}

/** What a bot usually scores, for one player with the standard options; otherwise empty. */
function levelSentence({ deal, settings: { game, options } }: Table, [solo, ...others]: readonly Result[]): string {
  const isStandard = gameInfo(game)?.options.every(
    (option) => (options[option.name] ?? option.default) === option.default,
  );
  const reached = solo && others.length === 0 && !deal && isStandard ? reachedLevel(game, solo.score) : null;
  return reached ? finishText(`level_${reached.level}`, { mean: reached.mean }) : '';
}
