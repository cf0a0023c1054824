import { myRating } from '../online/rating.svelte';
import { either } from './either';
import { Refusal, Unreachable } from './failure';
import type { About, BySeat, Hint, MatchSummary, NewMatch, Past, Rating, Replay, State } from './types';
import type { Seat } from '../rules/whyNot';

/** A random text that lets the server recognise a command sent twice. */
export function commandKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export const sleep = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((done) => {
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', () => (clearTimeout(timer), done()), { once: true });
  });

/** The same, or until the browser says that it is online again. */
export async function sleepOrLine(ms: number, signal: AbortSignal): Promise<void> {
  const line = new AbortController();
  const wake = () => line.abort();
  addEventListener('online', wake);
  await sleep(ms, AbortSignal.any([signal, line.signal]));
  removeEventListener('online', wake);
}

/** A State as the server tells it: a spectator has no seat. */
export type ToldState = Omit<State, 'audience'> & { audience: Seat | '*' };

/** Lays the table of a spectator for seat a; both hands lie face down. */
export const seated = (told: ToldState): State => ({ ...told, audience: told.audience === '*' ? 'a' : told.audience });

/** How long an answer that may wait 25 seconds for news is waited for: a dead line gives no sign of itself. */
const PATIENCE = 40_000;
const COMMAND_PATIENCE = 20_000;

/** Asks a question that waits for news; gives up when the browser goes offline. */
async function listen<T>(path: string, signal: AbortSignal): Promise<T> {
  const line = new AbortController();
  const drop = () => line.abort();
  addEventListener('offline', drop);
  try {
    return await ask<T>(path, { signal: AbortSignal.any([signal, line.signal, AbortSignal.timeout(PATIENCE)]) });
  } finally {
    removeEventListener('offline', drop);
  }
}

export async function ask<T>(path: string, init: RequestInit = {}): Promise<T> {
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(path, { credentials: 'same-origin', ...init });
    body = await response.json();
  } catch (error) {
    if (init.signal?.aborted && (init.signal.reason as Error)?.name !== 'TimeoutError') throw error;
    throw new Unreachable(error);
  }
  if (response.ok) return body as T;
  // A proxy in front of a sleeping server answers 502 to 504: the same to the person as no answer.
  if (response.status >= 502 && response.status <= 504) throw new Unreachable(response.status);
  const refusal = body as { error?: { code?: string; reason?: string; message?: string }; state?: ToldState };
  throw new Refusal(
    response.status,
    refusal.error?.code ?? 'internal',
    refusal.error?.reason ?? null,
    refusal.error?.message ?? response.statusText,
    refusal.state ? seated(refusal.state) : null,
  );
}

export const post = <T>(path: string, body: unknown) =>
  ask<T>(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    // On a dead line no answer ever comes; a command that is sent again with its key does nothing twice.
    signal: AbortSignal.timeout(COMMAND_PATIENCE),
  });

/** Repeats a command until an answer comes: its key makes repeating harmless. */
export async function insist<T>(send: () => Promise<T>, onTrouble?: () => void, attempts = 6): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof Unreachable) || attempt >= attempts) throw error;
      onTrouble?.();
      await sleep(Math.min(4000, 300 * 2 ** attempt));
    }
  }
}

export type Order = 'act' | 'next-round' | 'resign' | 'takeback' | 'takeback/agree' | 'takeback/decline' | 'rematch' | 'abort';

/** The server that the page came from. */
export const remote = {
  about: () => ask<About>('/api/about'),
  matches: () =>
    ask<{ matches: MatchSummary[]; rating?: Rating | null }>('/api/matches').then(({ matches, rating }) => {
      myRating.set(rating ?? null);
      return matches;
    }),
  /** Sent again until it is answered: the key lets no second match be opened. */
  create(wish: NewMatch) {
    const body = { ...wish, key: commandKey() };
    return insist(() => post<State & { invitation?: string }>('/api/matches', body), undefined, 3);
  },
  state(id: string, seat: Seat | null, since?: number, signal?: AbortSignal) {
    const query = new URLSearchParams();
    if (seat) query.set('seat', seat);
    if (since !== undefined) query.set('since', String(since));
    const path = `/api/matches/${encodeURIComponent(id)}?${query}`;
    return (signal ? listen<ToldState>(path, signal) : ask<ToldState>(path)).then(seated);
  },
  command(id: string, order: Order, seat: Seat, ply: number, action?: string, onTrouble?: () => void) {
    const body = { seat, ply, key: commandKey(), ...(action === undefined ? {} : { action }) };
    return insist(() => post<State>(`/api/matches/${encodeURIComponent(id)}/${order}`, body), onTrouble);
  },
  hint: (id: string, seat: Seat, ply: number, action?: string) =>
    post<Hint>(`/api/matches/${encodeURIComponent(id)}/hint`, { seat, ply, key: commandKey(), ...(action === undefined ? {} : { action }) }),
  /** The table after an earlier ply, as that seat, or a spectator, saw it then. */
  moment: (id: string, seat: Seat | null, ply: number) =>
    ask<Past>(`/api/matches/${encodeURIComponent(id)}/moment?${seat ? `seat=${seat}&` : ''}ply=${ply}`),
  replay: (id: string) => ask<Replay>(`/api/matches/${encodeURIComponent(id)}/replay`),
  openRecord: (text: string) =>
    ask<Replay>('/api/records', { method: 'POST', headers: { 'content-type': 'application/toml' }, body: text }),
  recordUrl: (id: string) => `/api/matches/${encodeURIComponent(id)}/record`,
};

/** Hands a finished match of this device to the server, which checks it by the rules; done twice, it is there once. */
export const sendMatch = (key: string, record: string, players: BySeat<string | null>) =>
  insist(() => post<State>('/api/matches/import', { key, record, players }), undefined, 2);

/** Whoever has the match: that server, or this device. */
export const api = either(remote);
