import { describe, expect, it } from 'vitest';
import { partsOf, usualOpponent, withStyle } from './defaults';
import { knownPlayer, playerName } from './playerName';

describe("a player's whole name", () => {
  it('says the level and the style', () => {
    expect(partsOf('champion-1:master/closer')).toEqual({ kind: 'master', style: 'closer' });
    expect(partsOf('champion-1:novice')).toEqual({ kind: 'novice', style: '' });
    expect(partsOf('champion-1')).toEqual({ kind: 'champion', style: '' });
    expect(partsOf('greedy-12')).toEqual({ kind: 'greedy', style: '' });
  });

  it('takes a style', () => {
    expect(withStyle('champion-1:novice', 'closer')).toBe('champion-1:novice/closer');
    expect(withStyle('champion-1', 'closer')).toBe('champion-1:champion/closer');
    expect(withStyle('champion-1', '')).toBe('champion-1');
  });
});

describe('whom "Play" means', () => {
  const levels = ['champion-1:novice', 'champion-1:beginner', 'champion-1:trader', 'champion-1:expert', 'champion-1'];
  const players = levels.map((id, n) => ({ id, level: n + 1 }));

  it('is the last one chosen, style and all', () => {
    for (const last of ['champion-1:novice', 'champion-1:expert/closer', 'champion-1', 'champion-1:champion/closer'])
      expect(usualOpponent({ players }, last)).toBe(last);
  });

  it('is the middle of what there is, for whoever chose nobody yet, or somebody who is not here', () => {
    expect(usualOpponent({ players }, '')).toBe('champion-1:trader');
    expect(usualOpponent({ players: players.slice(0, 2) }, 'lookout-1')).toBe('champion-1:novice');
    expect(usualOpponent({ players: [...players].reverse() }, '')).toBe('champion-1:trader');
    expect(usualOpponent({ players: [] }, '')).toBe(null);
  });
});

describe('programs of the server\'s keeper', () => {
  const players = [
    { id: 'champion-1:novice', level: 1 },
    { id: 'champion-1:trader', level: 2 },
    { id: 'champion-1', level: 3 },
    { id: 'bot:mine', level: 4 },
    { id: 'bot:master', level: 5 },
  ];

  it('are played with their own name and no style', () => {
    expect(withStyle('bot:mine', 'closer')).toBe('bot:mine');
    expect(playerName('bot:mine')).toBe('mine');
    expect(playerName('bot:master')).toBe('master');
    expect(knownPlayer('bot:mine')).toBe(true);
  });

  it('are what "Play" means only when somebody has chosen one', () => {
    expect(usualOpponent({ players }, '')).toBe('champion-1:trader');
    expect(usualOpponent({ players }, 'bot:mine')).toBe('bot:mine');
  });
});
