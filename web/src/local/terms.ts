import { Refusal } from '../api/failure';
import { RULESETS } from '../twin/rules';
import type { Terms } from '../twin/table';
import type { KeptMatch } from './shelf';

/** The terms of a match as the shelf has it; refused where its rules are not known here. */
export function termsOf({ ruleset, seals, first, names }: Pick<KeptMatch, 'ruleset' | 'seals' | 'first' | 'names'>): Terms {
  const rules = RULESETS.find(({ name }) => name === ruleset);
  if (!rules) throw new Refusal(500, 'internal', null, `the rules ${ruleset} are not known here`, null);
  return { rules, seals, first, names };
}
