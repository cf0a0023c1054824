import { describe, expect, it } from 'vitest';
import { letters } from './bundle';
import { readPosition, standing } from './position';

describe('readPosition', () => {
  it('reads a line as one seat sees it', () => {
    const position = readPosition('CKKKK ?32 C|?? 2|3 2.2.3.1.1.2 ?6/?6/?5 27x6+2|31x5+?3 a x4');
    expect(letters(position.market)).toBe('CKKKK');
    expect(position.stock).toBeNull();
    expect(position.stockSize).toBe(32);
    expect(position.hands.b.unknown).toBe(2);
    expect(position.herds).toEqual({ a: 2, b: 3 });
    expect(position.sold).toEqual({ D: 2, G: 2, S: 3, C: 1, P: 1, L: 2 });
    expect(position.bonusesLeft).toEqual([6, 6, 5]);
    expect(position.purses.a).toEqual({ rupees: 27, tokens: 6, bonuses: [2], hiddenTiers: [] });
    expect(position.purses.b).toEqual({ rupees: 31, tokens: 5, bonuses: [], hiddenTiers: [3] });
    expect(position.turn).toBe('a');
    expect(position.exchanges).toBe(4);
  });

  it('reads the truth', () => {
    const position = readPosition('CKKKK DDDDGL C|PL 2|2 2.2.3.1.1.2 1.1.2/4.4/- 27x6|0x0 b');
    expect(position.stockSize).toBe(6);
    expect(position.bonusesLeft).toEqual([3, 2, 0]);
    expect(position.exchanges).toBe(0);
  });

  it('joins what is known of a hand with what only its owner knows', () => {
    const position = readPosition('- - CC.PL|- 0|0 0.0.0.0.0.0 -/-/- 0x0|0x0 -');
    expect(letters(standing(position, 'a').hand)).toBe('CCPL');
    expect(position.turn).toBeNull();
  });

  it.each(['', 'CKKKK ?32 C 2|2 0.0.0.0.0.0 -/-/- 0x0|0x0 a', 'X ?1 -|- 0|0 0.0.0.0.0.0 - 0x0|0x0 a'])(
    'refuses %j',
    (line) => {
      expect(() => readPosition(line)).toThrow();
    },
  );
});
