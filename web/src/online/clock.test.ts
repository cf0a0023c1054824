import { describe, expect, it } from 'vitest';
import type { Clock } from '../api/types';
import { clockFace, leftNow, longTime, nextTick } from './clock';

const clock: Clock = { kind: 'match', seconds: 600, increment: 5, left: { a: 90_000, b: 1_500 }, running: 'b' };

describe('a clock', () => {
  it('goes down for the seat whose clock runs, from the moment the figure came, and never below nothing', () => {
    expect(leftNow(clock, 'b', 400)).toBe(1_100);
    expect(leftNow(clock, 'b', 99_000)).toBe(0);
    expect(leftNow(clock, 'a', 99_000)).toBe(90_000);
    expect(leftNow(clock, 'b', -50)).toBe(1_500);
  });

  it('shows minutes and seconds, hours when there are any, tenths at the end', () => {
    expect(['600000', '59999', '3723000', '9990', '40', '0'].map((ms) => clockFace(Number(ms)))).toEqual([
      '10:00', '1:00', '1:02:03', '0:09.9', '0:00.0', '0:00',
    ]);
  });

  it('says long times in their largest unit and never too much', () => {
    const day = 86_400_000;
    expect(longTime(3 * day)).toEqual({ unit: 'days', count: 3 });
    expect(longTime(2 * day - 1)).toEqual({ unit: 'hours', count: 47 });
    expect(longTime(2 * 3_600_000)).toEqual({ unit: 'hours', count: 2 });
    expect(longTime(2 * 3_600_000 - 1)).toEqual({ unit: 'minutes', count: 119 });
  });

  it('ticks when the face changes: every second, at the end every tenth', () => {
    expect(nextTick(61_300)).toBeGreaterThanOrEqual(300);
    expect(nextTick(61_300)).toBeLessThan(400);
    expect(nextTick(5_000)).toBe(100);
  });
});
