import type { MatchFigures, RoundSums, Sale } from '../api/types';
import type { Seat } from '../rules/whyNot';
import { both } from '../twin/round';
import { Table, type Entry } from '../twin/table';
import { shelf, summary } from './shelf';
import { termsOf } from './terms';

/** The finished matches of this device in figures, as the server tells its own. */
export async function deviceSums(): Promise<(MatchFigures & { sent: string | null })[]> {
  const told = [];
  for (const match of (await shelf.matches()).filter(({ standing }) => standing.phase === 'match_over')) {
    let table: Table;
    try {
      table = Table.replay(termsOf(match), await shelf.events(match.id), NOBODY, match.first);
    } catch {
      // One match that cannot be read does not take the others from their player.
      continue;
    }
    const ended = table.resigned ? ('resigned' as const) : ('seals' as const);
    told.push({ ...summary(match), ruleset: match.ruleset, ended, rounds: roundsOf(table) });
  }
  return told;
}

const nobody = () => {
  throw new Error('chance has been told');
};
const NOBODY = { first: nobody, deal: nobody, answer: nobody };

/** A table's finished rounds in figures; what was taken back has not been done. */
export function roundsOf({ log, rounds, gone }: Pick<Table, 'log' | 'rounds' | 'gone'>): RoundSums[] {
  const acts = log.filter(({ kind, ply }) => kind === 'act' && !gone.has(ply));
  return rounds.map(({ seal, ending, decided_by, scores }, i) => {
    const of = (seat: Seat) => acts.filter((entry) => entry.round === i + 1 && entry.seat === seat);
    return {
      seal,
      ending,
      decided_by,
      totals: both((seat) => scores[seat].total),
      turns: both((seat) => of(seat).length),
      best: both((seat) => best(of(seat))),
    };
  });
}

/** The best sale with the bonus it drew, the first of equals. */
function best(acts: readonly Entry[]): Sale | null {
  let found: Sale | null = null;
  for (const { said } of acts) {
    const sold = said.find(({ key }) => key === 'event.sold');
    if (!sold) continue;
    const bonus = said.find(({ key }) => key === 'event.bonus_value');
    const tokens = sold.params['tokens'] as number[];
    const rupees = tokens.reduce((sum, value) => sum + value, 0) + Number(bonus?.params['value'] ?? 0);
    if (!found || rupees > found.rupees) found = { cards: String(sold.params['cards']), rupees };
  }
  return found;
}
