export { isKey, locale, LOCALE_NAMES, LOCALES, setLocale, t, type Key, type Locale } from './locale.svelte';
export type { Translation } from './types';
