import { canonical } from './canonical';
import { checks, type Doubt } from './checks';
import { other, type Seat } from './count';
import type { Entry, FullTie, MatchEntry } from './entry';
import type { Ledger } from './ledger';
import { RULESETS, type RulesetName } from './numbers';
import { settle, type RoundEntry, type Settled } from './settle';

/** A round as it counts in its match. One that comes to stand after the end is `surplus`: kept, not counted. */
export interface RoundTally {
  readonly id: string;
  readonly number: number;
  readonly starter: Seat;
  readonly entry: RoundEntry;
  readonly settled: Settled;
  readonly seal: Seat | null;
  readonly seals: readonly [number, number];
  readonly doubts: readonly Doubt[];
  readonly surplus: boolean;
  /** Other values that somebody wrote at the same time; null for "taken back". */
  readonly conflict: readonly (RoundEntry | null)[];
  readonly at: string;
}

export interface MatchTally {
  readonly id: string;
  readonly names: readonly [string, string];
  readonly sealsToWin: number;
  readonly first: Seat;
  readonly drawn: boolean;
  readonly fullTie: FullTie;
  readonly ruleset: RulesetName;
  readonly rounds: readonly RoundTally[];
  readonly seals: readonly [number, number];
  /** Null when no round follows, or while a tie still asks for a count. */
  readonly nextStarter: Seat | null;
  readonly over: boolean;
  readonly finishedEarly: boolean;
  readonly winner: Seat | null;
  readonly conflict: boolean;
  readonly began: string;
  readonly ended: string;
  readonly day: string;
  readonly zone: string;
  readonly seconds: number | null;
}

const different = (versions: readonly Entry[]) => {
  const counted = canonical(versions.at(-1)?.value);
  return versions.slice(0, -1).filter((each) => canonical(each.value) !== counted);
};

/** Every match of a ledger, newest first. */
export function tally(ledger: Ledger): MatchTally[] {
  const found = ledger.ids().map((match) => tallyMatch(ledger, match)).filter((told) => told !== null);
  return found.sort((one, two) => (one.began === two.began ? (one.id < two.id ? 1 : -1) : one.began < two.began ? 1 : -1));
}

/** One match; null where it is unknown, removed, or its beginning has not been merged yet. */
export function tallyMatch(ledger: Ledger, match: string): MatchTally | null {
  const heads = ledger.heads(match);
  const last = (key: string) => heads.get(`${key} `)?.at(-1)?.value;
  const begun = last('match') as MatchEntry | undefined;
  if (!begun || last('delete')) return null;
  const seals: [number, number] = [0, 0];
  const rounds: RoundTally[] = [];
  let starter = begun.first;
  let over = false;
  for (const { id, versions } of roundsOf(ledger, match, heads)) {
    const head = versions.at(-1)!;
    const entry = head.value as RoundEntry;
    const settled = settle(entry, RULESETS[begun.ruleset]);
    const begins = entry.first ?? starter;
    let seal = over ? null : settled.winner;
    if (!over && settled.decidedBy === 'nothing' && begun.full_tie === 'non_starter') seal = other(begins);
    if (seal) seals[seal === 'a' ? 0 : 1] += 1;
    rounds.push({
      id,
      number: rounds.length + 1,
      starter: begins,
      entry,
      settled,
      seal,
      seals: [...seals],
      doubts: checks(entry, RULESETS[begun.ruleset]),
      surplus: over,
      conflict: different(versions).map((each) => each.value as RoundEntry | null),
      at: head.at,
    });
    if (!settled.needs) starter = other(seal ?? begins);
    over ||= Math.max(...seals) >= begun.seals;
  }
  const entries = ledger.of(match);
  const early = !over && last('finish') === true;
  const waiting = rounds.at(-1)?.settled.needs != null;
  const ahead = seals[0] === seals[1] ? null : seals[0] > seals[1] ? 'a' : 'b';
  const times = rounds.map((round) => round.entry.seconds).filter((seconds) => seconds !== null);
  return {
    id: match,
    names: begun.names,
    sealsToWin: begun.seals,
    first: begun.first,
    drawn: begun.drawn,
    fullTie: begun.full_tie,
    ruleset: begun.ruleset,
    rounds,
    seals,
    nextStarter: over || early || waiting ? null : starter,
    over: over || early,
    finishedEarly: early,
    winner: over || early ? ahead : null,
    conflict: [...heads.values()].some((versions) => different(versions).length > 0),
    began: entries[0]!.at,
    ended: entries.reduce((latest, entry) => (entry.at > latest ? entry.at : latest), ''),
    day: entries[0]!.day,
    zone: entries[0]!.zone,
    seconds: times.length ? times.reduce((total, each) => total + each, 0) : null,
  };
}

/** The rounds that are not taken back, in the order in which they were first written. */
function roundsOf(ledger: Ledger, match: string, heads: ReadonlyMap<string, Entry[]>) {
  const order = new Set<string>();
  for (const entry of ledger.of(match)) if (entry.round) order.add(entry.round);
  return [...order]
    .map((id) => ({ id, versions: heads.get(`round ${id}`) ?? [] }))
    .filter(({ versions }) => versions.length && versions.at(-1)!.value !== null);
}
