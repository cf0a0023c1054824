import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { scoreWorker } from './vite.scorer.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [
    svelte(),
    scoreWorker(readFileSync(here('src/score/sw.js'), 'utf8'), ['/favicon.svg', '/score/manifest.webmanifest', '/score/icon-192.png', '/scorer.html']),
  ],
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
    rolldownOptions: { input: [here('index.html'), here('score/index.html')] },
  },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
});
