import type { BySeat, LogEntry } from '../api/types';

/** What a seat did in a match. */
export interface Sums {
  goods: number;
  camels: number;
  exchanges: number;
  sales: number;
  /** The goods tokens of its best sale, in rupees; a bonus drawn with it is not counted. */
  best: number;
  bonuses: number;
}

const none = (): Sums => ({ goods: 0, camels: 0, exchanges: 0, sales: 0, best: 0, bonuses: 0 });
const camelsOf = (cards: unknown) => [...String(cards)].filter((card) => card === 'K').length;
const goodsOf = (cards: unknown) => String(cards).length - camelsOf(cards);

/** Adds up what the log tells of a match; what was taken back has not been done. */
export function sumsOf(log: readonly LogEntry[]): BySeat<Sums> {
  const done: LogEntry[] = [];
  for (const entry of log) {
    if (entry.messages[0]?.key === 'takeback.done') done.splice(-2);
    else if (entry.messages[0]?.key === 'takeback.agreed') done.pop();
    else done.push(entry);
  }
  const sums = { a: none(), b: none() };
  for (const { seat, messages } of done) {
    if (!seat) continue;
    const own = sums[seat];
    for (const { key, params } of messages) {
      if (key === 'event.took') own.goods += 1;
      else if (key === 'event.camels') own.camels += camelsOf(params['cards']);
      else if (key === 'event.exchanged') {
        own.exchanges += 1;
        own.goods += goodsOf(params['take']);
      } else if (key === 'event.sold' || key === 'event.sold_for_nothing') {
        own.sales += 1;
        const tokens = (params['tokens'] ?? []) as number[];
        own.best = Math.max(own.best, tokens.reduce((sum, value) => sum + value, 0));
      } else if (key === 'event.bonus' || key === 'event.bonus_value') own.bonuses += 1;
    }
  }
  return sums;
}
