// A table as the server shows it to this person, and the commands that it has not answered yet.

import type { Change, Chat, LogEntry, Position, Reaction, ServerMessage, Table } from '../../wire';
import { checkForUpdate } from '../app/updates.svelte';
import { reasonText } from '../format/errors';
import { newsQueue } from '../game/newsQueue.svelte';
import { sentEntry } from '../game/sentEntry.svelte';
import { isDeviceTable } from '../offline/codes';
import { keepEntry, keptEntries } from '../phones/ownEntries';
import { receiveInvitation, takeInvitations } from '../table/invitations.svelte';
import { tableLink } from '../table/tableLink';
import { reactions, REACTIONS, type ReactionName } from '../table/reactions.svelte';
import { Talk } from '../table/talk.svelte';
import { announce } from '../ui/announcer.svelte';
import { playSound } from '../ui/sound.svelte';
import { appendChat, sendReport } from './chat';
import { CLOSED_WITHOUT_SESSION, Connection, livePath, type NewCommand, type Status } from './connection';
import { receiveOperatorNotice } from './operatorNotice.svelte';
import { isBlocked, session, startSession } from './session.svelte';

/** A refused command: its type and the reason. */
export interface Refusal {
  command: string;
  reason: string;
}

/** Add the game to each entry where it is known: a table may play one game after another. Entries stay the same objects. */
function withGames(entries: LogEntry[]): LogEntry[] {
  let game: string | null = null;
  for (const entry of entries) {
    if (entry.kind === 'start') game = entry.game;
    entry.game ??= game;
  }
  return entries;
}

/** A position with those parts of the one before that are equal: what stays the same is not drawn again. */
function withKnownParts(position: Position, before: Position | null): Position {
  const known = <Part>(part: Part, old: Part | undefined): Part =>
    JSON.stringify(part) === JSON.stringify(old) ? (old as Part) : part;
  return {
    ...position,
    info: known(position.info, before?.info),
    sheets: position.sheets.map((sheet, seat) => known(sheet, before?.sheets[seat])),
    choices: known(position.choices, before?.choices),
  };
}

export class TableClient {
  table = $state.raw<Table | null>(null);
  position = $state.raw<Position | null>(null);
  log = $state.raw<LogEntry[]>([]);
  chats = $state.raw<Chat[]>([]);
  status = $state<Status>('connecting');
  /** The types of the unanswered commands. */
  pending = $state.raw<string[]>([]);
  refusal = $state.raw<Refusal | null>(null);
  /** The names of the people who were invited. */
  invited = $state.raw<string[]>([]);
  /** Why this person is no longer at the table. */
  goneReason = $state<string | null>(null);
  /** The server's clock minus `performance.now()`, which unlike `Date.now()` does not jump when a clock is set. */
  clockOffsetMs = $state(0);

  /** The log and the chat as they are shown. */
  readonly talk = new Talk();

  readonly code: string;
  readonly #connection: Connection;
  readonly #onEntries: (entries: LogEntry[], before: Position | null) => void;
  #seq = -1;
  /** The known log from before this connection, and the log since then. */
  #earlierLog: LogEntry[] = [];
  #recentLog: LogEntry[] = [];
  /** The time of the latest entry that was known before this connection; infinite at the first connection. */
  #knownUntil = Infinity;
  #watchedSeat: number | null = null;

  /** `onEntries` is called with new log entries and the position before them, but not with those before the first connection. */
  constructor(code: string, key: string, onEntries: (entries: LogEntry[], before: Position | null) => void) {
    this.code = code;
    this.#onEntries = onEntries;
    this.#connection = new Connection(livePath(code, key), {
      message: (message) => this.#receive(message),
      status: (status) => {
        if (status === 'open' && this.#watchedSeat !== null)
          this.#connection.sendIfOpen({ type: 'watch', seat: this.#watchedSeat });
        this.status = status;
      },
      refused: (code, reason) => {
        if (code === CLOSED_WITHOUT_SESSION) void startSession();
        else this.goneReason ??= reason;
        if (reason === 'phones_version') void checkForUpdate();
      },
    });
  }

  close(): void {
    this.#connection.close();
  }

  /** Send a command; resolves after the answer, or when the connection is closed. */
  async send(command: NewCommand): Promise<void> {
    this.refusal = null;
    const before = this.position;
    this.pending = [...this.pending, command.type];
    const answer = await this.#connection.send(command);
    this.pending = this.pending.toSpliced(this.pending.indexOf(command.type), 1);
    if (answer?.type === 'accepted' && isDeviceTable(this.code) && (command.type === 'move' || command.type === 'undo'))
      keepEntry(this.code, { ...command, id: answer.id }, before);
    if (answer?.type === 'rejected') this.refusal = { command: command.type, reason: answer.reason };
  }

  act = (action: string): void => {
    if (!this.position || this.busy) return;
    playSound('pencil');
    const { position } = this;
    sentEntry.set(position, action);
    void this.send({ type: 'move', at: position.at, action }).then(() => {
      // Until the new position arrives, the sheet shows the entry.
      if (this.position !== position || this.refusal) sentEntry.set(position, null);
    });
  };

  roll = (dice?: number[]): void => {
    if (!this.position || this.busy) return;
    void this.send({ type: 'roll', at: this.position.at, dice: dice ?? null });
  };

  undo = (): void => {
    if (!this.position || this.busy) return;
    void this.send({ type: 'undo', at: this.position.at });
  };

  /** Correct earlier rolls and moves; resolves to the reason of a refusal, or null. */
  async correct(game: number, changes: Change[]): Promise<string | null> {
    const answer = await this.#connection.send({ type: 'correct', game, changes });
    return answer === null ? 'offline' : answer.type === 'rejected' ? answer.reason : null;
  }

  /** The end of the table's link. */
  get link(): string {
    return tableLink(this.code, this.table?.key ?? '');
  }

  /** Send the hash of the bytes for the dice of the next game; resolves to whether the server has noted it. */
  async commit(commitment: string): Promise<boolean> {
    return (await this.#connection.send({ type: 'commit', commitment }))?.type === 'accepted';
  }

  /** Send the bytes for the dice of the running game. */
  contribute(value: string): void {
    this.#connection.sendIfOpen({ type: 'contribute', value });
  }

  report = (person: string, text: string, said: number | null): Promise<string | null> =>
    sendReport(this.#connection, person, text, said);

  /** Show a reaction to the others at the table. A refusal is only announced: it is not worth an interruption. */
  react = async (reaction: ReactionName): Promise<void> => {
    const answer = await this.#connection.send({ type: 'react', reaction });
    if (answer?.type === 'rejected') announce(reasonText(answer.reason));
  };

  /** Subscribe to a seat's sheet, which a large table sends only on request. */
  watchSeat(seat: number | null): void {
    if (this.#watchedSeat === seat) return;
    this.#watchedSeat = seat;
    this.#connection.sendIfOpen({ type: 'watch', seat });
  }

  /** True if a roll, a move or an undo is unanswered; the next one waits for the answer. */
  get busy(): boolean {
    return this.pending.some((type) => type === 'move' || type === 'roll' || type === 'undo');
  }

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case 'state':
        this.clockOffsetMs = message.now - performance.now();
        if (message.prev !== -1 && message.prev !== this.#seq) {
          this.#connection.sendIfOpen({ type: 'resync' });
          return;
        }
        this.#advance(message.prev === -1, message);
        return;
      case 'rejected':
        this.refusal = { command: 'connection', reason: message.reason };
        return;
      case 'chat':
        this.#hear(message);
        receiveOperatorNotice(message);
        receiveInvitation(message);
        return;
      case 'reaction':
        this.#see(message);
        return;
      case 'gone':
        this.goneReason = message.reason;
        this.close();
        return;
      case 'accepted':
      case 'lobby':
      case 'people':
      case 'pong':
        return;
      default:
        message satisfies never;
    }
  }

  #see(reaction: Reaction): void {
    const { id, name } = reaction.sender;
    if (!reactions.show(reaction) || this.table?.seats.some(({ person }) => person === id)) return;
    // A spectator's name is in no list.
    newsQueue.add([{ kind: 'chat', seat: -1, text: `${name}: ${REACTIONS[reaction.reaction]}` }]);
  }

  async #invite(): Promise<void> {
    for (const { id, name } of takeInvitations(this.code)) {
      const answer = await this.#connection.send({ type: 'invite', person: id });
      if (answer?.type === 'accepted') this.invited = [...this.invited, name];
    }
  }

  #hear(chat: Chat): void {
    const before = this.chats;
    this.chats = appendChat(before, chat);
    const { id } = chat.sender;
    // Messages to everybody are those of the lobby.
    if (this.chats === before || chat.to === 'all' || id === session.person?.id || isBlocked(id)) return;
    this.talk.receive(chat);
  }

  /** Apply a state message; a complete one replaces the current state, others change it. */
  #advance(complete: boolean, message: Extract<ServerMessage, { type: 'state' }>): void {
    const first = this.#seq === -1;
    const before = this.position;
    if (complete && !first) this.#knownUntil = Math.max(...this.log.map(({ time }) => time));
    this.#seq = message.seq;
    if (complete || message.table) this.table = message.table;
    if (first) void this.#invite();
    if (complete && isDeviceTable(this.code))
      for (const entry of keptEntries(this.code, message.position)) void this.#connection.send(entry);
    if (message.table) this.#connection.path = livePath(this.code, message.table.key);
    if (complete || message.position)
      this.position = message.position && withKnownParts(message.position, this.position);
    if (message.position && !this.busy) sentEntry.set(message.position, null);
    if (complete) {
      // The server sends older entries later; the previous connection may have received them.
      const start = Math.min(...message.log.map(({ time }) => time));
      this.#earlierLog = this.log.filter(({ time }) => time < start);
      this.#recentLog = [];
    }
    this.#earlierLog = message.earlier ?? this.#earlierLog;
    this.#recentLog = [...this.#recentLog, ...message.log];
    this.log = withGames([...this.#earlierLog, ...this.#recentLog]);
    const isNew = ({ time }: LogEntry): boolean => time > this.#knownUntil;
    const entries = [
      ...(message.earlier ?? []).filter(isNew),
      ...message.log.filter((entry) => !complete || isNew(entry)),
    ];
    if (!first && entries.length > 0) this.#onEntries(entries, before);
  }
}
