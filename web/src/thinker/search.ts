import { spell, type Action } from '../rules/action';
import type { Seat } from '../rules/whyNot';
import { gap, owed, play, resolve, type Round } from '../twin/round';
import { STANDARD } from '../twin/rules';
import { ONE } from './network';
import { seeded } from './random';
import { best, ends, final, haste, type Judge, type Weighed } from './value';
import { chance, redealt, type Below, type Odds } from './world';

/** How a search spends its samples: the twin of saudagar/kernel/search.py's `Plan`. */
export interface Plan {
  /** Plies that a future is followed, the candidate's own included, before the network judges it. */
  readonly depth: number;
  readonly width: number;
  /** How far below the best, by the network alone, a candidate may be. */
  readonly within: number;
  /** How many samples the network's own judgement of a candidate counts for. */
  readonly trust: number;
}

export const PLAN: Plan = { depth: 5, width: 12, within: 0.12, trust: 4 };

/** Milliseconds after which a search comes to its end: only a device that is very slow, or very busy, gets there. */
export const PATIENCE = 4_000;
/** The same where two actions are compared. */
const COMPARING = 300;

/** An action that was looked at, and its chance of winning the round, from 0 to 1. */
export interface Ranked {
  readonly action: Action;
  readonly chance: number;
  /** How many futures it was followed through. */
  readonly samples: number;
}

/** The actions that most likely win the round, best first; without samples the network alone decides. */
export function search(judge: Judge, round: Round, samples: number, below: Below, plan: Plan = PLAN, patience = PATIENCE): Ranked[] {
  const until = performance.now() + patience;
  const order = judge.weigh(round).sort((one, two) => two.wish - one.wish);
  if (order.length < 2 || !samples) return order.map(({ action, value }) => ({ action, chance: value / ONE, samples: 0 }));
  const odds = oddsFor(judge, round);
  let alive = candidates(order, plan).map((weighed) => ({ weighed, sum: weighed.value * plan.trust, told: weighed.value * plan.trust, count: plan.trust }));
  const phases = Math.ceil(Math.log2(alive.length));
  const out: typeof alive = [];
  const wish = ({ weighed, sum, count }: (typeof alive)[number]) => sum / count - haste(round, weighed.action);
  for (let phase = 0; phase < phases; phase += 1) {
    const worlds = Math.max(1, Math.floor(samples / phases / alive.length));
    for (let n = 0; n < worlds && (n === 0 || performance.now() < until); n += 1) {
      const world = redealt(round, round.turn, below, odds);
      // What chance brings afterwards is the same for every candidate.
      const luck = below(2 ** 31);
      for (const each of alive) {
        const [value, told] = follow(judge, world, each.weighed, plan.depth, seeded(luck));
        each.sum += value;
        each.told += told;
        each.count += 1;
      }
    }
    alive.sort((one, two) => wish(two) - wish(one));
    out.unshift(...alive.splice(Math.max(2, Math.ceil(alive.length / 2))));
  }
  // One that fell out early may seem better than one before it: not said.
  let most = Infinity;
  return [...alive, ...out].map(({ weighed, told, count }) => ({
    action: weighed.action, chance: (most = Math.min(most, told / count / ONE)), samples: count - plan.trust,
  }));
}

/** What an action is worth, and loses against the best with what standard error: both are followed through the same worlds. */
export function compare(judge: Judge, round: Round, best: Action, chosen: Action, worlds: number, below: Below, plan: Plan = PLAN, patience = COMPARING) {
  const until = performance.now() + patience;
  const all = judge.weigh(round);
  const of = (action: Action) => all.find((each) => spell(each.action) === spell(action));
  const [one, two] = [of(best), of(chosen)];
  if (!one || !two) throw new Error(`${spell(chosen)} is not allowed here`);
  let [sum, difference, squares, count] = [0, 0, 0, 0];
  const odds = oddsFor(judge, round);
  while (one !== two && count < worlds && (count < 2 || performance.now() < until)) {
    const world = redealt(round, round.turn, below, odds);
    const luck = below(2 ** 31);
    const value = follow(judge, world, two, plan.depth, seeded(luck))[1] / ONE;
    const more = follow(judge, world, one, plan.depth, seeded(luck))[1] / ONE - value;
    sum += value;
    difference += more;
    squares += more * more;
    count += 1;
  }
  if (one === two) return { chance: two.value / ONE, loss: 0, error: 0 };
  const mean = difference / count;
  return { chance: sum / count, loss: Math.max(0, mean), error: Math.sqrt(Math.max(0, squares / count - mean * mean) / (count - 1)) };
}

/** What the network says of the other hand's hidden cards; it was learnt with the cards of the standard game. */
const oddsFor = (judge: Judge, round: Round): Odds | undefined =>
  round.rules.pack.join() === STANDARD.pack.join() ? (good, told) => judge.network.odds(good, told) : undefined;

/** The best few, and the best of each kind of action if near enough. */
function candidates(order: readonly Weighed[], { width, within }: Plan): Weighed[] {
  const near = order.filter(({ value }) => value >= order[0]!.value - within * ONE);
  const chosen = near.slice(0, width);
  for (const each of near) if (!near.slice(0, near.indexOf(each)).some(({ action }) => action.type === each.action.type) && !chosen.includes(each)) chosen.push(each);
  return chosen.length > 1 ? chosen : order.slice(0, 2);
}

/** What a future is worth to choose by, and what is told of it: as those fare who look ahead (`Network.ahead`). */
type Future = readonly [value: number, told: number];

/** Plays an action in a world and goes on for so many plies, each seat by its own best value; the value is the first's. */
function follow(judge: Judge, world: Round, { action }: Weighed, depth: number, luck: Below): Future {
  const seat: Seat = world.turn;
  let after = play(world, action);
  for (let ply = 2; ; ply += 1) {
    if (ends(after)) return [final(after, seat), final(after, seat)];
    const round = owed(after) ? resolve(after, chance(after, gap(after), luck)) : after;
    const found = best(judge.weigh(round), ({ wish }) => wish);
    if (ply >= depth) {
      const told = ends(found.after) ? found.value : judge.network.ahead(found.value);
      return round.turn === seat ? [found.value, told] : [ONE - found.value, ONE - told];
    }
    after = found.after;
  }
}
