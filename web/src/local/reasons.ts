import type { Hint } from '../api/types';
import { sides, type Action } from '../rules/action';
import { size, type Bundle } from '../rules/bundle';
import { CARDS, GOODS } from '../rules/card';
import { Sight } from '../thinker/simple';
import { camels, less, sum, type Round } from '../twin/round';

type Reasons = Hint['reasons'];
const say = (key: string, params: Record<string, string | number> = {}) => ({ key: `hint.${key}`, params });

/** Why an action may be good, the weightiest reasons first, at most two: the twin of saudagar/server/hints.py. */
export function reasons(round: Round, action: Action): Reasons {
  const sight = new Sight(round);
  const found = action.type === 'sell' ? ofSale(sight, action) : action.type === 'camels' ? ofCamels(sight) : ofGoods(sight, action);
  return found.length ? found.slice(0, 2) : [say('best')];
}

function ofSale(sight: Sight, { card, count }: Extract<Action, { type: 'sell' }>): Reasons {
  const { rules, hand, left } = sight;
  const pile = left[CARDS.indexOf(card)]!;
  const empty = GOODS.filter((good, i) => rules.pack[i] && rules.tokens[good] && !left[i]!.length).length;
  const bonus = sight.meanBonus(count);
  const cash = sight.sale(CARDS.indexOf(card), count);
  return [
    ...(pile.length && count >= pile.length && empty + 1 >= rules.piles_to_end ? [say('ends_round')] : []),
    ...(bonus ? [say('bonus', { count, value: even(bonus) })] : []),
    ...(pile.length && pile[0]! > pile.at(-1)! ? [say('top', { value: pile[0]!, card })] : []),
    ...(size(hand) >= rules.hand_limit ? [say('room')] : []),
    ...(cash ? [say('cash', { value: even(cash) })] : []),
  ];
}

/** Rounded, halves to the even number, as Python does it. */
const even = (value: number): number => (value % 1 === 0.5 ? 2 * Math.round(value / 2) : Math.round(value));

function ofCamels({ round, rules, me, they, hand }: Sight): Reasons {
  const count = camels(round.market);
  const [own, other] = [round.herds[me], round.herds[they]];
  return [
    ...(size(round.hands[they]) >= rules.hand_limit ? [say('other_full')] : []),
    ...(count >= 3 ? [say('many_camels', { count })] : []),
    ...(own <= other && other < own + count ? [say('larger_herd')] : []),
    ...(size(hand) >= rules.hand_limit ? [say('camels_fit')] : []),
    say('camels_later'),
  ];
}

function ofGoods({ round, rules, hand, theirs }: Sight, action: Action): Reasons {
  const { take, give } = sides(action);
  const after: Bundle = less(sum(hand, take), give);
  const taken = GOODS.filter((_, i) => take[i]);
  const held = (good: (typeof GOODS)[number]) => after[GOODS.indexOf(good)]!;
  const best = taken.reduce((one, two) => (held(two) > held(one) ? two : one));
  const wanted = taken.find((good) => theirs[GOODS.indexOf(good)]);
  const gone = camels(give);
  return [
    ...(held(best) >= 3 ? [say('set', { count: held(best), card: best })] : []),
    ...(taken.some((good) => rules.smallest_sale[good] > 1) ? [say('precious')] : []),
    ...(wanted ? [say('deny', { card: wanted })] : []),
    ...(gone >= 2 && action.type === 'exchange' ? [say('flood', { count: camels(round.market) + gone })] : []),
    ...(action.type === 'take' && held(best) === 2 ? [say('pair', { card: best })] : []),
  ];
}
