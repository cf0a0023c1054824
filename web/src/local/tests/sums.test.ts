import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { RULESETS } from '../../twin/rules';
import { Table, type Fact } from '../../twin/table';
import { roundsOf } from '../sums';

interface Told {
  ruleset: string; first: 'a' | 'b'; market: string; deal: [string, string];
  plies: { seat: 'a' | 'b'; action: string; chance: string | null }[];
}
const file = new URL('../../../../conformance/playthroughs/mini-sold-out.json', import.meta.url);
const told = JSON.parse(readFileSync(file, 'utf8')) as Told;

function played(change: (facts: Fact[]) => Fact[] = (facts) => facts): Table {
  const rules = RULESETS.find(({ name }) => name === told.ruleset)!;
  const nobody = () => {
    throw new Error('chance has been told');
  };
  const facts: Fact[] = [
    { kind: 'deal', seat: null, cause: `${told.market} ${told.deal.join('|')}`, chance: null },
    ...told.plies.map(({ seat, action, chance }) => ({ kind: 'act' as const, seat, cause: action, chance })),
  ];
  return Table.replay({ rules, seals: 1, first: told.first, names: { a: 'A', b: 'B' } }, change(facts), { first: nobody, deal: nobody, answer: nobody }, told.first);
}

// Worked out by hand: a sells two diamonds for 5 + 4 and a bonus of 2, later a cloth for 1; b two cloth for 3 + 2 and a bonus of 1.
const BY_HAND = [
  {
    seal: 'a', ending: 'sold_out', decided_by: 'rupees', totals: { a: 12, b: 8 }, turns: { a: 3, b: 2 },
    best: { a: { cards: 'DD', rupees: 11 }, b: { cards: 'CC', rupees: 6 } },
  },
];

it('tells a round as it was worked out by hand', () => {
  expect(roundsOf(played())).toEqual(BY_HAND);
});

it('does not count what was taken back', () => {
  const table = played();
  const [deal, ...acts] = table.log;
  // As if the first two actions had been done, undone, and done again.
  const twice = [deal!, ...acts.slice(0, 2), ...acts].map((entry, i) => ({ ...entry, ply: i + 1 }));
  expect(roundsOf({ log: twice, rounds: table.rounds, gone: new Set([2, 3]) })).toEqual(BY_HAND);
  expect(roundsOf({ log: twice, rounds: table.rounds, gone: new Set() })[0]!.turns).toEqual({ a: 4, b: 3 });
});
