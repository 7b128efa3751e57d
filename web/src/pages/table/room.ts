// When the others' sheets lie beside the one that matters.

/** A window with room for them. */
export const VAST = '(width >= 1600px) and (height >= 800px)';
/** One that several look at. */
export const WALL = '(width >= 1600px) and (height >= 1000px)';
/** More sheets than these are not laid beside one's own. */
export const MOST_BESIDE = 5;
