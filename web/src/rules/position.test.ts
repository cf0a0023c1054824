import { describe, expect, it } from 'vitest';
import mined from '../../../src/saudagar/analysis/puzzles.json';
import middle from '../fixtures/middle.json';
import { letters } from './bundle';
import { readPosition, standing, viewerOf } from './position';

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
    expect(letters(standing(position, 'a', middle.ruleset).hand)).toBe('CCPL');
    expect(position.turn).toBeNull();
  });

  it('tells whose view it is, and what is still owed', () => {
    const drawn = readPosition('CKKKK ?32 CCP|?? 0|0 0.0.0.0.0.3 ?6/?6/?5 0x0|9x3 b x2 /3 @a');
    expect([drawn.exchanges, drawn.due, viewerOf(drawn)]).toEqual([2, 3, 'a']);
    expect(standing(drawn, 'a', middle.ruleset).owed).toBe(true);
    const line = (hands: string) => readPosition(`CKKKK ?32 ${hands} 0|0 0.0.0.0.0.0 ?7/?6/?5 0x0|0x0 a`);
    expect(['C.L|C.??', '???|CC', '??|??'].map((hands) => viewerOf(line(hands)))).toEqual(['a', 'b', '*']);
    expect(() => readPosition('CKKKK ?32 C|? 0|0 0.0.0.0.0.0 -/-/- 0x0|0x0 a @c')).toThrow();
  });

  it('sees by purses whose eyes a line is where both hands are known', () => {
    const line = (purses: string) => viewerOf(readPosition(`CKKKK ?32 CC.|PL. 1|1 0.0.0.0.0.3 ?6/?6/?5 ${purses} b`));
    expect(['9x3+2|0x0', '9x3+?3|0x0', '9x3+?3|4x3+1', '9x3+2|4x3+?3', '9x3+?3|4x3+?3', '0x0|0x0'].map(line)).toEqual(['a', '*', 'b', 'a', '*', '*']);
  });

  it('knows the seat of every puzzle, which is to act', () => {
    for (const { line } of mined.puzzles) expect(viewerOf(readPosition(line)), line).toBe(readPosition(line).turn);
  });

  it('sees the end in the piles and in the market', () => {
    const turn = (line: string) => standing(readPosition(line), 'a', middle.ruleset).turn;
    expect(turn('PLKKK ?30 ?|?? 0|0 5.5.0.7.0.0 ?7/?6/?5 0x0|73x17 a')).toBeNull();
    expect(turn('PLKKK ?30 ?|?? 0|0 5.5.0.6.0.0 ?7/?6/?5 0x0|73x17 a')).toBe('a');
    expect(turn('PLKK - -|- 0|0 0.0.0.0.0.0 -/-/- 0x0|0x0 b')).toBeNull();
  });

  it.each(['', 'CKKKK ?32 C 2|2 0.0.0.0.0.0 -/-/- 0x0|0x0 a', 'X ?1 -|- 0|0 0.0.0.0.0.0 - 0x0|0x0 a'])(
    'refuses %j',
    (line) => {
      expect(() => readPosition(line)).toThrow();
    },
  );
});
