import { t } from '../i18n';

/** Dice may have colours: black, blue, green, yellow and red, in the order in which they lie. */
export const COLOURS = ['k', 'b', 'g', 'y', 'r'] as const;
export type Colour = (typeof COLOURS)[number];

export const colourLabel = (colour: Colour) => t(`colour.${colour}`);
