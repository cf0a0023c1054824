import { describe, expect, it } from 'vitest';
import { partsOf, withStyle } from './defaults';

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
