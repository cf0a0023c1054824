/// <reference lib="webworker" />
import type { Chosen, Hint } from '../api/types';
import { RULESETS } from '../twin/rules';
import { LEVELS } from './levels';
import { SIMPLE, whoIs } from './names';
import { advise, choose } from './players';
import { readNetwork, type Network } from './network';
import { seeded } from './random';
import { worldOf } from './world';
import earlyUrl from './weights/early.bin?url';
import wholeUrl from './weights/network.bin?url';

/** What the page asks: what this player does, who sees this line; without a player, what one could do best. */
export interface Question {
  readonly id: number;
  readonly player: string | null;
  /** Without a player: an action that is to be compared with the best. */
  readonly chosen?: string | undefined;
  readonly line: string;
  readonly ruleset: string;
  readonly seed: number;
}

/** The actions, best first: a player's one, or a few with their chances. */
export type Reply = { readonly id: number; readonly found: Hint['ranking']; readonly chosen?: Chosen | undefined } | { readonly id: number; readonly wrong: string };

const fetched = new Map<string, Promise<Network>>();

/** A network, fetched when first needed; a failure is not remembered. */
function weights(url: string, sha256: string): Promise<Network> {
  const known = fetched.get(url);
  if (known) return known;
  const coming = fetch(url).then(async (response) => {
    if (!response.ok) throw new Error(`the weights: ${response.status}`);
    return readNetwork(await response.blob(), sha256);
  });
  fetched.set(url, coming);
  coming.catch(() => fetched.delete(url));
  return coming;
}

const whole = () => weights(wholeUrl, __WEIGHTS_SHA256__);

/** The networks that a player judges with. */
async function minds(player: string): Promise<[Network | null, Network | null]> {
  if (SIMPLE.includes(player)) return [null, null];
  const who = whoIs(player);
  const young = who && 'level' in who && LEVELS[who.level]!.early;
  return Promise.all([whole(), young ? weights(earlyUrl, __EARLY_SHA256__) : null]);
}

async function answer({ player, line, ruleset, seed, chosen }: Question): Promise<Pick<Hint, 'ranking' | 'chosen'>> {
  const rules = RULESETS.find(({ name }) => name === ruleset);
  if (!rules) throw new Error(`no rules are called ${ruleset}`);
  const below = seeded(seed);
  const world = worldOf(line, rules, below);
  if (player === null) return advise(world, await whole(), below, chosen);
  const [network, early] = await minds(player);
  return { ranking: [{ action: choose(player, world, network, below, early), chance: 0 }] };
}

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  answer(data).then(
    ({ ranking, chosen }) => postMessage({ id: data.id, found: ranking, chosen } satisfies Reply),
    (error: unknown) => postMessage({ id: data.id, wrong: String(error) } satisfies Reply),
  );
});
