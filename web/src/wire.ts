// Generated from the messages of the server by `npm run types`. Do not edit.

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
  | PickSubstitute
  | Start
  | Commit
  | Contribute
  | RollDice
  | MakeMove
  | TakeBack
  | Correct
  | Say
  | React
  | Invite
  | Report
  | Watch
  | Resync
  | Ping;
export type LobbyCommand = Say | Report | Ping;
export type ServerMessage = State | Accepted | Rejected | Chat | Reaction | People | Lobby | Gone | Pong;
/**
 * Kind of a contradiction: a stable code for programs and for translation.
 */
export type ContradictionKind =
  'column_closed' | 'free_rolls' | 'impossible' | 'other_numbers' | 'second_knoeffel' | 'sum' | 'unreadable';
/**
 * Known part of an incomplete event, as in games recorded from paper sheets.
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
  | 'joker_forced'
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
  | 'deal_table'
  | 'deal_running'
  | 'no_deal'
  | 'pause_too_long'
  | 'push_refused'
  | 'push_needs_address'
  | 'webhook_refused'
  | 'no_cup'
  | 'cup_closed'
  | 'cup_removed'
  | 'no_group'
  | 'not_member'
  | 'group_removed'
  | 'log_full'
  | 'no_game'
  | 'stale'
  | 'not_your_roll'
  | 'dice_needed'
  | 'dice_given'
  | 'dice_not_fixed'
  | 'bad_dice'
  | 'undo_off'
  | 'correct_off'
  | 'no_entry'
  | 'not_your_entry'
  | 'later_entry'
  | 'no_colour'
  | 'colour_taken'
  | 'coach_off'
  | 'no_coach'
  | 'unknown_level'
  | 'too_few_seats'
  | 'bad_setup'
  | 'name_taken'
  | 'bad_name'
  | 'name_empty'
  | 'name_too_long'
  | 'name_marks'
  | 'mixed_scripts'
  | 'bad_id'
  | 'bad_record'
  | 'empty_text'
  | 'not_here'
  | 'rate_limited'
  | 'too_large'
  | 'too_many'
  | 'malformed'
  | 'key_used'
  | 'no_session'
  | 'wrong_token'
  | 'no_table'
  | 'no_transfer'
  | 'no_sheet'
  | 'unknown_word'
  | 'word_count'
  | 'wrong_words'
  | 'not_found'
  | 'needs_server'
  | 'not_loaded'
  | 'wrong_origin'
  | 'wrong_host'
  | 'unreadable'
  | 'storage'
  | 'internal';

export interface Wire {
  TableCommand: TableCommand;
  LobbyCommand: LobbyCommand;
  ServerMessage: ServerMessage;
  BrowserEngine: BrowserEngine;
  CalendarState: CalendarState;
  ChangedCup: ChangedCup;
  ChangedEntry: ChangedEntry;
  ChangedGroup: ChangedGroup;
  ChangedMember: ChangedMember;
  ChosenTeam: ChosenTeam;
  CoachAssessment: CoachAssessment;
  CoachComparison: CoachComparison;
  CoachDecision: CoachDecision;
  CoachReview: CoachReview;
  CorrectionPreview: CorrectionPreview;
  CorrectionRequest: CorrectionRequest;
  CupState: CupState;
  CupSummary: CupSummary;
  DealDay: DealDay;
  DealStanding: DealStanding;
  Device: Device;
  ExerciseDay: ExerciseDay;
  FilledSheets: FilledSheets;
  GameInfo: GameInfo;
  GivenAnswers: GivenAnswers;
  GroupDay: GroupDay;
  GroupSeason: GroupSeason;
  GroupState: GroupState;
  GroupSummary: GroupSummary;
  HighScores: HighScores;
  MyPlay: MyPlay;
  MyRatings: MyRatings;
  NewCalendar: NewCalendar;
  NewCup: NewCup;
  NewGroup: NewGroup;
  NewName: NewName;
  NewNotices: NewNotices;
  NewPause: NewPause;
  NewSheet: NewSheet;
  NewTable: NewTable;
  NewWebhook: NewWebhook;
  NotedAnswer: NotedAnswer;
  NoticeState: NoticeState;
  Offer: Offer;
  Opened: Opened;
  OwnBot: OwnBot;
  PaperGame: PaperGame;
  PauseState: PauseState;
  PlayDeal: PlayDeal;
  PlayedDay: PlayedDay;
  Position: Position;
  Practice: Practice;
  Problem: Problem;
  RecentGroup: RecentGroup;
  RecentResults: RecentResults;
  RecoverySheet: RecoverySheet;
  Replay: Replay;
  Returned: Returned;
  ReviewedSkill: ReviewedSkill;
  SavedPaperGame: SavedPaperGame;
  ScoredSheets: ScoredSheets;
  Season: Season;
  SeenConnection: SeenConnection;
  Session: Session;
  SheetSecret: SheetSecret;
  SheetState: SheetState;
  SlowGame: SlowGame;
  Step: Step;
  Table: Table;
  TableView: TableView;
  ThemeReport: ThemeReport;
  Training: Training;
  Transfer: Transfer;
  Verdict: Verdict;
  WebhookAnswer: WebhookAnswer;
  WebhookState: WebhookState;
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
 * Leave the seat. While a game runs, a bot plays on in it. `lead`: a host stays the host.
 */
export interface Stand {
  type: 'stand';
  lead?: boolean;
  id: string;
}
/**
 * Host: put a bot in a free seat (None: in every free seat).
 */
export interface SeatBot {
  type: 'seat_bot';
  seat: number | null;
  level: string;
  id: string;
}
/**
 * Host: remove the person or bot from a seat.
 */
export interface Remove {
  type: 'remove';
  seat: number;
  id: string;
}
/**
 * Host: ban a person from the table, with or without a seat.
 */
export interface Expel {
  type: 'expel';
  person: string;
  id: string;
}
/**
 * Host: forbid a person to write in the table's chat, or allow it again.
 */
export interface Mute {
  type: 'mute';
  person: string;
  muted: boolean;
  id: string;
}
/**
 * Host: lock the table against new people, or unlock it.
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
 * Host: replace the table's link. The old link no longer admits new people.
 */
export interface RenewLink {
  type: 'renew_link';
  id: string;
}
/**
 * Host: change the settings, or switch to another game with the same group. Only while no game is running.
 */
export interface Setup {
  type: 'setup';
  settings: Settings;
  id: string;
}
/**
 * Settings of a table.
 */
export interface Settings {
  game: string;
  options: {
    [k: string]: boolean | number | string;
  };
  seats: number;
  public: boolean;
  dice: 'real' | 'server';
  shared_dice: boolean;
  seconds: number | null;
  days: (1 | 3 | 7) | null;
  ends_at: LocalHour | null;
  missing: 'bot' | 'leave' | 'wait';
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
 * A full hour of the day in the time zone of a place, as a browser names it; UTC if the name is unknown.
 */
export interface LocalHour {
  hour: number;
  zone: string;
}
/**
 * Pick a colour (a letter) before the game. A colour that another person has cannot be picked.
 */
export interface PickColour {
  type: 'pick_colour';
  colour: string;
  id: string;
}
/**
 * Choose the level of the bot that plays for the sender while they are away.
 */
export interface PickSubstitute {
  type: 'pick_substitute';
  level: string;
  id: string;
}
/**
 * Host: start the game. Free seats after the last person or bot are removed. After a game: rematch.
 */
export interface Start {
  type: 'start';
  id: string;
}
/**
 * Promise 16 random bytes for the dice of the next game, by their SHA-256 hash in hexadecimal.
 */
export interface Commit {
  type: 'commit';
  commitment: string;
  id: string;
}
/**
 * Send the promised bytes, in hexadecimal, when the game has started (`Position.dice.awaited`).
 */
export interface Contribute {
  type: 'contribute';
  value: string;
  id: string;
}
/**
 * Roll the next dice. With real dice, `dice` are the faces rolled.
 */
export interface RollDice {
  type: 'roll';
  at: number;
  dice?: number[] | null;
  id: string;
}
/**
 * Take an action. `at` is the client's `Position.at`, so that a late message never acts in a later round.
 *
 * `at` does not count the player's own moves: in games in which all players move at the same time, it stays the same
 * from one roll to the next. The first state whose `log` has the player's move contains the next choices.
 */
export interface MakeMove {
  type: 'move';
  at: number;
  action: string;
  id: string;
}
/**
 * Take back everything entered since the last roll.
 */
export interface TakeBack {
  type: 'undo';
  at: number;
  id: string;
}
/**
 * Correct earlier rolls and moves of the running game together, where real dice lie on the table.
 *
 * `game` is the client's `Table.games_played`.
 */
export interface Correct {
  type: 'correct';
  game: number;
  changes: Change[];
  id: string;
}
/**
 * The right `dice` of a roll, or the right `action` of a move of the `seat`.
 *
 * `number` counts the rolls of the game, or the moves of the seat, from 1. Undone moves count too.
 */
export interface Change {
  number: number;
  seat: number | null;
  dice: number[] | null;
  action: string | null;
}
/**
 * Send a chat message. `to` is "all", "table" or a person's id.
 */
export interface Say {
  type: 'say';
  to: string;
  text: string;
  id: string;
}
/**
 * Show a quick reaction to the others at the table. It is not stored.
 */
export interface React {
  type: 'react';
  reaction: 'clap' | 'laugh' | 'luck' | 'oh_no' | 'thumbs_up' | 'wow';
  id: string;
}
/**
 * Invite a person with whom the sender finished a game to the table.
 *
 * They receive a private message with the table's link, also when they connect later.
 */
export interface Invite {
  type: 'invite';
  person: string;
  id: string;
}
/**
 * Report a person to the operator. `text` is the reason, `said` the time of the message concerned, if there is one.
 *
 * The server adds the chat messages that the sender received recently.
 */
export interface Report {
  type: 'report';
  person: string;
  text: string;
  said?: number | null;
  id: string;
}
/**
 * At a large table: also send this seat's sheet (None: no additional sheet).
 */
export interface Watch {
  type: 'watch';
  seat: number | null;
  id: string;
}
/**
 * Request the complete state because a message was missed.
 */
export interface Resync {
  type: 'resync';
  id: string;
}
/**
 * Check that the connection is alive.
 */
export interface Ping {
  type: 'ping';
  id: string;
}
/**
 * The current state of the table.
 *
 * The states of a connection are numbered: `seq` is the number of this state, `prev` that of the previous one (-1:
 * this state is complete). They count the states sent to the receiver, not the events, which may be hidden.
 *
 * If `prev` is neither -1 nor the last `seq` received, the receiver has missed a state and sends `resync`. `table` and
 * `position` are null when nothing in them changed. `log` holds the new and the newly visible entries.
 *
 * `earlier` holds the entries before all entries that this connection has received in a `log`. It is sent once, with
 * the complete state or, if the server has to read it first, with a later state. In all other states it is null.
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
 * A table without the position of its game.
 *
 * Its link is `/t/CODE-key`, or `/t/CODE` if the key is empty. `locked`: no new people are admitted. `chat_hidden`:
 * the table has no chat. `muted`: ids of the muted people. `what_if`: the game continues a recorded game
 * from an earlier position and does not count. `deal` is the id of the deal that the host plays here, empty if there
 * is none; the result is ranked if the game ends before `ranked_until` (ms).
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
  deal: string;
  ranked_until: number;
}
/**
 * A seat: empty, a person's or a bot's.
 *
 * `away`: the seat belongs to the person, but a bot plays it until they return. `colour` is a letter, in games in
 * which every seat has a colour. `bot`: the person is a personal bot, which connects to the server as a client.
 * `substitute` is the level of the bot that plays for the person while they are away. `paused_until`: in a game over
 * days, the end (ms since 1970) of the person's pause, null if there is none.
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
  substitute: string;
  paused_until: number | null;
}
/**
 * A connected person.
 *
 * `table` is the code of their table (None: in the lobby; empty: a table that is not public).
 */
export interface Person {
  id: string;
  name: string;
  table: string | null;
}
/**
 * The game, without information that is hidden from the receiver.
 *
 * `seat` is the receiver's seat (None: spectator). `sheets` holds the result of `Game.sheet` by seat, None for sheets
 * that were not requested at a large table. `info` is the result of `Game.info`. `at` numbers the position for
 * commands: it grows with every roll and, in games in which one seat moves at a time, with every move. `dice` is null
 * if the dice do not follow from a seed.
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
  dice: Dice | null;
  results: Result[] | null;
}
/**
 * The next step: `chance` (`seat` rolls `dice` dice), `decide` (`seats` may move) or `over`.
 *
 * `seat` is null where the host or the server rolls for all.
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
 * A legal action with its immediate points, the number that it writes and the circles that it earns.
 */
export interface Choice {
  action: string;
  gain: number;
  writes: number | null;
  circles: number;
}
/**
 * The latest roll in its original order.
 *
 * `seat` is the seat that rolled, null if the host or the server rolled for all.
 */
export interface LastRoll {
  seq: number;
  seat: number | null;
  dice: number[];
  die: 'action' | 'pips';
}
/**
 * The dice of a game that follow from a seed (see the documentation on verifiable dice).
 *
 * `commitment` is the SHA-256 hash that fixes the dice: it covers the seed, the promises of all browsers, and the
 * names. `promised` is the promise of the receiver's browser: the hash of the bytes that it will contribute, null if
 * it made none. `players` is the number of players whose browsers contributed.
 * `awaited`: the receiver's browser should send the bytes that it promised, after it has checked that `commitment` is
 * the hash of the `message`, and that the message is of the newest version and has its promise; the message is null
 * once nothing is awaited from the receiver. `fixed`: all contributions are known, so that the dice can be rolled.
 * `seed` is known after the game, unless others still play on it.
 */
export interface Dice {
  commitment: string;
  promised: string | null;
  players: number;
  awaited: boolean;
  message: string | null;
  fixed: boolean;
  seed: string | null;
}
/**
 * Result of a seat.
 *
 * `rating` is the rules' word for a solo score, if it earned one; `next_rating` is the next better rating, and
 * `missing` the number of points up to it.
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
 * An event at the table, for the log in words.
 *
 * `kind` is one of sit, stand, bot, remove, expel, mute, lock, hide_chat, renew_link, setup, host, start, roll, move,
 * undo, correct, hint, what_if, away, back, left_out, new_seed, over. `on` is the new setting for mute, lock and
 * hide_chat. A move that is hidden from the receiver is sent when it becomes visible. Entries have no seq, because
 * gaps would reveal hidden events.
 *
 * A correction has the right `dice` or `action` of a roll or move, and as `was` the wrong faces or action. `number`
 * identifies it as in the command `correct`; `seat` is that of the move or roll, and `name` that of the person who
 * corrected it, if they have a seat. Rolls and moves have a `number` too, where they can be corrected.
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
  commitment: string | null;
  on: boolean | null;
  number: number | null;
  was: number[] | string | null;
  declines: boolean;
  auto: boolean;
}
/**
 * The command `id` was executed and stored.
 */
export interface Accepted {
  type: 'accepted';
  id: string;
}
/**
 * The command `id` was refused.
 *
 * A complete `state` follows. `reason` identifies the translated text, `message` is for developers. For a correction
 * that would make a later roll or move illegal, `subject` is this one and `rule` the reason.
 */
export interface Rejected {
  type: 'rejected';
  id: string | null;
  reason: string;
  message: string;
  rule: string | null;
  subject: string | null;
}
/**
 * A chat message.
 *
 * `invitation` is the link of a table to which the sender invites, and `text` is then the name of its game; it is
 * empty in other messages. `earlier`: it was sent before the receiver connected. `over_days`: the invitation is to a
 * game over days.
 */
export interface Chat {
  type: 'chat';
  to: string;
  sender: Person;
  text: string;
  time: number;
  invitation: string;
  earlier: boolean;
  over_days: boolean;
}
/**
 * A quick reaction of a person at the table, to be shown for a moment. It is sent only once.
 */
export interface Reaction {
  type: 'reaction';
  sender: Person;
  reaction: 'clap' | 'laugh' | 'luck' | 'oh_no' | 'thumbs_up' | 'wow';
}
/**
 * All connected people.
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
 * The receiver no longer has access to the table.
 */
export interface Gone {
  type: 'gone';
  reason: 'closed' | 'removed';
}
/**
 * The answer to `ping`.
 */
export interface Pong {
  type: 'pong';
  id: string;
  now: number;
}
/**
 * The files of a game's engine, by their addresses relative to the page's, and their size in bytes.
 *
 * `coach` is an archive with the modules of the coach, the same for all games.
 */
export interface BrowserEngine {
  module: string;
  image: string;
  coach: string;
  bytes: number;
}
/**
 * The time (ms) at which the address of the caller's calendar was made, null if there is none.
 *
 * `path` is the address, which is sent only once, when it is made.
 */
export interface CalendarState {
  made: number | null;
  path: string | null;
}
/**
 * Changes by the host; null: no change. `end`: the cup closes now. `repeat`: false ends its series.
 */
export interface ChangedCup {
  title?: string | null;
  end?: boolean;
  repeat?: boolean | null;
}
/**
 * A change of an entry by the host: it is removed, or taken back.
 */
export interface ChangedEntry {
  removed: boolean;
}
/**
 * Changes by the host; null: no change. `by_code`: the code alone admits people; otherwise only the link does.
 *
 * `new_link`: the group gets another link, and the old one admits nobody any more. `host` is the id of the member who
 * becomes the host.
 */
export interface ChangedGroup {
  title?: string | null;
  by_code?: boolean | null;
  new_link?: boolean;
  host?: string | null;
}
/**
 * A change of a member by the host: the member is removed, or taken back.
 */
export interface ChangedMember {
  removed: boolean;
}
/**
 * The team of an entry; null: none.
 */
export interface ChosenTeam {
  team: number | null;
}
/**
 * All choices of a seat, in descending order of points. `margin` is the lead of the first over the second, in
 * points.
 *
 * `why` gives the reasons for this lead, and `sentences` states them by language. `quantiles`: the 10 %, 50 % and 90 %
 * quantiles of the final score after the first choice.
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
  quantiles: number[];
}
/**
 * A legal action with its expected final score and its probability of winning. Each value has its standard error,
 * which is 0 if the value is exact.
 */
export interface CoachChoice {
  action: string;
  points: number;
  uncertainty: number;
  win: number | null;
  win_uncertainty: number | null;
}
/**
 * A reason for a choice: its kind, and the figures behind it.
 */
export interface CoachReason {
  kind: string;
  figures: {
    [k: string]: unknown;
  };
}
/**
 * Two actions, after each of which the game was played out `samples` times with the same dice.
 *
 * `points` and `win` are the difference of the first from the second.
 */
export interface CoachComparison {
  samples: number;
  actions: CoachPlayedOut[];
  points: CoachEstimate;
  win: CoachEstimate | null;
}
/**
 * What rollouts say about an action: its final score, the 10 %, 50 % and 90 % quantiles of it, and the probability
 * of winning, which is null at a table with one seat.
 */
export interface CoachPlayedOut {
  action: string;
  points: CoachEstimate;
  quantiles: number[];
  win: CoachEstimate | null;
}
/**
 * A mean over samples, and its standard error.
 */
export interface CoachEstimate {
  mean: number;
  uncertainty: number;
}
/**
 * A decision: the action `played`, the best choices for points, and the losses of `played` against the best choice.
 *
 * `judged_by` is the measure of the accuracy, and `error` the loss in this measure against the choice `better`, which
 * is null if there is none. `cost` is the cost of `played` in points, by which it is graded. A decision with `decided`
 * cannot change the winner and does not count; one with `decided_if_perfect` cannot change the winner between perfect
 * players.
 * `quantiles`: the 10 %, 50 % and 90 % quantiles of the final score after the action played.
 * `parts`: the points of the loss by theme, negative where the action played gains.
 */
export interface CoachDecision {
  event: number;
  seat: number;
  played: CoachChoice;
  best: CoachChoice[];
  loss: number;
  win_loss: number | null;
  judged_by: 'points' | 'win';
  error: number;
  cost: number;
  better: CoachChoice | null;
  decided: boolean;
  decided_if_perfect: boolean;
  grade: 'best' | 'blunder' | 'good' | 'inaccuracy' | 'mistake';
  why: CoachReason[];
  sentences: {
    [k: string]: string;
  };
  quantiles: number[];
  parts: {
    [k: string]: number;
  };
}
/**
 * Review of a finished game. Events are counted from 1, as in the record and the replay. `engine` changes when the
 * engine may give other results. `chances`: at the beginning of each round and at the end, where they depend much on
 * the strength of the seats; empty elsewhere. `seconds`: how long decisions took, by event, where the
 * record has times.
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
  chances: CoachChances[];
  seconds: {
    [k: string]: number;
  };
}
/**
 * Summary of a seat in a reviewed game.
 *
 * `start_quantiles`: the 10 %, 50 % and 90 % quantiles of the final score before the first roll, after good play.
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
  win_error_rate: number;
  accuracy: number;
  grades: {
    [k: string]: number;
  };
  turning_points: CoachChange[];
  start_quantiles: number[];
  lesson: CoachLesson;
}
/**
 * The sources of a seat's points; the sum of all parts is `final`.
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
 * The change in points of a seat's expected final score by an event; `value` is the expectation after it.
 */
export interface CoachChange {
  event: number;
  seat: number;
  kind: 'correction' | 'decision' | 'luck' | 'others' | 'unknown';
  points: number;
  value: number;
}
/**
 * The lesson of a game for a seat.
 *
 * `moments`: the events of the decisions that cost or decided most, in order of play. `lost`: the mean points lost a
 * decision. `advice` is in sentences by language: the rule of thumb, the points or the probability of winning that it
 * would have saved, and the strength of the play.
 */
export interface CoachLesson {
  moments: number[];
  rule: CoachRule | null;
  lost: number;
  peers: CoachPeers | null;
  advice: {
    [k: string]: string[];
  };
}
/**
 * The rule of thumb that would have saved most: its theme, the number of decisions against it, and their cost.
 */
export interface CoachRule {
  theme: string;
  decisions: number;
  points: number;
}
/**
 * The bots that play about as well as a seat: the points that they lose a decision, their accuracy in percent.
 */
export interface CoachPeers {
  level: string;
  points: number;
  accuracy: number;
}
/**
 * The probability of winning of each seat after an event (0: at the start), if all seats play on with the accuracy
 * that they showed in the game.
 */
export interface CoachChances {
  event: number;
  wins: number[];
}
/**
 * The preview of a correction.
 *
 * If the request names no entry, `entries` are all entries that the person may correct. Otherwise `position` is the
 * game before the entry, null if the changes make an earlier entry illegal. `before` and `after` are the points of all
 * seats, as the person may see them; `after` is null if nothing changes or in a `conflict`. `reopened` are the seats
 * that have to enter again in the open round.
 */
export interface CorrectionPreview {
  entries: PastEntry[];
  position: Position | null;
  before: number[];
  after: number[] | null;
  reopened: number[];
  conflict: CorrectionConflict | null;
}
/**
 * A roll or a move of the running game, as last corrected.
 *
 * A roll has `dice`, a move a `seat` and an `action`. `by` is the seat that rolled or moved, null if the host rolled
 * for all.
 */
export interface PastEntry {
  number: number;
  seat: number | null;
  by: number | null;
  dice: number[] | null;
  die: ('action' | 'pips') | null;
  action: string | null;
}
/**
 * The entry that the rules would forbid after the changes, and the reason; it may be one of the changed ones.
 *
 * `may_correct`: the person may correct it, too.
 */
export interface CorrectionConflict {
  rule: string;
  entry: PastEntry;
  may_correct: boolean;
}
/**
 * A request for a preview of corrections of the running game, the number `game` of the table.
 *
 * The answer contains the effects of `changes`, and the game before the `entry`, if the request names one.
 */
export interface CorrectionRequest {
  game: number;
  changes?: Change[];
  entry?: EntryNumber | null;
}
/**
 * The number of a roll of the game, or of a move of the `seat`, from 1.
 */
export interface EntryNumber {
  number: number;
  seat: number | null;
}
/**
 * A cup, as the caller may see it. Its link is `/cup/CODE-key`, or `/cup/CODE` if the key is empty.
 *
 * `state`: not open yet; open; closed while games still run; over. `host` is the name of the host, null after their
 * erasure, and `hosted` is true for the host. `entry` is the caller's number, null without an entry; `removed`: the
 * host has removed it. `removed_entries` is sent to the host. `poll_s` is the number of seconds after which the page
 * asks again.
 *
 * `round` counts the cups of a series; `latest` is the code of the last one, null if it is this one. `every` is the
 * period of the series, empty if there is no next cup. `group` is the code of the group whose members take part, empty
 * for everybody. `teams` are the settings of the teams and `team_rows` their table, the best first.
 */
export interface CupState {
  code: string;
  key: string;
  title: string;
  game: string;
  options: {
    [k: string]: boolean | number | string;
  };
  opens: number;
  closes: number;
  by_code: boolean;
  named: boolean;
  ranking: 'places' | 'points';
  paced: boolean;
  state: 'ending' | 'open' | 'over' | 'soon';
  host: string | null;
  hosted: boolean;
  entry: number | null;
  removed: boolean;
  removed_entries: CupEntry[];
  deals: CupDeal[];
  rows: CupRow[];
  poll_s: number;
  every: '' | 'day' | 'week';
  round: number;
  rounds: number;
  latest: string | null;
  group: string;
  teams: Teams | null;
  team_rows: CupTeam[];
}
/**
 * An entry that the host has removed.
 */
export interface CupEntry {
  number: number;
  name: string | null;
}
/**
 * A deal of a cup, as the caller may see it.
 *
 * `commitment` is the SHA-256 hash of the seed of its dice; `seed` is null until it is published. `state` says whether
 * the deal can be begun: not yet, now, or not any more. `mine` is the state of the caller's game, at `table`.
 * `finished` and `running` are numbers of games. `shown`: the caller may replay the games.
 */
export interface CupDeal {
  number: number;
  commitment: string;
  seed: string | null;
  state: 'closed' | 'open' | 'waiting';
  mine: 'done' | 'new' | 'running';
  table: string | null;
  finished: number;
  running: number;
  shown: boolean;
}
/**
 * A person in the table of a cup. Equal results share a `place`.
 *
 * `name` is null if the caller may not see it. `total` is the sum of the points or of the shares, by the ranking of
 * the cup. `lost` is the sum of the points given away, null if a game was not reviewed. `cells` holds the games by
 * deal, null if a deal was not begun. `team` is the number of the person's team, from 0.
 */
export interface CupRow {
  place: number;
  number: number;
  name: string | null;
  total: number;
  lost: number | null;
  cells: (CupCell | null)[];
  team: number | null;
  you: boolean;
}
/**
 * A person's game at a deal. The other fields are null while it runs.
 *
 * `share` is the share of the others at this deal who have fewer points, in percent; equal ones count half. `lost`:
 * points given away, null before the coach's review.
 */
export interface CupCell {
  points: number | null;
  share: number | null;
  lost: number | null;
}
/**
 * The teams of a cup, by their names. A team's number is its position, from 0.
 *
 * `chosen`: people choose their teams; otherwise the host puts them in. `ranking`: by the sum or the mean of the
 * totals of its people, or by the sum of the `best` ones.
 */
export interface Teams {
  names: string[];
  chosen: boolean;
  ranking: 'best' | 'mean' | 'sum';
  best: number;
}
/**
 * A team in the table of a cup. Equal results share a `place`.
 *
 * `total` is null until a member of the team has finished a game. `people` is the number of members, `counted` the
 * number of members whose totals count.
 */
export interface CupTeam {
  place: number;
  number: number;
  total: number | null;
  people: number;
  counted: number;
}
/**
 * A cup in a list. Its link is `/cup/CODE-key`, or `/cup/CODE` if the key is empty.
 */
export interface CupSummary {
  code: string;
  key: string;
  title: string;
  game: string;
  deals: number;
  opens: number;
  closes: number;
  hosted: boolean;
}
/**
 * The deals of a day (UTC, ISO format).
 *
 * `ends` is the time until which first tries may begin, `now` that of the server, both in ms. `streak` is the length
 * of the caller's streak, `next_commitments` holds the hashes of the seeds of the next day by game.
 */
export interface DealDay {
  day: string;
  ends: number;
  now: number;
  streak: number;
  deals: DealOfDay[];
  next_commitments: {
    [k: string]: string;
  };
}
/**
 * A game's deal of a day, as the caller may see it.
 *
 * `commitment` is the SHA-256 hash of the seed of its dice. `seed` is null until the seed is published. `state` is
 * that of the caller's first try, at `table`: `unranked` if it is over and does not count. `points` is its result.
 * `players` is the number of finished first tries.
 */
export interface DealOfDay {
  game: string;
  options: {
    [k: string]: boolean | number | string;
  };
  commitment: string;
  seed: string | null;
  state: 'done' | 'new' | 'running' | 'unranked';
  table: string | null;
  points: number | null;
  players: number;
}
/**
 * The results of a deal.
 *
 * `shown` is false while the caller could still play the deal: then only the number of `players` is known. `you` is
 * the caller's result among the points and `your_skill` among the points given away. `percentile` is the share of the
 * other results that are worse; equal ones count half. `points` and `skill` hold the best results, `histogram` all
 * results, the fewest points first. `master` is the result of the best bot, null if it is not known yet.
 */
export interface DealStanding {
  day: string;
  game: string;
  shown: boolean;
  players: number;
  you: DealResult | null;
  your_skill: DealResult | null;
  percentile: number | null;
  points: DealResult[];
  skill: DealResult[];
  histogram: DealCount[];
  master: number | null;
  streak: number;
}
/**
 * A result of a deal. Equal results share a `place`. `lost`: points given away, null before the coach's review.
 */
export interface DealResult {
  place: number;
  name: string;
  points: number;
  lost: number | null;
  you: boolean;
}
/**
 * How often a number of points was reached.
 */
export interface DealCount {
  points: number;
  count: number;
}
/**
 * A signed-in browser of the person; `here` marks the one that asks. `browser` is empty if it is unknown.
 */
export interface Device {
  id: string;
  browser: string;
  added: number;
  seen: number;
  here: boolean;
}
/**
 * The exercises of a day: the games that have one and were answered, and whether the first answer was right.
 *
 * `streak` is the number of days in a row up to this one on which one was answered.
 */
export interface ExerciseDay {
  day: string;
  streak: number;
  solved: {
    [k: string]: boolean;
  };
}
/**
 * The sheets of a game that was played on paper, in any order.
 */
export interface FilledSheets {
  game: string;
  options?: {
    [k: string]: boolean | number | string;
  };
  sheets: FilledSheet[];
}
/**
 * A player's sheet of paper: its contents by place (`knobel.filled_sheets`).
 */
export interface FilledSheet {
  name: string;
  cells: {
    [k: string]: string;
  };
}
/**
 * An available game. `bots`: the levels of bots that the server can play; `coach`: true if it reviews games.
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
  coach: boolean;
}
/**
 * An option of a game; without `values`, any text of the option's form is allowed.
 */
export interface GameOption {
  name: string;
  default: boolean | number | string;
  values: (boolean | number | string)[] | null;
}
/**
 * The person's answers to the exercises of a game, the oldest first.
 */
export interface GivenAnswers {
  /**
   * @maxItems 4000
   */
  answers: GivenAnswer[];
}
/**
 * An answer to an exercise at a time in ms.
 *
 * `day` is the date (UTC, ISO format) whose exercise of the day it was, empty for another exercise.
 */
export interface GivenAnswer {
  key: string;
  right: boolean;
  time: number;
  day: string;
}
/**
 * The deals of a day (UTC, ISO format) among the members of a group.
 */
export interface GroupDay {
  day: string;
  deals: GroupDeal[];
}
/**
 * The results of the members at a game's deal of a day.
 *
 * `shown` is false while the caller could still play the deal: then only the number of `players` is known.
 */
export interface GroupDeal {
  game: string;
  shown: boolean;
  players: number;
  rows: GroupDealRow[];
}
/**
 * The result of a member at a deal of the day. Equal results share a `place`.
 */
export interface GroupDealRow {
  place: number;
  name: string;
  points: number;
  you: boolean;
}
/**
 * The table of a season of a group.
 *
 * `kind` is the game to which the table is limited, null for all games. `kinds` are the games of the season, the most
 * played first. `games` is the number of games, `on_paper` that of games on paper among them. `others` is the number
 * of results of non-members and of former members: they count for the places of each game, but not here. `records` are
 * the records of all seasons.
 */
export interface GroupSeason {
  season: SeasonSpan;
  seasons: SeasonSpan[];
  ranking: 'luck' | 'places' | 'points';
  kind: SeasonKind | null;
  kinds: SeasonKind[];
  games: number;
  on_paper: number;
  rows: GroupSeasonRow[];
  others: number;
  records: GroupRecord[];
}
/**
 * A season, from `began` until the next one begins, or until now (`ended` is null).
 */
export interface SeasonSpan {
  number: number;
  began: number;
  ended: number | null;
}
/**
 * A game with options, and how often it was played in a season.
 */
export interface SeasonKind {
  game: string;
  options: {
    [k: string]: boolean | number | string;
  };
  games: number;
}
/**
 * A member in the table of a season. Equal totals share a `place`.
 *
 * `total` is the sum of the points, or the sum of the shares of opponents with fewer points in percent, or the
 * estimate without luck in points, by the ranking. `mean` is the total of a game. `wins` counts first places. `error`
 * is the standard error of the estimate, null for a single game and for other rankings; `provisional`: the estimate is
 * still too uncertain.
 */
export interface GroupSeasonRow {
  place: number;
  name: string;
  total: number;
  games: number;
  mean: number;
  wins: number;
  error: number | null;
  provisional: boolean;
  you: boolean;
}
/**
 * The best result of a group at a game. `name` is null if the person is not a member, or not any more.
 *
 * `on_paper`: it was read from a sheet of paper.
 */
export interface GroupRecord {
  game: string;
  options: {
    [k: string]: boolean | number | string;
  };
  points: number;
  name: string | null;
  time: number;
  games: number;
  on_paper: boolean;
}
/**
 * A group, as the caller may see it. Its link is `/group/CODE-key`.
 *
 * `host` is the name of the host. Non-members see only the title, the host and the number of members (`size`):
 * `members` and `tables` are empty for them. Four fields describe the caller: `member` is true for a member, `hosted`
 * for the host, `removed` for a person whom the host has removed, and `may_take_over` for the member with the right to
 * become the host, because the host has been away for 30 days. `removed_members` is sent to the host. `season` is the
 * number of the current season. `poll_s` is the number of seconds after which the page asks again.
 */
export interface GroupState {
  code: string;
  key: string;
  title: string;
  by_code: boolean;
  host: string;
  size: number;
  member: boolean;
  hosted: boolean;
  may_take_over: boolean;
  removed: boolean;
  members: GroupMember[];
  removed_members: RemovedMember[];
  tables: GroupTable[];
  season: number;
  poll_s: number;
}
/**
 * A member of a group. `here`: the person has a connection.
 */
export interface GroupMember {
  id: string;
  name: string;
  joined: number;
  here: boolean;
  host: boolean;
  you: boolean;
}
/**
 * A person whom the host has removed from the group.
 */
export interface RemovedMember {
  id: string;
  name: string;
}
/**
 * A table of a group at which a game runs or begins soon. Its link is `/t/CODE-key`.
 *
 * `names` are those in its seats, `free` is the number of empty seats. `days` is the limit of a round or turn, None at
 * a live table.
 */
export interface GroupTable {
  code: string;
  key: string;
  game: string;
  playing: boolean;
  names: string[];
  free: number;
  days: number | null;
}
/**
 * A group in a list. Its link is `/group/CODE-key`. `here` is the number of other members with a connection.
 */
export interface GroupSummary {
  code: string;
  key: string;
  title: string;
  members: number;
  here: number;
  hosted: boolean;
}
/**
 * The high-score lists of a game with certain options, and the person's latest scores, the latest first.
 *
 * `all_time` and `month` have one line for each person.
 */
export interface HighScores {
  all_time: HighScore[];
  month: HighScore[];
  mine: HighScore[];
  recent: OwnScore[];
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
  you: boolean;
}
/**
 * A ranked score of the person, with the time (ms) at which the game ended.
 */
export interface OwnScore {
  score: number;
  time: number;
}
/**
 * The person's latest games, the oldest first.
 *
 * `due` is the number of mistakes to practise now, `next` the time (ms) of the next one after that, null if there is
 * none.
 */
export interface MyPlay {
  games: PlayedGame[];
  due: number;
  next: number | null;
}
/**
 * A game that the person finished.
 *
 * It began at seq `first` of a table's log. `others` are the names of the other people who finished it, by seat.
 * `skill` is null until the game is reviewed.
 */
export interface PlayedGame {
  table: string;
  first: number;
  game: string;
  score: number;
  seats: number;
  others: string[];
  time: number;
  skill: PlayedSkill | null;
}
/**
 * How well a game was played: accuracy in percent, luck in points, decisions by kind, points lost by theme.
 *
 * `themes` is null if the review is older than themes. `insights` are the decisions by the phase of the game, by the
 * place in the turn order from 1, and by the time that they took; one that the record does not tell is left out.
 */
export interface PlayedSkill {
  accuracy: number;
  luck: number;
  kinds: {
    [k: string]: DecisionsOfKind;
  };
  themes: {
    [k: string]: number;
  } | null;
  insights: {
    [k: string]: {
      [k: string]: DecisionsOfKind;
    };
  };
}
/**
 * Number of decisions of a kind, and the points that they lost in total.
 */
export interface DecisionsOfKind {
  decisions: number;
  lost: number;
}
/**
 * The person's ratings.
 *
 * `unrated` is the number of finished games that will count when the luck of their dice is computed. `ladder` is empty
 * if the server has none.
 */
export interface MyRatings {
  ratings: Rating[];
  unrated: number;
  ladder: LadderStanding[];
}
/**
 * The person's rating at a game with an option set: the expected points, with the standard error.
 *
 * It is `provisional` after few games, or while the error is above the `limit`. `percentile` is the share of the
 * `people` with a rating here that is lower, in percent; null if there are too few people, or if the rating is
 * provisional. `levels` are the bots' ratings, the weakest first; they are known only for the `standard` options.
 * `engine` is a hash of the engine that computed the luck of the latest game. `course` begins with the oldest game.
 */
export interface Rating {
  game: string;
  options: {
    [k: string]: boolean | number | string;
  };
  standard: boolean;
  games: number;
  mean: number;
  error: number | null;
  provisional: boolean;
  limit: number;
  engine: string;
  people: number;
  percentile: number | null;
  levels: LevelRating[];
  course: RatingPoint[];
}
/**
 * The rating of a level of bots.
 */
export interface LevelRating {
  level: string;
  mean: number;
}
/**
 * A finished game: its points, its points without luck, and the rating after it with its standard error.
 *
 * `error` is null after the first game.
 */
export interface RatingPoint {
  time: number;
  points: number;
  without_luck: number;
  mean: number;
  error: number | null;
}
/**
 * The person's strength by places at tables of several people: normally distributed with mean mu and deviation
 * sigma.
 */
export interface LadderStanding {
  game: string;
  games: number;
  mu: number;
  sigma: number;
}
/**
 * A request for a new address of the calendar. Its events are in `language`.
 */
export interface NewCalendar {
  language: 'de' | 'en' | 'fr' | 'it';
}
/**
 * A cup to open: everybody plays `deals` deals of a game, each alone, from `opens` (null: now) to `closes` (ms).
 *
 * `by_code`: the code alone admits people; otherwise only the link does. `named`: people see the names of each other.
 * `ranking`: by the sum of the points, or of the places at each deal (duplicate scoring). `paced`: the host opens one
 * deal after the other for all. `every`: the period in which the cup is repeated. `group`: the code of a group; only
 * its members take part. `teams`: null for none.
 */
export interface NewCup {
  title: string;
  game: string;
  options?: {
    [k: string]: boolean | number | string;
  };
  deals: number;
  opens?: number | null;
  closes: number;
  by_code?: boolean;
  named?: boolean;
  ranking?: 'places' | 'points';
  paced?: boolean;
  every?: '' | 'day' | 'week';
  group?: string;
  teams?: Teams | null;
}
/**
 * A group to open.
 */
export interface NewGroup {
  title: string;
}
/**
 * A person's new name.
 */
export interface NewName {
  name: string;
}
/**
 * The subscription of the caller's device, and its settings.
 */
export interface NewNotices {
  subscription: BrowserSubscription;
  settings: NoticeSettings;
}
/**
 * The subscription of a browser, as its `PushManager` makes it, with keys in Base64 (RFC 4648, for URLs).
 */
export interface BrowserSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}
/**
 * The notices that a device receives, and their times.
 *
 * `zone` is the time zone of the quiet hours as the browser names it, such as `Europe/Berlin`, empty if it names none.
 * `while_open`: also while the person has a page open.
 */
export interface NoticeSettings {
  kinds: ('cup' | 'day' | 'over' | 'reaction' | 'turn')[];
  quiet: QuietHours | null;
  zone: string;
  language: 'de' | 'en' | 'fr' | 'it';
  while_open: boolean;
}
/**
 * The hours in which nothing is sent, from `start` to `end`, perhaps over midnight.
 */
export interface QuietHours {
  start: number;
  end: number;
}
/**
 * A pause that begins now and ends after a number of days.
 */
export interface NewPause {
  days: number;
}
/**
 * A request for a new recovery sheet; `language` is that of the page.
 */
export interface NewSheet {
  language?: string;
}
/**
 * A table to open. Its creator is the host, and takes seat 0 if `plays`. `bots` are the levels of the bots in the
 * next seats; `start` starts the game immediately. `commitment` is the creator's for the dice (`messages.Commit`).
 */
export interface NewTable {
  settings: Settings;
  plays?: boolean;
  bots?: string[];
  start?: boolean;
  commitment?: string;
}
/**
 * The webhook of a group. `url` is null to keep the address. `format` is the name of one of the formats.
 */
export interface NewWebhook {
  url?: string | null;
  format: string;
  language: 'de' | 'en' | 'fr' | 'it';
  kinds: ('begun' | 'cup' | 'over' | 'season')[];
}
/**
 * The consequences of an answer that the person's device assessed; the fields are as in `Verdict`.
 */
export interface NotedAnswer {
  then: string;
  again: number | null;
}
/**
 * The notices of the caller's device.
 *
 * `person` is the caller's id. `key` is the server's public key, with which a browser subscribes, empty if this server
 * sends none. `settings` and `endpoint` are those of the device, null if it receives none. `zone` is the time zone by
 * which its quiet hours count: UTC if this server does not know that of the settings. `kinds` are those that this
 * server sends.
 */
export interface NoticeState {
  person: string;
  key: string;
  settings: NoticeSettings | null;
  endpoint: string | null;
  zone: string | null;
  kinds: ('cup' | 'day' | 'over' | 'reaction' | 'turn')[];
}
/**
 * The person that a transfer link or a recovery sheet signs in; `yours` if the device is signed in as them.
 */
export interface Offer {
  name: string;
  yours: boolean;
}
/**
 * The new table's code and key. The table's link is `/t/CODE-key`; if the key is empty, `/t/CODE`.
 */
export interface Opened {
  code: string;
  key: string;
}
/**
 * A personal bot of the person, with the times when it was added and last seen.
 *
 * `token` authenticates its program; it is sent only once, when the bot is added.
 */
export interface OwnBot {
  id: string;
  name: string;
  added: number;
  seen: number;
  token: string | null;
}
/**
 * A game on paper that counts for a group: its sheets, and by sheet the id of the member, null for other people.
 */
export interface PaperGame {
  game: string;
  options?: {
    [k: string]: boolean | number | string;
  };
  sheets: FilledSheet[];
  members: (string | null)[];
}
/**
 * The pause of the person: its end (ms), None if there is none, and the days left for pauses in this year.
 */
export interface PauseState {
  until: number | null;
  days_left: number;
}
/**
 * A request to play a deal. `ranked` is false if another person on the same device has begun it before.
 */
export interface PlayDeal {
  ranked?: boolean;
}
/**
 * A day with deals, the games whose deals the caller has finished in time, and the points by game.
 */
export interface PlayedDay {
  day: string;
  games: string[];
  points: {
    [k: string]: number;
  };
}
/**
 * The mistake to practise now; None if no mistake is due.
 */
export interface Practice {
  due: number;
  next: number | null;
  question: Question | null;
}
/**
 * A position in which the person made a mistake.
 */
export interface Question {
  table: string;
  first: number;
  event: number;
  names: string[];
  position: Position;
}
/**
 * The reason of a failed request; `proposal` is an alternative that would succeed, such as a free name. For a bad
 * record, `rule` is the reason for which the rules forbid an event, if they do. `subject` is the refused part of the
 * input, such as an unknown word.
 */
export interface Problem {
  reason: string;
  message: string;
  proposal: string | null;
  rule: string | null;
  subject: string | null;
}
/**
 * People with whom the person finished a game, in the order of their seats, and the game that was the latest.
 *
 * `options` are those of the game, `time` is its end (ms). The people have the names that they had in the game.
 */
export interface RecentGroup {
  game: string;
  options: {
    [k: string]: boolean | number | string;
  };
  time: number;
  people: Person[];
}
/**
 * The person's best and last results, the latest first, with the options with which they last played a game.
 */
export interface RecentResults {
  game: string;
  best: number;
  last: number[];
}
/**
 * A new recovery sheet, which is sent only once.
 *
 * `language` is that of the words. The secret of the link is in its fragment, which browsers do not send.
 */
export interface RecoverySheet {
  words: string[];
  language: string;
  path: string;
}
/**
 * The first line of a game's replay, followed by `Step` lines.
 *
 * `names` are the names at the start by seat; `seat` is the receiver's seat, if they still have it. `since`: the
 * number of steps that the receiver has seen before, in a replay of the missed part of a game over days.
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
  since: number;
}
/**
 * A game was brought back; `stored` is false if it was there already.
 */
export interface Returned {
  stored: boolean;
}
/**
 * How well a seat played a game by a review that was made elsewhere.
 *
 * `mistakes`: the events of its gravest mistakes, with their themes (empty: none).
 */
export interface ReviewedSkill {
  accuracy: number;
  luck: number;
  kinds: {
    [k: string]: DecisionsOfKind;
  };
  themes?: {
    [k: string]: number;
  } | null;
  insights?: {
    [k: string]: {
      [k: string]: DecisionsOfKind;
    };
  };
  seat: number;
  mistakes: {
    [k: string]: string;
  };
}
/**
 * A game on paper that is stored for a group; with the code, it can be deleted.
 */
export interface SavedPaperGame {
  code: string;
}
/**
 * The last position of the game, with the results, and the parts of each sheet.
 *
 * `possible` holds by place the numbers that the dice can give there.
 */
export interface ScoredSheets {
  position: Position;
  sheets: ScoredSheet[];
  possible: {
    [k: string]: number[];
  };
}
/**
 * The lines that add up to the points of a sheet, and its contradictions.
 */
export interface ScoredSheet {
  lines: SheetLine[];
  contradictions: SheetContradiction[];
}
/**
 * A part of a score: its place, its points, and what it shows, such as a combination, which may be empty.
 */
export interface SheetLine {
  place: string;
  points: number;
  shows: string;
}
/**
 * What cannot be right on a sheet (`knobel.filled_sheets.contents.ContradictionKind`).
 *
 * `place` is empty if it concerns the whole sheet. `expected` are the numbers that could be right. `because` is the
 * line that alone explains the difference of a sum, otherwise empty.
 */
export interface SheetContradiction {
  place: string;
  kind: ContradictionKind;
  written: string;
  expected: number[];
  because: string;
}
/**
 * The table of a series of cups.
 */
export interface Season {
  ranking: 'places' | 'points';
  rounds: SeasonRound[];
  rows: SeasonRow[];
}
/**
 * A cup of a series.
 */
export interface SeasonRound {
  code: string;
  round: number;
  opens: number;
  closes: number;
}
/**
 * A person in the table of a series. `name` is null if the caller may not see it.
 *
 * `totals` holds the total of each cup, null without an entry; `total` is their sum.
 */
export interface SeasonRow {
  place: number;
  name: string | null;
  total: number;
  lost: number | null;
  totals: (number | null)[];
  you: boolean;
}
/**
 * A request as the server sees it: the visitor's address, and `http` or `https`.
 */
export interface SeenConnection {
  address: string;
  scheme: string;
}
/**
 * The person of a session; the secret that proves their identity is in a cookie.
 *
 * `table` is where the person has a seat, preferably one with a running game. `links` is the base address of links for
 * other people, set if the page's own address may not work for them. Messages of `blocked` people are hidden.
 */
export interface Session {
  id: string;
  name: string;
  table: SeatedAt | null;
  links: string | null;
  blocked: Person[];
}
/**
 * A table at which the person has a seat, and whom the running game waits for; null if none runs.
 */
export interface SeatedAt {
  code: string;
  game: string;
  waits_for: ('others' | 'you') | null;
}
/**
 * The secret of a recovery sheet: its words as they were typed, or its link.
 */
export interface SheetSecret {
  secret: string;
}
/**
 * When the person's recovery sheet was made and last used (ms); None if there is none, or it was never used.
 */
export interface SheetState {
  made: number | null;
  used: number | null;
}
/**
 * A game over days in which the person has the seat `seat`.
 *
 * `state` is `your_turn` if the game waits for the person. `started` is false while the table waits for players.
 * `left` is the time (ms) until the deadline, negative after it, null if the game does not wait for the person.
 * `unread` counts the chat messages that the person has not read. `changed`: time (ms) of the last event.
 */
export interface SlowGame {
  code: string;
  game: string;
  state: 'over' | 'waiting' | 'your_turn';
  started: boolean;
  days: number;
  round: number;
  seat: number;
  seats: SlowSeat[];
  left: number | null;
  changed: number;
  unread: number;
}
/**
 * A seat in a list of games. `name` is empty if the seat is free, null for an erased person.
 *
 * `awaited`: the game waits for the seat. `away`: a bot plays for the person. `score`: the result after the game.
 */
export interface SlowSeat {
  name: string | null;
  bot: boolean;
  awaited: boolean;
  away: boolean;
  score: number | null;
}
/**
 * The changes by an event of a game's record. `at` is the event's number from 1; 0 is the start.
 *
 * `turn` and `info` are those after the event. `sheets` and `scores` contain the changed ones by seat; at the start,
 * they may be spread over several steps. `turn.may_roll` has no meaning here. `noted` is the known part of an
 * incomplete event.
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
 * A table and its game as a spectator sees them; `position` is null if there is no game.
 */
export interface TableView {
  table: Table;
  position: Position | null;
  poll_s: number;
}
/**
 * Where the person loses most at a game: weaknesses first, then the themes that cost most.
 *
 * `games` is the number of games, `trend` says whether the points lost in total change.
 */
export interface ThemeReport {
  game: string;
  games: number;
  trend: ('better' | 'same' | 'worse') | null;
  themes: ThemeLosses[];
}
/**
 * The points that the person loses a game in a theme, with the limits of the interval of 95 %.
 *
 * `names` and `rules` (of thumb) are by language. `peers` is the loss of players of the same strength, null if
 * unknown, `levels` that of the levels of bots. `weakness`: the loss is larger than chance explains. `earlier` and
 * `lately` are the means of the earlier and of the latest games, null if there are too few; `trend` says whether they
 * differ.
 */
export interface ThemeLosses {
  theme: string;
  names: {
    [k: string]: string;
  };
  rules: {
    [k: string]: string;
  };
  lost: number;
  low: number;
  high: number;
  peers: number | null;
  levels: {
    [k: string]: number;
  };
  weakness: boolean;
  earlier: number | null;
  lately: number | null;
  trend: ('better' | 'same' | 'worse') | null;
}
/**
 * The next position to practise, and the progress by theme.
 *
 * The position is a `question` about an own mistake that is due, or else an `exercise`; both are null if there is none
 * now. `due` is the number of mistakes and exercises to repeat now, `next` the time (ms) of the next one after them,
 * null if there is none.
 */
export interface Training {
  game: string;
  due: number;
  next: number | null;
  question: Question | null;
  exercise: TrainingExercise | null;
  themes: ThemeProgress[];
}
/**
 * A shipped exercise: the seat decides at the end of the record.
 *
 * `difficulty` is the share of answers of bots that are wrong. `repeated`: the person answered it before.
 */
export interface TrainingExercise {
  key: string;
  theme: string;
  difficulty: number;
  repeated: boolean;
  seat: number;
  record: string;
}
/**
 * How many exercises of a theme the person solved at the first answer.
 *
 * `names` are by language. `exercises` is the number of all of the theme. `right` is the share of right first answers,
 * `bots` that of bots in the same exercises; null without answers. `earlier` and `lately` are the shares of the halves
 * of the answers, null if there are too few.
 */
export interface ThemeProgress {
  theme: string;
  names: {
    [k: string]: string;
  };
  exercises: number;
  answered: number;
  right: Share | null;
  bots: number | null;
  earlier: Share | null;
  lately: Share | null;
}
/**
 * A share with the limits of its interval of 95 %.
 */
export interface Share {
  mean: number;
  low: number;
  high: number;
}
/**
 * A link that signs in another device of the person, once and within a few minutes.
 */
export interface Transfer {
  path: string;
  expires: number;
}
/**
 * The assessment of an answer.
 *
 * `then` is the action that was played in the game. `again` is the time (ms) of the next repetition, null if the
 * mistake is learned.
 */
export interface Verdict {
  decision: CoachDecision;
  then: string;
  right: boolean;
  again: number | null;
}
/**
 * The answer of a webhook to a test: its HTTP status, 0 if it did not answer.
 */
export interface WebhookAnswer {
  delivered: boolean;
  status: number;
}
/**
 * The webhook of a group, null if it has none.
 *
 * `permitted` are the hosts to which this server sends news; if there are none, webhooks are off. `kinds` are the
 * kinds of news, `formats` the forms of messages.
 */
export interface WebhookState {
  permitted: string[];
  kinds: ('begun' | 'cup' | 'over' | 'season')[];
  formats: WebhookFormat[];
  webhook: WebhookSettings | null;
}
/**
 * A kind of service that takes news, and its name on the page.
 */
export interface WebhookFormat {
  name: string;
  label: string;
}
/**
 * A webhook as the host of the group sees it: of the address only the `host`, because the rest is a secret.
 *
 * `stopped`: nothing is sent any more, because the address failed too often; it is the last HTTP status, 0 without an
 * answer, and null while news are sent. `failures` is the number of failures since the last success.
 */
export interface WebhookSettings {
  host: string;
  format: string;
  language: string;
  kinds: ('begun' | 'cup' | 'over' | 'season')[];
  stopped: number | null;
  failures: number;
}
