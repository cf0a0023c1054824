import { createHash, createHmac } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import type { Message } from '../../api/types';
import { readAction, spell, type Action } from '../../rules/action';
import { bundle, letters, size } from '../../rules/bundle';
import { viewerOf, readPosition } from '../../rules/position';
import { propose } from '../../rules/propose';
import type { Reason } from '../../rules/reason';
import { whyNot, type Seat } from '../../rules/whyNot';
import { roundOf, worldOf } from '../../thinker/world';
import { everyAction, legalActions, parts } from '../legal';
import { positionLine } from '../line';
import { nextStarter, sealsOf, winnerOf, type Match } from '../match';
import { ending, gap, play, resolve, standingOf, start, toAct, tokensFor, type Answer, type Deal, type Round } from '../round';
import { RULESETS, tiers, type Rules } from '../rules';
import { resultOf, settle } from '../score';
import { readDeal, Table } from '../table';

/** Every conformance file that speaks of what the twin does; each case is counted, and `the count` looks that none was left out. */
const FOLDER = new URL('../../../../conformance/', import.meta.url);
const read = <T>(name: string): T => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as T;
const checked = new Map<string, number>();
const count = (file: string) => checked.set(file, (checked.get(file) ?? 0) + 1);

interface Case {
  id: string;
  position: string;
  action: string;
  reason: Reason | null;
  ruleset?: string;
  changes?: Partial<Rules>;
  seat?: Seat;
  after?: string;
  tokens?: number[];
  owes?: { refill?: number; bonus?: number } | null;
  chance?: string | number;
  then?: string;
  ending?: string | null;
  count?: number;
}

const rulesOf = (name = 'standard', changes: Partial<Rules> = {}): Rules => {
  const found = RULESETS.find((rules) => rules.name === name)!;
  return { ...found, ...changes };
};
const answerOf = (round: Round, chance: string | number): Answer => (round.due ? Number(chance) : bundle(String(chance)));

it('has the numbers of every ruleset', () => {
  const { rulesets, cases } = read<{ rulesets: (Omit<Rules, 'id' | 'pack'> & { pack: string })[]; cases: unknown[] }>('rulesets.json');
  expect(RULESETS.map(({ id: _, pack, ...rest }) => ({ ...rest, pack: letters(pack) }))).toEqual(
    rulesets.map((rules) => ({ ...rules, smallest_sale: expect.objectContaining(rules.smallest_sale) as never })),
  );
  for (const _ of [...rulesets, ...cases]) count('rulesets.json');
});

describe.each(['positions.json', 'variants.json'])('%s', (file) => {
  it.each(read<Case[]>(file).map((each) => [each.id, each] as const))('%s', (_, each) => {
    count(file);
    const rules = rulesOf(each.ruleset, each.changes);
    const position = readPosition(each.position);
    if (!readAction(each.action)) {
      const side = (sign: string) => new RegExp(`\\${sign}([A-Z]+)`).exec(each.action)?.[1] ?? '';
      expect(propose(side('+'), side('-')).reason).toBe(each.reason);
      return;
    }
    // Of a view, any world that it allows must say the same.
    const round = position.stock ? roundOf(each.position, rules) : worldOf(each.position, rules, (n) => n - 1);
    const viewer = each.seat ?? viewerOf(position);
    const seat = viewer === '*' ? (round.turn === 'a' ? 'b' : 'a') : viewer;
    const legal = legalActions(round);
    expect(whyNot(each.action, standingOf(round, seat), seat, rules)).toBe(each.reason);
    expect(seat === toAct(round) && legal.some((action) => spell(action) === spell(readAction(each.action)!))).toBe(each.reason === null);
    if (each.count !== undefined) expect(legal.length).toBe(each.count);
    if (each.reason || !position.stock) return;
    const action = readAction(each.action)!;
    let after = play(round, action);
    if (each.after) expect(positionLine(after)).toBe(each.after);
    if (each.tokens) expect(tokensFor(round, action as Extract<Action, { type: 'sell' }>)).toEqual(each.tokens);
    const owes = after.due ? { bonus: after.due } : gap(after) ? { refill: gap(after) } : null;
    if (each.owes !== undefined) expect(owes).toEqual(each.owes);
    if (each.chance !== undefined) after = resolve(after, answerOf(after, each.chance));
    if (each.then) expect(positionLine(after)).toBe(each.then);
    if (each.ending !== undefined) expect(ending(after)).toBe(each.ending);
  });
});

it('views.json: tells each audience what it may know', () => {
  for (const each of read<{ position: string; a: string; b: string; '*': string; ruleset?: string }[]>('views.json')) {
    count('views.json');
    const round = roundOf(each.position, rulesOf(each.ruleset));
    expect((['a', 'b', '*'] as const).map((audience) => positionLine(round, audience))).toEqual([each.a, each.b, each['*']]);
  }
});

describe('scoring.json', () => {
  type Scored = { id: string; totals: number[]; winner: Seat | null; decided_by: string; ruleset?: string };
  const file = read<{
    purses: (Scored & { purses: string[]; herds: number[]; camel: number[] })[];
    positions: (Scored & { position: string; ending: string })[];
    matches: { id: string; seals_to_win: number; full_tie: Rules['full_tie']; first: Seat; rounds: (Seat | null)[]; starters: Seat[]; seals: number[]; winner: Seat | null }[];
  }>('scoring.json');

  it.each(file.purses.map((each) => [each.id, each] as const))('%s', (_, each) => {
    count('scoring.json');
    const [a, b] = each.purses.map((text) => {
      const [, rupees, tokens, drawn] = /^(\d+)x(\d+)(.*)$/.exec(text)!;
      return { rupees: Number(rupees), tokens: Number(tokens), bonuses: drawn!.split('+').filter(Boolean).map(Number) };
    });
    const found = settle(rulesOf(each.ruleset), { a: a!, b: b! }, { a: each.herds[0]!, b: each.herds[1]! }, 'sold_out');
    const { scores } = found;
    expect([scores.a.camel, scores.b.camel, scores.a.total, scores.b.total]).toEqual([...each.camel, ...each.totals]);
    expect([found.winner, found.decided_by]).toEqual([each.winner, each.decided_by]);
  });

  it.each(file.positions.map((each) => [each.id, each] as const))('%s', (_, each) => {
    count('scoring.json');
    const found = resultOf(roundOf(each.position, rulesOf(each.ruleset)))!;
    expect([found.scores.a.total, found.scores.b.total]).toEqual(each.totals);
    expect([found.winner, found.decided_by, found.ending]).toEqual([each.winner, each.decided_by, each.ending]);
  });

  it.each(file.matches.map((each) => [each.id, each] as const))('%s', (_, each) => {
    count('scoring.json');
    let match: Match = { rules: { full_tie: each.full_tie }, seals_to_win: each.seals_to_win, first: each.first, rounds: [], resigned: null };
    const starters = [nextStarter(match)];
    for (const winner of each.rounds) {
      match = { ...match, rounds: [...match.rounds, { winner, first: starters.at(-1)! }] };
      if (!winnerOf(match)) starters.push(nextStarter(match));
    }
    expect(starters).toEqual(each.starters);
    expect(Object.values(sealsOf(match))).toEqual(each.seals);
    expect(winnerOf(match)).toBe(each.winner);
  });
});

describe('deals.json', () => {
  interface Shuffle { id: string; key: string; deck: string; bonuses: Record<string, number[]>; first: Seat; position: string; ruleset?: string }
  const file = read<{
    shuffles: Shuffle[];
    set_ups: { id: string; market: string; a: string; b: string; first: Seat; position: string; ruleset?: string }[];
    matches: { id: string; seed: string; keys: string[]; first: Seat; starters: Seat[]; positions: string[]; ruleset?: string }[];
  }>('deals.json');

  /** The numbers that the file describes: a stream of bytes for a key and a label. */
  function* numbers(key: Buffer, label: string): Generator<number, never, number> {
    let n = yield 0;
    for (let block = 0n; ; block += 1n) {
      const counter = Buffer.alloc(8);
      counter.writeBigUInt64BE(block);
      const mac = createHmac('sha256', key).update(Buffer.concat([Buffer.from(`JD1/stream\0${label}\0`), counter])).digest();
      for (const byte of mac) if (byte < 256 - (256 % n)) n = yield byte % n;
    }
  }
  function shuffled<T>(key: Buffer, label: string, things: T[]): T[] {
    const stream = numbers(key, label);
    stream.next(0);
    for (let place = things.length - 1; place > 0; place -= 1) {
      const at = stream.next(place + 1).value;
      [things[place], things[at]] = [things[at]!, things[place]!];
    }
    return things;
  }
  function dealt(rules: Rules, key: Buffer): { deck: string; deal: Deal } {
    const pack = letters(rules.pack).replace('K'.repeat(rules.open_camels), '');
    const deck = shuffled(key, 'deck', [...pack]).join('');
    const cut = (from: number, to: number) => bundle(deck.slice(from, to));
    const n = rules.deal;
    const open = 'K'.repeat(rules.open_camels);
    const market = bundle(open + deck.slice(2 * n, 2 * n + rules.market_size - rules.open_camels));
    return { deck, deal: { market, hands: { a: cut(0, n), b: cut(n, 2 * n) } } };
  }
  function drawn(key: Buffer): Seat {
    const stream = numbers(key, 'first');
    stream.next(0);
    return stream.next(2).value ? 'b' : 'a';
  }

  it('shuffles', () => {
    for (const each of file.shuffles) {
      count('deals.json');
      const rules = rulesOf(each.ruleset);
      const key = Buffer.from(each.key, 'hex');
      const { deck, deal } = dealt(rules, key);
      expect(deck).toBe(each.deck);
      expect(Object.fromEntries(tiers(rules).map((tier) => [tier, shuffled(key, `bonus${tier}`, [...rules.bonuses[tier]!])]))).toEqual(each.bonuses);
      expect(drawn(key)).toBe(each.first);
      expect(positionLine(start(rules, each.first, deal))).toBe(each.position);
    }
  });

  it('set-ups', () => {
    for (const each of file.set_ups) {
      count('deals.json');
      const deal = readDeal(`${each.market} ${each.a}|${each.b}`);
      expect(positionLine(start(rulesOf(each.ruleset), each.first, deal))).toBe(each.position);
    }
  });

  it('matches', () => {
    for (const each of file.matches) {
      count('deals.json');
      const keys = [1, 2, 3].map((n) => {
        const number = Buffer.alloc(4);
        number.writeUInt32BE(n);
        return createHmac('sha256', Buffer.from(each.seed, 'hex')).update(Buffer.concat([Buffer.from('saudagar/round\0'), number])).digest();
      });
      expect(keys.map((key) => key.toString('hex'))).toEqual(each.keys);
      expect(drawn(keys[0]!)).toBe(each.first);
      const lines = keys.map((key, i) => positionLine(start(rulesOf(each.ruleset), each.starters[i]!, dealt(rulesOf(each.ruleset), key).deal)));
      expect(lines).toEqual(each.positions);
    }
  });
});

it('actions.json: knows every action of a ruleset, in order', { timeout: 60_000 }, () => {
  for (const each of read<{ ruleset: string; count: { total: number }; sha256: string }[]>('actions.json')) {
    count('actions.json');
    const all = [...everyAction(rulesOf(each.ruleset))].map(spell);
    expect(all.length).toBe(each.count.total);
    expect(createHash('sha256').update(all.map((text) => `${text}\n`).join('')).digest('hex')).toBe(each.sha256);
  }
});


/** Every different answer of chance. */
function answers(round: Round): Answer[] {
  if (round.due) return [...new Set(round.bonuses[tiers(round.rules).indexOf(round.due)]!)];
  return gap(round) ? parts(round.stock, gap(round)) : [];
}
const settled = (round: Round): Round[] => {
  const all = answers(round);
  return all.length ? all.map((answer) => resolve(round, answer)) : [round];
};

describe('perft.json', () => {
  type Perft = { id: string; position: string; ruleset?: string; changes?: Partial<Rules>; perft: Record<string, number>; split?: { depth: number; actions: Record<string, number> } };

  const lines = (round: Round, depth: number): number =>
    depth === 0 ? 1 : legalActions(round).reduce((total, action) => total + through(round, action, depth), 0);
  const through = (round: Round, action: Action, depth: number): number =>
    // The last ply needs no positions, only the number of answers.
    depth === 1 ? Math.max(1, answers(play(round, action)).length) : settled(play(round, action)).reduce((total, next) => total + lines(next, depth - 1), 0);

  it.each(read<Perft[]>('perft.json').map((each) => [each.id, each] as const))('%s', { timeout: 120_000 }, (_, each) => {
    count('perft.json');
    const starts = settled(roundOf(each.position, rulesOf(each.ruleset, each.changes)));
    for (const [depth, wanted] of Object.entries(each.perft))
      expect(starts.reduce((total, round) => total + lines(round, Number(depth)), 0)).toBe(wanted);
    if (!each.split) return;
    const { depth, actions } = each.split;
    const found: Record<string, number> = {};
    for (const round of starts)
      for (const action of legalActions(round)) found[spell(action)] = (found[spell(action)] ?? 0) + through(round, action, depth);
    expect(found).toEqual(actions);
  });
});

it('mini.json: walks every position of the ten-card game', { timeout: 120_000 }, () => {
  interface Tally { deals: number; nodes: number; play: number; chance: Record<string, number>; over: Record<string, number>; decided_by: Record<string, number>; won: Record<string, number>; actions: number }
  const file = read<{ a: Tally; b: Tally; together: number }>('mini.json');
  count('mini.json');
  const rules = rulesOf('mini');
  const everywhere = new Set<string>();
  for (const first of ['a', 'b'] as const) {
    const seen = new Set<string>();
    const tally: Tally = {
      deals: 0, nodes: 0, play: 0, actions: 0,
      chance: { refill: 0, bonus: 0 }, over: { sold_out: 0, stock_empty: 0 },
      decided_by: { rupees: 0, bonus_tokens: 0, goods_tokens: 0, nothing: 0 }, won: { a: 0, b: 0, nobody: 0 },
    };
    const todo: Round[] = [];
    const open = bundle('K'.repeat(rules.open_camels));
    const pool = rules.pack.map((n, i) => n - open[i]!);
    const add = (one: readonly number[], two: readonly number[]) => one.map((n, i) => n + two[i]!);
    for (const more of parts(pool, rules.market_size - rules.open_camels))
      for (const a of parts(pool.map((n, i) => n - more[i]!), rules.deal))
        for (const b of parts(pool.map((n, i) => n - more[i]! - a[i]!), rules.deal))
          todo.push(start(rules, first, { market: add(open, more), hands: { a, b } }));
    const deals = new Set(todo.map((round) => positionLine(round)));
    tally.deals = deals.size;
    while (todo.length) {
      const round = todo.pop()!;
      const line = positionLine(round);
      if (seen.has(line)) continue;
      seen.add(line);
      everywhere.add(line);
      const result = resultOf(round);
      if (result) {
        tally.over[result.ending]! += 1;
        tally.decided_by[result.decided_by]! += 1;
        tally.won[result.winner ?? 'nobody']! += 1;
      } else if (round.due || gap(round)) {
        tally.chance[round.due ? 'bonus' : 'refill']! += 1;
        todo.push(...settled(round));
      } else {
        const legal = legalActions(round);
        tally.play += 1;
        tally.actions += legal.length;
        todo.push(...legal.map((action) => play(round, action)));
      }
    }
    tally.nodes = seen.size;
    expect(tally).toEqual(file[first]);
  }
  expect(everywhere.size).toBe(file.together);
});

describe('playthroughs', () => {
  interface Playthrough {
    ruleset: string; first: Seat; market: string; deal: [string, string]; messages: Message[];
    plies: { position: string; legal: number; seat: Seat; action: string; chance: string | number | null; messages: Message[] }[];
    end: { position: string; ending: string; winner: Seat | null; decided_by: string; rupees: number[]; herds: number[] };
  }
  const files = readdirSync(new URL('playthroughs/', FOLDER)).filter((name) => name.endsWith('.json'));

  it.each(files)('%s', (name) => {
    count('playthroughs');
    const file = read<Playthrough>(`playthroughs/${name}`);
    const nobody = () => {
      throw new Error('chance was told');
    };
    const terms = { rules: rulesOf(file.ruleset), seals: 1, first: file.first, names: { a: 'A', b: 'B' } };
    const table = new Table(terms, { first: nobody, deal: nobody, answer: nobody });
    table.deal(`${file.market} ${file.deal.join('|')}`);
    expect(table.log.at(-1)!.said).toEqual(file.messages);
    for (const ply of file.plies) {
      expect(positionLine(table.round)).toBe(ply.position);
      expect(table.toAct).toBe(ply.seat);
      expect(legalActions(table.round).length).toBe(ply.legal);
      table.act(ply.seat, ply.action, String(ply.chance ?? ''));
      expect(table.log.at(-1)!.said).toEqual(ply.messages);
    }
    const { round } = table;
    expect(positionLine(round)).toBe(file.end.position);
    const { scores, herds, winner, decided_by, ending: ended } = resultOf(round)!;
    expect({ ending: ended, winner, decided_by, rupees: [scores.a.total, scores.b.total], herds: [herds.a, herds.b] }).toEqual({
      ending: file.end.ending, winner: file.end.winner, decided_by: file.end.decided_by, rupees: file.end.rupees, herds: file.end.herds,
    });
  });
});

describe('kernel.json', () => {
  const MASK = (1n << 64n) - 1n;
  class SplitMix {
    constructor(private state: bigint) {}
    next(): bigint {
      this.state = (this.state + 0x9e3779b97f4a7c15n) & MASK;
      let z = this.state;
      z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
      z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
      return z ^ (z >> 31n);
    }
    below(n: number): number {
      const wide = BigInt(n);
      const least = (1n << 32n) % wide;
      for (;;) {
        const product = wide * (this.next() >> 32n);
        if ((product & 0xffffffffn) >= least) return Number(product >> 32n);
      }
    }
  }
  const file = read<{
    numbers: { id: string; seed: string; outputs: string[]; n: number[]; below: number[] }[];
    rounds: { id: string; ruleset: string; seed: number; rounds: number; plies: number }[];
    games: { id: string; ruleset: string; seed: number; games: number; ends: { plies: number; line: string }[] }[];
  }>('kernel.json');

  function card(pool: number[], rng: SplitMix): number {
    let at = rng.below(size(pool));
    let kind = 0;
    while (at >= pool[kind]!) at -= pool[kind++]!;
    pool[kind]! -= 1;
    return kind;
  }
  /** Exchanges in this order: size, what is taken, camels given, goods given. */
  function ordered(round: Round): Action[] {
    const all = legalActions(round);
    const place = (action: Action) => (action.type === 'exchange' ? action.give[6]! : 0);
    const runs = new Map<string, Action[]>();
    for (const action of all) {
      const key = action.type === 'exchange' ? letters(action.take) : 'others';
      runs.set(key, [...(runs.get(key) ?? []), action]);
    }
    return [...runs.values()].flatMap((run) => run.sort((one, two) => place(one) - place(two)));
  }
  function random(rules: Rules, first: Seat, rng: SplitMix): { plies: number; line: string } {
    const open = bundle('K'.repeat(rules.open_camels));
    const pool = rules.pack.map((n, i) => n - open[i]!);
    const market = [...open];
    const hands = { a: [0, 0, 0, 0, 0, 0, 0], b: [0, 0, 0, 0, 0, 0, 0] };
    for (let n = rules.open_camels; n < rules.market_size; n += 1) market[card(pool, rng)]! += 1;
    for (let n = 0; n < rules.deal; n += 1) for (const seat of ['a', 'b'] as const) hands[seat][card(pool, rng)]! += 1;
    let round = start(rules, first, { market, hands });
    let plies = 0;
    while (toAct(round)) {
      const legal = ordered(round);
      round = play(round, legal[rng.below(legal.length)]!);
      plies += 1;
      if (round.due) {
        const pile = round.bonuses[tiers(rules).indexOf(round.due)]!;
        round = resolve(round, pile[rng.below(pile.length)]!);
      } else if (gap(round)) {
        const stock = [...round.stock];
        const laid = [0, 0, 0, 0, 0, 0, 0];
        for (let n = gap(round); n > 0; n -= 1) laid[card(stock, rng)]! += 1;
        round = resolve(round, laid);
      }
    }
    return { plies, line: positionLine(round) };
  }

  it('numbers', () => {
    for (const each of file.numbers) {
      count('kernel.json');
      const rng = new SplitMix(BigInt(`0x${each.seed}`));
      expect(each.outputs.map(() => rng.next().toString(16).padStart(16, '0'))).toEqual(each.outputs);
      const again = new SplitMix(BigInt(`0x${each.seed}`));
      expect(each.n.map((n) => again.below(n))).toEqual(each.below);
    }
  });

  it('rounds', { timeout: 120_000 }, () => {
    for (const each of file.rounds) {
      count('kernel.json');
      const rng = new SplitMix(new SplitMix(BigInt(each.seed)).next());
      let plies = 0;
      for (let n = 0; n < each.rounds; n += 1) plies += random(rulesOf(each.ruleset), n % 2 ? 'b' : 'a', rng).plies;
      expect([each.id, plies]).toEqual([each.id, each.plies]);
    }
  });

  it('games', () => {
    for (const each of file.games) {
      count('kernel.json');
      const seeds = new SplitMix(BigInt(each.seed));
      const ends = each.ends.map((_, n) => random(rulesOf(each.ruleset), n % 2 ? 'b' : 'a', new SplitMix(seeds.next())));
      expect(ends).toEqual(each.ends);
    }
  });
});

afterAll(() => {
  const lists = (value: unknown): number => (Array.isArray(value) ? value.length : Object.values(value as object).reduce((total: number, each) => total + lists(each), 0));
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  // Read by others: messages.json in rules/conformance.test.ts, jd1.json in verify/jd1.test.ts, ledgers in score/, bots.json in Python.
  const elsewhere = ['messages.json', 'jd1.json', 'ledger.json', 'ledger-many.json', 'bots.json'];
  const wanted = Object.fromEntries(
    files.filter((name) => !elsewhere.includes(name)).map((name) => [name, name === 'mini.json' ? 1 : lists(read(name))]),
  );
  wanted['playthroughs'] = readdirSync(new URL('playthroughs/', FOLDER)).filter((name) => name.endsWith('.json')).length;
  expect(Object.fromEntries([...checked].sort())).toEqual(Object.fromEntries(Object.entries(wanted).sort()));
});
