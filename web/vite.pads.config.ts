// Builds the document of `knobel print`: one file with scripts and styles, into which the command inserts its data.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';
import { texts } from './texts.ts';

/** The handwriting, which blank sheets do not need. */
const HANDWRITING = /@font-face\s*{[^}]*Knobel Hand[^}]*}/g;

/** Puts the script and the styles into one document instead of separate files. */
function oneFile(): Plugin {
  return {
    name: 'one-file',
    enforce: 'post',
    // After Vite has replaced its marks in the code that imports the texts of a language.
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        let script = '';
        let styles = '';
        for (const [name, file] of Object.entries(bundle)) {
          if (file.type === 'chunk') script += file.code;
          else if (name.endsWith('.css')) styles += String(file.source);
          delete bundle[name];
        }
        const source = [
          '<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">',
          '<meta name="viewport" content="width=device-width,initial-scale=1">',
          `<title>{title}</title><style>${styles.replace(HANDWRITING, '')}</style></head><body>`,
          '<script id="pads" type="application/json">{data}</script>',
          `<script type="module">${script.replaceAll('</script', '<\\/script')}</script></body></html>\n`,
        ].join('');
        this.emitFile({ type: 'asset', fileName: 'pads.html', source });
      },
    },
  };
}

export default defineConfig({
  plugins: [svelte(), texts(/^(common|print|games\/.*)$/), oneFile()],
  publicDir: false,
  build: {
    target: 'es2022',
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: { input: 'src/print/standalone.ts', output: { codeSplitting: false } },
  },
});
