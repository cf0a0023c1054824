import { describe, expect, it } from 'vitest';
import { cases, Laid } from './round.testing';
import { seenOf, sorted } from './seen';

const deal = cases[0]!;
// J01 deals LDSCS and SGSPG, lays PL beside three camels; then LCG, D and P come from the stock.
const played = () => new Laid(deal).camels('a').take('b', 'G').exchange('a', 'DP', 'KK').sell('b', 'GGG').sell('a', 'SS').take('b', 'C');

describe('what was seen of a round', () => {
  it('is the deal, worked out backwards from the table and the log', () => {
    expect(deal.deck.slice(0, 23)).toBe('LDSCSSGSPGPLLCGDPSPLLCK');
    const seen = seenOf(played().state('b'))!;
    expect(seen.market).toBe(sorted('KKKPL'));
    // What seat a sold without having taken it was dealt to it.
    expect(seen.deal).toEqual({ a: 'SS???', b: sorted('SGSPG') });
    expect(seen.drawn).toEqual([
      { kind: 'laid', cards: sorted('LCG') },
      { kind: 'laid', cards: 'D' },
      { kind: 'bonus', seat: 'b', tier: 3, value: 3 },
      { kind: 'laid', cards: 'P' },
    ]);
  });

  it('is the same from the other side, but for what that side cannot know', () => {
    const seen = seenOf(played().state('a'))!;
    // Two of the three gold that b sold were dealt to it, the third came from the market.
    expect(seen.deal).toEqual({ a: sorted('LDSCS'), b: 'GG???' });
    expect(seen.drawn[2]).toEqual({ kind: 'bonus', seat: 'b', tier: 3, value: null });
  });

  it('is only what is open to a spectator', () => {
    const seen = seenOf(played().state(null))!;
    expect(seen.deal).toEqual({ a: 'SS???', b: 'GG???' });
    expect(seen.market).toBe(sorted('KKKPL'));
  });

  it('is nothing when table and log contradict each other', () => {
    const state = played().state('a');
    expect(seenOf({ ...state, view: { ...state.view, market: 'DDDDD' } })).toBeNull();
    expect(seenOf({ ...state, view: { ...state.view, herds: { a: 0, b: 0 } } })).toBeNull();
  });

  it('does not count a move that was taken back', () => {
    const before = (seat: 'a' | 'b' | null) => new Laid(deal).camels('a').take('b', 'G').state(seat);
    const laid = new Laid(deal).camels('a').take('b', 'G').exchange('a', 'DP', 'KK');
    const { log } = laid.state('b');
    const agreed = { ply: log.length + 1, round: 1, seat: 'a' as const, messages: [{ key: 'takeback.agreed', params: { seat: 'a' } }] };
    // The table lies as before the exchange; the log tells of it, and that it was undone.
    for (const seat of ['a', 'b', null] as const) expect(seenOf({ ...before(seat), log: [...laid.state(seat).log, agreed] })).toEqual(seenOf(before(seat)));
    expect(seenOf({ ...before('b'), log })).not.toEqual(seenOf(before('b')));
  });
});
