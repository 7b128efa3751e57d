// The web app manifests, one for each language of the page (https://www.w3.org/TR/appmanifest/). Their addresses are
// relative, so that the page can lie under any path; therefore they have no `id`, and `start_url` identifies the app.
import type { Plugin } from 'vite';
import { catalogue, languages } from './texts.ts';

/** Names of the games, the same in all languages. */
const TITLES = {
  knister: 'Knister',
  knaster: 'Knaster',
  knapp_daneben: 'Knapp Daneben!',
  knoeffel: 'Knöffel',
  kniffeliger: 'Kniffeliger',
};

const PAPER = '#e8ddca';

const picture = (purpose: 'any' | 'maskable', size: number) => ({
  src: `icons/${purpose}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

const ICONS = [
  { src: 'icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  { src: 'icons/maskable.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'maskable' },
  picture('any', 192),
  picture('any', 512),
  picture('maskable', 192),
  picture('maskable', 512),
];

function manifest(language: string) {
  const texts = catalogue(language, 'common');
  return {
    name: texts['home.page_title'],
    short_name: 'Knobel',
    description: texts['home.lead'],
    lang: language,
    dir: 'ltr',
    start_url: './',
    scope: './',
    display: 'standalone',
    background_color: PAPER,
    theme_color: PAPER,
    categories: ['games', 'entertainment'],
    icons: ICONS,
    shortcuts: Object.entries(TITLES).map(([game, name]) => ({
      name,
      url: `./?game=${game}`,
      icons: [picture('any', 192)],
    })),
  };
}

/** Adds `manifest.webmanifest` in English, and `manifest.de.webmanifest` and so on. */
export function webAppManifests(): Plugin {
  return {
    name: 'web-app-manifests',
    generateBundle() {
      for (const language of Object.keys(languages)) {
        const fileName = language === 'en' ? 'manifest.webmanifest' : `manifest.${language}.webmanifest`;
        this.emitFile({ type: 'asset', fileName, source: `${JSON.stringify(manifest(language))}\n` });
      }
    },
  };
}
