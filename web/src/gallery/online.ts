import type { Dealing, State } from '../api/types';

/** The screens of play between two browsers, made from the others' states. The deals here prove nothing. */
const HASH = '3f'.repeat(32);
const dealing: Dealing = {
  protocol: 'JD1', round: 2, attempt: 1, phase: 'committed', waiting: ['b'], left: 95_000, chooser: null, may_win: false,
  terms: '{}', server: HASH, clients: ['', ''], nonces: ['', ''], absent: '', secret: '', root: '', void: '',
};

export function* onlineStates(states: ReadonlyMap<string, State>): Generator<[string, State]> {
  const middle = states.get('middle')!;
  const online: State = {
    ...middle, online: true, present: { a: true, b: true }, watchers: 2, dealing: null,
    clock: { kind: 'match', seconds: 600, increment: 5, left: { a: 271_200, b: 458_000 }, running: 'a' },
  };
  yield ['online', online];
  yield ['online-low', { ...online, clock: { ...online.clock!, left: { a: 8_400, b: 458_000 } }, present: { a: true, b: false } }];
  yield ['days', { ...online, clock: { kind: 'turn', days: 3, left: { a: 190_000_000, b: 250_000_000 }, running: 'a' } }];
  yield ['watching', { ...online, audience: 'a', mine: [], view: { ...online.view, legal: [], hands: { ...online.view.hands, a: { size: 7, known: '', cards: null } } } }];
  yield ['waiting', { ...online, phase: 'waiting', seats: { ...online.seats, b: { name: '', player: null } }, view: null as never, log: [], rounds: [] }];
  yield ['dealing', { ...online, phase: 'dealing', present: { a: true, b: false }, dealing }];
  yield ['broken', { ...online, phase: 'dealing', dealing: { ...dealing, phase: 'void', waiting: [], void: 'not_opened', chooser: 'a', may_win: true }, voids: 2 }];
  yield ['online-over', { ...states.get('round-over')!, online: true, present: { a: true, b: true } }];
  yield ['online-end', { ...states.get('match-over')!, online: true, ended: 'time', present: { a: true, b: true }, rematch: { offered: ['b'], id: null } }];
}

const invitation = { from: 'Anna', ruleset: { id: 'standard', name: 'standard' }, seals: 2, first: null, clock: { kind: 'turn', days: 3 }, id: null };

export function answerOnline(url: URL, wanted: string): { status: number; body: unknown } | null {
  const refusal = (status: number, code: string) => ({ status, body: { error: { code, reason: null, message: code, position: null } } });
  if (url.pathname === '/api/invitations') {
    if (wanted === 'gone') return refusal(410, 'gone');
    return { status: 200, body: { ...invitation, status: wanted === 'own' ? 'own' : 'open' } };
  }
  if (url.pathname.endsWith('/invitation')) return { status: 200, body: { invitation: 'q'.repeat(43) } };
  if (url.pathname.endsWith('/watch-link')) return { status: 200, body: { token: 'w'.repeat(43) } };
  if (url.pathname === '/api/handover') return { status: 200, body: { token: 'h'.repeat(43), seconds: 900 } };
  if (url.pathname === '/api/handover/take') return refusal(409, 'not_empty');
  return null;
}
