// The state of the table page, and its effects: announcements, sounds, news, pauses, the address and the title.

import { onDestroy, tick, untrack } from 'svelte';
import { gameExtras } from '../../games/extras';
import { beginGame } from '../../lib/app/gameInProgress.svelte';
import { countFinishedGame } from '../../lib/app/installation.svelte';
import { guide } from '../../guide/guide.svelte';
import { t } from '../../i18n';
import { gameTitle, hasConfirmedName, session } from '../../lib/connection/session.svelte';
import { chatText } from '../../lib/connection/chat';
import { sendEarly } from '../../lib/connection/early';
import { TableClient } from '../../lib/connection/tableClient.svelte';
import { cupOfDeal } from '../../lib/cup/cupPath';
import { newsQueue } from '../../lib/game/newsQueue.svelte';
import type { Finish } from '../../lib/finish/finish.svelte';
import { pastScoresRequest } from '../../lib/finish/pastScores';
import { isDeviceTable } from '../../lib/offline/codes';
import { bytesToSend, confirmPromise, keepShown, promiseFor } from '../../lib/records/keptDice';
import { refreshRecentPlay } from '../../lib/table/recentPlay.svelte';
import { logEntryText } from '../../lib/table/logText';
import { findChangedPlaces, findLeader, findNews, findTransfers } from '../../lib/table/news';
import { reactions } from '../../lib/table/reactions.svelte';
import { forgetRecentTable, saveRecentTable } from '../../lib/table/recentTable';
import { resultText } from '../../lib/table/resultText';
import { seatNames } from '../../lib/table/seats';
import { securedPoints } from '../../lib/table/standings';
import { TurnPause } from '../../lib/table/turnPause.svelte';
import { ownTurnKey, turnText } from '../../lib/table/turnText';
import { announce } from '../../lib/ui/announcer.svelte';
import { tableLink } from '../../lib/table/tableLink';
import { navigate, replaceAddress } from '../../lib/ui/router.svelte';
import { isPageWatched } from '../../lib/ui/pageWatched.svelte';
import { keepScreenAwake } from '../../lib/ui/screenAwake.svelte';
import { vibrate } from '../../lib/ui/vibration';
import { playSound } from '../../lib/ui/sound.svelte';
import type { LogEntry, Position } from '../../wire';

/** At larger tables, only the own moves, rolls and the end are announced. */
const MAX_ANNOUNCED_SEATS = 6;
/** How long the last move of a game stays in view before the results. */
const LAST_MOVE_MS = 2_500;
/** How long leaving waits for the server. */
const LEAVE_TIMEOUT_MS = 2_000;

/** The receiver's points; null for a spectator. */
function ownPoints(position: Position | null): number | null {
  return position === null || position.seat === null ? null : securedPoints(position, position.seat);
}

/** Create it while a component is initialized; its effects end with the component. */
export class TableController {
  readonly client: TableClient;
  /** Keeps the own turn in view after it has ended automatically. */
  readonly pause = new TurnPause((shown) => this.#endPause(shown));
  /** The last move of a game stays in view for a while before the results. */
  showsLastMove = $state(false);
  /** How the finished game compares, and the counting of its sheet: undefined while it loads, null if it cannot be loaded. */
  finish = $state.raw<Finish | null>();
  /** A newcomer to a running game is asked for a name, unless they have chosen one. */
  asksName = $state(false);

  readonly #code: string;
  readonly #key: string;
  /** Entries that arrived during the pause. */
  #delayedEntries: LogEntry[] = [];
  #leader: number | null = null;
  #destroyed = false;

  readonly table = $derived.by(() => this.client.table);
  readonly position = $derived.by(() => this.pause.position ?? this.client.position);
  /** Once a game is over, seats may be free again; the results have the names of its players. */
  readonly names: string[] = $derived(
    this.position?.results?.toSorted((a, b) => a.seat - b.seat).map(({ name }) => name) ?? seatNames(this.table),
  );
  readonly isOver = $derived(this.table?.state === 'over' && Boolean(this.position?.results));
  /** The game is in view: it runs, or its last move is shown. */
  readonly showsGame = $derived(
    this.table !== null &&
      this.table.state !== 'open' &&
      this.position !== null &&
      (!this.isOver || this.showsLastMove),
  );
  readonly #isGameInView = $derived(this.table?.state === 'playing' || this.showsLastMove);
  /** The device lies on the real table: it is passed on, it is a sheet for real dice, or a cup is played in a room. */
  readonly #isDeviceShared = $derived.by(() => {
    if (!this.table) return false;
    const people = this.table.seats.filter(({ kind }) => kind === 'person').length;
    const isPassedOn = isDeviceTable(this.#code) && people > 1;
    return isPassedOn || this.table.settings.dice === 'real' || cupOfDeal(this.table.deal) !== null;
  });
  readonly isSeated = $derived(this.table?.seats.some((seat) => seat.person === session.person?.id) ?? false);
  readonly path = $derived.by(() => `/t/${tableLink(this.#code, this.table ? this.table.key : this.#key)}`);
  readonly isOffline = $derived.by(
    () => this.client.status === 'waiting' || (this.client.status === 'connecting' && this.table !== null),
  );
  readonly heading = $derived(this.table ? gameTitle(this.table.settings.game) : t('table.title'));
  readonly #hasEntered = $derived(this.table !== null);
  readonly #turn = $derived(
    this.position && this.table?.state === 'playing' ? turnText(this.position, this.names) : null,
  );
  readonly #turnKey = $derived(this.position && this.#turn ? ownTurnKey(this.position, this.names) : null);

  constructor(code: string, key: string) {
    this.#code = code;
    this.#key = key;
    this.client = new TableClient(code, key, (entries, before) => this.#receive(entries, before));
    onDestroy(() => {
      this.#destroyed = true;
      newsQueue.clear();
      reactions.clear();
      guide.leave();
      this.pause.end();
      this.finish?.tally.finish();
      this.client.close();
    });
    $effect(() => {
      // With the key in the address, a copied address is a complete link.
      if (this.#hasEntered) replaceAddress(this.path);
    });
    $effect(() => {
      if (this.#hasEntered) untrack(() => this.#askName());
    });
    $effect.pre(() => {
      // A decision of the player or the end of the game is never delayed.
      const next = this.client.position;
      if (!next || next.results || ownTurnKey(next, this.names) !== null) untrack(this.pause.end);
    });
    keepScreenAwake(() => this.#isGameInView && this.#isDeviceShared);
    $effect(() => (this.#isGameInView ? beginGame() : undefined));
    this.#contributeToDice();
    this.#signalOwnTurn();
    this.#focusHeadingOnChange();
    this.#signalResults();
    this.#showMessages();
    $effect(() => {
      const signal = this.#turn?.mine && !isPageWatched() ? `● ${t('turn.yours')} · ` : '';
      document.title = `${signal}${this.heading} · Knobel`;
    });
    $effect(() => {
      if (this.client.goneReason !== null) forgetRecentTable(code);
      // The home page shows the deals of the day and the games over days anyway.
      else if (this.isSeated && this.table && !this.table.deal && this.table.settings.days === null)
        saveRecentTable(code, this.table.settings.game);
    });
  }

  /** Give up the seat and go to the home page. */
  async leave(): Promise<void> {
    forgetRecentTable(this.#code);
    const timeout = new Promise((resolve) => setTimeout(resolve, LEAVE_TIMEOUT_MS));
    await Promise.race([this.client.send({ type: 'stand' }), timeout]);
    if (!this.#destroyed) navigate('/');
  }

  #askName(): void {
    const isHost = this.table?.host === session.person?.id;
    this.asksName = this.showsGame && !this.isSeated && !isHost && !hasConfirmedName();
  }

  #receive(entries: LogEntry[], before: Position | null): void {
    const after = this.client.position;
    const isSmall = this.names.length <= MAX_ANNOUNCED_SEATS;
    for (const entry of entries) {
      const own = entry.seat !== null && entry.seat === after?.seat;
      if (entry.kind === 'sit' && !own) playSound('pencil');
      if (entry.action === null && entry.kind === 'move') continue;
      if (isSmall || own || entry.kind === 'roll' || entry.kind === 'over')
        announce(logEntryText(entry, after, this.client.table));
    }
    const points = ownPoints(after);
    if (points !== null && before && !after?.results && points !== ownPoints(before))
      announce(t('turn.total', { n: points }));
    if (this.pause.position) this.#delayedEntries.push(...entries);
    else this.#showNews(entries, before, after);
    if (before && after) this.#pauseIfTurnEnded(entries, before, after);
  }

  #pauseIfTurnEnded(entries: LogEntry[], before: Position, after: Position): void {
    if (after.results || turnText(after, this.names).mine) return;
    if (!gameExtras[after.game]?.turnEndedAutomatically?.(entries, before, after)) return;
    this.pause.start(after);
    if (this.pause.position) announce(t('turn.ended'));
  }

  #endPause(shown: Position): void {
    const entries = this.#delayedEntries;
    this.#delayedEntries = [];
    if (!this.#destroyed) this.#showNews(entries, shown, this.client.position);
  }

  #showNews(entries: LogEntry[], before: Position | null, after: Position | null): void {
    // Dice that are only thrown are no news, and are drawn sooner without looking for some.
    if (entries.every(({ kind, die }) => kind === 'roll' && die === 'pips')) return;
    if (entries.some(({ kind }) => kind === 'start')) this.#leader = null;
    if (before && !before.results) this.#leader ??= findLeader(before, null);
    const items = findNews(entries, before, after, this.client.table, this.#leader);
    if (after) this.#leader = findLeader(after, this.#leader);
    // The log entries of the other news are announced.
    if (this.names.length <= MAX_ANNOUNCED_SEATS)
      for (const { kind, text } of items) if (kind === 'line' || kind === 'lead') announce(text);
    const sound = items.map(({ kind }) => kind).find((kind) => kind !== 'earned' && kind !== 'chat');
    if (sound) playSound(sound);
    newsQueue.add(items);
    newsQueue.showChanges(findChangedPlaces(entries, before, after), findTransfers(entries, before, after));
  }

  /** Before a game promise random bytes for its dice. When it has started keep the hash that it shows, and send them. */
  #contributeToDice(): void {
    const isWaiting = $derived(
      this.isSeated &&
        this.table?.deal === '' &&
        this.table.state !== 'playing' &&
        this.table.settings.dice === 'server',
    );
    const nextGame = $derived(isWaiting && this.client.status === 'open' ? (this.table?.games_played ?? null) : null);
    $effect(() => {
      if (nextGame !== null) void untrack(() => this.#promiseBytes());
    });
    const dice = $derived(this.table?.state === 'playing' ? this.client.position?.dice : null);
    const commitment = $derived(dice?.commitment ?? null);
    const awaited = $derived(dice?.awaited ?? false);
    const fixed = $derived(dice?.fixed ?? false);
    $effect(() => {
      void [awaited, fixed];
      if (commitment !== null && this.client.status === 'open') untrack(() => void this.#keepShownDice());
    });
  }

  /** Keep what the running game shows of its dice, and send the promised bytes if its hash covers them. */
  async #keepShownDice(): Promise<void> {
    const { position, table } = this.client;
    if (!position?.dice || !table) return;
    const { seat, dice } = position;
    const moment = { early: position.last_roll === null, deal: table.deal !== '' };
    keepShown(this.#code, table.games_played, seat, dice, moment);
    const value = await bytesToSend(this.#code, table.games_played, seat, dice, position.game);
    if (value !== undefined && !this.#destroyed) this.client.contribute(value);
  }

  async #promiseBytes(): Promise<void> {
    const { promise } = await promiseFor(this.#code);
    if (!this.#destroyed && (await this.client.commit(promise))) confirmPromise(this.#code, promise);
  }

  /** Signal the start of each own turn by an announcement and a sound. */
  #signalOwnTurn(): void {
    let signalled: string | null = null;
    $effect(() => {
      if (this.#turnKey !== null && this.#turnKey !== signalled && !this.isOffline) {
        const first = signalled === null;
        untrack(() => announce(this.#turn?.text ?? ''));
        if (!first || document.hidden) playSound('turn');
        // Not when one's turn goes on.
        if (signalled === '') vibrate();
      }
      signalled = this.#turnKey ?? '';
    });
  }

  /** Start at the top of the page whenever the table changes between open, playing and over. */
  #focusHeadingOnChange(): void {
    let previous: string | null = null;
    $effect(() => {
      const state = this.table?.state ?? null;
      if (previous !== null && state !== previous) {
        scrollTo(0, 0);
        void tick().then(() => {
          // The focused button may have disappeared.
          if (document.activeElement === document.body) document.querySelector('h1')?.focus({ preventScroll: true });
        });
      }
      previous = state;
    });
  }

  /** Show the start of a message while the chat is not in view. */
  #showMessages(): void {
    const { talk } = this.client;
    $effect(() => {
      const message = talk.latest;
      if (!message) return;
      const { sender } = message;
      const line = `${sender.name}: ${chatText(message)}`;
      const seat = untrack(() => this.table?.seats.findIndex(({ person }) => person === sender.id) ?? -1);
      // The chat, if it is in view, has read the message then.
      void tick().then(() => {
        if (this.#destroyed || talk.latest !== message) return;
        newsQueue.add([{ kind: 'chat', seat, text: line }]);
        announce(line);
      });
    });
  }

  /** At the end the last move stays in view, then the sheet is counted up, and then a victory is heard. */
  #signalResults(): void {
    let wasPlaying = false;
    let last: number | null = null;
    $effect.pre(() => {
      const game = this.isOver ? (this.table?.games_played ?? null) : null;
      const isLive = game !== null && wasPlaying;
      wasPlaying = this.table?.state === 'playing';
      if (isLive && typeof this.position?.seat === 'number') {
        untrack(countFinishedGame);
        if (!isDeviceTable(this.client.code)) void untrack(refreshRecentPlay);
      }
      if (game === last) return;
      last = game;
      this.showsLastMove = isLive;
      this.finish = undefined;
      if (game !== null) untrack(() => void this.#loadFinish(game, isLive));
    });
    $effect(() => {
      if (!this.showsLastMove || this.finish === undefined) return;
      const timer = setTimeout(() => (this.showsLastMove = false), LAST_MOVE_MS);
      return () => clearTimeout(timer);
    });
    const showsResults = $derived(this.isOver && !this.showsLastMove && this.finish !== undefined);
    $effect.pre(() => {
      if (!showsResults) return;
      // Marks of the last moves would be between the scores.
      newsQueue.clear();
      untrack(() => this.finish?.startCounting());
    });
    const own = $derived(this.position?.results?.find(({ seat }) => seat === this.position?.seat));
    const won = $derived(own && (this.position?.results?.length === 1 ? own.rating !== null : own.place === 1));
    const isCounted = $derived(showsResults && !this.finish?.tally.running);
    $effect(() => {
      if (isCounted && won) playSound('win');
    });
  }

  /** Load what the results are compared with, and announce them once, if the end of the game was seen. */
  async #loadFinish(game: number, live: boolean): Promise<void> {
    const { position, table } = this;
    if (!position?.results || !table) return;
    let finish: Finish | null = null;
    // While the code that asks for it is on the way.
    if (!live && position.seat !== null && !isDeviceTable(table.code))
      sendEarly('GET /api/scores/{game}', pastScoresRequest(table.settings));
    try {
      const { Finish } = await import('../../lib/finish/finish.svelte');
      finish = new Finish({ table, position, log: this.client.log, live });
      await finish.load();
    } catch {
      // The results are complete without it.
    }
    if (this.#destroyed || !this.isOver || this.table?.games_played !== game) return;
    this.finish = finish;
    const told = finish ? [finish.margin, finish.sentence].filter(Boolean).join(' ') : undefined;
    if (live) announce(resultText(position.results, position.seat, told));
  }
}
