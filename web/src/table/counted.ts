import { otherSeat, type State } from '../api/types';
import { bundle, count } from '../rules/bundle';
import { CAMEL, CARDS, isGood, type Card } from '../rules/card';
import { readPosition } from '../rules/position';

/** Where the cards of one kind are, as far as this seat knows. */
export interface Counted {
  readonly all: number;
  /** Sold, and so out of the round. */
  readonly gone: number;
  readonly market: number;
  readonly own: number;
  /** What the other seat is known to hold. */
  readonly other: number;
  /** In the stock, or unknown in the other's hand. */
  readonly unseen: number;
}

export function countedOf({ view, ruleset, audience }: State): Record<Card, Counted> {
  const rival = otherSeat(audience);
  const { sold } = readPosition(view.position);
  const market = bundle(view.market);
  const own = bundle(view.hands[audience].cards ?? '');
  const known = bundle(view.hands[rival].known);
  const rows = CARDS.map((card): [Card, Counted] => {
    const camel = card === CAMEL;
    const row = {
      all: ruleset.pack[card] ?? 0,
      gone: isGood(card) ? (sold[card] ?? 0) : 0,
      market: count(market, card),
      own: camel ? view.herds[audience] : count(own, card),
      other: camel ? view.herds[rival] : count(known, card),
    };
    return [card, { ...row, unseen: row.all - row.gone - row.market - row.own - row.other }];
  });
  return Object.fromEntries(rows) as Record<Card, Counted>;
}
