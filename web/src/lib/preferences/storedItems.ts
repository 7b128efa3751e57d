// The names of stored items that the first script reads as well.

/** The games that the server had at the last visit. */
export const GAMES = 'games';
/** Whether this device reviews games at a server. */
export const DEVICE_REVIEWS = 'device_reviews';
