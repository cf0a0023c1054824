import { describe, expect, it } from 'vitest';
import { dayAfter, dayNumber, isDay, placeOf, today } from './day';
import { streak } from './streak';

describe('the days of the puzzles', () => {
  it('follow the clock of the device, over the ends of months and years', () => {
    expect(today(new Date(2026, 10, 30, 23, 59))).toBe('2026-11-30');
    expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01');
    expect(dayAfter('2028-03-01', -1)).toBe('2028-02-29');
    expect(dayNumber('2026-01-01')).toBe(0);
    expect(dayNumber('2026-11-30')).toBe(333);
    expect(isDay('2026-13-01')).toBe(false);
  });

  it('begin again after the last puzzle, and reach back before the first', () => {
    expect(placeOf('2026-01-01', 120)).toBe(0);
    expect(placeOf('2026-05-01', 120)).toBe(0);
    expect(placeOf('2025-12-31', 120)).toBe(119);
  });
});

describe('a streak', () => {
  it('counts days solved on their day, and waits for today', () => {
    const three = { '2026-11-27': 'solved', '2026-11-28': 'solved', '2026-11-29': 'solved' } as const;
    expect(streak(three, '2026-11-30')).toBe(3);
    expect(streak({ ...three, '2026-11-30': 'solved' }, '2026-11-30')).toBe(4);
    expect(streak({ ...three, '2026-11-30': 'shown' }, '2026-11-30')).toBe(0);
    expect(streak({ ...three, '2026-11-28': 'later' }, '2026-11-30')).toBe(1);
    expect(streak({}, '2026-11-30')).toBe(0);
  });
});
