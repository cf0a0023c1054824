import type { Hint } from '../api/types';
import { isCard } from '../rules/card';
import { t } from '../text/language.svelte';

/** The adviser's reasons in words, with its chance of winning the round. */
export function adviceText({ reasons, ranking }: Hint): string {
  const why = reasons.map(({ key, params }) => {
    const { card } = params;
    return t(key, typeof card === 'string' && isCard(card) ? { ...params, card: t(`card.${card}_other`) } : params);
  });
  const chance = ranking[0] ? t('hint.chance', { percent: Math.round(ranking[0].chance * 100) }) : '';
  return [...why, chance].filter(Boolean).join(' ');
}
