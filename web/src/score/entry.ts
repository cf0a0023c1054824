import { hasFields, LedgerError, whole, type Seat } from './count';
import { RULESETS, type RulesetName } from './numbers';
import { readRound, type RoundEntry } from './settle';

export const WHATS = ['match', 'round', 'finish', 'delete'] as const;
export type What = (typeof WHATS)[number];
export type FullTie = 'replay' | 'non_starter';

export interface MatchEntry {
  readonly names: readonly [string, string];
  readonly seals: 1 | 2 | 3;
  readonly first: Seat;
  readonly drawn: boolean;
  readonly full_tie: FullTie;
  readonly ruleset: RulesetName;
}

export type EntryValue = MatchEntry | RoundEntry | boolean | null;

/**
 * One line of the ledger: immutable. It gives a value to the match, a round, its early end or its removal, in place of
 * the entries it `replaces`. `n` orders a match, whatever the clocks say; `day` is the date the players' clock showed.
 */
export interface Entry {
  readonly id: string;
  readonly match: string;
  readonly n: number;
  readonly at: string;
  readonly zone: string;
  readonly day: string;
  readonly what: What;
  readonly round: string | null;
  readonly value: EntryValue;
  readonly replaces: readonly string[];
  readonly undoes: string | null;
}

const FIELDS = ['id', 'match', 'n', 'at', 'zone', 'day', 'what', 'round', 'value', 'replaces', 'undoes'] as const;
export const NAME_LIMIT = 40;
const ID = /^[a-z0-9]{8,32}$/;
const AT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

function text(value: unknown, pattern: RegExp, name: string): string {
  if (typeof value !== 'string' || !pattern.test(value))
    throw new LedgerError(`${name} cannot be ${String(value).slice(0, 40)}`);
  return value;
}

/** The entry of a JSON value; LedgerError, saying what is wrong, when it is none. */
export function readEntry(value: unknown): Entry {
  if (!hasFields(value, FIELDS)) throw new LedgerError(`an entry has exactly the fields ${FIELDS.join(', ')}`);
  const { zone, what, round, replaces, undoes } = value;
  if (typeof zone !== 'string' || zone.length > 64) throw new LedgerError('zone must be a short text');
  const n = whole(value['n'], 'n', 1_000_000);
  if (n < 1) throw new LedgerError('n counts from 1');
  const kind = WHATS.find((each) => each === what);
  if (!kind) throw new LedgerError(`there is no entry about ${String(what).slice(0, 40)}`);
  if ((round !== null) !== (kind === 'round')) throw new LedgerError('an entry about a round names it, no other does');
  if (!Array.isArray(replaces) || replaces.length > 1000) throw new LedgerError('replaces must be a list of ids');
  return {
    id: text(value['id'], ID, 'id'),
    match: text(value['match'], ID, 'match'),
    n,
    at: text(value['at'], AT, 'at'),
    zone,
    day: text(value['day'], DAY, 'day'),
    what: kind,
    round: round === null ? null : text(round, ID, 'round'),
    value: readValue(kind, value['value']),
    replaces: replaces.map((each) => text(each, ID, 'replaces')),
    undoes: undoes === null ? null : text(undoes, ID, 'undoes'),
  };
}

function readValue(what: What, value: unknown): EntryValue {
  if (what === 'round') return value === null ? null : readRound(value);
  if (what === 'match') return readMatch(value);
  if (typeof value !== 'boolean') throw new LedgerError(`${what} is true or false`);
  return value;
}

export const goodName = (value: unknown): value is string =>
  typeof value === 'string' &&
  value !== '' &&
  [...value].length <= NAME_LIMIT &&
  !value.startsWith(' ') &&
  !value.endsWith(' ') &&
  !/\p{Surrogate}/u.test(value);

function readMatch(value: unknown): MatchEntry {
  if (!hasFields(value, ['names', 'seals', 'first', 'drawn', 'full_tie', 'ruleset']))
    throw new LedgerError('a match has drawn, first, full_tie, names, ruleset, seals');
  const { names, seals, first, drawn, full_tie, ruleset } = value;
  if (!Array.isArray(names) || names.length !== 2 || !names.every(goodName))
    throw new LedgerError(`a match has two names of 1 to ${NAME_LIMIT} signs`);
  if (seals !== 1 && seals !== 2 && seals !== 3) throw new LedgerError('a match is won by 1, 2 or 3 seals');
  if ((first !== 'a' && first !== 'b') || typeof drawn !== 'boolean')
    throw new LedgerError('seat a or b begins, chosen or drawn');
  if ((full_tie !== 'replay' && full_tie !== 'non_starter') || typeof ruleset !== 'string' || !Object.hasOwn(RULESETS, ruleset))
    throw new LedgerError('the rules of the match are not known here');
  return { names: [names[0]!, names[1]!], seals, first, drawn, full_tie, ruleset: ruleset as RulesetName };
}
