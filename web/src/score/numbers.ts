import { STANDARD, type Numbers } from '../rules/standard';

/** The rulesets that a match on the table may be played by; data, as in Python's `Ruleset`. */
export const RULESETS = {
  standard: STANDARD,
  'six-each': { ...STANDARD, bonuses: { 3: [1, 1, 2, 2, 3, 3], 4: [4, 4, 5, 5, 6, 6], 5: [8, 8, 9, 9, 10, 10] } },
} as const satisfies Record<string, Numbers>;
export type RulesetName = keyof typeof RULESETS;

/** Goods in the pack: diamonds, gold, silver, cloth, spice, leather. */
export const GOODS_CARDS = 6 + 6 + 6 + 8 + 8 + 10;

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export const bonusValues = (numbers: Numbers): number[] => Object.values(numbers.bonuses).flat();

export function tierOf(numbers: Numbers, value: number): number | null {
  for (const [tier, pile] of Object.entries(numbers.bonuses)) if (pile.includes(value)) return Number(tier);
  return null;
}
