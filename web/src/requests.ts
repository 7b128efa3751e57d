// Generated from the OpenAPI document of the server by `npm run types`. Do not edit.

import type {
  BrowserEngine,
  CalendarState,
  ChangedCup,
  ChangedEntry,
  ChangedGroup,
  ChangedMember,
  ChosenTeam,
  CoachDecision,
  CoachReview,
  CorrectionPreview,
  CorrectionRequest,
  CupState,
  CupSummary,
  DealDay,
  DealStanding,
  Device,
  ExerciseDay,
  FilledSheets,
  GameInfo,
  GivenAnswers,
  GroupDay,
  GroupSeason,
  GroupState,
  GroupSummary,
  HighScores,
  MyPlay,
  MyRatings,
  NewCalendar,
  NewCup,
  NewGroup,
  NewName,
  NewNotices,
  NewPause,
  NewSheet,
  NewTable,
  NewWebhook,
  NotedAnswer,
  NoticeState,
  Offer,
  Opened,
  OwnBot,
  PaperGame,
  PauseState,
  PlayDeal,
  PlayedDay,
  Position,
  Practice,
  RecentGroup,
  RecentResults,
  RecoverySheet,
  Returned,
  ReviewedSkill,
  SavedPaperGame,
  ScoredSheets,
  Season,
  SeenConnection,
  Session,
  SheetSecret,
  SheetState,
  SlowGame,
  Table,
  TableView,
  ThemeReport,
  Training,
  Transfer,
  Verdict,
  WebhookAnswer,
  WebhookState,
} from './wire';

/** The requests of the server: what is in their path and query, what they send, and what they are answered. */
export interface Requests {
  /** Return the caller's bots, the oldest first. */
  'GET /api/bots': { answer: OwnBot[] };
  /** Create a personal bot. Its token is returned only here. */
  'POST /api/bots': { body: NewName; answer: OwnBot };
  /** Revoke a bot's token and delete the bot. At its tables, a bot of the server plays on. */
  'DELETE /api/bots/{bot}': { path: { bot: string }; answer: void };
  /** Return the caller's session. */
  'GET /api/session': { answer: Session };
  /** Open a session. A new person gets the name in the body, or a suggested one. An existing session stays. */
  'POST /api/session': { body?: NewName; answer: Session };
  /** End the session on this device. */
  'DELETE /api/session': { answer: void };
  /** Rename the caller. */
  'PATCH /api/session': { body: NewName; answer: Session };
  /** Create a link that adds another device to the caller. */
  'POST /api/transfer': { answer: Transfer };
  /** Return the person to whom a transfer link belongs, for confirmation before it is redeemed. */
  'GET /api/transfer/{token}': { path: { token: string }; answer: Offer };
  /** Add this device to the person who created the link. */
  'POST /api/transfer/{token}': { path: { token: string }; answer: Session };
  /** Return the caller's devices, the latest used first. */
  'GET /api/devices': { answer: Device[] };
  /** Remove one of the caller's devices. */
  'DELETE /api/devices/{device}': { path: { device: string }; answer: void };
  /** Block a person: the caller no longer receives their messages. */
  'PUT /api/blocked/{person}': { path: { person: string }; answer: Session };
  /** Unblock a person. */
  'DELETE /api/blocked/{person}': { path: { person: string }; answer: Session };
  /** Export all data that is stored about the caller. */
  'GET /api/person': { answer: unknown };
  /** Delete the caller's data and end their sessions on all devices. */
  'DELETE /api/person': { answer: void };
  /** Return the groups with which the caller finished games lately (at most 3), the latest first. */
  'GET /api/companions': { answer: RecentGroup[] };
  /** Return the caller's pause and the days that are left. */
  'GET /api/pause': { answer: PauseState };
  /** Begin a pause of some days: the time of the caller's turns in games over days does not run. */
  'POST /api/pause': { body: NewPause; answer: PauseState };
  /** End the caller's pause. */
  'DELETE /api/pause': { answer: PauseState };
  /** Return when the caller's recovery sheet was made and last used. */
  'GET /api/recovery': { answer: SheetState };
  /** Make a recovery sheet for the caller, which replaces the one before. It is sent only once. */
  'POST /api/recovery': { body: NewSheet; answer: RecoverySheet };
  /** Revoke the caller's recovery sheet. */
  'DELETE /api/recovery': { answer: void };
  /** Return the person to whom a recovery sheet belongs, for confirmation before it is used. */
  'POST /api/recovery/owner': { body: SheetSecret; answer: Offer };
  /** Sign this device in as the person to whom a recovery sheet belongs. The sheet stays valid. */
  'POST /api/recovery/restore': { body: SheetSecret; answer: Session };
  /** Return the notice settings of the caller's device, and the key with which a browser subscribes. */
  'GET /api/notices': { answer: NoticeState };
  /** Send notices to the caller's device by Web Push. */
  'PUT /api/notices': { body: NewNotices; answer: NoticeState };
  /** Send no more notices to the caller's device, and delete its subscription. */
  'DELETE /api/notices': { answer: NoticeState };
  /** Return the results of one of a table's games, counted from 1, as an XLSX file, the best first. */
  'GET /api/tables/{link}/games/{game}/results.xlsx': { path: { game: number; link: string }; answer: string };
  /** Return the steps of a recorded game, finished or not: a `Replay`, then `Step`s. */
  'POST /api/records/replay': { body: string; answer: string };
  /** Return the last position of a record as a seat sees it, with the seat's choices. */
  'POST /api/records/position': { query?: { seat?: number | null }; body: string; answer: Position };
  /** Return the points of filled sheets, every line explained, and what cannot be right on them. */
  'POST /api/records/sheets': { body: FilledSheets; answer: ScoredSheets };
  /** Open a table that continues a recorded game after its event `at`. */
  'POST /api/records/what-if': {
    query: { at: number; seat: number; level?: string | null; same_dice?: boolean | null };
    body: string;
    answer: Opened;
  };
  /** Store a finished game from the caller's exported data, in which they had the seat, as one of their games. */
  'POST /api/records/return': { query: { seat: number }; body: string; answer: Returned };
  /** Return the public tables. */
  'GET /api/tables': { answer: Table[] };
  /** Open a table, and return its code and key. */
  'POST /api/tables': { body: NewTable; answer: Opened };
  /** Return a table, without its game. */
  'GET /api/tables/{link}': { path: { link: string }; answer: Table };
  /** Return a table and its game as a spectator sees them, also to a visitor without a session. */
  'GET /api/tables/{link}/view': { path: { link: string }; answer: TableView };
  /** Return the record of a table's latest game, as the caller may see it. */
  'GET /api/tables/{link}/record': { path: { link: string }; answer: string };
  /** Return the record of one of a table's games, counted from 1, as the caller may see it. */
  'GET /api/tables/{link}/games/{game}/record': { path: { game: number; link: string }; answer: string };
  /** Return the replay of a table's latest game, which must be over. */
  'GET /api/tables/{link}/replay': { path: { link: string }; answer: string };
  /** Return the replay of one of a table's games, counted from 1, which must be over. */
  'GET /api/tables/{link}/games/{game}/replay': { path: { game: number; link: string }; answer: string };
  /** Return the entries of a table's running game that the caller may correct, the game before an entry, and the effects of corrections. */
  'POST /api/tables/{link}/correction': { path: { link: string }; body: CorrectionRequest; answer: CorrectionPreview };
  /** Return the high scores of a game; `options` is a JSON object. */
  'GET /api/scores/{game}': { path: { game: string }; query?: { options?: string | null }; answer: HighScores };
  /** Return the caller's games over days: those in which it is their turn, the others, and the latest finished. */
  'GET /api/slow-games': { answer: SlowGame[] };
  /** Return the replay of a table's latest game as the caller may see it, with the steps that they have seen. */
  'GET /api/tables/{link}/missed': { path: { link: string }; answer: string };
  /** Return when the address of the caller's calendar was made. */
  'GET /api/calendar': { answer: CalendarState };
  /** Make an address of the caller's calendar, which replaces the one before. It is sent only once. */
  'POST /api/calendar': { body: NewCalendar; answer: CalendarState };
  /** Revoke the address of the caller's calendar. */
  'DELETE /api/calendar': { answer: CalendarState };
  /** Return the calendar at a secret address (RFC 5545): the deadlines of the games that wait for its person. */
  'GET /api/calendar/{name}': { path: { name: string }; answer: string };
  /** Review a finished game, sent as a record; return a `CoachReview`. */
  'POST /api/coach/review': { body: string; answer: CoachReview };
  /** Assess the choices of a seat at the end of a record (without `seat`: the first seat that must decide). */
  'POST /api/coach/assess': {
    query?: { seat?: number | null; effort?: 'quick' | 'strong' | 'master' | null };
    body: string;
    answer: string;
  };
  /** Compare two actions of a seat at the end of a record, by playing the game out after each with the same dice. */
  'POST /api/coach/compare': { query: { seat: number; action: string; other: string }; body: string; answer: string };
  /** Return the value of a seat's action at the end of a record, as a `CoachDecision`. */
  'POST /api/coach/judge': { query: { seat: number; action: string }; body: string; answer: CoachDecision };
  /** Return the review of the latest game at a table, which must be over. */
  'GET /api/tables/{link}/review': { path: { link: string }; answer: CoachReview };
  /** Return the review of one of a table's games, counted from 1, which must be over. */
  'GET /api/tables/{link}/games/{game}/review': { path: { game: number; link: string }; answer: CoachReview };
  /** Assess the choices of the player who asks in the running game, from the information that they see. */
  'POST /api/tables/{link}/hint': { path: { link: string }; query: { at: number }; answer: string };
  /** Compare two actions of the player who asks in the running game, from the information that they see. */
  'POST /api/tables/{link}/compare': {
    path: { link: string };
    query: { action: string; other: string; at: number };
    answer: string;
  };
  /** Return the caller's latest games (at most 500) and how well they were played. */
  'GET /api/play': { answer: MyPlay };
  /** Return where the caller loses points at a game, by theme, in the latest reviewed games. */
  'GET /api/play/themes': { query: { game: string }; answer: ThemeReport };
  /** Return the caller's best and last results in each game, among their latest games (at most 500). */
  'GET /api/play/recent': { answer: RecentResults[] };
  /** Start the coach's review of one of the caller's games. */
  'POST /api/play/review': { query: { table: string; first: number }; answer: void };
  /** Note how the caller played one of their games, by a review that their device made. */
  'POST /api/play/skill': {
    query: { table: string; first?: number | null; game?: number | null };
    body: ReviewedSkill[];
    answer: void;
  };
  /** Return the record of one of the caller's games. */
  'GET /api/play/record': { query: { table: string; first: number }; answer: string };
  /** Return the mistake that the caller is to practise now. */
  'GET /api/practice': { answer: Practice };
  /** Note the answer to a practice question, which the caller's device assessed. The card moves as by `answer`. */
  'PUT /api/practice': { query: { table: string; first: number; event: number; right: boolean }; answer: NotedAnswer };
  /** Answer a practice question. The card moves to the next box, or back to the first. */
  'POST /api/practice': { query: { table: string; first: number; event: number; action: string }; answer: Verdict };
  /** Add answers, and return the next position to practise of a game, of one theme or of all. */
  'POST /api/practice/exercise': {
    query: { game: string; theme?: string | null; day?: string | null };
    body: GivenAnswers;
    answer: Training;
  };
  /** Add answers to the exercises of a game. Known answers are not added again. */
  'POST /api/practice/answers': { query: { game: string }; body: GivenAnswers; answer: void };
  /** Return which exercises of a day the caller answered, and the streak up to this day; without a day: of today. */
  'GET /api/practice/day': { query?: { day?: string | null }; answer: ExerciseDay };
  /** Return the caller's ratings: their expected points at each game, without the luck of the dice. */
  'GET /api/play/ratings': { answer: MyRatings };
  /** Return the days that had deals, the latest first, and which of these the caller has played. */
  'GET /api/days': { answer: PlayedDay[] };
  /** Return the deals of a day, a date like `2026-11-25` or `today`. */
  'GET /api/days/{day}': { path: { day: string }; answer: DealDay };
  /** Return the results of a deal. */
  'GET /api/days/{day}/{game}': { path: { day: string; game: string }; answer: DealStanding };
  /** Open a table that plays a deal, or return the table of the caller's unfinished first try. */
  'POST /api/days/{day}/{game}': { path: { day: string; game: string }; body: PlayDeal; answer: Opened };
  /** Return the groups in which the caller is a member, the latest joined first. */
  'GET /api/groups': { answer: GroupSummary[] };
  /** Open a group with the caller as its host, and return its code and key. */
  'POST /api/groups': { body: NewGroup; answer: Opened };
  /** Return a group, with its members and tables for members only. The `ETag` changes whenever something changes. */
  'GET /api/groups/{link}': { path: { link: string }; answer: GroupState };
  /** Host: dissolve a group. The members keep their results and their tables. */
  'DELETE /api/groups/{link}': { path: { link: string }; answer: void };
  /** Host: rename a group, change how people join it, or make another member the host. A refusal changes nothing. */
  'PATCH /api/groups/{link}': { path: { link: string }; body: ChangedGroup; answer: GroupState };
  /** Become a member of a group. */
  'POST /api/groups/{link}/member': { path: { link: string }; answer: GroupState };
  /** Leave a group. If the host leaves, the member with the longest membership becomes the host. The last member who leaves dissolves the group. */
  'DELETE /api/groups/{link}/member': { path: { link: string }; answer: void };
  /** Become the host of a group whose host has been away for 30 days. */
  'POST /api/groups/{link}/host': { path: { link: string }; answer: GroupState };
  /** Host: remove a member, who cannot return, or take a person back. */
  'PUT /api/groups/{link}/members/{person}': {
    path: { person: string; link: string };
    body: ChangedMember;
    answer: GroupState;
  };
  /** Open a table for a group, and return its code and key. The games at it count for the group. */
  'POST /api/groups/{link}/tables': { path: { link: string }; body: NewTable; answer: Opened };
  /** Host: begin a new season, whose table is empty. The tables of earlier seasons stay. */
  'POST /api/groups/{link}/seasons': { path: { link: string }; answer: GroupState };
  /** Return the table of a season, and the records of the group. */
  'GET /api/groups/{link}/season': {
    path: { link: string };
    query?: {
      ranking?: 'places' | 'points' | 'luck' | null;
      season?: number | null;
      game?: string | null;
      options?: string | null;
    };
    answer: GroupSeason;
  };
  /** Store the results of a game that was played on paper. They count for the group, and are never ranked. */
  'POST /api/groups/{link}/paper': { path: { link: string }; body: PaperGame; answer: SavedPaperGame };
  /** Delete a game on paper, which only the host and the member who saved it may do. */
  'DELETE /api/groups/{link}/paper/{code}': { path: { link: string; code: string }; answer: void };
  /** Return the results of the members at the deals of a day, a date like `2026-11-25` or `today`. */
  'GET /api/groups/{link}/days/{day}': { path: { link: string; day: string }; answer: GroupDay };
  /** Host: return the webhook of a group, and the hosts to which this server sends news. */
  'GET /api/groups/{link}/webhook': { path: { link: string }; answer: WebhookState };
  /** Host: send the news of a group to an address. */
  'PUT /api/groups/{link}/webhook': { path: { link: string }; body: NewWebhook; answer: WebhookState };
  /** Host: send nothing more, and delete the address. */
  'DELETE /api/groups/{link}/webhook': { path: { link: string }; answer: WebhookState };
  /** Host: send a message to the webhook now, and return how it was answered. */
  'POST /api/groups/{link}/webhook/test': { path: { link: string }; answer: WebhookAnswer };
  /** Return the cups that the caller hosts or takes part in, the latest first. */
  'GET /api/cups': { answer: CupSummary[] };
  /** Open a cup, and return its code and key. */
  'POST /api/cups': { body: NewCup; answer: Opened };
  /** Return a cup with its table. The `ETag` changes whenever something in it changes. */
  'GET /api/cups/{link}': { path: { link: string }; answer: CupState };
  /** Host: delete a cup with its table, or with `series` all cups of its series. The players keep their games. */
  'DELETE /api/cups/{link}': { path: { link: string }; query?: { series?: boolean | null }; answer: void };
  /** Host: rename a cup, end it early, or end its series. */
  'PATCH /api/cups/{link}': { path: { link: string }; body: ChangedCup; answer: CupState };
  /** Take part in a cup. */
  'POST /api/cups/{link}/entry': { path: { link: string }; answer: CupState };
  /** Host: remove an entry from a cup, or take it back. */
  'PUT /api/cups/{link}/entries/{number}': {
    path: { number: number; link: string };
    body: ChangedEntry;
    answer: CupState;
  };
  /** Put an entry into a team: the host any entry, others their own before their first game, if people choose. */
  'PUT /api/cups/{link}/entries/{number}/team': {
    path: { link: string; number: number };
    body: ChosenTeam;
    answer: CupState;
  };
  /** Return the cups of a group, the latest first. */
  'GET /api/groups/{link}/cups': { path: { link: string }; answer: CupSummary[] };
  /** Host of a cup at the host's pace: open a deal for all; earlier ones cannot be begun any more. */
  'POST /api/cups/{link}/deals/{number}/open': { path: { number: number; link: string }; answer: CupState };
  /** Open a table that plays a deal of a cup, or return the table of the caller's unfinished game. */
  'POST /api/cups/{link}/deals/{number}': { path: { link: string; number: number }; answer: Opened };
  /** Return the replay of someone's game at a deal, once the caller has played it or the cup is over. */
  'GET /api/cups/{link}/deals/{number}/entries/{entry}/replay': {
    path: { link: string; number: number; entry: number };
    answer: string;
  };
  /** Return the table of a cup as CSV (UTF-8): a line for each person, with the points of each deal. */
  'GET /api/cups/{link}/table.csv': { path: { link: string }; answer: string };
  /** Return the table of a cup as an XLSX file, with the same columns as the CSV file. */
  'GET /api/cups/{link}/table.xlsx': { path: { link: string }; answer: string };
  /** Return the table of the series to which a cup belongs, over its cups so far. */
  'GET /api/cups/{link}/season': { path: { link: string }; answer: Season };
  /** Return the message at an address; empty with status 204 if there is none. */
  'GET /api/mailbox/{address}': { path: { address: string }; answer: string };
  /** Keep a sealed message for two minutes. Status 409: another message is at this address. */
  'POST /api/mailbox/{address}': { path: { address: string }; answer: string };
  /** Return the available games with their options, levels of bots and characters. */
  'GET /api/games': { answer: GameInfo[] };
  /** Return the engines that browsers can load, by game; none if the server offers none, or not yet. */
  'GET /api/engines': { answer: Record<string, BrowserEngine> };
  /** Liveness check: answer without using the database. */
  'GET /api/live': { answer: Record<string, boolean> };
  /** Liveness check under its conventional address: answer without using the database. */
  'GET /healthz': { answer: Record<string, boolean> };
  /** Readiness check: fail if the database does not answer, or could not be written at the last time. */
  'GET /readyz': { answer: Record<string, boolean> };
  /** Return the address and the scheme of this request as the server sees them, to check the settings of a proxy. */
  'GET /api/connection': { answer: SeenConnection };
  /** Health check: fail if the database cannot be written; return the numbers of tables and of people here. */
  'GET /api/health': { answer: Record<string, unknown> };
}

/** The requests that are answered on a device without a server. */
export const DEVICE_REQUESTS = [
  'GET /api/days',
  'GET /api/days/{day}',
  'GET /api/days/{day}/{game}',
  'GET /api/games',
  'GET /api/play',
  'GET /api/play/record',
  'GET /api/play/themes',
  'GET /api/practice',
  'GET /api/practice/day',
  'GET /api/tables/{link}/games/{game}/record',
  'GET /api/tables/{link}/games/{game}/replay',
  'GET /api/tables/{link}/games/{game}/review',
  'GET /api/tables/{link}/record',
  'GET /api/tables/{link}/replay',
  'GET /api/tables/{link}/review',
  'POST /api/coach/compare',
  'POST /api/coach/judge',
  'POST /api/coach/review',
  'POST /api/days/{day}/{game}',
  'POST /api/play/review',
  'POST /api/practice',
  'POST /api/practice/answers',
  'POST /api/practice/exercise',
  'POST /api/records/position',
  'POST /api/records/replay',
  'POST /api/records/sheets',
  'POST /api/records/what-if',
  'POST /api/tables',
  'POST /api/tables/{link}/compare',
  'POST /api/tables/{link}/correction',
  'POST /api/tables/{link}/hint',
  'GET /api/device-file',
  'POST /api/device-file',
  'POST /api/coach/skills',
] as const;
export type DeviceRequest = (typeof DEVICE_REQUESTS)[number];
