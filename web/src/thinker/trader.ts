import { sides, type Action } from '../rules/action';
import { size } from '../rules/bundle';
import { GOODS } from '../rules/card';
import { camels, goods, type Round } from '../twin/round';
import { other, tokensLeft } from '../twin/rules';
import { clear, LEVELS, type Level } from './levels';
import { ONE, type Network } from './network';
import { dimmed, guessedEnd } from './perception';
import type { Ranked } from './search';
import { SLOTS } from './slots';
import { STYLES, WARMTH } from './styles';
import { ends, fill, haste, type Judge, type Weighed } from './value';
import type { Below } from './world';

/** Actions of one kind that are thought of at all. */
const WIDTH = 3;
/** How much worse than the best, by the network, an exchange may be that brings no set nearer to its sale. */
const LOSS = 0.02;
/** Within how much of the best a style decides between candidates that were looked ahead at. */
const NEAR = 0.03;
const OWN_SALE = 54;

/** An action with what follows it, and what is known then. */
interface Outlook extends Weighed {
  readonly slots: Uint8Array;
}

/**
 * What a player of a level and style does, first, and all other actions as it values them: the twin of saudagar/players/trader.py, and
 * of sense.py. The same position and random numbers give the same decision in both.
 */
export function trade(name: string, style: string, judge: Judge, early: Network, round: Round, below: Below): Ranked[] {
  const level = LEVELS[name]!;
  const seat = round.turn;
  const looked = asTheKernelSorts(judge.weigh(round)).map((weighed) => ({ ...weighed, slots: known(weighed.after, seat) }));
  const seen = looked.map((each) => believed(each, level, judge.network, early));
  const places = sensible(level, round, looked, known(round, seat));
  const wishes = seen.map((value, i) => (value - haste(round, looked[i]!.action)) / ONE);
  likings(round, style, level.heat, places.map((i) => looked[i]!.action)).forEach((more, n) => (wishes[places[n]!]! += more));
  const order = (all: readonly number[]) => [...all].sort((one, two) => wishes[two]! - wishes[one]! || one - two);
  const chosen = freeChoice(order(places), wishes, looked.map(({ action }) => kindOf(action)), level.heat, below);
  const rest = order(wishes.map((_, i) => i)).filter((i) => i !== chosen);
  let most = Infinity;
  return [chosen, ...rest].map((i) => ({ action: looked[i]!.action, chance: (most = Math.min(most, seen[i]! / ONE)), samples: 0 }));
}

/** What is equally good is told by its place: for the same cards taken, fewer camels given come first. */
function asTheKernelSorts(weighed: readonly Weighed[]): Weighed[] {
  const groups = new Map<string, number>();
  const group = ({ action }: Weighed, i: number) => {
    const key = action.type === 'exchange' ? action.take.join() : `${i}`;
    return groups.get(key) ?? (groups.set(key, groups.size), groups.size - 1);
  };
  const paid = ({ action }: Weighed) => (action.type === 'exchange' ? camels(action.give) : 0);
  return weighed.map((each, i) => ({ each, at: group(each, i) })).sort((one, two) => one.at - two.at || paid(one.each) - paid(two.each)).map(({ each }) => each);
}

function known(round: Round, seat: Round['turn']): Uint8Array {
  const slots = new Uint8Array(SLOTS);
  fill(round, seat, slots);
  return slots;
}

/** What somebody of a level thinks the chance of winning to be after an action, in units of 2^-20. */
function believed({ value, after, slots }: Outlook, level: Level, whole: Network, early: Network): number {
  if (!level.early && clear(level)) return value;
  const dim = dimmed(slots, level, after.rules);
  if (ends(after)) return level.reckons ? value : guessedEnd(dim);
  return (level.early ? early : whole).of(dim);
}

/** The places of the actions that somebody of a level considers at all; why the others are left out stands in sense.py. */
function sensible(level: Level, round: Round, looked: readonly Outlook[], now: Uint8Array): number[] {
  const all = looked.map((_, i) => i);
  const certain = all.filter((i) => looked[i]!.value === ONE);
  if (level.reckons && certain.length) return certain;
  const worth = looked.map(({ action, value }) => value - haste(round, action));
  const best = all.reduce((one, two) => (worth[two]! > worth[one]! ? two : one));
  const found = all.filter((i) => {
    const { action, slots } = looked[i]!;
    const loss = worth[best]! - worth[i]!;
    if (loss > level.cap * ONE) return false;
    if (action.type !== 'exchange') return true;
    if (size(action.take) > level.largest || (round.exchanges >= 2 && loss > 0)) return false;
    return !(loss > LOSS * ONE && sales(slots) <= sales(now));
  });
  return found.length ? found : [best];
}

const sales = (slots: Uint8Array): number => slots.subarray(OWN_SALE, OWN_SALE + 6).reduce((sum, value) => sum + value, 0);

/** A number for what an action is about: camels, a good to take, a good to sell, a good to exchange for. */
function kindOf(action: Action): number {
  if (action.type === 'take') return 1 + GOODS.indexOf(action.good);
  if (action.type === 'sell') return 8 + GOODS.indexOf(action.card as never);
  if (action.type === 'camels') return 0;
  return 16 + action.take.reduce((most, count, i, take) => (count > take[most]! ? i : most), 0);
}

/** How much a style adds to each action, in chances of winning. */
function likings({ rules, turn, hands, known: seen, sold }: Round, style: string, heat: number, actions: readonly Action[]): number[] {
  const { liking, push } = STYLES[style] ?? { liking: () => 0, push: 0 };
  const open = { hand: goods(hands[turn]), known: seen[other(turn)], tokens: GOODS.map((_, good) => tokensLeft(rules, good, sold[good]!).length) };
  return actions.map((action) => (push + WARMTH * heat) * liking(action, open));
}

/** Chooses a place: first what it is to be about, then which action of that kind, the likelier the better it seems. */
function freeChoice(places: readonly number[], wishes: readonly number[], kinds: readonly number[], heat: number, below: Below): number {
  if (heat === 0 || places.length === 1) return places[0]!;
  const groups = new Map<number, number[]>();
  for (const place of places) groups.set(kinds[place]!, [...(groups.get(kinds[place]!) ?? []), place]);
  const leaders = [...groups.values()];
  const group = leaders[drawn(leaders.map(([first]) => wishes[first!]!), heat, below)]!.slice(0, WIDTH);
  return group[drawn(group.map((place) => wishes[place]!), heat, below)]!;
}

/** Draws the place of a value, the first of which is the highest; one that is `heat` lower is e times rarer. */
function drawn(values: readonly number[], heat: number, below: Below): number {
  const weights = values.map((value) => Math.exp((value - values[0]!) / heat));
  let pick = (below(2 ** 30) / 2 ** 30) * weights.reduce((sum, weight) => sum + weight, 0);
  const place = weights.findIndex((weight) => (pick -= weight) < 0);
  return Math.max(0, place);
}

/** What a player with a style takes of the candidates that were looked ahead at: one that it likes, where it came out nearly as well. */
export function preferred(found: readonly Ranked[], style: string, round: Round): Ranked {
  const first = found[0]!;
  if (!style || first.chance === 1) return first;
  const worth = ({ action, chance }: Ranked) => chance - haste(round, action) / ONE;
  const near = found.filter((each) => 8 * each.samples >= first.samples && worth(each) >= worth(first) - NEAR);
  const more = likings(round, style, 0, near.map(({ action }) => action));
  const score = near.map((each, i) => worth(each) + more[i]!);
  return near[score.indexOf(Math.max(...score))]!;
}
