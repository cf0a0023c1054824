import { count, EMPTY, plus, within, type Bundle } from '../rules/bundle';
import { readAction, sides } from '../rules/action';
import { CAMEL, CARDS, type Card } from '../rules/card';
import type { Layout, Placed } from './layout';

/** The cards a seat has picked out, before it acts: ids of the market and hand, camels of the herd. */
export interface Choice {
  readonly market: ReadonlySet<string>;
  readonly hand: ReadonlySet<string>;
  readonly herd: number;
}

export const NO_CHOICE: Choice = { market: new Set(), hand: new Set(), herd: 0 };

export const isEmpty = (choice: Choice) => !choice.market.size && !choice.hand.size && !choice.herd;

const toggled = (ids: ReadonlySet<string>, id: string): Set<string> => {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
};

/** Taps a market card. Camels go all together and alone; a good sets chosen camels aside. */
export function tapMarket(choice: Choice, layout: Layout, tapped: Placed): Choice {
  const camels = layout.market.filter((p) => p?.card === CAMEL).map((p) => p!.id);
  if (tapped.card === CAMEL) {
    return choice.market.has(tapped.id) ? NO_CHOICE : { ...NO_CHOICE, market: new Set(camels) };
  }
  const goods = new Set([...choice.market].filter((id) => !camels.includes(id)));
  return { ...choice, market: toggled(goods, tapped.id) };
}

/** Chosen market camels cannot go with anything given: choosing to give sets them aside. */
function withoutMarketCamels(choice: Choice, layout: Layout): Choice {
  const camels = new Set(layout.market.filter((p) => p?.card === CAMEL).map((p) => p!.id));
  return { ...choice, market: new Set([...choice.market].filter((id) => !camels.has(id))) };
}

export function tapHand(choice: Choice, layout: Layout, tapped: Placed): Choice {
  return { ...withoutMarketCamels(choice, layout), hand: toggled(choice.hand, tapped.id) };
}

export function changeHerd(choice: Choice, layout: Layout, by: number, herd: number): Choice {
  const next = Math.max(0, Math.min(herd, choice.herd + by));
  return { ...withoutMarketCamels(choice, layout), herd: next };
}

/** Keeps what still lies where it was chosen, after the other's move or one's own from another tab: choosing early is allowed. */
export function keepWhatLies(choice: Choice, layout: Layout, herd: number): Choice {
  const keep = (ids: ReadonlySet<string>, there: readonly (Placed | null)[]) => new Set(there.flatMap((p) => (p && ids.has(p.id) ? [p.id] : [])));
  const kept = { market: keep(choice.market, layout.market), hand: keep(choice.hand, layout.hand), herd: Math.min(choice.herd, herd) };
  // A new camel in the market belongs to "all camels": an old choice of fewer is no choice any more.
  const camels = layout.market.filter((p) => p?.card === CAMEL).map((p) => p!.id);
  const some = camels.filter((id) => kept.market.has(id)).length;
  return some && some < camels.length ? NO_CHOICE : kept;
}

/** What was chosen since a choice was sent: a tap while the answer is on its way is the beginning of the next one. */
export function chosenSince(choice: Choice, sent: Choice): Choice {
  const since = (ids: ReadonlySet<string>, before: ReadonlySet<string>) => new Set([...ids].filter((id) => !before.has(id)));
  return {
    market: since(choice.market, sent.market),
    hand: since(choice.hand, sent.hand),
    herd: Math.max(0, choice.herd - sent.herd),
  };
}

/** The choice as bundles, all market camels as one `K`. */
export function sidesOf(choice: Choice, layout: Layout): { take: Bundle; give: Bundle } {
  const pick = (cards: readonly (Placed | null)[], ids: ReadonlySet<string>) =>
    cards.reduce<Bundle>((sum, p) => (p && ids.has(p.id) ? plus(sum, p.card) : sum), EMPTY);
  let take = pick(layout.market, choice.market);
  if (count(take, CAMEL) > 1) take = plus(take, CAMEL, 1 - count(take, CAMEL));
  return { take, give: plus(pick(layout.hand, choice.hand), CAMEL, choice.herd) };
}

/** The legal actions as pairs of bundles, to ask what can still become of a choice. */
export class Prospects {
  private readonly pairs: { take: Bundle; give: Bundle }[];

  constructor(legal: readonly string[]) {
    this.pairs = legal.map(readAction).filter((action) => action !== null).map(sides);
  }

  reachable(take: Bundle, give: Bundle): boolean {
    return this.pairs.some((pair) => within(take, pair.take) && within(give, pair.give));
  }

  canTake(take: Bundle, give: Bundle, card: Card): boolean {
    return this.reachable(plus(take, card), give);
  }

  canGive(take: Bundle, give: Bundle, card: Card): boolean {
    return this.reachable(take, plus(give, card));
  }
}


/** The choice that means this action, from the cards as they lie; null where they do not lie there. */
export function choiceOf(text: string, layout: Layout): Choice | null {
  const action = readAction(text);
  if (!action) return null;
  if (action.type === 'camels') {
    const camels = layout.market.filter((placed) => placed?.card === CAMEL).map((placed) => placed!.id);
    return camels.length ? { ...NO_CHOICE, market: new Set(camels) } : null;
  }
  const { take, give } = sides(action);
  const pick = (cards: readonly (Placed | null)[], wanted: Bundle) => {
    const left = [...wanted];
    const ids = cards.flatMap((placed) => {
      if (!placed) return [];
      const at = CARDS.indexOf(placed.card);
      if (!left[at]) return [];
      left[at]! -= 1;
      return [placed.id];
    });
    return { ids: new Set(ids), missing: left };
  };
  const market = pick(layout.market, take);
  const hand = pick(layout.hand, give);
  const short = market.missing.some(Boolean) || hand.missing.some((n, i) => n > 0 && CARDS[i] !== CAMEL);
  return short ? null : { market: market.ids, hand: hand.ids, herd: count(give, CAMEL) };
}
