import { ask, sleep } from '../api/client';
import { Refusal, Unreachable } from '../api/failure';
import type { MatchFigures } from '../api/types';

type Part = { matches: MatchFigures[]; next: number | null };

/** Whoever has thousands of matches asks often: being told to wait is no trouble, up to half a minute in all. */
async function part(skip: number): Promise<Part> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask<Part>(`/api/sums?skip=${skip}`);
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 429 || attempt > 4) throw error;
      await sleep(3000 * attempt);
    }
  }
}

export interface Collected {
  readonly matches: readonly MatchFigures[];
  /** The server could not be reached: these are the matches of this device alone. */
  readonly alone: boolean;
}

async function serverSums(onpart: (soFar: number) => void): Promise<MatchFigures[]> {
  const found = new Map<string, MatchFigures>();
  for (let skip: number | null = 0; skip !== null; ) {
    const told: Part = await part(skip);
    // A match that ends meanwhile moves the others down the list: what comes twice is taken once.
    for (const match of told.matches) found.set(match.id, match);
    skip = told.next;
    if (skip !== null) onpart(found.size);
  }
  return [...found.values()];
}

/** All finished matches that this browser knows: those of the server, and those kept here that were not sent there. */
export async function collect(onpart: (soFar: number) => void = () => undefined): Promise<Collected> {
  const here = import('../local/sums').then(({ deviceSums }) => deviceSums()).catch(() => []);
  let there: MatchFigures[] = [];
  let alone = false;
  try {
    there = await serverSums(onpart);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    alone = true;
  }
  const known = new Set(there.map(({ id }) => id));
  return { matches: [...there, ...(await here).filter(({ sent }) => !sent || !known.has(sent))], alone };
}
