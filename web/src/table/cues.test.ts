import { expect, it } from 'vitest';
import type { State } from '../api/types';
import { soundsOf } from './cues';

const after = (audience: 'a' | 'b', turn: 'a' | 'b', seat: 'a' | 'b', ...keys: string[]) =>
  soundsOf({
    audience, mine: [audience], phase: 'play', view: { turn }, log: [{ ply: 3, round: 1, seat, messages: keys.map((key) => ({ key, params: {} })) }],
  } as unknown as State);

it('gives the sign of the own turn after the move of the other', () => {
  expect(after('a', 'a', 'b', 'event.exchanged')).toEqual(['card', 'turn']);
  expect(after('a', 'b', 'a', 'event.sold', 'event.no_bonus')).toEqual(['coin']);
});

it('gives it to whoever may move anew once the other has agreed, and to nobody else', () => {
  expect(after('a', 'a', 'a', 'takeback.agreed')).toEqual(['turn']);
  expect(after('b', 'a', 'a', 'takeback.agreed')).toEqual([]);
  // Against the computer one's own hand has just pressed the button.
  expect(after('a', 'a', 'a', 'takeback.done')).toEqual([]);
});
