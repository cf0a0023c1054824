import type { Seat } from './count';
import { sum } from './numbers';
import type { MatchTally, RoundTally } from './tally';

/** A player's figures, alone or against one other. Averages in tenths of a rupee, time in seconds. */
export interface Statistics {
  readonly name: string;
  readonly against: string | null;
  readonly matches: number;
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
  readonly rounds: number;
  readonly seals: number;
  readonly average: number | null;
  readonly best: number | null;
  readonly average_margin: number | null;
  readonly best_margin: number | null;
  readonly streak: number;
  readonly longest: number;
  readonly seconds: number;
}

/** What makes two spellings one player: letters without case and outer spaces. */
export const keyOf = (name: string): string => name.split(' ').filter(Boolean).join(' ').normalize('NFC').toLowerCase();

interface Figures {
  name: string;
  against: string | null;
  matches: number;
  won: number;
  drawn: number;
  rounds: number;
  seals: number;
  totals: number[];
  margins: number[];
  streak: number;
  longest: number;
  seconds: number;
}

const NONE = { matches: 0, won: 0, drawn: 0, rounds: 0, seals: 0, streak: 0, longest: 0, seconds: 0 };

/** Ten times the average, rounded half upwards. */
export const tenths = (values: readonly number[]): number | null =>
  values.length ? Math.floor((20 * sum(values) + values.length) / (2 * values.length)) : null;

export const oldestFirst = (matches: readonly MatchTally[]): MatchTally[] =>
  [...matches].sort((one, two) => (one.began === two.began ? (one.id < two.id ? -1 : 1) : one.began < two.began ? -1 : 1));

/** The rounds that count in figures: settled, and not after the end of their match. */
export const counted = (match: MatchTally): RoundTally[] => match.rounds.filter((round) => !round.surplus && !round.settled.needs);

/** The figures of each player, and of each against each other. Running matches count their rounds only. */
export function statistics(matches: readonly MatchTally[]): { players: Statistics[]; pairs: Statistics[] } {
  const found = new Map<string, Figures>();
  for (const match of oldestFirst(matches)) {
    const keys = match.names.map(keyOf);
    (['a', 'b'] as const).forEach((seat, i) => {
      for (const against of [null, keys[1 - i]!]) {
        const key = JSON.stringify([keys[i], against ?? '']);
        const figures = found.get(key) ?? { ...NONE, name: '', against: null, totals: [], margins: [] };
        found.set(key, figures);
        figures.name = match.names[i]!;
        figures.against = against === null ? null : match.names[1 - i]!;
        add(figures, match, seat);
      }
    });
  }
  const sorted = [...found].sort(([one], [two]) => (one < two ? -1 : 1)).map(([, figures]) => told(figures));
  return { players: sorted.filter((each) => each.against === null), pairs: sorted.filter((each) => each.against !== null) };
}

function add(figures: Figures, match: MatchTally, seat: Seat) {
  const mine = seat === 'a' ? 0 : 1;
  for (const round of counted(match)) {
    figures.rounds += 1;
    figures.seals += round.seal === seat ? 1 : 0;
    figures.totals.push(round.settled.totals[mine]);
    figures.margins.push(round.settled.totals[mine] - round.settled.totals[1 - mine]!);
    figures.seconds += round.entry.seconds ?? 0;
  }
  if (!match.over) return;
  figures.matches += 1;
  if (match.winner === null) {
    figures.drawn += 1;
    figures.streak = 0;
  } else if (match.winner === seat) {
    figures.won += 1;
    figures.streak = Math.max(figures.streak, 0) + 1;
    figures.longest = Math.max(figures.longest, figures.streak);
  } else figures.streak = Math.min(figures.streak, 0) - 1;
}

const most = (values: readonly number[]) => (values.length ? Math.max(...values) : null);

function told({ totals, margins, ...figures }: Figures): Statistics {
  return {
    ...figures,
    lost: figures.matches - figures.won - figures.drawn,
    average: tenths(totals),
    best: most(totals),
    average_margin: tenths(margins),
    best_margin: most(margins),
  };
}
