import { expect, it } from 'vitest';
import type { LogEntry, State } from '../api/types';
import middle from '../fixtures/middle.json';
import { mayTakeBack } from './takeback';

const entry = (seat: 'a' | 'b', ...keys: string[]): LogEntry => ({
  ply: 1, round: 1, seat, messages: keys.map((key) => ({ key, params: { seat } })),
});
const after = (...log: LogEntry[]) => mayTakeBack({ ...(middle as unknown as State), log });

it('allows what turned nothing up: exchanges and small sales of both', () => {
  expect(after(entry('a', 'event.exchanged'), entry('b', 'event.sold'))).toBe(true);
  expect(after(entry('a', 'event.sold', 'event.no_bonus'), entry('b', 'event.exchanged'))).toBe(true);
});

it('forbids everything after a card was laid or a bonus drawn, or when nothing of one\'s own is there', () => {
  expect(after(entry('a', 'event.took', 'event.laid'), entry('b', 'event.sold'))).toBe(false);
  expect(after(entry('a', 'event.sold'), entry('b', 'event.camels', 'event.laid'))).toBe(false);
  expect(after(entry('a', 'event.sold', 'event.bonus_value'), entry('b', 'event.sold'))).toBe(false);
  expect(after(entry('b', 'event.sold'))).toBe(false);
  expect(after(entry('b', 'event.sold'), entry('a', 'takeback.done'))).toBe(false);
});

it('is for matches against the computer', () => {
  const { seats, ...rest } = middle as unknown as State;
  const people = { ...rest, seats: { a: { ...seats.a, player: null }, b: { ...seats.b, player: null } } };
  expect(mayTakeBack({ ...people, log: [entry('a', 'event.sold'), entry('b', 'event.sold')] })).toBe(false);
});
