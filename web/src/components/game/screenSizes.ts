// Window sizes and numbers of players that change the layout.

/** Media query of windows with the board beside all other parts. */
export const WIDE_SCREEN = '(orientation: landscape) and (width >= 960px) and (height >= 560px)';
/** Media query of windows that show all results without scrolling. */
export const RESULTS_FIT_SCREEN = '(width >= 960px) and (height >= 560px)';
/** Larger tables do not list all players. */
export const MAX_LISTED_PLAYERS = 8;
/** The maximum number of players whose sheets are shown beside the own one. */
export const MAX_SIDE_SHEETS = 5;
