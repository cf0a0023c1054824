import { beforeEach, expect, it, vi } from 'vitest';
import type { State } from '../api/types';

const tell = vi.fn();
vi.mock('./notices.svelte', () => ({ notices: { tell } }));
vi.mock('./badge', () => ({ setBadge: vi.fn() }));
vi.mock('../text/language.svelte', () => ({ t: (key: string, params: { name: string }) => `${key} ${params.name}`, has: () => false }));
vi.stubGlobal('document', { hidden: true, addEventListener: () => undefined });

const { watchOver } = await import('./attention');

/** What seat a of a match of Anna and Bo is told, when it is somebody's turn and perhaps somebody asks for something. */
function told(turn: 'a' | 'b', ply: number, asked: 'a' | 'b' | null = null, id = 'one'): State {
  return {
    id, ply, phase: 'play', audience: 'a', mine: ['a'], online: true, dealing: null, match: { round: 1 }, view: { turn },
    seats: { a: { name: 'Anna', player: null }, b: { name: 'Bo', player: null } },
    takeback: { asked, declined: false },
  } as unknown as State;
}

const said = (): string[] => tell.mock.calls.map(([text]) => text as string);

beforeEach(() => tell.mockClear());

it('tells once that it is one\'s turn, however often the table comes', () => {
  for (let i = 0; i < 3; i++) watchOver(told('a', 5));
  watchOver(told('b', 6));
  watchOver(told('a', 7));
  expect(said()).toEqual(['notify.turn Bo', 'notify.turn Bo']);
});

it('tells once that the other asks to take the move back, and not again of the turn when the wish has gone', () => {
  watchOver(told('a', 5, null, 'two'));
  for (let i = 0; i < 2; i++) watchOver(told('a', 5, 'b', 'two'));
  watchOver(told('a', 5, null, 'two'));
  expect(said()).toEqual(['notify.turn Bo', 'takeback.wish Bo']);
});

it('tells nothing of one\'s own wish', () => {
  watchOver(told('b', 6, 'a', 'three'));
  expect(said()).toEqual([]);
});

it('gives each notice a mark of its own, so that two tabs tell it once and one does not hide another', () => {
  watchOver(told('a', 5, null, 'four'));
  watchOver(told('a', 5, 'b', 'four'));
  const marks = tell.mock.calls.map(([, mark]) => mark as string);
  expect(new Set(marks).size).toBe(2);
});
