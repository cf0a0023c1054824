import { describe, expect, it } from 'vitest';
import middle from '../fixtures/middle.json';
import { bundle } from './bundle';
import { whyNot, type Limits, type Standing } from './whyNot';

const limits: Limits = middle.ruleset;
const standing = (over: Partial<Record<'market' | 'hand', string>> & Partial<Omit<Standing, 'market' | 'hand'>>): Standing => ({
  herd: 2,
  turn: 'a',
  exchanges: 0,
  ...over,
  market: bundle(over.market ?? 'GSCPK'),
  hand: bundle(over.hand ?? 'DDCLL'),
});

describe('whyNot', () => {
  it.each([
    // §8, §9, §13
    ['+G', {}, null],
    ['+D', {}, 'TAKE_NOT_IN_MARKET'],
    ['+G', { hand: 'DDCLLLL' }, 'TAKE_HAND_FULL'],
    ['+K', { hand: 'DDCLLLL' }, null],
    ['+K', { market: 'GSCPP' }, 'CAMELS_NONE_THERE'],
    // §10
    ['+GS-DK', {}, null],
    ['+GK-DD', {}, 'EXCHANGE_TAKES_NO_CAMELS'],
    ['+GS-DDL', {}, 'EXCHANGE_UNEQUAL'],
    ['+G-D', {}, 'EXCHANGE_TOO_FEW'],
    ['+GC-CD', {}, 'EXCHANGE_SAME_KIND'],
    ['+GG-DD', {}, 'EXCHANGE_NOT_IN_MARKET'],
    ['+GS-DP', {}, 'EXCHANGE_NOT_IN_HAND'],
    ['+GSP-KKK', {}, 'EXCHANGE_NOT_IN_HERD'],
    ['+GS-KK', { hand: 'DDCLLL' }, 'EXCHANGE_HAND_LIMIT'],
    ['+GS-DK', { hand: 'DDCLLL' }, null],
    ['+GS-LL', { hand: 'DDCLLLL' }, null],
    ['+GS-LK', { hand: 'DDCLLLL' }, 'EXCHANGE_HAND_LIMIT'],
    // §15
    ['+GS-DD', { exchanges: 12 }, 'EXCHANGE_CAP'],
    ['+GS-DD', { exchanges: 11 }, null],
    // §11
    ['-C', {}, null],
    ['-DD', {}, null],
    ['-K', {}, 'SELL_NO_CAMELS'],
    ['-LLL', {}, 'SELL_NOT_IN_HAND'],
    ['-D', {}, 'SELL_TOO_FEW'],
    // §16
    ['+G', { turn: null }, 'ROUND_OVER'],
    ['+G', { turn: 'b' as const }, 'NOT_YOUR_TURN'],
  ])('%s with %o: %s', (action, over, reason) => {
    expect(whyNot(action, standing(over), 'a', limits)).toBe(reason);
  });

  it('agrees with the legal actions of a whole view', () => {
    const { view } = middle;
    const here = standing({ market: view.market, hand: view.hands.a.cards, herd: view.herds.a });
    for (const action of view.legal) expect([action, whyNot(action, here, 'a', limits)]).toEqual([action, null]);
  });
});
