import { GOODS, type Good } from '../rules/card';
import { byTokens, noTokens, ofTotal, type Count, type Seat, type TokenCount } from './count';
import type { RulesetName } from './numbers';
import { RULESETS } from './numbers';
import { settle, type Ending, type Needs, type RoundEntry } from './settle';

export type Mode = 'totals' | 'tokens';
/** What is being counted: the totals or tokens, or a number that a tie asks for. */
export type Step = 'count' | Needs;

/** A round that is being entered: everything tapped so far, saved with every tap. */
export interface Draft {
  readonly match: string;
  /** The round that is corrected; null for a new one. */
  readonly round: string | null;
  readonly mode: Mode;
  readonly step: Step;
  readonly seat: Seat;
  /** Digits as typed, by step and seat. */
  readonly digits: Readonly<Record<Step, Readonly<Record<Seat, string>>>>;
  readonly tokens: Readonly<Record<Seat, TokenCount>>;
  readonly hidden: boolean;
  readonly ending: Ending | null;
  readonly first: Seat | null;
  /** When it was begun, in milliseconds of the clock; for how long the round took. */
  readonly since: number | null;
  readonly seconds: number | null;
  /** Other rounds of the match whose entry was begun before and is not done. */
  readonly shelved?: readonly Draft[];
}

/** Everything that is being entered for a match: what was touched last first, one draft for each round. */
export const draftsIn = (draft: Draft | undefined): readonly Draft[] => (draft ? [draft, ...(draft.shelved ?? [])] : []);

export const draftOf = (draft: Draft | undefined, round: string | null): Draft | undefined =>
  draftsIn(draft).find((each) => each.round === round);

function stacked([first, ...others]: readonly Draft[]): Draft | undefined {
  if (!first) return undefined;
  const alone = (draft: Draft): Draft => {
    const { shelved: _, ...own } = draft;
    return own;
  };
  return others.length ? { ...alone(first), shelved: others.map(alone) } : alone(first);
}

/** A changed draft on top of what else is being entered for its match. */
export const onTop = (draft: Draft, before: Draft | undefined): Draft => stacked([draft, ...draftsIn(before).filter(({ round }) => round !== draft.round)])!;

/** What is left when a round's draft is done with. */
export const without = (draft: Draft | undefined, round: string | null): Draft | undefined =>
  stacked(draftsIn(draft).filter((each) => each.round !== round));

const empty = () => ({ a: '', b: '' });

export const newDraft = (match: string, since: number | null, mode: Mode, hidden: boolean): Draft => ({
  match,
  round: null,
  mode,
  step: 'count',
  seat: 'a',
  digits: { count: empty(), bonus_tokens: empty(), goods_tokens: empty() },
  tokens: { a: noTokens(), b: noTokens() },
  hidden,
  ending: null,
  first: null,
  since,
  seconds: null,
});

const typed = (value: number | null) => (value === null ? '' : String(value));

/** The draft that corrects a round. */
export function editDraft(match: string, round: string, entry: RoundEntry): Draft {
  const { a, b } = entry;
  const tokens = byTokens(a) && byTokens(b);
  const digits = (name: 'total' | 'bonus_tokens' | 'goods_tokens') => ({
    a: byTokens(a) ? '' : typed(a[name]),
    b: byTokens(b) ? '' : typed(b[name]),
  });
  return {
    ...newDraft(match, null, tokens ? 'tokens' : 'totals', false),
    round,
    digits: { count: digits('total'), bonus_tokens: digits('bonus_tokens'), goods_tokens: digits('goods_tokens') },
    tokens: { a: byTokens(a) ? a : noTokens(), b: byTokens(b) ? b : noTokens() },
    ending: entry.ending,
    first: entry.first,
    seconds: entry.seconds,
  };
}

const MOST_DIGITS = 3;

export function typeDigit(draft: Draft, digit: string): Draft {
  const { step, seat } = draft;
  const now = draft.digits[step][seat];
  const next = digit === 'back' ? now.slice(0, -1) : `${now}${digit}`.replace(/^0+(?=\d)/, '').slice(0, MOST_DIGITS);
  return { ...draft, digits: { ...draft.digits, [step]: { ...draft.digits[step], [seat]: next } } };
}

/** One token more or one less of a value; `bonus` for a bonus token. */
export function changeToken(draft: Draft, seat: Seat, kind: Good | 'bonus', value: number, by: 1 | -1): Draft {
  const held = draft.tokens[seat];
  const list = [...(kind === 'bonus' ? held.bonuses : held.tokens[kind])];
  if (by > 0) list.push(value);
  else if (list.includes(value)) list.splice(list.indexOf(value), 1);
  list.sort((x, y) => y - x);
  const next = kind === 'bonus' ? { ...held, bonuses: list } : { ...held, tokens: { ...held.tokens, [kind]: list } };
  return { ...draft, tokens: { ...draft.tokens, [seat]: next } };
}

export function setCamel(draft: Draft, seat: Seat, camel: boolean): Draft {
  return { ...draft, tokens: { ...draft.tokens, [seat]: { ...draft.tokens[seat], camel } } };
}

export const nothingHeld = (count: TokenCount): boolean =>
  !count.camel && !count.bonuses.length && GOODS.every((good) => !count.tokens[good].length);

const number = (digits: string) => (digits === '' ? null : Number(digits));

function countOf(draft: Draft, seat: Seat): Count | null {
  if (draft.mode === 'tokens') return draft.tokens[seat];
  const total = number(draft.digits.count[seat]);
  if (total === null) return null;
  return ofTotal(total, number(draft.digits.bonus_tokens[seat]), number(draft.digits.goods_tokens[seat]));
}

/** The round as far as it is entered; null while a total is missing. */
export function entryOf(draft: Draft, now: number): RoundEntry | null {
  const [a, b] = [countOf(draft, 'a'), countOf(draft, 'b')];
  if (!a || !b) return null;
  return { a, b, ending: draft.ending, first: draft.first, seconds: draft.seconds ?? elapsed(draft.since, now) };
}

const LONGEST_ROUND = 3 * 3600;

/** Seconds since a round began; null when the clock was set back, or so long that nobody was playing. */
export function elapsed(since: number | null, now: number): number | null {
  const seconds = since === null ? -1 : Math.round((now - since) / 1000);
  return seconds >= 1 && seconds <= LONGEST_ROUND ? seconds : null;
}

/** The count that the tie asks for next, null when the round is decided. */
export function needed(entry: RoundEntry, ruleset: RulesetName): Needs | null {
  return settle(entry, RULESETS[ruleset]).needs;
}
