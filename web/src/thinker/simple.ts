import { sides, type Action } from '../rules/action';
import { size, type Bundle } from '../rules/bundle';
import { GOODS } from '../rules/card';
import type { Seat } from '../rules/whyNot';
import { legalActions } from '../twin/legal';
import { camels, goods, less, sum, type Round } from '../twin/round';
import { goodsOf, other, tiers, tierOfSale, tokensLeft, type Rules } from '../twin/rules';

/** The players without a network, as in saudagar/players: they value every action in rupees. */
export type Valued = readonly [Action, number];

const total = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** What a seat knows that the simple players look at; of the other hand only what was taken openly. */
export class Sight {
  readonly rules: Rules;
  readonly me: Seat;
  readonly they: Seat;
  readonly hand: Bundle;
  readonly theirs: Bundle;
  readonly unseen: Bundle;
  readonly left: readonly (readonly number[])[];
  readonly bonus: readonly number[];

  constructor(readonly round: Round) {
    this.rules = round.rules;
    this.me = round.turn;
    this.they = other(this.me);
    this.hand = round.hands[this.me];
    this.theirs = round.known[this.they];
    this.unseen = sum(round.stock, less(round.hands[this.they], this.theirs));
    this.left = GOODS.map((_, good) => tokensLeft(this.rules, good, round.sold[good]!));
    this.bonus = Array.from({ length: this.rules.hand_limit + 1 }, (_, count) => this.meanBonus(count));
  }

  /** The expected value of the bonus token for a sale of so many cards; 0 where there is none. */
  meanBonus(count: number): number {
    const tier = tierOfSale(this.rules, count);
    const place = tiers(this.rules).indexOf(tier);
    if (!tier || !this.round.bonuses[place]!.length) return 0;
    const theirs = this.round.purses[this.they].bonuses.filter((value) => this.rules.bonuses[tier]!.includes(value));
    const values = [...this.round.bonuses[place]!, ...theirs];
    return total(values) / values.length;
  }

  sale(good: number, count: number): number {
    if (count < this.rules.smallest_sale[GOODS[good]!]) return 0;
    return total(this.left[good]!.slice(0, count)) + this.meanBonus(count);
  }

  cash(action: Action): number {
    return action.type === 'sell' ? this.sale(GOODS.indexOf(action.card as never), action.count) : 0;
  }

  gained(action: Action): number {
    return action.type === 'camels' ? camels(this.round.market) : -camels(sides(action).give);
  }

  after(action: Action): Bundle {
    const { take, give } = sides(action);
    return sum(less(this.hand, goods(give)), goods(take));
  }
}

/** Takes the most rupees it can see now: tokens at once, and a part of what its hand would sell for. */
export function greedy(round: Round): Valued[] {
  const sight = new Sight(round);
  return legalActions(round).map((action) => {
    const hand = sight.after(action);
    const gain = total(goodsOf(sight.rules).map((good) => {
      const place = GOODS.indexOf(good);
      return sight.sale(place, hand[place]!) - sight.sale(place, sight.hand[place]!);
    }));
    return [action, sight.cash(action) + 0.6 * gain + 0.25 * sight.gained(action)];
  });
}

/** Plans sets, races for tokens, minds what it leaves to the other seat; no search. */
export function heuristic(round: Round): Valued[] {
  const sight = new Sight(round);
  const thumb = new Thumb(sight);
  const now = thumb.hand(sight.hand);
  return legalActions(round).map((action) => [
    action,
    sight.cash(action) + thumb.hand(sight.after(action), action) - now + thumb.herd(sight.gained(action)) - thumb.left(action) + thumb.ending(action),
  ]);
}

/** The rules of thumb of saudagar/players/heuristic.py; the numbers are explained there. */
class Thumb {
  /** How much of the round is still to come, from 1 down to 0. */
  private readonly time: number;

  constructor(private readonly sight: Sight) {
    const { rules, round } = sight;
    const first = size(rules.pack) - rules.market_size - 2 * rules.deal;
    this.time = Math.min(size(round.stock) / Math.max(1, first), 1);
  }

  hand(hand: Bundle, action?: Action): number {
    const { rules } = this.sight;
    const sets = goodsOf(rules).map((good) => {
      const place = GOODS.indexOf(good);
      const sold = action?.type === 'sell' && action.card === good ? action.count : 0;
      return hand[place] ? this.set(place, hand[place]!, sold) : 0;
    });
    return total(sets) - 0.5 * Math.max(0, size(hand) - rules.hand_limit + 2);
  }

  private set(good: number, count: number, sold: number): number {
    const { sight, time } = this;
    const tokens = sight.left[good]!.slice(sold);
    const least = sight.rules.smallest_sale[GOODS[good]!];
    const coming = sight.unseen[good]! + sight.round.market[good]!;
    const hope = Math.min(1, coming / 4) * (0.35 + 0.65 * time);
    if (count < least) return (0.55 * hope * total(tokens.slice(0, least)) * count) / least;
    const risk = 0.06 + 0.05 * sight.theirs[good]!;
    const bonus = this.bonus(count);
    const growth = 0.42 * hope * Math.max(0, this.bonus(count + 1) - bonus);
    return (1 - risk) * (total(tokens.slice(0, count)) + bonus) * (0.62 + 0.33 * time) + growth;
  }

  private bonus(count: number): number {
    const { bonus } = this.sight;
    return bonus[Math.min(count, bonus.length - 1)]!;
  }

  herd(gained: number): number {
    const { rules, round, me, they } = this.sight;
    const lead = round.herds[me] - round.herds[they];
    const spread = 2 + 4 * this.time;
    const change = Math.tanh((lead + gained) / spread) - Math.tanh(lead / spread);
    return (rules.camel_token * change) / 2 + 0.75 * this.time * gained;
  }

  left(action: Action): number {
    const { rules, round } = this.sight;
    const { take, give } = sides(action);
    const leaves = action.type === 'camels' ? less(round.market, goods(round.market)) : take;
    const laid = action.type === 'exchange' ? give : give.map(() => 0);
    const market = sum(less(round.market, leaves), laid);
    const offers = GOODS.map((_, good) => (market[good] ? this.offer(good, market[good]!) : 0)).sort((one, two) => two - one);
    const blind = action.type === 'take' || action.type === 'camels' ? rules.market_size - size(market) : 0;
    return 0.5 * offers[0]! + 0.2 * offers[1]! + (size(round.stock) ? 0.45 * Math.min(blind, 3) : 0);
  }

  private offer(good: number, count: number): number {
    const tokens = this.sight.left[good]!;
    const held = this.sight.theirs[good]!;
    const gain = count > 1 ? total(tokens.slice(0, count)) : (tokens[0] ?? 0);
    return 0.5 * gain + 0.5 * Math.max(0, this.bonus(held + count) - this.bonus(held));
  }

  ending(action: Action): number {
    const { sight } = this;
    if (!this.ends(action)) return 0;
    const { rules, round, me, they } = sight;
    const own = round.purses[me];
    const theirs = round.purses[they];
    const hidden = theirs.bonuses.map((value) => {
      const tier = tiers(rules).find((each) => rules.bonuses[each]!.includes(value))!;
      return sight.meanBonus(tier) || tier;
    });
    const herd = Math.sign(round.herds[me] + sight.gained(action) - round.herds[they]);
    const margin = own.rupees + total(own.bonuses) + sight.cash(action) + herd * rules.camel_token - theirs.rupees - total(hidden);
    return 60 * Math.tanh(margin / 4);
  }

  private ends(action: Action): boolean {
    const { rules, round, left } = this.sight;
    if (action.type === 'take') return size(round.stock) < 1;
    if (action.type === 'camels') return camels(round.market) > size(round.stock);
    if (action.type === 'exchange') return false;
    const empty = goodsOf(rules).filter((good) => !left[GOODS.indexOf(good)]!.length).length;
    const pile = left[GOODS.indexOf(action.card as never)]!;
    return empty + (pile.length && action.count >= pile.length ? 1 : 0) >= rules.piles_to_end;
  }
}
