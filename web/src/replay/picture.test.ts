import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { drawings, spelledOut } from './picture';

const palette = readFileSync(join(import.meta.dirname, '../styles/palette.css'), 'utf8');

it.each(Object.keys(drawings))('%s has every colour spelled out, as the light palette has it', (name) => {
  const svg = drawings[name]!;
  expect(spelledOut(svg)).not.toContain('var(');
  for (const [, variable] of svg.matchAll(/var\((--[\w-]+)\)/g)) {
    const light = new RegExp(`${variable}: light-dark\\((#\\w+)`).exec(palette)?.[1];
    expect(light).toBeDefined();
    expect(spelledOut(svg)).toContain(light);
  }
});

it('refuses a colour that it does not know', () => {
  expect(() => spelledOut('<path fill="var(--sky)"/>')).toThrow('--sky');
});
