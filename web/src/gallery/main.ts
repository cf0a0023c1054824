/** Every part of the pages in every state, and every screen on fixed states, without a server: `gallery.html?show=middle#/m/k3v9`. */
import '../styles/fonts.css';
import '../styles/palette.css';
import '../styles/base.css';
import { mount } from 'svelte';
import type { MatchSummary, State } from '../api/types';
import { firstLanguage, settings } from '../app/settings.svelte';
import { language } from '../text/language.svelte';
import Gallery from './Gallery.svelte';

import replay from './replay.json';

const files = import.meta.glob<State>('../fixtures/*.json', { import: 'default', eager: true });
const states = new Map(Object.entries(files).map(([path, state]) => [path.slice('../fixtures/'.length, -5), state]));
const wanted = new URLSearchParams(location.search).get('show');
const shown = wanted ? states.get(wanted) : undefined;

const summary = (state: State): MatchSummary => ({
  id: state.id, seats: state.seats, seals: state.match.seals, seals_to_win: state.match.seals_to_win,
  round: state.match.round, phase: state.phase, winner: state.match.winner, updated: '2026-01-01T12:00:00Z',
});

const about = {
  version: 'gallery',
  players: ['random-1', 'greedy-1', 'heuristic-1', 'stranger-2'].map((id, i) => ({ id, level: i === 3 ? 0 : i + 1 })),
  rulesets: [{ id: 'standard', name: 'standard' }, { id: 'mini', name: 'mini' }],
};

const hint = {
  action: '-LLL',
  ranking: [{ action: '-LLL', chance: 0.61 }],
  reasons: [{ key: 'hint.bonus', params: { count: 3, value: 2 } }, { key: 'hint.room', params: {} }],
};

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

function answer(url: URL, method: string): Response | Promise<Response> {
  if (wanted === 'offline') throw new TypeError('no network in this picture');
  if (url.pathname === '/api/about') return json(about);
  if (url.pathname === '/api/matches') {
    const all = wanted === 'empty' ? [] : ['middle', 'match-over'].map((name) => summary(states.get(name)!));
    return json(method === 'POST' ? states.get('opening') : { matches: all });
  }
  if (url.pathname.endsWith('/replay') || url.pathname === '/api/records') return json(replay);
  if (url.pathname.endsWith('/hint')) return json(hint);
  if (url.searchParams.has('since')) return new Promise(() => undefined);
  return shown ? json(shown) : json({ error: { code: 'not_found', reason: null, message: '', position: null } }, 404);
}

if (wanted) {
  window.fetch = async (input, init) => answer(new URL(String(input), location.href), init?.method ?? 'GET');
  await import('../main');
} else {
  settings.applyTheme();
  await language.use(firstLanguage());
  mount(Gallery, { target: document.getElementById('app')!, props: { states } });
}
