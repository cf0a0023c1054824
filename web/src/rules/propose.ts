import { spell } from './action';
import { asBundle, count, kinds, size, type Bundle } from './bundle';
import { CAMEL, isGood } from './card';
import type { Reason } from './reason';

export type Proposal =
  | { readonly action: string; readonly reason: null }
  | { readonly action: null; readonly reason: Reason };

const refused = (reason: Reason): Proposal => ({ action: null, reason });

/**
 * What choosing these cards means: an action in canonical spelling, or why no sentence
 * of the rules begins this way. On the take side a single `K` stands for all camels.
 */
export function propose(takeCards: string | Bundle, giveCards: string | Bundle): Proposal {
  const take = asBundle(takeCards);
  const give = asBundle(giveCards);
  if (!size(take) && !size(give)) return refused('NOTHING_CHOSEN');
  if (!size(give)) return proposeTaking(take);
  if (!size(take)) {
    const [card, ...others] = kinds(give);
    if (!card || others.length) return refused('SELL_ONE_KIND');
    return { action: spell({ type: 'sell', card, count: size(give) }), reason: null };
  }
  return { action: spell({ type: 'exchange', take, give }), reason: null };
}

function proposeTaking(take: Bundle): Proposal {
  const camels = count(take, CAMEL);
  if (camels === size(take)) {
    if (camels > 1) return refused('CAMELS_ALL_TOGETHER');
    return { action: spell({ type: 'camels' }), reason: null };
  }
  if (camels) return refused('TAKE_GOODS_AND_CAMELS');
  if (size(take) > 1) return refused('TAKE_ONE_GOOD');
  const good = kinds(take)[0];
  if (!good || !isGood(good)) return refused('TAKE_ONE_GOOD');
  return { action: spell({ type: 'take', good }), reason: null };
}
