import { readPosition, standing } from '../rules/position';
import { readAction } from '../rules/action';
import type { Reason } from '../rules/reason';
import { whyNot } from '../rules/whyNot';
import { STANDARD } from '../rules/standard';
import type { Seat } from './count';

/** A round as one player follows it. */
export interface Followed {
  readonly seat: Seat;
  readonly first: Seat;
  readonly market: string;
  readonly hand: string;
  readonly camels: number;
  readonly moves: readonly string[];
}

export interface Question {
  readonly position?: string;
  readonly table?: Followed;
  readonly action?: string;
  readonly think?: boolean;
}

export interface Verdict {
  readonly position: string;
  readonly seat: string;
  readonly to_act: Seat | null;
  readonly owed: { readonly refill?: number; readonly bonus?: number } | null;
  readonly over: boolean;
  /** Null where whoever answers cannot list them. */
  readonly legal: readonly string[] | null;
  readonly known: Readonly<Record<Seat, string>>;
  readonly hands: Readonly<Record<Seat, number>>;
  readonly herds: Readonly<Record<Seat, number>>;
  readonly unseen?: string;
  readonly stock: number;
  readonly reason?: Reason | null;
  readonly best?: { readonly player: string; readonly action: string; readonly ranking: readonly { action: string; value: number }[]; readonly reasons?: readonly { key: string; params: Readonly<Record<string, string | number>> }[] };
}

/** Why a question has no answer: no network, or a rule that a move broke. */
export class NoVerdict extends Error {
  constructor(
    readonly kind: 'offline' | 'refused',
    message: string,
    readonly reason: Reason | null = null,
  ) {
    super(message);
  }
}

/** Whoever knows the rules: the server, or a program in the page. */
export interface Referee {
  judge(question: Question): Promise<Verdict>;
}

export const server: Referee = {
  async judge(question) {
    let answer: Response;
    try {
      answer = await fetch('/api/referee', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(question),
      });
    } catch (error) {
      throw new NoVerdict('offline', String(error));
    }
    const found = (await answer.json().catch(() => null)) as (Verdict & { error?: { message: string; reason: Reason | null } }) | null;
    if (!found) throw new NoVerdict('offline', `status ${answer.status}`);
    if (found.error) throw new NoVerdict('refused', found.error.message, found.error.reason);
    return found;
  },
};

const LIMITS = { ...STANDARD, market_size: 5 };
const text = (bundle: readonly number[]) => [...'DGSCPLK'].map((card, i) => card.repeat(bundle[i] ?? 0)).join('') || '-';

/** The page's own knowledge: it follows rounds, and says why one action is not allowed in a position. It gives no advice. */
export const alone: Referee = {
  async judge({ position, table, action }) {
    if (table) return (await import('./follow')).follow(table, action);
    if (!position) throw new NoVerdict('refused', 'ask about a position or about a table');
    const read = readPosition(position);
    const seat: Seat = read.audience === 'b' || (read.audience === null && read.hands.a.unknown > 0) ? 'b' : 'a';
    const where = standing(read, seat, LIMITS);
    return {
      position,
      seat,
      to_act: where.turn,
      owed: null,
      over: where.turn === null,
      legal: null,
      known: { a: text(read.hands.a.known), b: text(read.hands.b.known) },
      hands: { a: handSize(read.hands.a), b: handSize(read.hands.b) },
      herds: read.herds,
      stock: read.stockSize,
      ...(action && readAction(action) ? { reason: whyNot(action, where, seat, LIMITS) } : {}),
    };
  },
};

const handSize = (hand: { known: readonly number[]; hidden: readonly number[]; unknown: number }) =>
  [...hand.known, ...hand.hidden].reduce((sum, n) => sum + n, 0) + hand.unknown;

/** The server where it answers, else the page's own knowledge. */
export const referee: Referee = {
  async judge(question) {
    if (location.protocol === 'file:') return alone.judge(question);
    try {
      return await server.judge(question);
    } catch (error) {
      if (error instanceof NoVerdict && error.kind === 'offline') return alone.judge(question);
      throw error;
    }
  },
};

/** The cards of a wish as the text of an action; a camel taken means all of them. */
export function wish(take: string, give: string): string {
  if (take.includes('K') && !give) return '+K';
  return (take ? `+${take}` : '') + (give ? `-${give}` : '');
}
