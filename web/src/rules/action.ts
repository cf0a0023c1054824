import { bundle, kinds, letters, size, EMPTY, type Bundle } from './bundle';
import { CAMEL, isGood, type Card, type Good } from './card';

export type Action =
  | { readonly type: 'take'; readonly good: Good }
  | { readonly type: 'camels' }
  | { readonly type: 'exchange'; readonly take: Bundle; readonly give: Bundle }
  | { readonly type: 'sell'; readonly card: Card; readonly count: number };

/** The canonical spelling: `+D`, `+K`, `+DG-KP`, `-DDD`. */
export function spell(action: Action): string {
  switch (action.type) {
    case 'take':
      return `+${action.good}`;
    case 'camels':
      return `+${CAMEL}`;
    case 'exchange':
      return `+${letters(action.take)}-${letters(action.give)}`;
    case 'sell':
      return `-${action.card.repeat(action.count)}`;
  }
}

/** Reads an action's text, cards in any order; null when it is no sentence. */
export function readAction(text: string): Action | null {
  const sides = /^(?:\+([DGSCPLK]+))?(?:-([DGSCPLK]+))?$/.exec(text);
  if (!sides) return null;
  const take = bundle(sides[1] ?? '');
  const give = bundle(sides[2] ?? '');
  if (size(take) && size(give)) return { type: 'exchange', take, give };
  if (size(take) === 1) {
    const card = kinds(take)[0]!;
    return isGood(card) ? { type: 'take', good: card } : { type: 'camels' };
  }
  const sold = kinds(give);
  if (size(take) === 0 && sold.length === 1) return { type: 'sell', card: sold[0]!, count: size(give) };
  return null;
}

/** What comes to my side and what leaves it; all camels stand as one `K`. */
export function sides(action: Action): { take: Bundle; give: Bundle } {
  switch (action.type) {
    case 'take':
      return { take: bundle(action.good), give: EMPTY };
    case 'camels':
      return { take: bundle(CAMEL), give: EMPTY };
    case 'exchange':
      return { take: action.take, give: action.give };
    case 'sell':
      return { take: EMPTY, give: bundle(action.card.repeat(action.count)) };
  }
}

