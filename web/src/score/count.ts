import { GOODS, type Good } from '../rules/card';
import { sum } from './numbers';

export type Seat = 'a' | 'b';
export const SEATS = ['a', 'b'] as const;
export const other = (seat: Seat): Seat => (seat === 'a' ? 'b' : 'a');

/** A total as on a pad, with token counts as far as a tie asked for them. */
export interface TotalCount {
  readonly total: number;
  readonly bonus_tokens: number | null;
  readonly goods_tokens: number | null;
}

/** The tokens that a seat holds, by value. */
export interface TokenCount {
  readonly tokens: Readonly<Record<Good, readonly number[]>>;
  readonly bonuses: readonly number[];
  readonly camel: boolean;
}

/** What one seat counted at the end of a round. */
export type Count = TotalCount | TokenCount;

export const byTokens = (count: Count): count is TokenCount => 'tokens' in count;

export const noTokens = (): TokenCount => ({
  tokens: Object.fromEntries(GOODS.map((good) => [good, [] as number[]])) as unknown as Record<Good, number[]>,
  bonuses: [],
  camel: false,
});

export const ofTotal = (total: number, bonus_tokens: number | null = null, goods_tokens: number | null = null): TotalCount => ({
  total,
  bonus_tokens,
  goods_tokens,
});

export const rupees = (count: Count, camelToken: number): number =>
  byTokens(count)
    ? sum(GOODS.flatMap((good) => count.tokens[good])) + sum(count.bonuses) + (count.camel ? camelToken : 0)
    : count.total;

export const bonusCount = (count: Count): number | null => (byTokens(count) ? count.bonuses.length : count.bonus_tokens);

export const goodsCount = (count: Count): number | null =>
  byTokens(count) ? GOODS.reduce((n, good) => n + count.tokens[good].length, 0) : count.goods_tokens;

/** Whole numbers above this are no entry: far above anything possible, so that a slip is doubted, not lost. */
export const MOST = 999;

export class LedgerError extends Error {}

export function whole(value: unknown, name: string, most = MOST): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > most)
    throw new LedgerError(`${name} must be a whole number from 0 to ${most}, not ${String(value).slice(0, 40)}`);
  return value;
}

export const hasFields = (value: unknown, names: readonly string[]): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).length === names.length &&
  names.every((name) => Object.hasOwn(value, name));

const down = (one: number, two: number) => two - one;

export function readCount(value: unknown): Count {
  if (hasFields(value, ['total', 'bonus_tokens', 'goods_tokens'])) {
    const maybe = (name: string) => (value[name] === null ? null : whole(value[name], name));
    return ofTotal(whole(value['total'], 'total'), maybe('bonus_tokens'), maybe('goods_tokens'));
  }
  if (hasFields(value, ['tokens', 'bonuses', 'camel'])) {
    const { tokens, bonuses, camel } = value;
    if (!hasFields(tokens, GOODS) || typeof camel !== 'boolean')
      throw new LedgerError('a count by tokens lists each of the six goods and says who has the camel token');
    const held = GOODS.map((good) => [good, values(tokens[good], `tokens of ${good}`)]);
    return { tokens: Object.fromEntries(held) as Record<Good, number[]>, bonuses: values(bonuses, 'bonus tokens'), camel };
  }
  throw new LedgerError('a count has total, bonus_tokens, goods_tokens, or tokens, bonuses, camel');
}

function values(value: unknown, name: string): number[] {
  if (!Array.isArray(value) || value.length > 99) throw new LedgerError(`${name} must be a list of at most 99 values`);
  return value.map((each) => whole(each, name)).sort(down);
}
