export {
  locale,
  LOCALE_NAMES,
  LOCALES,
  region,
  setLocale,
  t,
  textOf,
  words,
  type Locale,
  type Words,
} from './locale.svelte';
export type { Text, Translation } from './types';
