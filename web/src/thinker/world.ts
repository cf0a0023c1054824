import { EMPTY, size, type Bundle } from '../rules/bundle';
import { GOODS } from '../rules/card';
import { readPosition, viewerOf, type Position } from '../rules/position';
import type { Seat } from '../rules/whyNot';
import { both, less, sum, type Purse, type Round } from '../twin/round';
import { other, tiers, tokensLeft, type Rules } from '../twin/rules';

/** A whole number from 0 to n − 1, each equally likely. */
export type Below = (n: number) => number;

/** What is the same for everybody who sees a position. */
const shared = (rules: Rules, position: Position) => ({
  rules,
  market: position.market,
  known: both((seat) => position.hands[seat].known),
  herds: position.herds,
  sold: [...GOODS.map((good) => position.sold[good]), 0],
  turn: position.turn ?? ('a' as Seat),
  exchanges: position.exchanges,
  due: position.due ?? 0,
});

/** The round that a line tells in full: one with an open stock. */
export function roundOf(line: string, rules: Rules): Round {
  const position = readPosition(line);
  if (!position.stock) throw new Error(`the stock is hidden: ${line}`);
  const piles = line.trim().split(/\s+/)[5]!;
  return {
    ...shared(rules, position),
    stock: position.stock,
    hands: both((seat) => sum(position.hands[seat].known, position.hands[seat].hidden)),
    bonuses: piles.split('/').map((pile) => (pile === '-' ? [] : pile.split('.').map(Number))),
    purses: both((seat) => purse(position, seat, [])),
  };
}

function purse({ purses }: Position, seat: Seat, drawn: readonly number[]): Purse {
  const { rupees, tokens, bonuses } = purses[seat];
  return { rupees, tokens, bonuses: [...bonuses, ...drawn].sort((one, two) => one - two) };
}

/** A round drawn uniformly from those that a seat's line allows: hidden cards and bonus values are dealt anew. */
export function worldOf(line: string, rules: Rules, below: Below): Round {
  const position = readPosition(line);
  if (position.stock) return roundOf(line, rules);
  const viewer = viewerOf(position);
  let unseen: Bundle = less(rules.pack, position.market);
  unseen = less(unseen, [...GOODS.map((good) => position.sold[good]), position.herds.a + position.herds.b]);
  for (const seat of ['a', 'b'] as const) unseen = less(less(unseen, position.hands[seat].known), position.hands[seat].hidden);
  const hands = both((seat) => {
    const { known, hidden, unknown } = position.hands[seat];
    // Dealt camels were laid open: what is hidden in a hand are goods.
    const drawn = draw([...unseen.slice(0, -1), 0], seat === viewer ? 0 : unknown, below);
    unseen = less(unseen, drawn);
    return sum(sum(known, hidden), drawn);
  });
  const left = tiers(rules).map((tier) => {
    const pile = [...rules.bonuses[tier]!];
    for (const seat of ['a', 'b'] as const) for (const value of position.purses[seat].bonuses) remove(pile, value);
    return pile;
  });
  const purses = both((seat) => {
    const drawn = position.purses[seat].hiddenTiers.map((tier) => {
      const pile = left[tiers(rules).indexOf(tier)]!;
      return pile.splice(below(pile.length), 1)[0]!;
    });
    return purse(position, seat, drawn);
  });
  return { ...shared(rules, position), stock: unseen, hands, bonuses: left, purses };
}

/** How likely a hidden card is of a good: whole odds, `told` as in `Network.odds`. */
export type Odds = (good: number, told: readonly number[]) => number;

/** Cards that a hand hides, drawn from the unseen by how likely they are; the twin of `_hidden_kind` in the kernel. */
function hiddenHand(round: Round, seat: Seat, pool: Bundle, count: number, below: Below, odds: Odds): Bundle {
  const they = other(seat);
  const [left, drawn] = [[...pool], [...EMPTY]];
  const stock = Math.floor(size(round.stock) / 5);
  for (let n = 0; n < count; n += 1) {
    const weights = GOODS.map((_, good) => {
      const tokens = tokensLeft(round.rules, good, round.sold[good]!).length;
      const held = round.known[they][good]! + drawn[good]!;
      return left[good]! && left[good]! * odds(good, [stock, count, held, tokens, round.hands[seat][good]!, round.market[good]!, left[good]!]);
    });
    let at = below(weights.reduce((all, weight) => all + weight, 0));
    let good = 0;
    while (at >= weights[good]!) at -= weights[good++]!;
    left[good]! -= 1;
    drawn[good]! += 1;
  }
  return drawn;
}

/** The same round as a seat could as well find it: what it cannot see is drawn anew, evenly without `odds`. */
export function redealt(round: Round, seat: Seat, below: Below, odds: Odds = () => 1): Round {
  const they = other(seat);
  const hidden = less(round.hands[they], round.known[they]);
  const pool = sum(round.stock, hidden);
  const drawn = hiddenHand(round, seat, pool, size(hidden), below, odds);
  const theirs = round.purses[they];
  if (!theirs.bonuses.length && !size(hidden)) return round;
  const bonuses = round.bonuses.map((pile) => [...pile]);
  const mine: number[] = [];
  tiers(round.rules).forEach((tier, i) => {
    const held = theirs.bonuses.filter((value) => round.rules.bonuses[tier]!.includes(value));
    const pile = [...bonuses[i]!, ...held];
    for (const _ of held) mine.push(pile.splice(below(pile.length), 1)[0]!);
    bonuses[i] = pile;
  });
  return {
    ...round,
    stock: less(pool, drawn),
    hands: { ...round.hands, [they]: sum(round.known[they], drawn) },
    bonuses,
    purses: { ...round.purses, [they]: { ...theirs, bonuses: mine.sort((one, two) => one - two) } },
  };
}

/** So many cards drawn from a bundle. */
export function draw(cards: Bundle, count: number, below: Below): Bundle {
  if (!count) return EMPTY;
  const left = [...cards];
  const drawn = [...EMPTY];
  let total = size(left);
  for (let n = 0; n < count; n += 1, total -= 1) {
    let at = below(total);
    let kind = 0;
    while (at >= left[kind]!) at -= left[kind++]!;
    left[kind]! -= 1;
    drawn[kind]! += 1;
  }
  return drawn;
}

function remove(pile: number[], value: number) {
  const at = pile.indexOf(value);
  if (at >= 0) pile.splice(at, 1);
}

/** What chance owes, drawn: cards for the market, or a bonus token. */
export function chance(round: Round, gap: number, below: Below): Bundle | number {
  if (!round.due) return draw(round.stock, gap, below);
  const pile = round.bonuses[tiers(round.rules).indexOf(round.due)]!;
  return pile[below(pile.length)]!;
}
