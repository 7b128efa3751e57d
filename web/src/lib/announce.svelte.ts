// What a screen reader is told. Two regions in turn, so that the same words are read again.

let texts = $state<[string, string]>(['', '']);
let turn = 0;
let waiting: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

export function announcements(): readonly [string, string] {
  return texts;
}

/** Say something when what is being read has been read; what comes at once is said together. */
export function announce(text: string): void {
  if (!text) return;
  waiting.push(text);
  timer ??= setTimeout(() => {
    timer = undefined;
    turn = 1 - turn;
    const said = waiting.slice(-6).join(' ');
    waiting = [];
    texts = turn === 0 ? [said, ''] : ['', said];
  }, 150);
}
