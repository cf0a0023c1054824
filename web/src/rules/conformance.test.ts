import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import middle from '../fixtures/middle.json';
import { readAction } from './action';
import { readPosition, standing } from './position';
import { whyNot } from './whyNot';

interface Case {
  id: string;
  position: string;
  action: string;
  reason: string | null;
  ruleset?: string;
  seat?: 'a' | 'b';
}

/** The data both implementations are held to; a sources-only checkout may come without it. */
const file = fileURLToPath(new URL('../../../conformance/positions.json', import.meta.url));
const read = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Case[] | { cases: Case[] }) : [];
const cases = Array.isArray(read) ? read : read.cases;

it('replays every shared position', () => {
  expect(cases.length > 0).toBe(existsSync(file));
  for (const { id, position: line, action, reason, ruleset, seat } of cases) {
    if (ruleset !== undefined && !ruleset.startsWith('standard')) continue;
    if (!readAction(action)) continue;
    const position = readPosition(line);
    const mover = seat ?? position.turn ?? 'a';
    expect([id, whyNot(action, standing(position, mover), mover, middle.ruleset)]).toEqual([id, reason]);
  }
});
