import type { Ruleset, Tier, View } from '../api/types';
import { isGood, type Good } from '../rules/card';
import { readAction } from '../rules/action';

/** What a sale will bring, as far as it can be known beforehand. */
export interface Sale {
  readonly good: Good;
  readonly count: number;
  readonly tokens: readonly number[];
  /** The bonus pile that will be drawn from, with the least and the most it can hold. */
  readonly bonus: { readonly tier: Tier; readonly low: number; readonly high: number } | null;
}

export function tierOf(count: number, bonuses: Record<Tier, number[]>): Tier | null {
  const tiers = Object.keys(bonuses).map(Number).sort((one, other) => other - one);
  const tier = tiers.find((least) => count >= least);
  return tier === undefined ? null : (String(tier) as Tier);
}

export function bonusRange(tier: Tier, ruleset: Ruleset): { low: number; high: number } {
  const values = ruleset.bonuses[tier];
  return { low: Math.min(...values), high: Math.max(...values) };
}

export function saleOf(text: string | null, view: View, ruleset: Ruleset): Sale | null {
  const action = text === null ? null : readAction(text);
  if (action?.type !== 'sell' || !isGood(action.card)) return null;
  const tier = tierOf(action.count, ruleset.bonuses);
  return {
    good: action.card,
    count: action.count,
    tokens: view.piles[action.card].slice(0, action.count),
    bonus: tier && view.bonuses[tier] > 0 ? { tier, ...bonusRange(tier, ruleset) } : null,
  };
}
