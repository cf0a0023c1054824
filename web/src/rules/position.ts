import { bundle, EMPTY, size, type Bundle } from './bundle';
import { GOODS, type Good } from './card';
import type { Seat, Standing } from './whyNot';

/** One hand as the line tells it: what both know, what only this audience knows, what it does not. */
export interface Hand {
  readonly known: Bundle;
  readonly hidden: Bundle;
  readonly unknown: number;
}

export interface Purse {
  readonly rupees: number;
  readonly tokens: number;
  readonly bonuses: readonly number[];
  readonly hiddenTiers: readonly number[];
}

export interface Position {
  readonly market: Bundle;
  /** Null where the stock is only counted. */
  readonly stock: Bundle | null;
  readonly stockSize: number;
  readonly hands: Readonly<Record<Seat, Hand>>;
  readonly herds: Readonly<Record<Seat, number>>;
  readonly sold: Readonly<Record<Good, number>>;
  readonly bonusesLeft: readonly number[];
  readonly purses: Readonly<Record<Seat, Purse>>;
  readonly turn: Seat | null;
  readonly exchanges: number;
  /** The tier of a bonus token that is still to be drawn. */
  readonly due: number | null;
  /** Whose view the line is, where it says so; `*` is a spectator. */
  readonly audience: Viewer | null;
}

export type Viewer = Seat | '*';

/** The numbers that tell whether a position is complete, and whether it is the last. */
export interface Frame {
  readonly market_size: number;
  readonly piles_to_end: number;
  readonly tokens: Readonly<Partial<Record<Good, readonly number[]>>>;
}

const wrong = (what: string, text: string) => new Error(`not a position (${what}): ${text}`);

/** Reads a position line: `market stock handA|handB herdA|herdB sold bonuses purseA|purseB turn [xN] [/N] [@seat]`. */
export function readPosition(line: string): Position {
  const words = line.trim().split(/\s+/);
  if (words.length < 8) throw wrong('at least eight words', line);
  const [market, stock, hands, herds, sold, bonuses, purses, turn, ...extras] = words as [
    string, string, string, string, string, string, string, string, ...string[],
  ];
  const more = /^(?:x(\d+))? ?(?:\/(\d+))? ?(?:@([ab*]))?$/.exec(extras.join(' '));
  if (!more) throw wrong('xN, /N and @seat', line);
  const counted = /^\?(\d+)$/.exec(stock);
  const stockCards = counted ? null : bundle(stock);
  const soldCounts = sold.split('.').map(Number);
  if (soldCounts.length !== GOODS.length || soldCounts.some(Number.isNaN)) throw wrong('sold', line);
  return {
    market: bundle(market),
    stock: stockCards,
    stockSize: counted ? Number(counted[1]) : (stockCards ?? EMPTY).reduce((sum, n) => sum + n, 0),
    hands: pair(hands, line, readHand),
    herds: pair(herds, line, Number),
    sold: Object.fromEntries(GOODS.map((good, i) => [good, soldCounts[i]])) as Record<Good, number>,
    bonusesLeft: bonuses.split('/').map(countBonuses),
    purses: pair(purses, line, readPurse),
    turn: turn === 'a' || turn === 'b' ? turn : null,
    exchanges: Number(more[1] ?? 0),
    due: more[2] === undefined ? null : Number(more[2]),
    audience: (more[3] as Viewer | undefined) ?? null,
  };
}

/** Whose eyes the line is: its own word, else who alone could be shown just this; the truth is the mover's. */
export function viewerOf(position: Position): Viewer {
  if (position.audience) return position.audience;
  if (position.stock) return position.turn ?? '*';
  // What is hidden rules its own seat out, what only its owner sees everybody else: `possible_audiences` in saudagar/rules/text.py.
  const fits = (viewer: Viewer, seat: Seat) => {
    const [{ unknown, hidden }, { bonuses, hiddenTiers }] = [position.hands[seat], position.purses[seat]];
    return viewer === seat ? !unknown && !hiddenTiers.length : unknown > 0 || (!size(hidden) && !bonuses.length);
  };
  const possible = (['a', 'b', '*'] as const).filter((viewer) => fits(viewer, 'a') && fits(viewer, 'b'));
  return possible.length === 1 ? possible[0]! : '*';
}

function isOver(position: Position, { market_size, piles_to_end, tokens }: Frame): boolean {
  const goods = GOODS.filter((good) => tokens[good]?.length);
  const empty = goods.filter((good) => position.sold[good] >= tokens[good]!.length).length;
  return empty >= piles_to_end || size(position.market) < market_size;
}

/** What the seat needs to know to judge its own actions. */
export function standing(position: Position, seat: Seat, frame: Frame): Standing {
  const { known, hidden } = position.hands[seat];
  const owed = position.due !== null || (size(position.market) < frame.market_size && position.stockSize > 0);
  return {
    market: position.market,
    hand: known.map((n, i) => n + (hidden[i] ?? 0)),
    herd: position.herds[seat],
    turn: !owed && isOver(position, frame) ? null : position.turn,
    exchanges: position.exchanges,
    owed,
  };
}

function pair<T>(text: string, line: string, read: (part: string) => T): Record<Seat, T> {
  const [a, b, ...rest] = text.split('|');
  if (a === undefined || b === undefined || rest.length) throw wrong('two seats', line);
  return { a: read(a), b: read(b) };
}

function readHand(text: string): Hand {
  const dot = text.indexOf('.');
  const known = dot < 0 ? '' : text.slice(0, dot);
  const rest = dot < 0 ? text : text.slice(dot + 1);
  const unknown = [...rest].filter((letter) => letter === '?').length;
  return { known: bundle(known), hidden: bundle(rest.replaceAll('?', '')), unknown };
}

function countBonuses(text: string): number {
  if (text === '-') return 0;
  const counted = /^\?(\d+)$/.exec(text);
  return counted ? Number(counted[1]) : text.split('.').length;
}

function readPurse(text: string): Purse {
  const found = /^(\d+)x(\d+)((?:\+\??\d+)*)$/.exec(text);
  if (!found) throw wrong('purse', text);
  const drawn = (found[3] ?? '').split('+').filter(Boolean);
  return {
    rupees: Number(found[1]),
    tokens: Number(found[2]),
    bonuses: drawn.filter((d) => !d.startsWith('?')).map(Number),
    hiddenTiers: drawn.filter((d) => d.startsWith('?')).map((d) => Number(d.slice(1))),
  };
}
