// Paths with parameters: `:name` stands for a segment, `:name#` for a number; a `?` behind it makes it optional.

/** The parameters of a path. One that is optional and absent is empty. */
export type PathParameters<Path extends string> = Record<NamesIn<Path>, string>;

type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Plain<Name> | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Plain<Name>
    : never;
type Plain<Name extends string> = Name extends `${infer Text}${'#' | '?'}${string}` ? Text : Name;

/**
 * What text around a link may leave at its end, as in "Come to knobel.example/t/ABCDEF-key." or in brackets or quotes, also
 * escaped; no value of a parameter ends in any of it. Bounded, so that no address takes long.
 */
export const AROUND_LINKS = String.raw`(?:[\s.,;:!?'"*)\]}>«»“”„‘’…]|%[0-9A-Fa-f]{2}){0,12}`;

const PARAMETER = /\/:(\w+)(#?)(\??)/g;

/** The regular expression of a path, as JavaScript and Python read it, with a group for each parameter. */
export function patternOf(path: string): string {
  const pattern = path.replace(
    PARAMETER,
    (_, _name, number: string, optional: string) => `(?:/(${number ? '[0-9]+' : '[^/]{1,200}?'}))${optional}`,
  );
  return `${pattern.replace(/\/$/, '')}/?${AROUND_LINKS}`;
}

export const parameterNames = (path: string): string[] => [...path.matchAll(PARAMETER)].map(([, name = '']) => name);

/** The parameters of an address that has this path; null if it has another. */
export function matchPath<Path extends string>(path: Path, pathname: string): PathParameters<Path> | null {
  const match = new RegExp(`^${patternOf(path)}$`).exec(pathname);
  if (!match) return null;
  const values = parameterNames(path).map((name, i) => [name, decoded(match[i + 1] ?? '')]);
  return Object.fromEntries(values) as PathParameters<Path>;
}

/** A part of a path without its escapes; as it is if they are malformed. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
