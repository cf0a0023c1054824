import { bundle, letters } from '../rules/bundle';
import { CARDS, type Card } from '../rules/card';

/** A card lying on the table: its id follows it from the market to the hand and back. */
export interface Placed {
  readonly id: string;
  readonly card: Card;
}

export interface Layout {
  /** One entry per place of the market; null where the market could not be refilled. */
  readonly market: readonly (Placed | null)[];
  readonly hand: readonly Placed[];
}

export const NOTHING_PLACED: Layout = { market: [], hand: [] };

let serial = 0;
const fresh = (card: Card): Placed => ({ id: `card${(serial += 1)}`, card });
const rank = (placed: Placed) => CARDS.indexOf(placed.card);

/** Splits what lay there into what stays and what left, given the cards that lie there now. */
function sort(before: readonly (Placed | null)[], now: readonly Card[]) {
  const wanted = [...now];
  const left: Placed[] = [];
  const stays = before.map((placed) => {
    if (!placed) return null;
    const at = wanted.indexOf(placed.card);
    if (at >= 0) {
      wanted.splice(at, 1);
      return placed;
    }
    left.push(placed);
    return null;
  });
  return { stays, left, wanted };
}

function draw(pool: Placed[], card: Card): Placed {
  const at = pool.findIndex((placed) => placed.card === card);
  return at >= 0 ? pool.splice(at, 1)[0]! : fresh(card);
}

/**
 * Lays a view's multisets out in places. Cards that stay keep their place, so that nothing jumps under
 * a finger; a card that changes between market and hand keeps its id, so that it is seen to travel.
 */
export function settle(before: Layout, market: string, hand: string, places: number): Layout {
  const inMarket = sort(before.market, [...letters(bundle(market))] as Card[]);
  const inHand = sort(before.hand, [...letters(bundle(hand))] as Card[]);
  const newMarket = inMarket.wanted.map((card) => draw(inHand.left, card));
  const newHand = inHand.wanted.map((card) => draw(inMarket.left, card));
  const slots: (Placed | null)[] = Array.from({ length: places }, (_, i) => inMarket.stays[i] ?? null);
  for (const placed of newMarket) {
    const free = slots.indexOf(null);
    if (free >= 0) slots[free] = placed;
    else slots.push(placed);
  }
  const held = [...inHand.stays.filter((placed) => placed !== null), ...newHand];
  return { market: slots, hand: held.sort((one, other) => rank(one) - rank(other)) };
}
