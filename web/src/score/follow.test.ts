import { expect, it } from 'vitest';
import { follow } from './follow';
import { NoVerdict } from './referee';

const table = (...moves: string[]) => ({ seat: 'a', first: 'a', market: 'DGKKK', hand: 'CCPLK', camels: 1, moves }) as const;

it('knows what the server knows of a followed round', () => {
  // The same round as in tests/server/test_referee.py, worked out by hand.
  const told = follow(table('a +D/S', 'b +G/C', 'a +SC-LK'));
  expect(told.position).toBe('LKKKK ?38 DSC.CCP|G.???? 0|1 0.0.0.0.0.0 ?7/?6/?5 0x0|0x0 b x1');
  expect([told.to_act, told.known.b, told.herds]).toEqual(['b', 'G', { a: 0, b: 1 }]);
});

it('asks for what chance owes', () => {
  expect(follow(table('a +K')).owed).toEqual({ refill: 3 });
  expect(follow({ ...table('a -CCC'), hand: 'CCCLK' }).owed).toEqual({ bonus: 3 });
  const hidden = follow({ ...table('b -CCC/?', 'a +D/L'), first: 'b', camels: 0 });
  expect(hidden.position).toContain('11x3+?3');
  expect(hidden.to_act).toBe('b');
});

it('lists what is allowed, and says why not', () => {
  expect(follow(table()).legal).toContain('+DG-CP');
  expect(follow(table(), '+C').reason).toBe('TAKE_NOT_IN_MARKET');
  expect(() => follow(table('b +D/S'))).toThrow(NoVerdict);
  expect(() => follow(table('a +D/S', 'b -CCCCCC'))).toThrow(NoVerdict);
});
