import { GOODS, type Good } from '../rules/card';
import type { Numbers } from '../rules/standard';
import { bonusCount, byTokens, goodsCount, rupees, SEATS, type Count } from './count';
import { bonusValues, GOODS_CARDS, sum, tierOf } from './numbers';
import type { RoundEntry } from './settle';

/** Something that cannot be: its name, and what a sentence about it needs. Texts: `check.<name>` in score.json. */
export type Doubt = { readonly name: string } & Readonly<Record<string, string | number>>;

const times = (values: readonly number[], value: number) => values.filter((each) => each === value).length;
const distinct = (values: readonly number[], order: 1 | -1) => [...new Set(values)].sort((x, y) => order * (x - y));

/** What cannot be in a round as it was entered, in a fixed order: doubts that explain, never refusals. */
export function checks(entry: RoundEntry, numbers: Numbers): Doubt[] {
  const bothTokens = byTokens(entry.a) && byTokens(entry.b);
  const held = (good: Good) => SEATS.flatMap((seat) => heldOf(entry[seat], good));
  return [
    ...GOODS.flatMap((good) => goodsDoubt(good, held(good), numbers.tokens[good] ?? [], bothTokens)),
    ...bonusDoubts(entry, numbers),
    ...sumDoubts(entry, numbers),
    ...(bothTokens ? endingDoubts(entry, held, numbers) : []),
  ];
}

const heldOf = (count: Count, good: Good): readonly number[] => (byTokens(count) ? count.tokens[good] : []);

function goodsDoubt(good: Good, held: readonly number[], pile: readonly number[], both: boolean): Doubt[] {
  const total = sum(held);
  if (total > sum(pile)) return [{ name: 'goods_total', good, total, most: sum(pile) }];
  const wrong = distinct(held, -1).find((value) => times(held, value) > times(pile, value));
  if (wrong !== undefined)
    return [{ name: 'goods_value', good, value: wrong, count: times(held, wrong), most: times(pile, wrong) }];
  const top = pile.slice(0, held.length);
  const missing = distinct(pile, -1).find((value) => times(held, value) < times(top, value));
  return both && missing !== undefined ? [{ name: 'goods_skipped', good, value: missing }] : [];
}

function bonusDoubts(entry: RoundEntry, numbers: Numbers): Doubt[] {
  const drawn = SEATS.flatMap((seat) => (byTokens(entry[seat]) ? entry[seat].bonuses : []));
  const printed = bonusValues(numbers);
  const found: Doubt[] = distinct(drawn, 1)
    .filter((value) => times(drawn, value) > times(printed, value))
    .map((value) => ({ name: 'bonus_value', value, count: times(drawn, value), most: times(printed, value) }));
  const cards = sum(drawn.map((value) => tierOf(numbers, value) ?? 0));
  if (cards > GOODS_CARDS) found.push({ name: 'bonus_cards', cards, most: GOODS_CARDS });
  if (SEATS.every((seat) => byTokens(entry[seat]) && entry[seat].camel)) found.push({ name: 'camel_twice' });
  return found;
}

function sumDoubts(entry: RoundEntry, numbers: Numbers): Doubt[] {
  const goods = Object.values(numbers.tokens).flat().sort((x, y) => y - x);
  const bonuses = bonusValues(numbers).sort((x, y) => y - x);
  const both = (told: (count: Count) => number | null) => sum(SEATS.map((seat) => told(entry[seat]) ?? 0));
  const found: Doubt[] = [];
  const most = (name: string, value: string, count: number, limit: number) => {
    if (count > limit) found.push({ name, [value]: count, most: limit });
  };
  most('goods_tokens', 'count', both(goodsCount), goods.length);
  most('bonus_tokens', 'count', both(bonusCount), bonuses.length);
  const all = sum(goods) + sum(bonuses) + numbers.camel_token;
  most('rupees', 'total', both((count) => rupees(count, numbers.camel_token)), all);
  for (const seat of SEATS) found.push(...possible(seat, entry[seat], goods, bonuses, numbers.camel_token));
  return found;
}

/** Whether a total fits the number of tokens that were counted for a tie. */
function possible(seat: string, count: Count, goods: number[], bonuses: number[], camel: number): Doubt[] {
  if (byTokens(count) || (count.bonus_tokens === null && count.goods_tokens === null)) return [];
  const { total, goods_tokens: g, bonus_tokens: b } = count;
  const most = sum(goods.slice(0, g ?? goods.length)) + sum(bonuses.slice(0, b ?? bonuses.length)) + camel;
  const least = (g ? sum(goods.slice(-g)) : 0) + (b ? sum(bonuses.slice(-b)) : 0);
  if (total > most) return [{ name: 'total_above', seat, total, most }];
  return total < least ? [{ name: 'total_below', seat, total, least }] : [];
}

function endingDoubts(entry: RoundEntry, held: (good: Good) => readonly number[], numbers: Numbers): Doubt[] {
  if (entry.ending === 'stock_empty') return [];
  const empty = GOODS.filter((good) => held(good).length >= (numbers.tokens[good] ?? []).length).length;
  return empty < numbers.piles_to_end ? [{ name: 'not_ended', count: empty, needed: numbers.piles_to_end }] : [];
}
