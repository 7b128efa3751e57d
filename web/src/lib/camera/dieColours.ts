// Which colour of the reader is which die of Knapp Daneben!: learned from the dice in view, remembered in this browser.

import type { Colour } from '../../dice/colours';
import { loadItem, saveItem } from '../preferences/storage';
import { SEEN_COLOURS, type SeenColour, type SeenDie } from './reading';

export type ColourMap = Record<Colour, SeenColour>;

const USUAL: ColourMap = { k: 'black', b: 'blue', g: 'green', y: 'yellow', r: 'red' };
const KEY = 'die-colours';

/** The remembered colours; null if none were learned. */
export function loadColours(): ColourMap | null {
  const seen = loadItem(KEY)?.split(' ') ?? [];
  const colours = Object.keys(USUAL) as Colour[];
  const known = seen.length === colours.length && seen.every((each) => SEEN_COLOURS.some((name) => name === each));
  return known ? (Object.fromEntries(colours.map((colour, i) => [colour, seen[i]])) as ColourMap) : null;
}

export const saveColours = (map: ColourMap) =>
  saveItem(KEY, (Object.keys(USUAL) as Colour[]).map((colour) => map[colour]).join(' '));

/** True if no two dice have the same colour. */
export const isClear = (map: ColourMap) => new Set(Object.values(map)).size === Object.keys(map).length;

/** The colours that the dice in view probably are: equal ones first, then the others in any order. */
export function guessColours(dice: readonly SeenDie[]): ColourMap {
  const map = { ...USUAL };
  const rest = new Set(dice.map(({ colour }) => colour));
  const open = (Object.keys(map) as Colour[]).filter((colour) => !rest.delete(map[colour]));
  const others = [...rest];
  open.forEach((colour, i) => (map[colour] = others[i] ?? map[colour]));
  return map;
}

/** True if the dice in view have the colours of a map. */
export const isUsual = (dice: readonly SeenDie[]) =>
  Object.values(USUAL).every((seen) => dice.some(({ colour }) => colour === seen));

/** The values of dice by colour; null if it is not clear which is which. One die may have an unknown colour. */
export function valuesByColour(dice: readonly SeenDie[], colours: readonly Colour[], map: ColourMap): number[] | null {
  if (dice.length !== colours.length) return null;
  const found = colours.map((colour) => dice.filter((die) => die.colour === map[colour]));
  const single = found.map((same) => (same.length === 1 ? same[0] : undefined));
  const left = dice.filter((die) => !single.includes(die));
  if (left.length > 1) return null;
  return single.map((die) => (die ?? left[0]!).value);
}
