import type { RoundResult } from '../api/types';
import type { Seat } from '../rules/whyNot';
import { both, type BySeat } from './round';
import { other, type Rules } from './rules';

/** What a match needs to know of a finished round. */
export type Played = Pick<RoundResult, 'winner' | 'first'>;

/** The standing of a match: rounds until one seat has the Seals of Excellence it needs (§20–§22). */
export interface Match {
  readonly rules: Pick<Rules, 'full_tie'>;
  readonly seals_to_win: number;
  readonly first: Seat | null;
  readonly rounds: readonly Played[];
  readonly resigned: Seat | null;
}

/** The seat that a finished round gave a seal; null after a full tie that is replayed (§19, §20). */
export const sealOf = ({ rules }: Pick<Match, 'rules'>, { winner, first }: Played): Seat | null =>
  winner ?? (rules.full_tie === 'non_starter' ? other(first) : null);

export const sealsOf = (match: Match): BySeat<number> =>
  both((seat) => match.rounds.filter((played) => sealOf(match, played) === seat).length);

/** The seat that has won, null while the match runs; it ends the moment the seals are reached (§21). */
export function winnerOf(match: Match): Seat | null {
  if (match.resigned) return other(match.resigned);
  const seals = sealsOf(match);
  return (['a', 'b'] as const).find((seat) => seals[seat] >= match.seals_to_win) ?? null;
}

/** Who starts the next round: the loser of the last (§22), after a tie the seat that did not start it (§20). */
export function nextStarter(match: Match): Seat | null {
  const last = match.rounds.at(-1);
  return last ? other(sealOf(match, last) ?? last.first) : match.first;
}
