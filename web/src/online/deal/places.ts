import { RULES, type Leaf, type Rules } from '../../../verify/jd1.mjs';
import type { Seat } from '../../rules/whyNot';
import { sorted, type Seen } from './seen';

/** Things that lie at these places of the committed order, in an order among themselves that was not told. */
export interface Expected {
  readonly places: readonly number[];
  readonly things: readonly string[];
}

export const rulesOf = (id: string): Rules | null => (id in RULES ? RULES[id as keyof typeof RULES] : null);

const run = (from: number, length: number) => Array.from({ length }, (_, i) => from + i);

/** Where everything that was seen of a round must lie in its order: deck first, then the bonus piles. */
export function expectedOf(seen: Seen, rules: Rules): Expected[] {
  const found: Expected[] = [];
  const add = (from: number, cards: string) => {
    if (!cards.includes('?')) found.push({ places: run(from, cards.length), things: [...cards] });
  };
  const seats: Seat[] = ['a', 'b'];
  seats.forEach((seat, at) => add(at * rules.hand, seen.deal[seat]));
  // The camels that lay open before the shuffle are in no deck.
  const laid = rules.market - rules.camels;
  add(2 * rules.hand, sorted(seen.market).replace('K'.repeat(rules.camels), ''));
  let top = 2 * rules.hand + laid;
  const taken = new Map<number, number>();
  for (const drawn of seen.drawn) {
    if (drawn.kind === 'laid') {
      add(top, drawn.cards);
      top += drawn.cards.length;
      continue;
    }
    const nth = taken.get(drawn.tier) ?? 0;
    taken.set(drawn.tier, nth + 1);
    const start = pileStart(rules, drawn.tier);
    if (drawn.value !== null && start !== null) found.push({ places: [start + nth], things: [String(drawn.value)] });
  }
  return found;
}

function pileStart(rules: Rules, tier: number): number | null {
  let place = rules.deck.length;
  for (const [each, pile] of rules.piles) {
    if (each === tier) return place;
    place += pile.length;
  }
  return null;
}

export type Disagreement = { readonly places: readonly number[]; readonly shown: string; readonly proved: string };

/** What was shown against what is proved to lie there. Places without a proof are counted, not accused. */
export function compare(expected: readonly Expected[], proved: ReadonlyMap<number, Leaf>) {
  let agreeing = 0;
  let missing = 0;
  const wrong: Disagreement[] = [];
  for (const { places, things } of expected) {
    const leaves = places.flatMap((place) => proved.get(place) ?? []);
    if (leaves.length < places.length) {
      missing += places.length;
      continue;
    }
    const shown = [...things].sort().join(' ');
    const lies = leaves.map((leaf) => leaf.thing).sort().join(' ');
    if (shown === lies) agreeing += places.length;
    else wrong.push({ places, shown, proved: lies });
  }
  return { agreeing, missing, wrong };
}
