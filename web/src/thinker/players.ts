import type { Hint } from '../api/types';
import { readAction, spell, type Action } from '../rules/action';
import { legalActions } from '../twin/legal';
import type { Round } from '../twin/round';
import { SAMPLES, SIMPLE, whoIs } from './names';
import type { Network } from './network';
import { compare, PATIENCE, PLAN, search } from './search';
import { greedy, heuristic, type Valued } from './simple';
import { preferred, trade } from './trader';
import { Judge } from './value';
import type { Below } from './world';

/** One of the best, each equally likely. */
function oneOf(valued: readonly Valued[], below: Below): Action {
  const most = Math.max(...valued.map(([, value]) => value));
  const top = valued.filter(([, value]) => value >= most - 1e-6);
  return top[below(top.length)]![0];
}

/** What a player does in a world that its seat cannot tell from the true one. Those of SIMPLE need no network, the low levels both. */
export function choose(player: string, world: Round, network: Network | null, below: Below, early: Network | null = null): string {
  const who = whoIs(player);
  if (!who) throw new Error(`nobody on this device is called ${player}`);
  if ('level' in who) return spell(trade(who.level, who.style, new Judge(network!), early!, world, below)[0]!.action);
  if ('samples' in who) return spell(preferred(search(new Judge(network!), world, who.samples, below), who.style, world).action);
  if (player === 'greedy-1') return spell(oneOf(greedy(world), below));
  if (player === 'heuristic-1') return spell(oneOf(heuristic(world), below));
  if (SIMPLE.includes(player)) return spell(oneOf(legalActions(world).map((action) => [action, 0]), below));
  return spell(search(new Judge(network!), world, 0, below)[0]!.action);
}

const SHOWN = 3;
/** Milliseconds for the search, and worlds for the comparison, where somebody waits for the tutor's word before a move. */
const HURRY = 400;
const COMPARED = 60;
const thousandth = (value: number) => Math.round(value * 1000) / 1000;

/** What the strongest player of this device would do, best first, with the chances of winning the round; with an action, what that loses. */
export function advise(world: Round, network: Network, below: Below, chosen?: string): Pick<Hint, 'ranking' | 'chosen'> {
  const judge = new Judge(network);
  const found = search(judge, world, SAMPLES, below, PLAN, chosen === undefined ? PATIENCE : HURRY);
  const ranking = found.slice(0, SHOWN).map(({ action, chance }) => ({ action: spell(action), chance: thousandth(chance) }));
  const wanted = chosen === undefined ? null : readAction(chosen);
  if (!wanted) return { ranking };
  const { chance, loss, error } = compare(judge, world, found[0]!.action, wanted, COMPARED, below);
  return { ranking, chosen: { action: spell(wanted), chance: thousandth(chance), loss: thousandth(loss), error: thousandth(error) } };
}
