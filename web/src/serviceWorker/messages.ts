// The messages between the page and its service worker.

/** Lists the files of the interpreter that runs the games without a server, as a `PackList`. */
export const PACK_LIST = 'offline.json';

/** The address of the list for one version of the page, which its script tells: windows of several may be open. */
export const packListFor = (script: string) => `${PACK_LIST}?${script.split('/').pop()}`;

/** The beginning of the addresses of those files, which contain a digest of the contents, because they are kept. */
export const PACK_FOLDER = 'assets/python-';

export interface PackList {
  /** Addresses relative to the page's. */
  files: string[];
  /** Files of engines, by game and part, which are kept when they are loaded for the first time. */
  engines?: Record<string, Record<string, string>>;
}

export type WorkerMessage =
  /** Replace the active worker, which is older. */
  | { type: 'activate' }
  /** Keep all files of the page or of the interpreter in their newest version; the answers go to the message's port. */
  | { type: 'keep'; what: 'page' | 'pack' }
  /** Delete the interpreter. */
  | { type: 'drop' };

/** Answer to `keep` and `drop`: the number of files kept so far, then the end. */
export type WorkerAnswer = { done: number; total: number } | 'finished' | 'failed';

/** A message from the server by Web Push. Without a title it only removes the notice with this tag. */
export interface PushMessage {
  /** The kind of the notice. */
  tag: string;
  /** Grows with each message. */
  id: number;
  title?: string;
  body?: string;
  /** The path that it opens, relative to the page's root. */
  url?: string;
}
