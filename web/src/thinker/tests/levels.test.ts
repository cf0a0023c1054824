import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { spell } from '../../rules/action';
import { RULESETS } from '../../twin/rules';
import { LEVELS } from '../levels';
import { OPPONENTS, STRONGEST, whoIs } from '../names';
import { ONE } from '../network';
import { choose } from '../players';
import { seeded } from '../random';
import { STYLES } from '../styles';
import { trade } from '../trader';
import { Judge } from '../value';
import { worldOf } from '../world';
import { early, network, packed } from './network';

/** A file of `python -m tests.twin.levels --positions 20000 --out FILE`: the long form of this test. */
const LONG = process.env['SAUDAGAR_LEVELS'];

interface Decision {
  ruleset: string;
  line: string;
  player: string;
  draws: number[];
  action: string;
  told: string;
}

const whole = await network();
const young = await early();
const judge = new Judge(whole);
let seed = 0;

/** Decides as Python did, in another of the worlds that the seat cannot tell apart; returns what it told. */
function again({ ruleset, line, player, draws }: Decision): string {
  const rules = RULESETS.find(({ name }) => name === ruleset)!;
  const world = worldOf(line, rules, seeded((seed += 1)));
  const who = whoIs(player);
  if (!who || !('level' in who)) throw new Error(player);
  const left = [...draws];
  const told = trade(who.level, who.style, judge, young, world, (n) => {
    expect(n).toBe(2 ** 30);
    return left.shift()!;
  });
  expect(left).toEqual([]);
  return told.map(({ action, chance }) => `${spell(action)}:${Math.round(chance * ONE)}`).join(' ');
}

it('decides as Python’s levels and styles do, in all that is told, whatever is hidden', () => {
  const [head, ...lines] = readFileSync(new URL('samples/levels.jsonl', import.meta.url), 'utf8').trim().split('\n');
  // Another network was put into the package: python -m tests.twin.levels
  expect(JSON.parse(head!)).toEqual({ network: __WEIGHTS_SHA256__, early: __EARLY_SHA256__ });
  const decisions = lines.map((line) => JSON.parse(line) as Decision);
  expect(new Set(decisions.map(({ player }) => player.split('/')[0])).size).toBe(9);
  expect(new Set(decisions.map(({ player }) => player.split('/')[1])).size).toBe(Object.keys(STYLES).length + 1);
  for (const each of decisions) expect(again(each), `${each.player} ${each.line}`).toBe(each.told);
});

if (LONG)
  it('says the same of a long file', { timeout: 3_600_000 }, async () => {
    let count = 0;
    for await (const line of createInterface({ input: createReadStream(LONG) })) {
      const each = JSON.parse(line) as Decision;
      if (!each.line) continue;
      expect(again(each), `${each.player} ${each.line}`).toBe(each.told);
      count += 1;
    }
    console.log(`${count} decisions, no difference`);
    expect(count).toBeGreaterThanOrEqual(2000);
  });

it('knows its players by name, and nobody else', () => {
  expect(OPPONENTS).toEqual([...Object.keys(LEVELS).map((level) => `champion-1:${level}`), STRONGEST]);
  expect(OPPONENTS.length).toBe(10);
  for (const name of OPPONENTS) expect(whoIs(name)).not.toBeNull();
  expect(whoIs('champion-1:master/closer')).toEqual({ level: 'master', style: 'closer' });
  expect(whoIs('lookout-1:lookout/spoiler')).toEqual({ samples: 240, style: 'spoiler' });
  for (const stranger of ['champion-1', 'champion-1:toString', 'champion-1:master/loud', 'random-2', '']) expect(whoIs(stranger), stranger).toBeNull();
  expect(() => choose('champion-1', worldOf('DCKKK ?40 GPL|????? 2|0 0.0.0.0.0.0 ?7/?6/?5 0x0|0x0 a', RULESETS[0]!, seeded(1)), whole, seeded(1))).toThrow('champion-1');
});

it('fits into its budget', () => {
  expect(packed('early').size).toBeLessThanOrEqual(300_000);
});
