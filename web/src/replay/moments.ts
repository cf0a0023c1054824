import type { Moment, Replay, State } from '../api/types';
import type { Seat } from '../rules/whyNot';

/** A moment as a State, so that the parts of the table can show it. */
export function stateAt(replay: Replay, index: number, audience: Seat): State {
  const moment = replay.moments[index]!;
  const earlier = replay.rounds.slice(0, moment.round - 1);
  return {
    id: '',
    ply: index,
    audience,
    mine: ['a', 'b'],
    phase: 'play',
    seats: replay.seats,
    ruleset: replay.ruleset,
    match: {
      seals_to_win: replay.match.seals_to_win,
      seals: sealsOf(earlier, isLastOf(replay, index) ? replay.rounds[moment.round - 1] : undefined),
      round: moment.round,
      first: replay.rounds[moment.round - 1]?.first ?? 'a',
      winner: null,
      resigned: null,
    },
    view: { ...moment.view, legal: [] },
    log: replay.moments.slice(0, index + 1).map((each, i) => ({ ply: i, round: each.round, seat: each.seat, messages: each.messages })),
    rounds: earlier,
  };
}

function sealsOf(rounds: Replay['rounds'], ending: Replay['rounds'][number] | undefined) {
  const won = { a: 0, b: 0 };
  for (const { seal } of ending ? [...rounds, ending] : rounds) if (seal) won[seal] += 1;
  return won;
}

const isLastOf = ({ moments }: Replay, index: number) =>
  moments[index + 1]?.round !== moments[index]!.round && moments[index]!.view.turn === null;

/** Where each round begins, for the marks on the slider and the keys that jump. */
export function beginnings({ moments }: Pick<Replay, 'moments'>): number[] {
  return moments.flatMap((moment: Moment, i) => (moment.ply === 0 ? [i] : []));
}

/** The beginning of this round, or of the one before when it is there already; or of the next round. */
export function jump(replay: Pick<Replay, 'moments'>, index: number, by: 1 | -1): number {
  const starts = beginnings(replay);
  if (by > 0) return starts.find((start) => start > index) ?? replay.moments.length - 1;
  return starts.filter((start) => start < index).at(-1) ?? 0;
}
