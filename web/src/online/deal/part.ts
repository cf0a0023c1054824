import { canonical, clientCommitment } from '../../../verify/jd1.mjs';
import type { Dealing, State } from '../../api/types';
import type { Seat } from '../../rules/whyNot';
import type { Step } from '../api';
import { forget, keep, keptKeys, recall } from '../keep';

/** What was promised does not hold; told to the person as it is. */
export class Alarm extends Error {
  override name = 'Alarm';
}

/** A number of this browser, kept until the round is proved, under the commitment that it stands for. */
interface Kept {
  number: string;
  terms: string;
  server: string;
}

/** What was public when the round was dealt: nothing of it may change until the reveal. */
export interface Promised {
  attempt: number;
  terms: string;
  server: string;
  clients: [string, string];
  root: string;
}

const ZERO = '0'.repeat(64);
export const seatNumber = (seat: Seat) => (seat === 'a' ? 0 : 1);
const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const need = (right: boolean, complaint: string) => {
  if (!right) throw new Alarm(complaint);
};

const numbersOf = (id: string, round: number) => `deal.${id}.${round}.`;
const numberKey = (id: string, { round, attempt }: Dealing, seat: Seat, commitment: string) =>
  `${numbersOf(id, round)}${attempt}.${seat}.${commitment}`;
const promiseKey = (id: string, round: number) => `promise.${id}.${round}`;
/** Who was agreed on to start: `a`, `b` or `draw`; kept by whoever made or accepted the invitation. */
export const agreedKey = (id: string) => `agreed.${id}`;
export const afterKey = (id: string, round: number) => `after.${id}.${round}`;

function read<T>(key: string): T | null {
  try {
    return JSON.parse(recall(key) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

/** The terms of an attempt must be what both agreed on, and follow from the round before. */
export function checkTerms(state: State, dealing: Dealing): void {
  let terms: Record<string, unknown>;
  try {
    terms = JSON.parse(dealing.terms) as Record<string, unknown>;
  } catch {
    throw new Alarm('the terms of the deal cannot be read');
  }
  need(canonical(terms) === dealing.terms, 'the terms of the deal are not in canonical form');
  need(terms['protocol'] === 'JD1', 'the terms are of another protocol');
  need(terms['match'] === state.id, 'the terms are of another match');
  need(terms['round'] === dealing.round && terms['attempt'] === dealing.attempt, 'the terms are of another round');
  need(terms['rules'] === state.ruleset.id, 'the terms are of other rules');
  need(canonical(terms['seats']) === canonical([state.seats.a.name, state.seats.b.name]), 'the terms have other names');
  const agreed = recall(agreedKey(state.id));
  need(dealing.round !== 1 || agreed === null || (terms['first'] ?? 'draw') === agreed, 'the terms let another seat start than was agreed');
  if (dealing.attempt !== 1) return;
  const before = dealing.round === 1 ? ZERO : recall(afterKey(state.id, dealing.round - 1));
  need(before === null || terms['previous'] === before, 'the terms do not follow from the round before');
}

const unchanged = (kept: Pick<Kept, 'terms' | 'server'>, { terms, server }: Dealing) =>
  need(kept.terms === terms && kept.server === server, 'the server has changed its sealed number or the terms');

/** This browser's number for an attempt: the one it has, or a new one, kept before anybody hears of it. */
async function commitmentOf(id: string, dealing: Dealing, seat: Seat): Promise<string> {
  const start = numberKey(id, dealing, seat, '');
  for (const key of keptKeys(start)) {
    const kept = read<Kept>(key);
    if (!kept) continue;
    unchanged(kept, dealing);
    return key.slice(start.length);
  }
  const number = hex(crypto.getRandomValues(new Uint8Array(32)));
  const { terms, server } = dealing;
  const commitment = await clientCommitment(terms, server, seatNumber(seat), number);
  keep(start + commitment, JSON.stringify({ number, terms, server } satisfies Kept));
  return commitment;
}

/** What this browser has to do for the deal now: a step, nothing, or nothing it could do ("elsewhere"). */
export async function partOf(state: State, seat: Seat): Promise<Step | null | 'elsewhere'> {
  const { dealing, id } = state;
  if (!dealing || state.phase !== 'dealing' || !dealing.waiting.includes(seat)) return null;
  if (dealing.phase === 'committed') {
    checkTerms(state, dealing);
    return { commitment: await commitmentOf(id, dealing, seat) };
  }
  if (dealing.phase !== 'clients_committed') return null;
  const kept = read<Kept>(numberKey(id, dealing, seat, dealing.clients[seatNumber(seat)] ?? ''));
  if (!kept) return 'elsewhere';
  unchanged(kept, dealing);
  return { number: kept.number };
}

/** Remembers what was published with the deal; an Alarm if it is not what was published before, or does not hold. */
export async function holdToPromise(state: State): Promise<Promised | null> {
  const { dealing, id } = state;
  if (!dealing?.root) return null;
  const { attempt, terms, server, clients, root } = dealing;
  const now: Promised = { attempt, terms, server, clients, root };
  const before = promisedOf(id, dealing.round);
  if (before) {
    need(canonical(before) === canonical(now), 'the server has changed what it published with the deal');
    return before;
  }
  checkTerms(state, dealing);
  for (const seat of [0, 1]) {
    const made = await clientCommitment(terms, server, seat, dealing.nonces[seat]);
    need(made === clients[seat], `the number of seat ${'ab'[seat]} is not the one it had sealed`);
    const away = dealing.absent.includes('ab'[seat]!);
    need((dealing.nonces[seat] === ZERO) === away, `seat ${'ab'[seat]} has the number zero, or not, against what is noted`);
  }
  keep(promiseKey(id, dealing.round), JSON.stringify(now));
  return now;
}

export const promisedOf = (id: string, round: number): Promised | null => read<Promised>(promiseKey(id, round));

/** The number that this browser gave for the attempt that was dealt; null if it did not, or has forgotten it. */
export function ownNumber(id: string, round: number, promised: Promised, seat: Seat): string | null {
  const key = `${numbersOf(id, round)}${promised.attempt}.${seat}.${promised.clients[seatNumber(seat)]}`;
  return read<Kept>(key)?.number ?? null;
}

/** A proved round needs its numbers no more. */
export function forgetNumbers(id: string, round: number): void {
  for (const key of keptKeys(numbersOf(id, round))) forget(key);
}
