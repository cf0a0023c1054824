import { ask, commandKey, insist, post, seated, type ToldState } from '../api/client';
import type { Rating, State, Terms } from '../api/types';
import type { Seat } from '../rules/whyNot';

export interface Invitation {
  status: 'open' | 'own' | 'joined';
  from: string;
  ruleset: { id: string; name: string };
  seals: number;
  first: Seat | null;
  clock: Terms | null;
  rated?: boolean;
  /** Of whoever invites, where the match is rated; null before the first rated match. */
  rating?: Rating | null;
  id: string | null;
}

/** A JSON answer that the server writes in canonical form is wanted as it is, to the byte. */
async function text(path: string): Promise<string> {
  const answer = await fetch(path, { credentials: 'same-origin' });
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  return answer.text();
}

export interface Thing {
  ply: number;
  place: number;
  thing: string;
  salt: string;
  path: string[];
  count: number;
}

export interface Proofs {
  round: number;
  attempt: number;
  root: string;
  things: Thing[];
}

/** What is known of a program's token without the token. Times in seconds since 1970. */
export interface BotToken {
  id: string;
  name: string;
  scopes: string[];
  made: number;
  ends: number;
}

export type Step = { commitment: string } | { number: string } | { withdraw: true } | { choose: 'again' | 'win' };

const at = (id: string) => `/api/matches/${encodeURIComponent(id)}`;
const state = (answer: Promise<ToldState>): Promise<State> => answer.then(seated);

/** What play between two browsers asks of the server: docs/design/http.md. Secrets travel in bodies, never in addresses. */
export const onlineApi = {
  renewInvitation: (id: string) =>
    insist(() => post<{ invitation: string }>(`${at(id)}/invitation`, { seat: 'a' })).then((told) => told.invitation),
  invitation: (token: string) => post<Invitation>('/api/invitations', { token }),
  join: (token: string, name: string) => state(insist(() => post<ToldState>('/api/invitations/join', { token, name }))),
  watchLink: (id: string, seat: Seat) =>
    insist(() => post<{ token: string }>(`${at(id)}/watch-link`, { seat })).then((told) => told.token),
  watch: (token: string) => state(post<ToldState>('/api/watch', { token })),
  /** A step of the dealing; said twice it changes nothing. */
  deal: (id: string, seat: Seat, round: number, attempt: number, step: Step) =>
    state(insist(() => post<ToldState>(`${at(id)}/deal`, { seat, round, attempt, ...step }))),
  say(id: string, seat: Seat, phrase: string) {
    const body = { seat, phrase, key: commandKey() };
    return state(insist(() => post<ToldState>(`${at(id)}/say`, body), undefined, 3));
  },
  proofs: (id: string, seat: Seat | null, skip: number) =>
    ask<Proofs>(`${at(id)}/proofs?${new URLSearchParams({ ...(seat ? { seat } : {}), skip: String(skip) })}`),
  deals: (id: string) => text(`${at(id)}/deals`),
  handover: () => post<{ token: string; seconds: number }>('/api/handover', {}),
  takeHandover: (token: string, replace: boolean) =>
    post<{ matches: number }>('/api/handover/take', { token, replace }),
  botTokens: () => ask<{ tokens: BotToken[] }>('/api/bot/tokens').then((told) => told.tokens),
  makeBotToken: (name: string, scopes: string[], days: number) =>
    post<{ token: string; name: string }>('/api/bot/tokens', { name, scopes, days, mine: true }),
  endBotToken: (id: string) => post<{ revoked: boolean }>('/api/bot/tokens/revoke', { id }),
};
