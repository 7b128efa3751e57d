// Whether a game has the whole screen to itself: then the page's own header steps aside.

let games = $state(0);

export function staged(): boolean {
  return games > 0;
}

/** Take the screen; what is returned gives it back. */
export function takeStage(): () => void {
  games++;
  return () => {
    games--;
  };
}
