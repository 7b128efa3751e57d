// Addresses of groups.

/** The path of a group's page; `link` is its code, and the key if it has one. */
export const groupPath = (link: string): string => `/group/${link}`;
