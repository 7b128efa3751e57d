export { changeLocale, loadLanguage, loadLaterTexts, loadTexts } from './load';
export { locale, LOCALE_NAMES, LOCALES, region, setLocale, type Locale } from './locale.svelte';
export { defineTexts, inLanguage, t, textOf, type Translate } from './texts';
export type { Text } from './types';
