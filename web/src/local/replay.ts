import type { Moment, Replay } from '../api/types';
import { positionLine } from '../twin/line';
import { sealsOf, winnerOf } from '../twin/match';
import { both, toAct, type BySeat } from '../twin/round';
import { rulesetFacts, viewFacts } from '../twin/state';
import { Table } from '../twin/table';

/** A position with everything open, as the server shows it in the replay of a finished round. */
function opened(table: Table): Moment['view'] {
  const { round } = table;
  const seen = { a: viewFacts(round, 'a', null), b: viewFacts(round, 'b', null) };
  return {
    ...seen.a,
    position: positionLine(round),
    hands: both((seat) => seen[seat].hands[seat]),
    purses: both((seat) => seen[seat].purses[seat]),
    turn: toAct(round),
    legal: [],
  };
}

/** The Replay of docs/design/http.md: every moment of the finished rounds, played once more. */
export function replayOf(table: Table, players: BySeat<string | null>, day: string | null): Replay {
  const { terms, match, rounds } = table;
  const nobody = () => {
    throw new Error('chance has been told');
  };
  const again = Table.replay(terms, [], { first: nobody, deal: nobody, answer: nobody }, table.starter ?? 'a');
  const moments: Moment[] = [];
  const last = table.phase === 'play' ? rounds.length : Infinity;
  for (const entry of table.log) {
    const { kind, seat, cause, chance, round, said } = entry;
    if (round > last || kind === 'resign' || kind === 'takeback' || table.gone.has(entry.ply)) continue;
    if (kind === 'deal') again.deal(cause!);
    else again.act(seat!, cause!, chance ?? '');
    const ply = kind === 'deal' ? 0 : moments.at(-1)!.ply + 1;
    const moment = { round, ply, view: opened(again), messages: [...said] };
    moments.push({ ...moment, seat, action: kind === 'act' ? cause : null, chance: kind === 'act' ? chance : null });
  }
  return {
    ruleset: rulesetFacts(terms.rules),
    seats: both((seat) => ({ name: terms.names[seat], player: players[seat] })),
    day,
    match: { seals_to_win: terms.seals, seals: sealsOf(match), winner: winnerOf(match), resigned: match.resigned },
    rounds,
    // A round that nobody acted in has no moments to step through.
    moments: moments.filter(({ ply }, i) => ply > 0 || moments[i + 1]?.ply === 1),
  };
}
