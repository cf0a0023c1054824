import { sides, type Action } from '../rules/action';
import { size, type Bundle } from '../rules/bundle';
import { GOODS } from '../rules/card';
import { goods } from '../twin/round';

/** What a liking goes by, of what lies open to the seat: its hand, what it knows of the other's, how many tokens are left of each good. */
export interface Open {
  readonly hand: Bundle;
  readonly known: Bundle;
  readonly tokens: readonly number[];
}

/** From -1 to 1 for every action: the twins of saudagar/players/styles.py. */
type Liking = (action: Action, open: Open) => number;

const CAMEL = 6;
const PRECIOUS = 3;
/** The goods that an action brings into the hand. */
const taken = (action: Action): Bundle => goods(action.type === 'camels' ? [0, 0, 0, 0, 0, 0, 0] : sides(action).take);
const given = (action: Action): Bundle => sides(action).give;
const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

export const STYLES: Readonly<Record<string, { readonly liking: Liking; readonly push: number }>> = {
  collector: {
    push: 0.008,
    liking: (action, { hand }) => {
      if (action.type === 'sell') return action.count >= 4 ? 1 : action.count === 3 ? 0 : -1;
      const got = taken(action);
      const gave = goods(given(action));
      const largest = Math.max(0, ...got.map((n, i) => (n ? hand[i]! - gave[i]! + n : 0)));
      return Math.min(1, Math.max(0, largest - 1) / 3);
    },
  },
  'quick-seller': { push: 0.008, liking: ({ type }) => (type === 'sell' ? 1 : type === 'exchange' ? -0.2 : 0) },
  'camel-driver': { push: 0.005, liking: (action) => (action.type === 'camels' ? 1 : -Math.min(1, given(action)[CAMEL]! / 2)) },
  jeweller: {
    push: 0.008,
    liking: (action) => {
      if (action.type === 'sell') return GOODS.indexOf(action.card as never) < PRECIOUS ? 1 : -0.5;
      const got = taken(action);
      return total(got.map((n, i) => (i < PRECIOUS ? n : -n))) / Math.max(1, size(got));
    },
  },
  closer: {
    push: 0.008,
    liking: (action, { tokens }) => {
      if (action.type !== 'sell') return action.type === 'exchange' ? -0.6 : 0;
      const left = tokens[GOODS.indexOf(action.card as never)]!;
      return left ? Math.min(1, 0.4 + (0.6 * action.count) / left) : 0.2;
    },
  },
  spoiler: {
    push: 0.006,
    liking: (action, { known }) => {
      if (action.type === 'sell') return Math.min(1, known[GOODS.indexOf(action.card as never)]! / 2);
      const gathered = (cards: Bundle) => total(cards.map((n, i) => n * Math.min(2, known[i]!))) / 2;
      return Math.max(-1, Math.min(1, gathered(taken(action)) - gathered(goods(given(action)))));
    },
  },
};

/** How much more for a level that chooses freely: this share of its heat. */
export const WARMTH = 0.2;
