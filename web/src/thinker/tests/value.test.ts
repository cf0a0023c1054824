import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { reasons } from '../../local/reasons';
import { readAction, spell } from '../../rules/action';
import { positionLine } from '../../twin/line';
import { RULESETS } from '../../twin/rules';
import { readNetwork, UnsuitableWeights } from '../network';
import { seeded } from '../random';
import { greedy, heuristic } from '../simple';
import { SIZES } from '../slots';
import { Judge } from '../value';
import { worldOf } from '../world';
import { network, packed } from './network';

/** A file of `python -m tests.twin.values --positions 20000 --out FILE`: the long form of this test. */
const LONG = process.env['SAUDAGAR_VALUES'];

interface Weighed {
  ruleset: string;
  line: string;
  values: Record<string, number>;
  'greedy-1': Record<string, number>;
  'heuristic-1': Record<string, number>;
  reasons: Record<string, unknown>;
}

const judge = new Judge(await network());
let seed = 0;

function values({ ruleset, line }: Weighed): Record<string, number> {
  const rules = RULESETS.find(({ name }) => name === ruleset)!;
  const world = worldOf(line, rules, seeded((seed += 1)));
  expect(positionLine(world, world.turn)).toBe(line);
  return Object.fromEntries(judge.weigh(world).map(({ action, value }) => [spell(action), value]));
}

it('says the same as the kernel of every action, to the bit, whatever is hidden', () => {
  const [head, ...lines] = readFileSync(new URL('samples/values.jsonl', import.meta.url), 'utf8').trim().split('\n');
  const { network: recorded } = JSON.parse(head!) as { network: string };
  // Another network was put into the package: python -m tests.twin.values
  expect(recorded).toBe(__WEIGHTS_SHA256__);
  expect(lines.length).toBeGreaterThanOrEqual(160);
  for (const line of lines) {
    const each = JSON.parse(line) as Weighed;
    expect(values(each), each.line).toEqual(each.values);
  }
});

it.each([['greedy-1', greedy], ['heuristic-1', heuristic]] as const)('values every action as %s does', (name, player) => {
  const [, ...lines] = readFileSync(new URL('samples/values.jsonl', import.meta.url), 'utf8').trim().split('\n');
  for (const line of lines) {
    const each = JSON.parse(line) as Weighed;
    const rules = RULESETS.find((known) => known.name === each.ruleset)!;
    const found = player(worldOf(each.line, rules, seeded((seed += 1))));
    expect(found.length).toBe(Object.keys(each[name]).length);
    for (const [action, value] of found) expect(value, `${each.line} ${spell(action)}`).toBeCloseTo(each[name][spell(action)]!, 5);
  }
});

it('gives the reasons of a hint that the server gives', () => {
  const [, ...lines] = readFileSync(new URL('samples/values.jsonl', import.meta.url), 'utf8').trim().split('\n');
  for (const line of lines) {
    const each = JSON.parse(line) as Weighed;
    const rules = RULESETS.find((known) => known.name === each.ruleset)!;
    const world = worldOf(each.line, rules, seeded((seed += 1)));
    for (const [action, wanted] of Object.entries(each.reasons)) expect(reasons(world, readAction(action)!), `${each.line} ${action}`).toEqual(wanted);
  }
});

if (LONG)
  it('says the same of a long file', { timeout: 3_600_000 }, async () => {
    let positions = 0;
    let actions = 0;
    for await (const line of createInterface({ input: createReadStream(LONG) })) {
      const each = JSON.parse(line) as Weighed;
      if (!each.line) continue;
      expect(values(each), each.line).toEqual(each.values);
      positions += 1;
      actions += Object.keys(each.values).length;
    }
    console.log(`${positions} positions, ${actions} actions, no difference`);
    expect(positions).toBeGreaterThanOrEqual(5000);
  });

it('fits into its budget', () => {
  expect(packed().size).toBeLessThanOrEqual(400_000);
  expect(SIZES.length).toBe(70);
});

it('refuses weights that are damaged or others', async () => {
  await expect(readNetwork(packed(), 'f'.repeat(64))).rejects.toThrow(UnsuitableWeights);
  await expect(readNetwork(packed().slice(0, 1000), __WEIGHTS_SHA256__)).rejects.toThrow(UnsuitableWeights);
  await expect(readNetwork(new Blob(['<!doctype html>']), __WEIGHTS_SHA256__)).rejects.toThrow(UnsuitableWeights);
});
