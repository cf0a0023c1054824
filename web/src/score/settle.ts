import { bonusCount, goodsCount, hasFields, LedgerError, readCount, rupees, whole, type Count, type Seat } from './count';
import type { Numbers } from '../rules/standard';

export type Ending = 'sold_out' | 'stock_empty';
export type DecidedBy = 'rupees' | 'bonus_tokens' | 'goods_tokens' | 'nothing';
export type Needs = 'bonus_tokens' | 'goods_tokens';

/** What was written down of a round; `first` is null where the rules say who began. */
export interface RoundEntry {
  readonly a: Count;
  readonly b: Count;
  readonly ending: Ending | null;
  readonly first: Seat | null;
  readonly seconds: number | null;
}

export interface Settled {
  readonly totals: readonly [number, number];
  readonly winner: Seat | null;
  readonly decidedBy: DecidedBy | null;
  readonly needs: Needs | null;
}

/** Rupees, then bonus tokens, then goods tokens, asking only for what a tie needs. */
export function settle(entry: RoundEntry, numbers: Numbers): Settled {
  const { a, b } = entry;
  const totals = [rupees(a, numbers.camel_token), rupees(b, numbers.camel_token)] as const;
  const compared: [DecidedBy, number | null, number | null][] = [
    ['rupees', ...totals],
    ['bonus_tokens', bonusCount(a), bonusCount(b)],
    ['goods_tokens', goodsCount(a), goodsCount(b)],
  ];
  for (const [by, mine, theirs] of compared) {
    if (mine === null || theirs === null) return { totals, winner: null, decidedBy: null, needs: by as Needs };
    if (mine !== theirs) return { totals, winner: mine > theirs ? 'a' : 'b', decidedBy: by, needs: null };
  }
  return { totals, winner: null, decidedBy: 'nothing', needs: null };
}

const LONGEST = 86_400;

export function readRound(value: unknown): RoundEntry {
  if (!hasFields(value, ['a', 'b', 'ending', 'first', 'seconds']))
    throw new LedgerError('a round has a, b, ending, first, seconds');
  const { ending, first, seconds } = value;
  if (ending !== null && ending !== 'sold_out' && ending !== 'stock_empty')
    throw new LedgerError(`a round ends sold_out or stock_empty, not ${String(ending).slice(0, 40)}`);
  if (first !== null && first !== 'a' && first !== 'b') throw new LedgerError('seat a or b begins');
  return {
    a: readCount(value['a']),
    b: readCount(value['b']),
    ending,
    first,
    seconds: seconds === null ? null : whole(seconds, 'seconds', LONGEST),
  };
}
