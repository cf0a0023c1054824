import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';
import { inlined } from './vite.scorer.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The one file needs no texts of the table, and its sign comes along. */
const alone: Plugin = {
  name: 'saudagar-alone',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('/text/language.svelte.ts') ? code.replace('{game,web,table,offline,replay,tutorial,faq,score,score-help}', '{game,score,score-help}') : null,
  transformIndexHtml: (html) =>
    html.replace('/favicon.svg', `data:image/svg+xml,${encodeURIComponent(readFileSync(here('public/favicon.svg'), 'utf8'))}`),
};

/** The score keeper as one file that opens from a disk: `scorer.html`, beside the pages of the other configuration. */
export default defineConfig({
  plugins: [alone, svelte(), inlined('scorer.html')],
  publicDir: false,
  build: {
    outDir: here('../src/saudagar/server/static'),
    emptyOutDir: false,
    target: 'es2022',
    cssCodeSplit: false,
    assetsInlineLimit: 100_000,
    modulePreload: false,
    rolldownOptions: { input: here('score/index.html'), output: { codeSplitting: false } },
  },
});
