import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { firstLoad } from './build/firstload.mjs';
import { offline } from './build/offline.mjs';
import { exportWeights } from './build/weights.mjs';
import { SIZES } from './src/thinker/slots.ts';
import { scoreWorker } from './vite.scorer.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// The network that Python plays with; tests/twin/test_weights.py looks that it is this one.
const NETWORK = here('../src/saudagar/players/weights/network-1.npz');
const weights = exportWeights(NETWORK, here('src/thinker/weights/network.bin'), SIZES);
const early = exportWeights(here('../src/saudagar/players/weights/early-1.npz'), here('src/thinker/weights/early.bin'), SIZES);

const first = firstLoad();

export default defineConfig({
  plugins: [
    svelte(),
    first.plugin,
    scoreWorker(readFileSync(here('src/score/sw.js'), 'utf8'), ['/favicon.svg', '/score/manifest.webmanifest', '/score/icon-192.png', '/scorer.html']),
    offline(here('src/offline/sw.js')),
  ],
  define: { __WEIGHTS_SHA256__: JSON.stringify(weights.sha256), __EARLY_SHA256__: JSON.stringify(early.sha256) },
  worker: { format: 'es' },
  // The texts shared with Python live beside the Python sources, one folder up.
  server: {
    fs: { allow: [here('..')] },
    proxy: { '/api': process.env['SAUDAGAR_SERVER'] ?? 'http://127.0.0.1:8000' },
  },
  build: {
    outDir: here('../src/saudagar/server/static'),
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy allows pictures as data, but not fonts: nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The gallery of every part and state is a page of its own, and so is the score keeper; the game asks for nothing of them.
    rollupOptions: { input: { index: here('index.html'), gallery: here('gallery.html'), score: here('score/index.html') }, output: { codeSplitting: { groups: first.groups } } },
  },
  test: { include: ['src/**/*.test.ts'], environment: 'node', testTimeout: 20_000 },
});
