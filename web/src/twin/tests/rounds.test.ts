import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { replayed, type Recorded } from './replay';

/** A file of `python -m tests.twin.rounds --rounds 5000 --out FILE`: the long form of this test. */
const LONG = process.env['SAUDAGAR_ROUNDS'];

it('replays recorded matches to the letter: lines, views, legal actions, messages, States, records', { timeout: 60_000 }, () => {
  const lines = readFileSync(new URL('samples/rounds.jsonl', import.meta.url), 'utf8').trim().split('\n');
  const rounds = lines.map((line) => replayed(JSON.parse(line) as Recorded));
  expect(rounds.reduce((total, n) => total + n, 0)).toBeGreaterThanOrEqual(110);
});

it('notices a single character', () => {
  const line = readFileSync(new URL('samples/rounds.jsonl', import.meta.url), 'utf8').split('\n')[1]!;
  const match = JSON.parse(line) as Recorded;
  const crc = match.crc.slice(0, 80) + (match.crc[80] === '0' ? '1' : '0') + match.crc.slice(81);
  expect(() => replayed({ ...match, crc })).toThrow('entry 11 ');
});

if (LONG)
  it('replays a long file', { timeout: 3_600_000 }, async () => {
    let rounds = 0;
    let entries = 0;
    for await (const line of createInterface({ input: createReadStream(LONG) })) {
      const match = JSON.parse(line) as Recorded;
      rounds += replayed(match);
      entries += match.log.length;
    }
    console.log(`${rounds} rounds, ${entries} entries, no difference`);
    expect(rounds).toBeGreaterThanOrEqual(5000);
  });
