import type { State } from '../api/types';
import { bundle, count, kinds, type Bundle } from '../rules/bundle';
import { readAction } from '../rules/action';
import type { Reason } from '../rules/reason';
import { t, language } from '../text/language.svelte';
import { cardName, fill, template } from '../text/messages';
import type { Sale } from './sale';

/** Cards as a button has room for them: a single card by its name, more with their number. */
function brief(cards: Bundle, form: string | undefined): string {
  return kinds(cards)
    .map((card) => {
      const n = count(cards, card);
      const name = cardName(language.texts, card, n, form);
      return n === 1 ? name : `${n} ${name}`;
    })
    .join(' + ');
}

function say(key: string, cards: Record<string, Bundle>, values: Record<string, string | number> = {}): string {
  const number = values['count'];
  const text = template(language.texts, key, typeof number === 'number' ? number : undefined);
  return fill(text, (name, form) => {
    const side = cards[name];
    return side ? brief(side, form) : String(values[name] ?? '');
  });
}

/** What the action will do, in the words of its button. */
export function actionText(text: string, sale: Sale | null, state: State): string {
  const action = readAction(text);
  switch (action?.type) {
    case 'take':
      return say('act.take', { take: bundle(action.good) });
    case 'camels':
      return t('act.camels', { count: [...state.view.market].filter((letter) => letter === 'K').length });
    case 'exchange':
      return say('act.exchange', { take: action.take, give: action.give });
    case 'sell': {
      const give = bundle(action.card.repeat(action.count));
      const sum = sale?.tokens.join('\u00a0+\u00a0') ?? '';
      const { low = 0, high = 0 } = sale?.bonus ?? {};
      const end = sale?.bonus ? (sum ? '_bonus' : '_only_bonus') : sum ? '' : '_nothing';
      return say(`act.sell${end}`, { give }, { sum, low, high });
    }
    default:
      return text;
  }
}

export function reasonText(reason: Reason | string, state: State): string {
  const { hand_limit, smallest_exchange, exchange_cap } = state.ruleset;
  return t(`reason.${reason}`, { hand_limit, smallest_exchange, exchange_cap });
}

