/** The games of all components that want the page's palette, the latest last. */
const wanted: { readonly game: string }[] = [];

function apply(): void {
  const { dataset } = document.documentElement;
  const latest = wanted.at(-1);
  if (latest) dataset['game'] = latest.game;
  else delete dataset['game'];
}

/** Give the whole page the palette of a game, as long as the calling component shows it. */
export function useGamePalette(game: () => string | undefined): void {
  $effect.pre(() => {
    const name = game();
    if (name === undefined) return;
    const own = { game: name };
    wanted.push(own);
    apply();
    return () => {
      wanted.splice(wanted.indexOf(own), 1);
      apply();
    };
  });
}
