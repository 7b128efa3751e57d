// Generated from src/knobel/server/messages.py by `npm run types`. Do not edit.

export type TableCommand =
  | Sit
  | Stand
  | SeatBot
  | Remove
  | Expel
  | Mute
  | Lock
  | HideChat
  | RenewLink
  | Setup
  | PickColour
  | Start
  | RollDice
  | MakeMove
  | TakeBack
  | Say
  | Report
  | Watch
  | Resync
  | Ping;
export type LobbyCommand = Say | Report | Ping;
export type ServerMessage = State | Accepted | Rejected | Chat | People | Lobby | Gone | Pong;
/**
 * What was noted of an event, where that is not all: a game on paper leaves more open than one at a table.
 */
export type Noted = 'nothing' | 'result' | 'sum';
/**
 * Why something is refused: what the page must be able to say.
 */
export type Reason =
  | 'over'
  | 'roll_first'
  | 'decide_first'
  | 'dice_count'
  | 'dice_face'
  | 'not_your_turn'
  | 'unknown_action'
  | 'nothing_to_undo'
  | 'cell_taken'
  | 'cell_empty'
  | 'cell_other_number'
  | 'cell_circled'
  | 'cell_colour'
  | 'die_own'
  | 'circles_first'
  | 'circles_other'
  | 'line_other'
  | 'pass_not_yet'
  | 'dice_not_there'
  | 'dice_saved'
  | 'no_roll_left'
  | 'no_free_roll'
  | 'field_taken'
  | 'column_closed'
  | 'no_action_die'
  | 'target_self'
  | 'target_unknown'
  | 'row_not_open'
  | 'row_frozen'
  | 'row_crossed'
  | 'row_not_filled'
  | 'roll_too_late'
  | 'other_phase'
  | 'already_entered'
  | 'enter_first'
  | 'not_host'
  | 'table_full'
  | 'seat_taken'
  | 'no_seat'
  | 'not_seated'
  | 'already_seated'
  | 'seat_empty'
  | 'removed'
  | 'locked'
  | 'muted'
  | 'chat_hidden'
  | 'game_running'
  | 'log_full'
  | 'no_game'
  | 'stale'
  | 'not_your_roll'
  | 'dice_needed'
  | 'dice_given'
  | 'undo_off'
  | 'no_colour'
  | 'colour_taken'
  | 'coach_off'
  | 'unknown_level'
  | 'too_few_seats'
  | 'bad_setup'
  | 'name_taken'
  | 'bad_name'
  | 'mixed_scripts'
  | 'bad_id'
  | 'bad_record'
  | 'empty_text'
  | 'not_here'
  | 'rate_limited'
  | 'too_large'
  | 'too_many'
  | 'malformed'
  | 'no_session'
  | 'wrong_token'
  | 'no_table'
  | 'no_transfer'
  | 'not_found'
  | 'wrong_origin'
  | 'wrong_host'
  | 'unreadable'
  | 'storage'
  | 'internal';

export interface Wire {
  TableCommand: TableCommand;
  LobbyCommand: LobbyCommand;
  ServerMessage: ServerMessage;
  NewName: NewName;
  NewTable: NewTable;
  Session: Session;
  Opened: Opened;
  GameInfo: GameInfo;
  HighScores: HighScores;
  Transfer: Transfer;
  Offer: Offer;
  Device: Device;
  OwnBot: OwnBot;
  Replay: Replay;
  Step: Step;
  CoachAssessment: CoachAssessment;
  CoachReview: CoachReview;
  MyPlay: MyPlay;
  Practice: Practice;
  Verdict: Verdict;
  Problem: Problem;
  Reason: Reason;
}
/**
 * Take a seat (None: any free one). A bot's seat can be taken over where the table allows it.
 */
export interface Sit {
  type: 'sit';
  seat?: number | null;
  id: string;
}
/**
 * Leave one's seat. While a game runs, a bot plays on in it. A host who wants to `lead` stays the host.
 */
export interface Stand {
  type: 'stand';
  lead?: boolean;
  id: string;
}
/**
 * Host: put a bot in a free seat (None: in every free one).
 */
export interface SeatBot {
  type: 'seat_bot';
  seat: number | null;
  level: string;
  id: string;
}
/**
 * Host: free a seat of the person or bot in it.
 */
export interface Remove {
  type: 'remove';
  seat: number;
  id: string;
}
/**
 * Host: send somebody away for good, with a seat or without.
 */
export interface Expel {
  type: 'expel';
  person: string;
  id: string;
}
/**
 * Host: let somebody talk at the table no longer, or again.
 */
export interface Mute {
  type: 'mute';
  person: string;
  muted: boolean;
  id: string;
}
/**
 * Host: let nobody new enter the table, or everybody again.
 */
export interface Lock {
  type: 'lock';
  locked: boolean;
  id: string;
}
/**
 * Host: hide the table's chat, or show it again.
 */
export interface HideChat {
  type: 'hide_chat';
  hidden: boolean;
  id: string;
}
/**
 * Host: let the table's link hold no longer for who is new; there is another.
 */
export interface RenewLink {
  type: 'renew_link';
  id: string;
}
/**
 * Host: change the settings, or swap to another game with the same group. Only while no game is running.
 */
export interface Setup {
  type: 'setup';
  settings: Settings;
  id: string;
}
/**
 * How a table plays.
 */
export interface Settings {
  game: string;
  options: {
    [k: string]: boolean | number | string;
  };
  seats: number;
  public: boolean;
  dice: 'real' | 'server';
  seconds: number | null;
  undo: boolean;
  hints: boolean;
  coach: boolean;
  takeover: boolean;
  starts: 'host' | 'loser' | 'random' | 'youngest';
  youngest: number;
  pace: 'lively' | 'quick' | 'thoughtful';
  rolls: 'clock' | 'host' | 'seats';
}
/**
 * Pick one's colour, a letter, before the game; another person's cannot be picked.
 */
export interface PickColour {
  type: 'pick_colour';
  colour: string;
  id: string;
}
/**
 * Host: start the game; free seats beyond the last person or bot fall away. After a game: rematch.
 */
export interface Start {
  type: 'start';
  id: string;
}
/**
 * Throw the dice that fall next; with real dice, say which faces they show.
 */
export interface RollDice {
  type: 'roll';
  at: number;
  dice?: number[] | null;
  id: string;
}
/**
 * Take an action; `at` is the `Position.at` that one saw, so that a late message never moves in a later round.
 *
 * `at` does not count one's own moves: in the games in which everybody moves at once it stays the same from one roll
 * to the next. What one may do next, the first state says that has one's move in its `log`.
 */
export interface MakeMove {
  type: 'move';
  at: number;
  action: string;
  id: string;
}
/**
 * Take back all that one has entered since the last roll.
 */
export interface TakeBack {
  type: 'undo';
  at: number;
  id: string;
}
/**
 * Chat: `to` is "all", "table" or a person's id.
 */
export interface Say {
  type: 'say';
  to: string;
  text: string;
  id: string;
}
/**
 * Tell who runs the server about a person: `text` says why, `said` when they said what it is about, if they did.
 *
 * What one has heard lately goes with it.
 */
export interface Report {
  type: 'report';
  person: string;
  text: string;
  said?: number | null;
  id: string;
}
/**
 * At a large table: also send this seat's sheet (None: no longer).
 */
export interface Watch {
  type: 'watch';
  seat: number | null;
  id: string;
}
/**
 * Send everything afresh: a message was missed.
 */
export interface Resync {
  type: 'resync';
  id: string;
}
/**
 * Ask whether the connection is alive.
 */
export interface Ping {
  type: 'ping';
  id: string;
}
/**
 * How the table stands now. States of a connection are numbered: `seq` is this one's number, `prev` that of the one
 * before (-1: this one is complete). They count what the receiver was sent, not what happened, which may be hidden.
 *
 * Who receives a `prev` that is neither -1 nor the last `seq` received has missed something and sends `resync`.
 * `table` and `position` are null when nothing in them changed; `log` holds the new and the newly visible entries.
 *
 * `earlier` is what comes before all entries that this connection was sent in a `log`: once, with the complete state
 * or, where it had to be read first, with one of the next; in all others it is null.
 */
export interface State {
  type: 'state';
  seq: number;
  prev: number;
  now: number;
  table: Table | null;
  position: Position | null;
  log: LogEntry[];
  earlier: LogEntry[] | null;
}
/**
 * A table without the game that is played at it.
 *
 * Its link is `/t/CODE-key`, or `/t/CODE` where the key is empty. `locked`: nobody new may enter; `chat_hidden`: there
 * is no chat; `muted`: who may not talk, by id. `what_if`: the game began as another did, and counts for nothing.
 */
export interface Table {
  code: string;
  key: string;
  settings: Settings;
  state: 'open' | 'over' | 'playing';
  host: string;
  seats: Seat[];
  watchers: Person[];
  games_played: number;
  locked: boolean;
  chat_hidden: boolean;
  muted: string[];
  what_if: boolean;
}
/**
 * A seat: empty, or a person's, or a bot's. `away`: the person's, but a bot plays it until they return.
 *
 * `colour` is a letter, in games in which every seat has a colour of its own.
 * `bot`: the person is a bot of somebody's own, which plays from elsewhere.
 */
export interface Seat {
  kind: 'bot' | 'empty' | 'person';
  name: string;
  person: string | null;
  level: string | null;
  online: boolean;
  away: boolean;
  colour: string | null;
  bot: boolean;
}
/**
 * Somebody who is here; `table` is where (None: in the lobby; empty: at a table that is not public).
 */
export interface Person {
  id: string;
  name: string;
  table: string | null;
}
/**
 * The game as the receiver may see it.
 *
 * `seat` is the receiver's own (None: watching). `sheets` holds, by seat, what `Game.sheet` tells, None for those that
 * were not asked for at a large table. `info` is what `Game.info` tells. `at` numbers the position for commands: it
 * grows with every roll, and in the games in which one seat moves at a time with every move, too.
 */
export interface Position {
  game: string;
  at: number;
  seat: number | null;
  turn: Turn;
  info: {
    [k: string]: unknown;
  };
  sheets: ({
    [k: string]: unknown;
  } | null)[];
  scores: number[];
  choices: Choice[];
  can_undo: boolean;
  last_roll: LastRoll | null;
  deadline: number | null;
  results: Result[] | null;
}
/**
 * What happens next: `chance` (`seat` throws `dice` dice), `decide` (`seats` may move) or `over`.
 *
 * `seat` is null where the host or the server throws for all.
 */
export interface Turn {
  kind: 'chance' | 'decide' | 'over';
  dice: number;
  die: 'action' | 'pips';
  seat: number | null;
  seats: number[];
  may_roll: boolean;
}
/**
 * A legal action: what it gains at once, the number that it writes, the circles that it earns.
 */
export interface Choice {
  action: string;
  gain: number;
  writes: number | null;
  circles: number;
}
/**
 * The dice that fell last, as they fell, and who threw them (null: the host or the server for all).
 */
export interface LastRoll {
  seq: number;
  seat: number | null;
  dice: number[];
  die: 'action' | 'pips';
}
/**
 * How a seat ended: `rating` is the rules' word for a solo score, if it earned one, `next_rating` the next better
 * one, for which it is `missing` so many points.
 */
export interface Result {
  seat: number;
  name: string;
  score: number;
  place: number;
  rating: string | null;
  next_rating: string | null;
  missing: number;
}
/**
 * Something that happened at the table, for the log in words.
 *
 * `kind` is one of sit, stand, bot, remove, expel, mute, lock, hide_chat, renew_link, setup, host, start, roll, move,
 * undo, hint, what_if, away, back, over; `on` is for mute, lock and hide_chat: whether it is so from now on. A move
 * that the receiver must not see yet comes once it is visible. Entries have no number: gaps would tell what is hidden.
 */
export interface LogEntry {
  kind: string;
  time: number;
  seat: number | null;
  name: string | null;
  action: string | null;
  dice: number[] | null;
  die: ('action' | 'pips') | null;
  gain: number | null;
  writes: number | null;
  circles: number | null;
  game: string | null;
  on: boolean | null;
  declines: boolean;
  auto: boolean;
}
/**
 * The command `id` was carried out, and stored.
 */
export interface Accepted {
  type: 'accepted';
  id: string;
}
/**
 * The command `id` was refused; a fresh `state` follows. `reason` is for translation, `message` for developers.
 */
export interface Rejected {
  type: 'rejected';
  id: string | null;
  reason: string;
  message: string;
}
/**
 * Somebody said something.
 */
export interface Chat {
  type: 'chat';
  to: string;
  sender: Person;
  text: string;
  time: number;
}
/**
 * Everybody who is here now.
 */
export interface People {
  type: 'people';
  people: Person[];
}
/**
 * The public tables.
 */
export interface Lobby {
  type: 'lobby';
  tables: Table[];
}
/**
 * The table is no longer there for the receiver.
 */
export interface Gone {
  type: 'gone';
  reason: 'closed' | 'removed';
}
/**
 * The connection is alive.
 */
export interface Pong {
  type: 'pong';
  id: string;
  now: number;
}
/**
 * How one wants to be called.
 */
export interface NewName {
  name: string;
}
/**
 * A table to open; its creator is its host, and sits in seat 0 if they want to play (`plays`). `bots` are seated
 * next, by level; `start` begins at once.
 */
export interface NewTable {
  settings: Settings;
  plays?: boolean;
  bots?: string[];
  start?: boolean;
}
/**
 * Who one is; the secret that proves it is in a cookie.
 *
 * `table` is where one sits, a running game first. `links` is the address that links for others begin with, where the
 * page's own may mean nothing to them. Of those who are `blocked` one hears nothing.
 */
export interface Session {
  id: string;
  name: string;
  table: SeatedAt | null;
  links: string | null;
  blocked: Person[];
}
/**
 * A table at which one holds a seat.
 */
export interface SeatedAt {
  code: string;
  game: string;
}
/**
 * The new table's code, and the key that makes `/t/CODE-key` its link (empty: the code does).
 */
export interface Opened {
  code: string;
  key: string;
}
/**
 * A game that can be played.
 */
export interface GameInfo {
  name: string;
  titles: {
    [k: string]: string;
  };
  min_seats: number;
  max_seats: number | null;
  simultaneous: boolean;
  options: GameOption[];
  bots: string[];
}
/**
 * An option of a game; without `values` any text of its form will do.
 */
export interface GameOption {
  name: string;
  default: boolean | number | string;
  values: (boolean | number | string)[] | null;
}
/**
 * The lists of one game and option set.
 */
export interface HighScores {
  all_time: HighScore[];
  month: HighScore[];
  mine: HighScore[];
}
/**
 * One line of a high-score list.
 */
export interface HighScore {
  place: number;
  name: string;
  score: number;
  seats: number;
  time: number;
}
/**
 * A link, good once and for a few minutes, that makes another device this person's too.
 */
export interface Transfer {
  path: string;
  expires: number;
}
/**
 * Whom a device becomes through a link; `yours`: it is this person already.
 */
export interface Offer {
  name: string;
  yours: boolean;
}
/**
 * A browser that is this person's; `here`: the one that asks. `browser` may be empty: nobody can tell.
 */
export interface Device {
  id: string;
  browser: string;
  added: number;
  seen: number;
  here: boolean;
}
/**
 * A bot of one's own, when it was made and when it was here last; `token` proves that a program is it, and is told
 * only once, when the bot is made.
 */
export interface OwnBot {
  id: string;
  name: string;
  added: number;
  seen: number;
  token: string | null;
}
/**
 * The head of a finished game's replay; its `Step`s follow.
 *
 * `names` are those at the start, by seat; `seat` is the receiver's own, if they hold it still.
 */
export interface Replay {
  number: number;
  game: string;
  options: {
    [k: string]: unknown;
  };
  simultaneous: boolean;
  names: string[];
  seat: number | null;
}
/**
 * What an event of a game's record changed. `at` counts the events up to it: 0 is the start.
 *
 * `turn` and `info` are those after it. `sheets` and `scores` hold, by seat, only those that are new; at the start
 * they may come in several steps. `turn.may_roll` says nothing. `noted`: what was noted of the event, where
 * that is not all.
 */
export interface Step {
  at: number;
  entry: LogEntry;
  turn: Turn;
  info: {
    [k: string]: unknown;
  };
  sheets: {
    [k: string]: {
      [k: string]: unknown;
    };
  };
  scores: {
    [k: string]: number;
  };
  noted: Noted | null;
}
/**
 * All choices of a seat, the best for points first. `margin`: by how many points that is better than the next.
 *
 * `why` says what makes the best better than the next, `sentences` by language (de, en, it).
 */
export interface CoachAssessment {
  seat: number;
  effort: 'master' | 'quick' | 'strong';
  choices: CoachChoice[];
  margin: number;
  why: CoachReason[];
  sentences: {
    [k: string]: string;
  };
}
/**
 * A legal action: the final score that can be expected after it and the chance to win, each with its standard
 * error, which is 0 where it is exact.
 */
export interface CoachChoice {
  action: string;
  points: number;
  uncertainty: number;
  win: number | null;
  win_uncertainty: number | null;
}
/**
 * What speaks for a choice: a kind, and the figures that back it.
 */
export interface CoachReason {
  kind: string;
  figures: {
    [k: string]: unknown;
  };
}
/**
 * A finished game gone through. Events are counted from 1, as in the record and the replay. `engine` changes when a
 * review may say something else.
 */
export interface CoachReview {
  game: string;
  options: {
    [k: string]: unknown;
  };
  seats: CoachSeat[];
  decisions: CoachDecision[];
  changes: CoachChange[];
  engine: string;
}
/**
 * How a seat fared.
 */
export interface CoachSeat {
  seat: number;
  name: string;
  ledger: CoachLedger;
  result_without_luck: number;
  place: number;
  place_without_luck: number;
  decisions: number;
  error_rate: number;
  win_error_rate: number | null;
  accuracy: number;
  grades: {
    [k: string]: number;
  };
  turning_points: CoachChange[];
}
/**
 * Where a seat's points come from: all parts add up to `final`.
 */
export interface CoachLedger {
  start: number;
  luck: number;
  decisions: number;
  unknown: number;
  others: number;
  correction: number;
  final: number;
}
/**
 * By how many points an event changed what a seat can expect, and to which `value`.
 */
export interface CoachChange {
  event: number;
  seat: number;
  kind: 'correction' | 'decision' | 'luck' | 'others' | 'unknown';
  points: number;
  value: number;
}
/**
 * A decision: what was `played` and the best choices; `error` is what was lost needlessly, in points.
 *
 * Those that are `decided` make no difference to who wins and do not count.
 */
export interface CoachDecision {
  event: number;
  seat: number;
  played: CoachChoice;
  best: CoachChoice[];
  loss: number;
  win_loss: number | null;
  error: number;
  decided: boolean;
  grade: 'best' | 'blunder' | 'good' | 'inaccuracy' | 'mistake';
  why: CoachReason[];
  sentences: {
    [k: string]: string;
  };
}
/**
 * One's latest games, the oldest first; how many mistakes are to be practised on now, and when the next one will be
 * (ms; None: none).
 */
export interface MyPlay {
  games: PlayedGame[];
  due: number;
  next: number | null;
}
/**
 * A game that one ended: it began at seq `first` of a table's log. `skill`: what the coach says, if asked.
 */
export interface PlayedGame {
  table: string;
  first: number;
  game: string;
  score: number;
  seats: number;
  time: number;
  skill: PlayedSkill | null;
}
/**
 * How a game was played: accuracy in percent, luck in points, decisions by kind.
 */
export interface PlayedSkill {
  accuracy: number;
  luck: number;
  kinds: {
    [k: string]: DecisionsOfKind;
  };
}
/**
 * How many decisions of a kind there were, and the points that they lost together.
 */
export interface DecisionsOfKind {
  decisions: number;
  lost: number;
}
/**
 * What is asked now, if anything is.
 */
export interface Practice {
  due: number;
  next: number | null;
  question: Question | null;
}
/**
 * A position in which one once made a mistake.
 */
export interface Question {
  table: string;
  first: number;
  event: number;
  names: string[];
  position: Position;
}
/**
 * What an answer was worth, and what was played then. `again`: when it is asked again (ms; None: it is learned).
 */
export interface Verdict {
  decision: CoachDecision;
  then: string;
  right: boolean;
  again: number | null;
}
/**
 * Why a request failed; `proposal` is what would do instead, such as a name that is free. Of a bad record `rule` is
 * the reason for which the rules forbid an event, if they do.
 */
export interface Problem {
  reason: string;
  message: string;
  proposal: string | null;
  rule: string | null;
}
