import type { Message, State } from '../api/types';
import { readAction } from '../rules/action';
import { letters } from '../rules/bundle';
import type { Seat } from '../rules/whyNot';
import { language, t } from '../text/language.svelte';
import { sentence, type Audience } from '../text/messages';
import { seatName } from '../text/narration';
import type { Chance } from './types';

export const audience = (state: Pick<State, 'seats'>): Audience => ({
  names: { a: seatName(state, 'a'), b: seatName(state, 'b') },
  you: null,
});

const NOBODY: Audience = { names: { a: '', b: '' }, you: null };

export const say = (message: Message, to: Audience = NOBODY): string => sentence(language.texts, message, to);

/** An action in words, as the review speaks of it. */
export function actionWords(text: string): string {
  const action = readAction(text);
  switch (action?.type) {
    case 'take':
      return say({ key: 'review.action.take', params: { cards: action.good } });
    case 'camels':
      return t('review.action.camels');
    case 'exchange':
      return say({ key: 'review.action.exchange', params: { take: [...letters(action.take)].join(''), give: [...letters(action.give)].join('') } });
    case 'sell':
      return say({ key: 'review.action.sell', params: { cards: action.card.repeat(action.count) } });
    default:
      return text;
  }
}

export function chanceWords({ kind, answer }: Chance): string {
  if (kind === 'deal') return t('review.chance.deal');
  return say({ key: `review.chance.${kind}`, params: kind === 'refill' ? { cards: answer } : { value: answer } });
}

/** A chance in per cent, without its sign. */
export const percent = (chance: number, places = 0): string =>
  new Intl.NumberFormat(language.current, { minimumFractionDigits: places, maximumFractionDigits: places }).format(100 * chance);

/** A difference in per cent, with plus or minus. */
export const signed = (chance: number): string =>
  new Intl.NumberFormat(language.current, { signDisplay: 'exceptZero', maximumFractionDigits: 0 }).format(100 * chance);

export const number = (value: number, places: number): string =>
  // Adding nothing turns a rounded −0 into 0.
  new Intl.NumberFormat(language.current, { maximumFractionDigits: places }).format(Number(value.toFixed(places)) + 0);

/** How luck is marked for the seat that it came to. */
export function luckMark(luck: number): string {
  const size = Math.abs(luck);
  const sign = luck > 0 ? '+' : '−';
  return size > 0.1 ? sign + sign : size > 0.05 ? sign : '';
}

export const lucky = (luck: number): Seat => (luck > 0 ? 'a' : 'b');
