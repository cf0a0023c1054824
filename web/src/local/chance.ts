import { EMPTY } from '../rules/bundle';
import { unforeseen } from '../thinker/random';
import { chance, draw, type Below } from '../thinker/world';
import { gap, less, sum } from '../twin/round';
import type { Dealer } from '../twin/table';

/** Deals as a shuffled pack would: every draw is from all that is left, each card equally likely. */
export function dealer(below: Below = unforeseen): Dealer {
  return {
    first: () => (below(2) ? 'b' : 'a'),
    deal(rules) {
      const open = [...EMPTY.slice(0, -1), rules.open_camels];
      let left = less(rules.pack, open);
      const take = (count: number) => {
        const drawn = draw(left, count, below);
        left = less(left, drawn);
        return drawn;
      };
      const hands = { a: take(rules.deal), b: take(rules.deal) };
      return { hands, market: sum(open, take(rules.market_size - rules.open_camels)) };
    },
    answer: (round) => chance(round, gap(round), below),
  };
}
