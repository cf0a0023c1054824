import type { Action } from '../rules/action';
import { size } from '../rules/bundle';
import { GOODS } from '../rules/card';
import type { Seat } from '../rules/whyNot';
import { legalActions } from '../twin/legal';
import { emptyPiles, gap, play, type Round } from '../twin/round';
import { other, tiers, tierOfSale, type Rules } from '../twin/rules';
import { ONE, type Network } from './network';
import { SLOTS } from './slots';

/** What a seat does not know of one bonus pile: the tokens it has not seen, and how many of them the other seat holds. */
interface Pile {
  readonly values: readonly number[];
  readonly held: number;
  readonly left: number;
  /** Twice the mean value of an unseen token, rounded down. */
  readonly mean2: number;
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

function pilesFor({ rules, purses, bonuses }: Round, seat: Seat): Pile[] {
  return tiers(rules).map((tier, i) => {
    const held = purses[other(seat)].bonuses.filter((value) => rules.bonuses[tier]!.includes(value));
    const values = [...bonuses[i]!, ...held];
    const mean2 = values.length ? Math.floor((2 * total(values)) / values.length) : 0;
    return { values, held: held.length, left: bonuses[i]!.length, mean2 };
  });
}

/** The rupees that a sale would bring, its bonus token at the mean; 0 where so few may not be sold. */
function sale(rules: Rules, piles: readonly Pile[], good: number, sold: number, count: number): number {
  if (count < rules.smallest_sale[GOODS[good]!]) return 0;
  const tokens = rules.tokens[GOODS[good]!] ?? [];
  let worth = 0;
  for (let i = sold; i < Math.min(sold + count, tokens.length); i += 1) worth += tokens[i]!;
  const tier = tierOfSale(rules, count);
  const pile = tier ? piles[tiers(rules).indexOf(tier)]! : null;
  return worth + (pile?.left ? pile.mean2 >> 1 : 0);
}

const clamp = (n: number, most: number): number => (n < -most ? -most : n > most ? most : n);
/** Half up, for numbers below nought as well. */
const halved = (twice: number): number => ((twice + 4096) >> 1) - 2048;

/** Fills the slots with what a seat knows, in the order of slots.ts; nothing hidden from it is read but as a sum. */
export function fill(round: Round, seat: Seat, out: Uint8Array): void {
  out.fill(0);
  const they = other(seat);
  const { rules, market, stock, hands, known, herds, sold, purses, exchanges } = round;
  const piles = pilesFor(round, seat);
  const owed = round.due ? tiers(rules).indexOf(round.due) : -1;
  const empty = emptyPiles(round);
  const last = empty + 1 === rules.piles_to_end;
  let mine2 = 2 * (purses[seat].rupees + total(purses[seat].bonuses));
  let other2 = 2 * purses[they].rupees;
  piles.forEach((pile, i) => {
    other2 += pile.held * pile.mean2;
    out[38 + i] = pile.left;
    out[41 + i] = pile.held;
  });
  if (owed >= 0) mine2 += piles[owed]!.mean2;
  let ownCloses = 0;
  let otherCloses = 0;
  for (let i = 0; i < 6; i += 1) {
    const tokens = Math.max(0, (rules.tokens[GOODS[i]!] ?? []).length - sold[i]!);
    const held = hands[seat][i]!;
    const seen = known[they][i]!;
    out[i] = held;
    out[7 + i] = market[i]!;
    out[14 + i] = tokens;
    out[20 + i] = seen;
    out[30 + i] = stock[i]! + hands[they][i]! - seen;
    out[46 + i] = known[seat][i]!;
    const ownSale = (sale(rules, piles, i, sold[i]!, held) + 1) >> 1;
    const otherSale = (sale(rules, piles, i, sold[i]!, seen) + 1) >> 1;
    out[54 + i] = Math.min(ownSale, 19);
    out[60 + i] = Math.min(otherSale, 19);
    if (last && tokens && held >= tokens && ownSale) ownCloses = 1;
    if (last && tokens && seen >= tokens && otherSale) otherCloses = 1;
  }
  const herd = herds[seat] - herds[they];
  const lead = halved(mine2 - other2);
  out[6] = herds[seat];
  out[13] = market[6]!;
  out[26] = size(hands[they]) - size(known[they]);
  out[27] = size(hands[they]);
  out[28] = herds[they];
  out[29] = herd + 11;
  out[36] = stock[6]!;
  out[37] = size(stock);
  out[44] = clamp(lead, 40) + 40;
  out[45] = clamp(lead + Math.sign(herd) * rules.camel_token, 40) + 40;
  out[52] = size(hands[seat]);
  out[53] = empty;
  out[66] = gap(round);
  out[67] = ownCloses;
  out[68] = otherCloses;
  out[69] = Math.min(exchanges, 12);
}

/** Whether the round is over after an action, whatever chance will answer (§16). */
export const ends = (after: Round): boolean =>
  emptyPiles(after) >= after.rules.piles_to_end || size(after.market) + size(after.stock) < after.rules.market_size;

/**
 * The chance that a seat has won a round that ends, as far as it knows: every hidden bonus value is counted out. The tokens of
 * the other seat, and one that is still owed, are equally likely to be any that this seat has not seen.
 */
export function final(after: Round, seat: Seat): number {
  const they = other(seat);
  const { rules, purses, herds, due, turn } = after;
  const own = purses[seat];
  const theirs = purses[they];
  const lead =
    own.rupees + total(own.bonuses) - theirs.rupees + Math.sign(herds[seat] - herds[they]) * rules.camel_token;
  const owedMe = due && turn === seat ? 1 : 0;
  const owedThem = due && turn !== seat ? 1 : 0;
  const tie = own.bonuses.length + owedMe - theirs.bonuses.length - owedThem || own.tokens - theirs.tokens;
  // In how many ways the hidden values change the lead by so much.
  let ways = new Map<number, number>([[0, 1]]);
  pilesFor(after, seat).forEach((pile, i) => {
    const here = tiers(rules)[i] === due;
    const hidden = pile.held + (here ? owedThem : 0);
    const mine = here ? owedMe : 0;
    if (!hidden && !mine) return;
    const next = new Map<number, number>();
    const changes = mine
      ? pile.values.flatMap((value, at) => holdings(pile.values.filter((_, j) => j !== at), hidden).map(([sum, n]) => [value - sum, n] as const))
      : holdings(pile.values, hidden).map(([sum, n]) => [-sum, n] as const);
    for (const [before, n] of ways) for (const [change, m] of changes) next.set(before + change, (next.get(before + change) ?? 0) + n * m);
    ways = next;
  });
  let won = 0;
  let all = 0;
  for (const [change, n] of ways) {
    const margin = lead + change || tie;
    all += 2 * n;
    won += margin > 0 ? 2 * n : margin === 0 ? n : 0;
  }
  return all ? Math.floor((won * ONE) / all) : ONE / 2;
}

/** Every sum that so many of these tokens can have, and in how many ways. */
function holdings(values: readonly number[], count: number): [number, number][] {
  let found: Map<number, number>[] = Array.from({ length: count + 1 }, (_, n) => new Map(n ? [] : [[0, 1]]));
  for (const value of values) {
    found = found.map((sums, n) => {
      const next = new Map(sums);
      if (n) for (const [sum, ways] of found[n - 1]!) next.set(sum + value, (next.get(sum + value) ?? 0) + ways);
      return next;
    });
  }
  return [...found[count]!];
}

/** How much better an exchange must be: a thousandth, and one more for each exchange in a row before it. */
export const haste = (round: Round, action: Action): number => (action.type === 'exchange' ? 1049 * (1 + round.exchanges) : 0);

/** A legal action, what follows, and its worth to the seat to act: chances of winning the round in units of 2^-20. */
export interface Weighed {
  readonly action: Action;
  readonly after: Round;
  readonly value: number;
  /** The value as a choice sees it. */
  readonly wish: number;
}

/** Says what the network thinks of every legal action of a round. */
export class Judge {
  private readonly slots = new Uint8Array(SLOTS);

  constructor(readonly network: Network) {}

  weigh(round: Round): Weighed[] {
    const seat = round.turn;
    const found = legalActions(round);
    fill(round, seat, this.slots);
    this.network.settle(this.slots);
    return found.map((action) => {
      const after = play(round, action);
      const value = this.worth(after, seat);
      return { action, after, value, wish: value - haste(round, action) };
    });
  }

  private worth(after: Round, seat: Seat): number {
    if (ends(after)) return final(after, seat);
    fill(after, seat, this.slots);
    return this.network.chance(this.slots);
  }
}

/** The first of the greatest. */
export function best<T>(all: readonly T[], value: (each: T) => number): T {
  return all.reduce((one, two) => (value(two) > value(one) ? two : one));
}
