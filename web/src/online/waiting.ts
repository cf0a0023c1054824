import type { MatchSummary } from '../api/types';

/** The matches between two browsers that wait for this person: the least time left first, then who has waited longest. */
export function waiting(matches: readonly MatchSummary[]): MatchSummary[] {
  const left = (match: MatchSummary) => match.left ?? Infinity;
  return matches
    .filter((match) => match.online && match.yours)
    .sort((one, two) => (left(one) === left(two) ? Number(one.updated) - Number(two.updated) : left(one) - left(two)));
}
