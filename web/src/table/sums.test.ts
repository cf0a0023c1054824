import { expect, it } from 'vitest';
import type { LogEntry, Message } from '../api/types';
import type { Seat } from '../rules/whyNot';
import { sumsOf } from './sums';

let ply = 0;
const line = (seat: Seat | null, ...messages: [string, Record<string, unknown>?][]): LogEntry => ({
  ply: (ply += 1),
  round: 1,
  seat,
  messages: messages.map(([key, params = {}]): Message => ({ key, params: { ...params, seat } })),
});

it('adds up who took and sold what', () => {
  const sums = sumsOf([
    line(null, ['event.began']),
    line('a', ['event.took', { cards: 'G' }], ['event.laid', { cards: 'S' }]),
    line('b', ['event.camels', { cards: 'KKK' }], ['event.laid', { cards: 'CCL' }]),
    line('a', ['event.exchanged', { give: 'PKL', take: 'DGG' }]),
    line('b', ['event.sold', { cards: 'CCC', tokens: [5, 3, 3] }], ['event.bonus', { tier: 3 }]),
    line('a', ['event.sold', { cards: 'GG', tokens: [6, 6] }]),
    line('b', ['event.sold_for_nothing', { cards: 'L' }]),
    line('a', ['event.resigned']),
  ]);
  expect(sums.a).toEqual({ goods: 4, camels: 0, exchanges: 1, sales: 1, best: 12, bonuses: 0 });
  expect(sums.b).toEqual({ goods: 0, camels: 3, exchanges: 0, sales: 2, best: 11, bonuses: 1 });
});

it('counts nothing that was taken back', () => {
  const sums = sumsOf([
    line(null, ['event.began']),
    line('a', ['event.sold', { cards: 'DD', tokens: [7, 7] }]),
    line('b', ['event.exchanged', { give: 'PP', take: 'CC' }]),
    line('a', ['takeback.done']),
    line('a', ['event.sold', { cards: 'L', tokens: [4] }]),
  ]);
  expect([sums.a.sales, sums.a.best, sums.b.exchanges]).toEqual([1, 4, 0]);
  const agreed = sumsOf([
    line('a', ['event.exchanged', { give: 'PP', take: 'CC' }]),
    line('b', ['event.sold', { cards: 'DD', tokens: [7, 7] }]),
    line('b', ['takeback.agreed']),
    line('b', ['event.sold', { cards: 'L', tokens: [4] }]),
  ]);
  expect([agreed.a.exchanges, agreed.b.sales, agreed.b.best]).toEqual([1, 1, 4]);
});
