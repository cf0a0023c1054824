import { beforeAll, describe, expect, it, vi } from 'vitest';
import { clientCommitment } from '../../../verify/jd1.mjs';
import type { State } from '../../api/types';
import type { Proofs, Step, Thing } from '../api';
import { keep } from '../keep';
import { Fair } from './fair.svelte';
import { promisedOf } from './part';
import { cases, Laid, leavesOf, type Case } from './round.testing';

/** Each test plays in a match of its own name: what a browser keeps of one must not help another. */
let matches = 0;
let deal: Case;
let leaves: Thing[];

beforeAll(async () => {
  deal = cases[0]!;
  leaves = await leavesOf(deal);
});

interface Sent {
  round: number;
  attempt: number;
  step: Step;
}

function watch(things: () => Thing[] = () => leaves, deals = '') {
  const sent: Sent[] = [];
  const fair = new Fair(() => undefined, {
    async deal(_id, _seat, round, attempt, step) {
      sent.push({ round, attempt, step });
      return {} as State;
    },
    async proofs(_id, _seat, skip): Promise<Proofs> {
      return { round: 1, attempt: 1, root: deal.attempt.root, things: things().slice(skip) };
    },
    deals: async () => deals,
  });
  return { fair, sent };
}

const played = () => new Laid(deal).camels('a').take('b', 'G').exchange('a', 'DP', 'KK').sell('b', 'GGG').sell('a', 'SS').take('b', 'C');
const fresh = () => {
  // The terms name the match: every test of dealing has its own.
  matches += 1;
  const terms = deal.attempt.terms.replace('"match":"m1"', `"match":"own${matches}"`);
  const own: Case = { ...deal, attempt: { ...deal.attempt, terms } };
  return { id: `own${matches}`, laid: new Laid(own) };
};

describe('the part of a browser in the deal', () => {
  it('seals a number of its own, and opens the same one after a reload, when both are sealed', async () => {
    const { id, laid } = fresh();
    const first = watch();
    await first.fair.look(laid.state('b', { phase: 'dealing', dealing: laid.dealing('committed', { waiting: ['a', 'b'] }) }));
    const commitment = (first.sent[0]!.step as { commitment: string }).commitment;
    expect(commitment).toMatch(/^[0-9a-f]{64}$/);

    // The same page again, and another one after a reload: the same number.
    await first.fair.look(laid.state('b', { phase: 'dealing', dealing: laid.dealing('committed', { waiting: ['b'] }) }));
    const second = watch();
    await second.fair.look(laid.state('b', { phase: 'dealing', dealing: laid.dealing('committed', { waiting: ['b'] }) }));
    expect([first.sent[1], second.sent[0]].map((each) => (each!.step as { commitment: string }).commitment)).toEqual([commitment, commitment]);

    const clients: [string, string] = [deal.attempt.clients[0], commitment];
    await second.fair.look(laid.state('b', { phase: 'dealing', dealing: laid.dealing('clients_committed', { waiting: ['b'], clients }) }));
    const { number } = second.sent[1]!.step as { number: string };
    const { terms, server } = laid.deal.attempt;
    expect(await clientCommitment(terms, server, 1, number)).toBe(commitment);
    expect(id).toBe(`own${matches}`);
  });

  it('draws another number in every match', async () => {
    const numbers = new Set<string>();
    for (let i = 0; i < 5; i += 1) {
      const { laid } = fresh();
      const { fair, sent } = watch();
      await fair.look(laid.state('a', { phase: 'dealing', dealing: laid.dealing('committed', { waiting: ['a'] }) }));
      numbers.add(JSON.stringify(sent[0]!.step));
    }
    expect(numbers.size).toBe(5);
  });

  it('does not open a number that was sealed elsewhere, and says so', async () => {
    const { laid } = fresh();
    const { fair, sent } = watch();
    await fair.look(laid.state('a', { phase: 'dealing', dealing: laid.dealing('clients_committed', { waiting: ['a'] }) }));
    expect([sent, fair.elsewhere, fair.alarm]).toEqual([[], true, null]);
  });

  it.each([
    ['another match', { match: 'else' }],
    ['other names', { seats: ['A', 'X'] }],
    ['other rules', { rules: 'mini-fc774f90' }],
    ['another attempt', { attempt: 2 }],
    ['another starter', { first: 'b' }],
    ['a false beginning', { previous: '1'.repeat(64) }],
  ])('seals nothing under terms of %s', async (_, change) => {
    const { id, laid } = fresh();
    keep(`agreed.${id}`, 'draw');
    const told = JSON.parse(laid.deal.attempt.terms) as Record<string, unknown>;
    const terms = JSON.stringify(Object.fromEntries(Object.entries({ ...told, ...change }).sort(([one], [other]) => (one < other ? -1 : 1))));
    const { fair, sent } = watch();
    await fair.look(laid.state('a', { phase: 'dealing', dealing: laid.dealing('committed', { waiting: ['a'], terms }) }));
    expect(sent).toEqual([]);
    expect(fair.alarm).toMatch(/terms/);
  });

  it('opens nothing when the server has changed its sealed number meanwhile', async () => {
    const { laid } = fresh();
    const { fair, sent } = watch();
    await fair.look(laid.state('a', { phase: 'dealing', dealing: laid.dealing('committed', { waiting: ['a'] }) }));
    await fair.look(laid.state('a', { phase: 'dealing', dealing: laid.dealing('committed', { waiting: ['a'], server: 'f'.repeat(64) }) }));
    expect(sent.length).toBe(1);
    expect(fair.alarm).toMatch(/changed/);
  });
});

describe('the check of a running round', () => {
  it('agrees when every card and token shown is the one that was fixed at its place', async () => {
    const { fair } = watch();
    await fair.look(played().state('b'));
    // Five cards in hand, two in the market, five laid, one bonus of one's own.
    expect([fair.alarm, fair.agreeing]).toEqual([null, 13]);
    expect(promisedOf('m1', 1)?.root).toBe(deal.attempt.root);
  });

  it('agrees from the other side, and for a spectator', async () => {
    for (const [seat, count] of [['a', 12], [null, 7]] as const) {
      const { fair } = watch();
      await fair.look(played().state(seat));
      expect([fair.alarm, fair.agreeing]).toEqual([null, count]);
    }
  });

  it('is loud when a card is another one than was fixed', async () => {
    // The server lays gold where a diamond was fixed, and seat a takes it: table and log agree.
    const state = played().state('b');
    const text = JSON.stringify(state.log);
    const told = text.replace('"event.laid","params":{"cards":"D"}', '"event.laid","params":{"cards":"G"}').replace('"take":"DP"', '"take":"GP"');
    const { fair } = watch();
    await fair.look({ ...state, log: JSON.parse(told) as State['log'] });
    expect(fair.alarm).toMatch(/at place 15 lay D, shown was G/);
  });

  it('is loud when a proof is forged', async () => {
    const forged = leaves.map((leaf) => (leaf.place === 3 ? { ...leaf, thing: leaf.thing === 'D' ? 'G' : 'D' } : leaf));
    const { fair } = watch(() => forged);
    await fair.look(played().state('a'));
    expect(fair.alarm).toMatch(/place 3/);
  });

  it('is loud when the root changes under the round', async () => {
    const { fair } = watch();
    const table = played();
    await fair.look(table.state('a'));
    await fair.look(table.state('a', { dealing: table.dealing('dealt', { root: 'a'.repeat(64) }) }));
    expect(fair.alarm).toMatch(/changed/);
  });

  it('is loud when the number of a seat is not the one it had sealed', async () => {
    const { laid } = fresh();
    const { fair } = watch();
    await fair.look(laid.state('a', { dealing: laid.dealing('dealt', { nonces: ['1'.repeat(64), '3'.repeat(64)] }) }));
    expect(fair.alarm).toMatch(/not the one it had sealed/);
  });
});

describe('the verdict on a finished round', () => {
  const over = (table: Laid, seat: 'a' | 'b' | null = 'b') =>
    table.state(seat, { phase: 'round_over', rounds: [{} as State['rounds'][0]], dealing: table.dealing('revealed') });

  it('proves a round, and that the number of this browser is in it', async () => {
    const table = played();
    const { attempt } = deal;
    keep(`deal.m1.1.1.b.${attempt.clients[1]}`, JSON.stringify({ number: attempt.nonces[1], terms: attempt.terms, server: attempt.server }));
    const { fair } = watch(undefined, table.exported());
    await fair.look(over(table));
    expect(fair.verdicts.get(1)).toEqual({ kind: 'proved', own: 'in', absent: [], voids: 0 });

    // After a reload the number is gone, the answer is not.
    const again = watch(undefined, table.exported());
    await again.fair.look(over(table));
    expect(again.fair.verdicts.get(1)).toMatchObject({ kind: 'proved', own: 'in' });
  });

  it('proves a round that somebody gave up, as soon as the match is over', async () => {
    const table = played();
    const { fair } = watch(undefined, table.exported());
    await fair.look(table.state('b', { phase: 'play', dealing: table.dealing('dealt') }));
    expect(fair.verdicts.size).toBe(0);
    await fair.look(table.state('b', { phase: 'match_over', dealing: table.dealing('revealed') }));
    expect(fair.verdicts.get(1)).toMatchObject({ kind: 'proved' });
  });

  it('is tried again after the line has failed', async () => {
    vi.useFakeTimers();
    const table = played();
    const texts: (string | null)[] = [null, null, table.exported()];
    const fair = new Fair(() => undefined, {
      deal: async () => ({}) as State,
      proofs: async () => ({ round: 1, attempt: 1, root: deal.attempt.root, things: [] }),
      deals: async () => texts.shift() ?? Promise.reject(new Error('no line')),
    });
    await fair.look(over(table));
    expect(fair.verdicts.size).toBe(0);
    for (let i = 0; i < 4 && !fair.verdicts.size; i += 1) await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    await vi.waitFor(() => expect(fair.verdicts.get(1)).toMatchObject({ kind: 'proved' }));
    expect(fair.alarm).toBeNull();
  });

  it('fails when the exported round is not the one that was seen', async () => {
    const table = played();
    const other = new Laid(deal).camels('a').take('b', 'C');
    const { fair } = watch(undefined, other.exported());
    await fair.look(over(table));
    expect(fair.verdicts.get(1)?.kind).toBe('failed');
    expect(fair.alarm).not.toBeNull();
  });

  it('fails when a card of the record is exchanged, and when the proof is left out', async () => {
    const table = played();
    const text = table.exported();
    for (const bad of [text.replace('"D"', '"S"'), text.replace(/"proof":\[.*?\](?=,"round")/, '"proof":[]')]) {
      expect(bad).not.toBe(text);
      const { fair } = watch(undefined, bad);
      await fair.look(over(table));
      expect(fair.verdicts.get(1)?.kind).toBe('failed');
    }
  });
});
