/** Give the whole page the palette of a game, as long as the calling component shows it. */
export function useGamePalette(game: () => string | undefined): void {
  $effect.pre(() => {
    const name = game();
    if (name === undefined) return;
    const { dataset } = document.documentElement;
    const before = dataset['game'];
    dataset['game'] = name;
    return () => {
      if (before === undefined) delete dataset['game'];
      else dataset['game'] = before;
    };
  });
}
