// What the reader finds in a picture.

/** The colours of dice that the reader distinguishes (`COLOURS` in `knobel/vision/dice/settings.py`). */
export const SEEN_COLOURS = [
  'white',
  'black',
  'grey',
  'red',
  'orange',
  'yellow',
  'green',
  'blue',
  'purple',
  'pink',
  'brown',
] as const;
export type SeenColour = (typeof SEEN_COLOURS)[number];

export interface SeenDie {
  /** The place of the centre in pixels of the picture that was read. */
  x: number;
  y: number;
  /** The root of its area. */
  size: number;
  value: number;
  /** The probability of this value. */
  probability: number;
  colour: SeenColour;
  colourProbability: number;
}

export interface Reading {
  /** From the top to the bottom. */
  dice: SeenDie[];
  /** The probability that these are all dice, with their values. */
  probability: number;
  /** It may be taken over without a question. */
  sure: boolean;
  /** A die is so small that others may have been missed. */
  tooSmall: boolean;
  width: number;
  height: number;
}
