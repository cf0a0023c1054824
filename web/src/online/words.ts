import type { Terms } from '../api/types';
import { has, t } from '../text/language.svelte';
import { longTime } from './clock';

/** Time to think, in words. */
export function timeWords(clock: Terms | null | undefined): string {
  if (!clock) return t('time.none');
  if (clock.kind === 'turn') return t('time.days_value', { count: clock.days });
  return t('time.match_value', { minutes: Math.round(clock.seconds / 60), seconds: clock.increment });
}

/** "3 days left", "5 hours left". */
export function longTimeWords(ms: number): string {
  const { unit, count } = longTime(ms);
  return t(`time.${unit}_left`, { count });
}

export const rulesetWords = (name: string): string => {
  const key = `ruleset.${name.toLowerCase()}`;
  return has(key) ? t(key) : name;
};

export const sealsWords = (seals: number): string => (has(`new.seals_${seals}`) ? t(`new.seals_${seals}`) : String(seals));
