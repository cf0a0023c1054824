import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { expect, it } from 'vitest';

it('is at most 8 kB when packed, everything it needs included', { timeout: 60_000 }, async () => {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: fileURLToPath(new URL('../index.ts', import.meta.url)), formats: ['es'], fileName: 'twin' },
      minify: 'oxc',
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  const chunks = 'output' in output! ? output.output.filter((part) => part.type === 'chunk') : [];
  expect(chunks.length).toBe(1);
  const packed = gzipSync(chunks[0]!.code).length;
  console.log(`the twin: ${packed} bytes`);
  expect(packed).toBeLessThanOrEqual(8 * 1024);
  expect(packed).toBeGreaterThan(3000);
});
