import { expect, test } from 'vitest';
import type { MatchSummary } from '../api/types';
import { waiting } from './waiting';

const DAY = 86_400_000;
const match = (id: string, told: Partial<MatchSummary>) => ({ id, online: true, yours: true, left: null, updated: 0, ...told }) as MatchSummary;

test('whoever has least time left comes first, then who has waited longest without a clock', () => {
  const matches = [
    match('no clock, new', { updated: 50 }),
    match('three days', { left: 3 * DAY, updated: 1 }),
    match('theirs', { yours: false, left: 5 }),
    match('no clock, old', { updated: 20 }),
    match('an hour', { left: DAY / 24, updated: 90 }),
    match('on this device', { online: false }),
    match('time is over', { left: 0, updated: 99 }),
  ];
  expect(waiting(matches).map(({ id }) => id)).toEqual(['time is over', 'an hour', 'three days', 'no clock, old', 'no clock, new']);
  expect(matches[0]!.id).toBe('no clock, new');
});
