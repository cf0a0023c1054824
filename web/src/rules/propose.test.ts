import { describe, expect, it } from 'vitest';
import { propose } from './propose';

describe('propose', () => {
  it.each([
    ['D', '', '+D'],
    ['K', '', '+K'],
    ['GD', 'PK', '+DG-PK'],
    ['DG', 'KP', '+DG-PK'],
    ['', 'DDD', '-DDD'],
    ['', 'KK', '-KK'],
    ['D', 'K', '+D-K'],
    ['DK', 'P', '+DK-P'],
  ])('take %j give %j is %s', (take, give, action) => {
    expect(propose(take, give)).toEqual({ action, reason: null });
  });

  it.each([
    ['', '', 'NOTHING_CHOSEN'],
    ['KK', '', 'CAMELS_ALL_TOGETHER'],
    ['DK', '', 'TAKE_GOODS_AND_CAMELS'],
    ['DDK', '', 'TAKE_GOODS_AND_CAMELS'],
    ['DG', '', 'TAKE_ONE_GOOD'],
    ['', 'DG', 'SELL_ONE_KIND'],
    ['', 'DK', 'SELL_ONE_KIND'],
  ])('take %j give %j is no sentence: %s', (take, give, reason) => {
    expect(propose(take, give)).toEqual({ action: null, reason });
  });

  it('reads counts as well as letters', () => {
    expect(propose([1, 1, 0, 0, 0, 0, 0], [0, 0, 0, 0, 1, 0, 1]).action).toBe('+DG-PK');
  });
});
