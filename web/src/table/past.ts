import type { Past, State } from '../api/types';

/** The present State as it was after an earlier ply, with what was seen then; nothing can be done in it. */
export function stateThen(now: State, { ply, view }: Past): State {
  const log = now.log.filter((entry) => entry.ply <= ply);
  const round = log.at(-1)?.round ?? now.match.round;
  // The line that ends a round tells of its seal already.
  const over = now.log.find((entry) => entry.ply > ply)?.round !== round && now.rounds.length >= round;
  const rounds = now.rounds.slice(0, over ? round : round - 1);
  const seals = { a: 0, b: 0 };
  for (const { seal } of rounds) if (seal) seals[seal] += 1;
  const first = now.rounds[round - 1]?.first ?? now.match.first;
  return { ...now, ply, phase: 'play', view, log, rounds, match: { ...now.match, round, first, seals, winner: null, resigned: null } };
}

/** The plies of the log that a line can be asked for: those before and after this one. */
export function neighbours(log: State['log'], ply: number): { earlier: number | null; later: number | null } {
  const at = log.findIndex((entry) => entry.ply === ply);
  return { earlier: log[at - 1]?.ply ?? null, later: log[at + 1]?.ply ?? null };
}
