/** The parts of all games by game, from the files of `import.meta.glob`, which lie in the games' folders. */
export function byGame<Part>(files: Record<string, Part>): Partial<Record<string, Part>> {
  return Object.fromEntries(Object.entries(files).map(([path, part]) => [path.split('/')[1], part]));
}
