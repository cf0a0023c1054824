import { sides, type Action } from '../rules/action';
import { EMPTY, size, within, type Bundle } from '../rules/bundle';
import { CARDS } from '../rules/card';
import type { Seat, Standing } from '../rules/whyNot';
import { goodsOf, other, tiers, tierOfSale, tokensLeft, type Rules } from './rules';

export type BySeat<T> = Readonly<Record<Seat, T>>;

export interface Purse {
  readonly rupees: number;
  readonly tokens: number;
  /** The values drawn, in rising order. */
  readonly bonuses: readonly number[];
}

/** The true state of a round, in which the order of the stock does not exist (§5–§16). */
export interface Round {
  readonly rules: Rules;
  readonly market: Bundle;
  readonly stock: Bundle;
  readonly hands: BySeat<Bundle>;
  /** The part of each hand that both seats know, because it was taken openly (§24). */
  readonly known: BySeat<Bundle>;
  readonly herds: BySeat<number>;
  readonly sold: Bundle;
  readonly bonuses: readonly (readonly number[])[];
  readonly purses: BySeat<Purse>;
  /** The seat whose action is next or not yet complete. */
  readonly turn: Seat;
  readonly exchanges: number;
  /** The tier of a bonus token still to be drawn, 0 when none is. */
  readonly due: number;
}

/** A set-up: the market and the cards dealt to each seat, camels still among them. */
export interface Deal {
  readonly market: Bundle;
  readonly hands: BySeat<Bundle>;
}

/** An answer of chance: the cards laid in the market, or the value of the bonus token. */
export type Answer = Bundle | number;
export type Ending = 'sold_out' | 'stock_empty';

const CAMELS = CARDS.length - 1;

export const sum = (one: Bundle, two: Bundle): Bundle => one.map((n, i) => n + two[i]!);
/** What is left when as many as are there are removed. */
export const less = (one: Bundle, two: Bundle): Bundle => one.map((n, i) => Math.max(0, n - two[i]!));
export const goods = (cards: Bundle): Bundle => [...cards.slice(0, CAMELS), 0];
export const camels = (cards: Bundle): number => cards[CAMELS]!;
const but = <T>(pair: BySeat<T>, seat: Seat, value: T): BySeat<T> => ({ ...pair, [seat]: value });
export const both = <T>(make: (seat: Seat) => T): BySeat<T> => ({ a: make('a'), b: make('b') });

/** A round at its first turn (§5–§7); throws where the deal is not one of this pack. */
export function start(rules: Rules, first: Seat, { market, hands }: Deal): Round {
  const dealt = sum(market, sum(hands.a, hands.b));
  const sizes = [market, hands.a, hands.b].map(size).join();
  if (sizes !== [rules.market_size, rules.deal, rules.deal].join() || !within(dealt, rules.pack) || camels(market) < rules.open_camels)
    throw new Error(`no deal of ${rules.name}: ${market} ${hands.a} ${hands.b}`);
  return {
    rules,
    market,
    stock: less(rules.pack, dealt),
    hands: both((seat) => goods(hands[seat])),
    known: both(() => EMPTY),
    herds: both((seat) => camels(hands[seat])),
    sold: EMPTY,
    bonuses: tiers(rules).map((tier) => rules.bonuses[tier]!),
    purses: both(() => ({ rupees: 0, tokens: 0, bonuses: [] })),
    turn: first,
    exchanges: 0,
    due: 0,
  };
}

/** How many cards the stock owes to the market. */
export const gap = ({ rules, market, stock, due }: Round): number =>
  due ? 0 : Math.min(rules.market_size - size(market), size(stock));

export const owed = (round: Round): boolean => round.due > 0 || gap(round) > 0;

export const emptyPiles = ({ rules, sold }: Round): number =>
  goodsOf(rules).filter((good) => (rules.tokens[good] ?? []).length <= sold[CARDS.indexOf(good)]!).length;

/** What has ended the round, null while it runs (§16). */
export function ending(round: Round): Ending | null {
  if (owed(round)) return null;
  if (emptyPiles(round) >= round.rules.piles_to_end) return 'sold_out';
  return size(round.market) < round.rules.market_size ? 'stock_empty' : null;
}

export const toAct = (round: Round): Seat | null => (owed(round) || ending(round) ? null : round.turn);

/** What legality depends on, as one seat knows it. */
export const standingOf = (round: Round, seat: Seat): Standing => ({
  market: round.market,
  hand: round.hands[seat],
  herd: round.herds[seat],
  turn: ending(round) ? null : round.turn,
  exchanges: round.exchanges,
  owed: owed(round),
});

/** The round after an action that is known to be legal, chance not yet answered. */
export function play(round: Round, action: Action): Round {
  const { rules, turn } = round;
  const exchange = action.type === 'exchange';
  const taken = action.type === 'camels' ? camels(round.market) : 0;
  const { give, take: wanted } = sides(action);
  const take = taken ? EMPTY : wanted;
  const leaves = taken ? less(round.market, goods(round.market)) : take;
  const after = {
    ...round,
    market: sum(less(round.market, leaves), exchange ? give : EMPTY),
    hands: but(round.hands, turn, sum(less(round.hands[turn], goods(give)), take)),
    // Whether the known cards or others of the kind went cannot be told: the certain count falls by as many.
    known: but(round.known, turn, sum(less(round.known[turn], goods(give)), take)),
    herds: but(round.herds, turn, round.herds[turn] + taken - camels(give)),
    exchanges: exchange ? round.exchanges + 1 : 0,
  };
  if (action.type === 'sell') {
    const tokens = tokensFor(round, action);
    const tier = tierOfSale(rules, action.count);
    const purse = round.purses[turn];
    after.sold = sum(round.sold, give);
    after.purses = but(round.purses, turn, {
      ...purse,
      rupees: tokens.reduce((total, value) => total + value, purse.rupees),
      tokens: purse.tokens + tokens.length,
    });
    after.due = tier && round.bonuses[tiers(rules).indexOf(tier)]!.length ? tier : 0;
  }
  return owed(after) ? after : { ...after, turn: other(turn) };
}

/** The goods tokens that a sale brings, top first: fewer than cards when the pile is short (§11, §12). */
export const tokensFor = ({ rules, sold }: Round, sale: Extract<Action, { type: 'sell' }>): readonly number[] => {
  const good = CARDS.indexOf(sale.card);
  return tokensLeft(rules, good, sold[good]!).slice(0, sale.count);
};

/** The round with the owed chance answered; throws where it is not owed or cannot be answered so. */
export function resolve(round: Round, answer: Answer): Round {
  const { turn, due } = round;
  if (typeof answer === 'number') {
    const place = tiers(round.rules).indexOf(due);
    const at = (round.bonuses[place] ?? []).indexOf(answer);
    if (at < 0) throw new Error(`no such bonus token: ${answer}`);
    const purse = round.purses[turn];
    const bonuses = round.bonuses.map((pile, i) => (i === place ? pile.filter((_, j) => j !== at) : pile));
    const drawn = [...purse.bonuses, answer].sort((one, two) => one - two);
    return { ...round, bonuses, purses: but(round.purses, turn, { ...purse, bonuses: drawn }), due: 0, turn: other(turn) };
  }
  if (!gap(round) || size(answer) !== gap(round) || !within(answer, round.stock)) throw new Error(`no such refill: ${answer}`);
  return { ...round, market: sum(round.market, answer), stock: less(round.stock, answer), turn: other(turn) };
}
