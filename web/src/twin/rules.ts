import { bundle, type Bundle } from '../rules/bundle';
import { GOODS, type Good } from '../rules/card';
import type { Frame } from '../rules/position';
import type { Limits, Seat } from '../rules/whyNot';

/** Every number of one edition or variant, as conformance/rulesets.json tells them. */
export interface Rules extends Limits, Frame {
  readonly name: string;
  /** The name with the hash that Python gives to its numbers: what a record names. */
  readonly id: string;
  readonly pack: Bundle;
  /** Values of the bonus piles in rising order, by the smallest sale that draws from them. */
  readonly bonuses: Readonly<Record<string, readonly number[]>>;
  readonly open_camels: number;
  readonly deal: number;
  readonly camel_token: number;
  readonly full_tie: 'replay' | 'non_starter';
}

export const other = (seat: Seat): Seat => (seat === 'a' ? 'b' : 'a');

const CLOTH = [5, 3, 3, 2, 2, 1, 1];
const LOW = [1, 1, 1, 1, 1, 1];

export const STANDARD: Rules = {
  name: 'standard',
  id: 'standard-12eb2002',
  pack: [6, 6, 6, 8, 8, 10, 11],
  tokens: { D: [7, 7, 5, 5, 5], G: [6, 6, 5, 5, 5], S: [5, 5, 5, 5, 5], C: CLOTH, P: CLOTH, L: [4, 3, 2, ...LOW] },
  bonuses: { 3: [1, 1, 2, 2, 2, 3, 3], 4: [4, 4, 5, 5, 6, 6], 5: [8, 8, 9, 10, 10] },
  smallest_sale: { D: 2, G: 2, S: 2, C: 1, P: 1, L: 1 },
  market_size: 5,
  open_camels: 3,
  deal: 5,
  hand_limit: 7,
  smallest_exchange: 2,
  exchange_cap: 12,
  camel_token: 5,
  piles_to_end: 3,
  full_tie: 'replay',
};

/** The numbers of every ruleset; a test holds them to conformance/rulesets.json and the ids to Python's. */
export const RULESETS: readonly Rules[] = [
  STANDARD,
  {
    ...STANDARD,
    name: 'six-each',
    id: 'six-each-ba2d0fb1',
    bonuses: { 3: [1, 1, 2, 2, 3, 3], 4: [4, 4, 5, 5, 6, 6], 5: [8, 8, 9, 9, 10, 10] },
  },
  {
    ...STANDARD,
    name: 'mini',
    id: 'mini-fc774f90',
    pack: bundle('DDDCCCCKKK'),
    tokens: { D: [5, 4], C: [3, 2, 1] },
    bonuses: { 2: [1, 2], 3: [4] },
    market_size: 3,
    open_camels: 2,
    deal: 2,
    hand_limit: 3,
    exchange_cap: 2,
    camel_token: 2,
    piles_to_end: 2,
  },
];

export const tiers = (rules: Rules): number[] => Object.keys(rules.bonuses).map(Number);

/** The goods that the pack has. */
export const goodsOf = (rules: Rules): Good[] => GOODS.filter((_, i) => rules.pack[i]);

/** The tokens still on a good's pile, top first, after so many of its cards have been sold. */
export const tokensLeft = (rules: Rules, good: number, sold: number): readonly number[] =>
  (rules.tokens[GOODS[good]!] ?? []).slice(sold);

/** The tier that a sale of so many cards draws from, 0 when it is too small for any (§11). */
export const tierOfSale = (rules: Rules, count: number): number =>
  tiers(rules).reduce((found, tier) => (tier <= count ? tier : found), 0);

/** The tier whose pile holds bonus tokens of this value: a value tells its pile. */
export const tierOfValue = (rules: Rules, value: number): number =>
  tiers(rules).find((tier) => rules.bonuses[tier]!.includes(value)) ?? 0;
