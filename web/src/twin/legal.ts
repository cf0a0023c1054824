import type { Action } from '../rules/action';
import { size, type Bundle } from '../rules/bundle';
import { CARDS, GOODS } from '../rules/card';
import { camels, toAct, type Round } from './round';
import type { Rules } from './rules';

const CAMELS = CARDS.length - 1;
const kept = new Map<string, Bundle[]>();

/** Every different bundle of so many cards that can be picked out of one; computed once, kept. */
export function parts(whole: Bundle, wanted: number): Bundle[] {
  const key = `${whole.join()}:${wanted}`;
  let found = kept.get(key);
  if (!found) {
    // One kind at a time, so that equal picks are never made twice.
    found = [];
    const pick = (before: number[], left: number) => {
      if (before.length === CARDS.length) return left ? undefined : void found!.push(before);
      for (let n = Math.min(whole[before.length]!, left); n >= 0; n -= 1) pick([...before, n], left - n);
    };
    pick([], wanted);
    kept.set(key, found);
  }
  return found;
}

const without = (cards: Bundle, kinds: Bundle): Bundle => cards.map((n, i) => (kinds[i] ? 0 : n));

/** The actions allowed now, each once: takes, then sales, then exchanges; none when nobody is to act (§8–§15). */
export function legalActions(round: Round): Action[] {
  const { rules, market, exchanges } = round;
  const seat = toAct(round);
  if (!seat) return [];
  const hand = round.hands[seat];
  const room = rules.hand_limit - size(hand);
  const found: Action[] = [];
  if (camels(market)) found.push({ type: 'camels' });
  if (room > 0) GOODS.forEach((good, i) => market[i] && found.push({ type: 'take', good }));
  GOODS.forEach((card, i) => {
    for (let count = rules.smallest_sale[card]; count <= hand[i]!; count += 1) found.push({ type: 'sell', card, count });
  });
  if (rules.exchange_cap && exchanges >= rules.exchange_cap) return found;
  const offer = [...market.slice(0, CAMELS), 0];
  const purse = [...hand.slice(0, CAMELS), Math.min(round.herds[seat], room)];
  for (let cards = rules.smallest_exchange; cards <= Math.min(size(offer), size(purse)); cards += 1)
    for (const take of parts(offer, cards))
      for (const give of parts(without(purse, take), cards)) found.push({ type: 'exchange', take, give });
  return found;
}

/** Every action that some position of the ruleset could allow, each once, in the order of the action index. */
export function* everyAction(rules: Rules): Generator<Action> {
  const goods = GOODS.map((card, i) => ({ card, cards: rules.pack[i]! })).filter(({ cards }) => cards);
  yield { type: 'camels' };
  for (const { card } of goods) yield { type: 'take', good: card };
  for (const { card, cards } of goods)
    for (let count = rules.smallest_sale[card]; count <= Math.min(cards, rules.hand_limit); count += 1) yield { type: 'sell', card, count };
  const offer = [...rules.pack.slice(0, CAMELS), 0];
  for (let cards = rules.smallest_exchange; cards <= rules.market_size; cards += 1) {
    if (cards > rules.hand_limit) return;
    for (const take of parts(offer, cards))
      for (const give of parts(without(rules.pack, take), cards)) yield { type: 'exchange', take, give };
  }
}
