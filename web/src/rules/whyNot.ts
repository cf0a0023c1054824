import { readAction, type Action } from './action';
import { count, overlaps, size, within, type Bundle } from './bundle';
import { CAMEL, GOODS, type Good } from './card';
import type { Reason } from './reason';

export type Seat = 'a' | 'b';

/** The facts legality depends on, as one seat knows them. */
export interface Standing {
  readonly market: Bundle;
  readonly hand: Bundle;
  readonly herd: number;
  /** Null when the round is over. */
  readonly turn: Seat | null;
  readonly exchanges: number;
  /** A card is still to be laid or a bonus token to be drawn. */
  readonly owed?: boolean;
}

/** The numbers legality depends on: data of the ruleset, never constants here. */
export interface Limits {
  readonly hand_limit: number;
  readonly smallest_exchange: number;
  readonly exchange_cap: number;
  readonly smallest_sale: Readonly<Record<Good, number>>;
}

/** The first reason why the action is not allowed, in the order Python checks them; else null. */
export function whyNot(text: string, standing: Standing, seat: Seat, limits: Limits): Reason | null {
  if (standing.turn === null) return 'ROUND_OVER';
  if (standing.owed) return 'CHANCE_OWED';
  if (standing.turn !== seat) return 'NOT_YOUR_TURN';
  const action = readAction(text);
  if (!action) throw new Error(`not an action: ${text}`);
  switch (action.type) {
    case 'take':
      if (!count(standing.market, action.good)) return 'TAKE_NOT_IN_MARKET';
      return size(standing.hand) >= limits.hand_limit ? 'TAKE_HAND_FULL' : null;
    case 'camels':
      return count(standing.market, CAMEL) ? null : 'CAMELS_NONE_THERE';
    case 'exchange':
      return whyNotExchange(action, standing, limits);
    case 'sell':
      return whyNotSell(action, standing, limits);
  }
}

function whyNotExchange(
  { take, give }: Extract<Action, { type: 'exchange' }>,
  { market, hand, herd, exchanges }: Standing,
  limits: Limits,
): Reason | null {
  const camels = count(give, CAMEL);
  const goods = GOODS.map((_, i) => give[i] ?? 0);
  if (count(take, CAMEL)) return 'EXCHANGE_TAKES_NO_CAMELS';
  if (size(take) !== size(give)) return 'EXCHANGE_UNEQUAL';
  if (size(take) < limits.smallest_exchange) return 'EXCHANGE_TOO_FEW';
  if (overlaps(take, give)) return 'EXCHANGE_SAME_KIND';
  if (!within(take, market)) return 'EXCHANGE_NOT_IN_MARKET';
  if (!within(goods, hand)) return 'EXCHANGE_NOT_IN_HAND';
  if (camels > herd) return 'EXCHANGE_NOT_IN_HERD';
  if (size(hand) + camels > limits.hand_limit) return 'EXCHANGE_HAND_LIMIT';
  if (limits.exchange_cap > 0 && exchanges >= limits.exchange_cap) return 'EXCHANGE_CAP';
  return null;
}

function whyNotSell(
  { card, count: cards }: Extract<Action, { type: 'sell' }>,
  { hand }: Standing,
  limits: Limits,
): Reason | null {
  if (card === CAMEL) return 'SELL_NO_CAMELS';
  if (cards > count(hand, card)) return 'SELL_NOT_IN_HAND';
  return cards < limits.smallest_sale[card] ? 'SELL_TOO_FEW' : null;
}
