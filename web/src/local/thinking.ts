import type { Hint } from '../api/types';
import { ownScript } from '../app/ownScript';
import type { Question, Reply } from '../thinker/worker';
import thinker from '../thinker/worker.ts?worker&url';

type Told = Pick<Hint, 'ranking' | 'chosen'>;

let worker: Worker | null = null;
let asked = 0;
const waiting = new Map<number, { done: (found: Told) => void; failed: (error: Error) => void }>();

function hire(): Worker {
  if (worker) return worker;
  worker = new Worker(ownScript(thinker), { type: 'module', name: 'saudagar-thinker' });
  worker.onmessage = ({ data }: MessageEvent<Reply>) => {
    const one = waiting.get(data.id);
    waiting.delete(data.id);
    if ('found' in data) one?.done({ ranking: data.found, ...(data.chosen ? { chosen: data.chosen } : {}) });
    else one?.failed(new Error(data.wrong));
  };
  // A worker that could not start or broke: whoever waits is told, the next question hires another.
  worker.onerror = () => {
    worker?.terminate();
    worker = null;
    for (const { failed } of waiting.values()) failed(new Error('the computer player broke off'));
    waiting.clear();
  };
  return worker;
}

function ask(player: string | null, line: string, ruleset: string, chosen?: string): Promise<Told> {
  const id = (asked += 1);
  const seed = crypto.getRandomValues(new Int32Array(1))[0]!;
  return new Promise((done, failed) => {
    waiting.set(id, { done, failed });
    hire().postMessage({ id, player, line, ruleset, seed, chosen } satisfies Question);
  });
}

/** What a player of this device does, from what its seat knows; thought of beside the page, so that nothing stutters. */
export const think = async (player: string, line: string, ruleset: string): Promise<string> => (await ask(player, line, ruleset)).ranking[0]!.action;

/** What a seat could do best, and how likely it then wins the round; with an action, what that loses. */
export const advise = (line: string, ruleset: string, chosen?: string): Promise<Told> => ask(null, line, ruleset, chosen);
