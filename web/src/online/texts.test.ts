import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../', import.meta.url);
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(svelte|ts)$/.test(path) && !/\.test(ing)?\.ts$/.test(path))
  .map((path) => readFileSync(new URL(path, root), 'utf8'))
  .join('\n');
const texts = JSON.parse(readFileSync(new URL('../../../src/saudagar/locale/en/online.json', import.meta.url), 'utf8')) as object;

/** Keys are written out, or made of a fixed part and a value: `phrase.${each}`. */
const written = new Set([...sources.matchAll(/'([a-z_.0-9]+)'/g)].map((found) => found[1]!));
const made = [...sources.matchAll(/`([a-z_]+\.(?:[^`]*))`/g)]
  .filter((found) => found[1]!.includes('${'))
  .map((found) => new RegExp(`^${found[1]!.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '[a-z_0-9.]*')}$`));
// The lists of the page on fair dealing are counted through.
made.push(/^fair\.(how|proves|not)\.\d$/);

it('every text of online play is asked for somewhere', () => {
  const idle = Object.keys(texts).filter((key) => {
    const stem = key.replace(/_(one|other)$/, '');
    return ![key, stem].some((each) => written.has(each) || made.some((pattern) => pattern.test(each)));
  });
  expect(idle).toEqual([]);
});
