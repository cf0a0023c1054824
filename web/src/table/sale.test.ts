import { expect, it } from 'vitest';
import late from '../fixtures/late.json';
import middle from '../fixtures/middle.json';
import type { State } from '../api/types';
import { saleOf } from './sale';

const sale = (state: unknown, action: string) => saleOf(action, (state as State).view, (state as State).ruleset);

it('previews the tokens from the top and the bonus by cards sold', () => {
  expect(sale(middle, '-LLL')).toEqual({ good: 'L', count: 3, tokens: [1, 1, 1], bonus: { tier: '3', low: 1, high: 3 } });
  expect(sale(middle, '-DD')).toMatchObject({ tokens: [5, 5], bonus: null });
  expect(sale(middle, '-LLLLLLL')).toMatchObject({ bonus: { tier: '5', low: 8, high: 10 } });
});

it('promises nothing from an empty pile: neither tokens nor a smaller bonus', () => {
  expect(sale(late, '-DD')).toMatchObject({ tokens: [] });
  expect(sale(late, '-LLL')).toMatchObject({ bonus: null });
});

it('is silent about everything that is no sale', () => {
  expect(sale(middle, '+G')).toBeNull();
  expect(sale(middle, '-KK')).toBeNull();
});
