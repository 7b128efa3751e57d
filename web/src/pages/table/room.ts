// When the others' sheets lie beside the one that matters.

/** A window in which the board lies beside all else, so that there may be room for them. */
export const BESIDE = '(orientation: landscape) and (width >= 960px) and (height >= 560px)';
/** One into which all of a game that is over fits. */
export const WHOLE = '(width >= 960px) and (height >= 560px)';
/** At a table of more seats, some are left out of the strip of players. */
export const STRIP = 8;
/** More sheets than these are not laid beside one's own. */
export const MOST_BESIDE = 5;
