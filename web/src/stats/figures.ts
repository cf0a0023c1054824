import { otherSeat, type MatchFigures, type Sale } from '../api/types';
import type { Seat } from '../rules/whyNot';

/** A match that counts, seen from the one seat that was mine. */
export interface Mine {
  readonly match: MatchFigures;
  readonly me: Seat;
  readonly won: boolean;
  /** Who sat opposite: a program by its whole name, a person by the name they gave. */
  readonly against: string;
}

/** What a record is, and the match in which it was set. */
export type Best<T> = (T & { readonly id: string }) | null;

export interface Figures {
  matches: number;
  won: number;
  rounds: number;
  roundsWon: number;
  /** Rupees a round; null without a finished round. */
  own: number | null;
  other: number | null;
  /** Matches won in a row: now, and at most. */
  row: number;
  longest: number;
  sale: Best<Sale>;
  highest: Best<{ rupees: number }>;
  /** The largest lead in a round that was won. */
  lead: Best<{ rupees: number }>;
  /** The fewest turns of mine in a round that was won. */
  quickest: Best<{ turns: number }>;
  soldOut: number;
  stockEmpty: number;
  /** Rounds in which both had as many rupees. */
  level: number;
  /** Matches given up, by me and by others. */
  gaveUp: number;
  wasGiven: number;
  /** Won matches less lost ones, after each match. */
  balance: number[];
}

export interface Opponent {
  readonly against: string;
  readonly matches: number;
  readonly won: number;
  /** The last match against them: it tells their name. */
  readonly last: Mine;
}

/** By these rules rounds are so small that they would say nothing beside the others. */
const TRIFLES = ['mini'];

/** The matches that count, oldest first: those in which one seat was mine from the deal on, by rules that are comparable. */
export function counted(all: readonly MatchFigures[]): Mine[] {
  return all
    .filter(({ mine, winner, ruleset, onward }) => mine.length === 1 && winner && !onward && !TRIFLES.includes(ruleset))
    .map((match) => {
      const me = match.mine[0]!;
      const { name, player } = match.seats[otherSeat(me)];
      return { match, me, won: match.winner === me, against: player ?? `:${name.trim()}` };
    })
    .sort((one, two) => Number(one.match.updated) - Number(two.match.updated));
}

/** Everybody one has played, the most frequent first. */
export function opponents(matches: readonly Mine[]): Opponent[] {
  const found = new Map<string, Opponent>();
  for (const last of matches) {
    const { against } = last;
    const before = found.get(against);
    found.set(against, { against, matches: (before?.matches ?? 0) + 1, won: (before?.won ?? 0) + Number(last.won), last });
  }
  return [...found.values()].sort((one, two) => two.matches - one.matches || Number(two.last.match.updated) - Number(one.last.match.updated));
}

export function figuresOf(matches: readonly Mine[]): Figures {
  const sum: Figures = {
    matches: matches.length, won: 0, rounds: 0, roundsWon: 0, own: null, other: null, row: 0, longest: 0,
    sale: null, highest: null, lead: null, quickest: null, soldOut: 0, stockEmpty: 0, level: 0, gaveUp: 0, wasGiven: 0, balance: [],
  };
  const rupees = { own: 0, other: 0 };
  for (const { match, me, won } of matches) {
    const { id } = match;
    sum.won += Number(won);
    sum.row = won ? sum.row + 1 : 0;
    sum.longest = Math.max(sum.longest, sum.row);
    sum.balance.push((sum.balance.at(-1) ?? 0) + (won ? 1 : -1));
    if (match.ended === 'resigned') won ? (sum.wasGiven += 1) : (sum.gaveUp += 1);
    for (const { seal, ending, decided_by, totals, turns, best } of match.rounds) {
      const [own, other] = [totals[me], totals[otherSeat(me)]];
      sum.rounds += 1;
      rupees.own += own;
      rupees.other += other;
      if (ending === 'sold_out') sum.soldOut += 1;
      else sum.stockEmpty += 1;
      if (decided_by !== 'rupees') sum.level += 1;
      const sale = best[me];
      // The first of equals stays: a record is broken, not equalled.
      if (sale && sale.rupees > (sum.sale?.rupees ?? 0)) sum.sale = { ...sale, id };
      if (own > (sum.highest?.rupees ?? 0)) sum.highest = { rupees: own, id };
      if (seal !== me) continue;
      sum.roundsWon += 1;
      if (own - other > (sum.lead?.rupees ?? 0)) sum.lead = { rupees: own - other, id };
      if (turns[me] < (sum.quickest?.turns ?? Infinity)) sum.quickest = { turns: turns[me], id };
    }
  }
  if (sum.rounds) [sum.own, sum.other] = [rupees.own / sum.rounds, rupees.other / sum.rounds];
  return sum;
}
