import { describe, expect, it } from 'vitest';
import type { BySeat, MatchFigures, RoundSums } from '../api/types';
import type { Seat } from '../rules/whyNot';
import { counted, figuresOf, opponents } from './figures';

const round = (seal: Seat | null, a: number, b: number, more: Partial<RoundSums> = {}): RoundSums => ({
  seal, ending: 'sold_out', decided_by: 'rupees', totals: { a, b }, turns: { a: 20, b: 20 }, best: { a: null, b: null }, ...more,
});
const match = (id: string, updated: number, winner: Seat, rounds: RoundSums[], more: Partial<MatchFigures> = {}): MatchFigures => ({
  id, updated, winner, rounds, ended: 'seals', ruleset: 'standard', mine: ['a'], phase: 'match_over', online: false, turn: null,
  yours: false, left: null, round: rounds.length, seals: { a: 0, b: 0 }, seals_to_win: 2,
  seats: { a: { name: 'Anna', player: null }, b: { name: '', player: 'greedy-1' } }, ...more,
});
const sale = (a: number, b: number): BySeat<{ cards: string; rupees: number } | null> => ({
  a: { cards: 'DDD', rupees: a }, b: { cards: 'CCCCC', rupees: b },
});
const meera = { a: { name: 'Meera', player: null }, b: { name: 'Anna', player: null } };

/** Three matches, in no order: won 2:1 against Greedy, lost by giving up (seat b, against Meera), won 2:0 against Greedy. */
const ALL = [
  match('third', 30, 'a', [
    round('a', 80, 60, { best: sale(26, 24), turns: { a: 15, b: 15 } }),
    round('a', 61, 60, { ending: 'stock_empty', best: sale(26, 30) }),
  ]),
  match('second', 20, 'a', [round('a', 90, 40, { turns: { a: 11, b: 12 }, best: sale(33, 19) })], { mine: ['b'], seats: meera, ended: 'resigned' }),
  match('first', 10, 'a', [
    round('a', 70, 65, { best: sale(21, 8), turns: { a: 18, b: 17 } }),
    round(null, 66, 66, { decided_by: 'nothing' }),
    round('b', 50, 77, { turns: { a: 9, b: 10 }, best: sale(22, 40) }),
    round('a', 64, 64, { decided_by: 'bonus_tokens' }),
  ]),
];

describe('the figures of many matches', () => {
  const mine = counted(ALL);
  const all = figuresOf(mine);

  it('count the matches and rounds of the seat that was mine', () => {
    expect(mine.map(({ match: { id }, me, won }) => [id, me, won])).toEqual([['first', 'a', true], ['second', 'b', false], ['third', 'a', true]]);
    expect([all.matches, all.won, all.rounds, all.roundsWon]).toEqual([3, 2, 7, 4]);
  });

  it('average the rupees of all rounds', () => {
    // Own: 70 + 66 + 50 + 64 + 40 + 80 + 61 = 431; the others': 65 + 66 + 77 + 64 + 90 + 60 + 60 = 482; seven rounds.
    expect(all.own).toBeCloseTo(431 / 7, 10);
    expect(all.other).toBeCloseTo(482 / 7, 10);
  });

  it('find the records, each in the match that set it first', () => {
    expect(all.sale).toEqual({ cards: 'DDD', rupees: 26, id: 'third' });
    expect(all.highest).toEqual({ rupees: 80, id: 'third' });
    expect(all.lead).toEqual({ rupees: 20, id: 'third' });
    // The round of nine turns was lost, that of eleven was the other's.
    expect(all.quickest).toEqual({ turns: 15, id: 'third' });
  });

  it('tell how rounds and matches ended', () => {
    expect([all.soldOut, all.stockEmpty, all.level, all.gaveUp, all.wasGiven]).toEqual([6, 1, 2, 1, 0]);
  });

  it('follow the matches in the order in which they ended', () => {
    expect([all.balance, all.row, all.longest]).toEqual([[1, 0, 1], 1, 1]);
    const rows = counted('WWLWWWL'.split('').map((how, i) => match(`${i}`, i, how === 'W' ? 'a' : 'b', [])));
    const told = figuresOf(rows);
    expect([told.balance, told.row, told.longest]).toEqual([[1, 2, 1, 2, 3, 4, 3], 0, 3]);
    expect([told.own, told.sale, told.quickest]).toEqual([null, null, null]);
  });

  it('tell everybody one has played', () => {
    expect(opponents(mine).map(({ against, matches, won }) => [against, matches, won])).toEqual([['greedy-1', 2, 2], [':Meera', 1, 0]]);
  });

  it('leave out what was played by two on one device, what is not over, what goes on from another match, and the tiny game', () => {
    expect(counted([match('x', 1, 'a', [], { mine: ['a', 'b'] }), match('y', 1, 'a', [], { ruleset: 'mini' }), match('z', 1, 'a', [], { winner: null }), match('w', 1, 'a', [], { onward: true })])).toEqual([]);
  });
});
