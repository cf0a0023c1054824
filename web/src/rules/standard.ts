import type { Good } from './card';
import type { Frame } from './position';
import type { Limits } from './whyNot';

/** The numbers a player must know to play: data of a ruleset. */
export type Numbers = Limits &
  Pick<Frame, 'piles_to_end'> & {
    readonly camel_token: number;
    readonly bonuses: Readonly<Record<string, readonly number[]>>;
    readonly tokens: Readonly<Partial<Record<Good, readonly number[]>>>;
  };

/** The standard game's, for telling the rules where no table is open. */
export const STANDARD: Numbers = {
  hand_limit: 7,
  smallest_exchange: 2,
  exchange_cap: 12,
  smallest_sale: { D: 2, G: 2, S: 2, C: 1, P: 1, L: 1 },
  piles_to_end: 3,
  camel_token: 5,
  tokens: {
    D: [7, 7, 5, 5, 5],
    G: [6, 6, 5, 5, 5],
    S: [5, 5, 5, 5, 5],
    C: [5, 3, 3, 2, 2, 1, 1],
    P: [5, 3, 3, 2, 2, 1, 1],
    L: [4, 3, 2, 1, 1, 1, 1, 1, 1],
  },
  bonuses: { 3: [1, 1, 2, 2, 2, 3, 3], 4: [4, 4, 5, 5, 6, 6], 5: [8, 8, 9, 10, 10] },
};
