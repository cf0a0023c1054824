import type { State, Tier } from '../api/types';
import type { Explained } from '../parts/explain.svelte';
import { isGood, type Card, type Good } from '../rules/card';
import { t } from '../text/language.svelte';
import { bonusRange } from './sale';

/** What a card tells of itself: what it may be sold for, and how. */
export function aboutCard(card: Card, state: State): Explained {
  if (!isGood(card)) return { title: t('good.K'), lines: camelLines(state) };
  return { title: t(`good.${card}`), lines: [...pileLines(card, state), ...leastLine(card, state)] };
}

export function aboutPile(good: Good, state: State): Explained {
  return { title: t('explain.pile', { card: t(`good.${good}`) }), lines: [...pileLines(good, state), ...leastLine(good, state)] };
}

export function aboutBonus(tier: Tier, highest: boolean, state: State): Explained {
  const { low, high } = bonusRange(tier, state.ruleset);
  const cards = highest ? t('bonus.more', { tier }) : tier;
  const count = state.view.bonuses[tier];
  const values = state.ruleset.bonuses[tier].join('\u00a0');
  return {
    title: t('explain.bonus', { cards }),
    lines: [t('explain.bonus_worth', { low, high }), t('explain.bonus_set', { values }), t('explain.left', { count })],
  };
}

export function aboutCamelToken(state: State): Explained {
  const { a, b } = state.view.herds;
  return {
    title: t('explain.camel_token'),
    lines: [t('camel_token', { value: state.ruleset.camel_token }), t('explain.herds', { a, b })],
  };
}

export function aboutStock(state: State): Explained {
  return {
    title: t('stock.left', { count: state.view.stock }),
    lines: [t('explain.stock')],
  };
}

export function aboutHerd(state: State): Explained {
  return { title: t('herd'), lines: camelLines(state) };
}

function camelLines({ ruleset }: State): string[] {
  return [t('explain.camel_take'), t('explain.camel_give'), t('explain.camel_worth', { value: ruleset.camel_token })];
}

function pileLines(good: Good, { view, ruleset }: State): string[] {
  const left = view.piles[good];
  if (!left.length) return [t('explain.sold_out')];
  return [t('explain.values', { values: left.join('\u00a0') }), t('explain.tokens', { count: left.length, all: ruleset.tokens[good].length })];
}

function leastLine(good: Good, { ruleset }: State): string[] {
  const least = ruleset.smallest_sale[good];
  return least > 1 ? [t('explain.least', { least })] : [];
}
