import { describe, expect, it } from 'vitest';
import type { LogEntry, State } from '../api/types';
import middle from '../fixtures/middle.json';
import { mayAskBack, mayTakeBack } from './takeback';

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

describe('between two browsers', () => {
  const { seats, view, ...rest } = middle as unknown as State;
  const online = { ...rest, online: true, rated: false, mine: ['a'], audience: 'a', seats: { a: { ...seats.a, player: null }, b: { ...seats.b, player: null } }, view: { ...view, turn: 'b' } } as State;
  const ask = (more: Partial<State>, ...log: LogEntry[]) => mayAskBack({ ...online, log, ...more });

  it('the other is asked about a quiet move that they have not answered', () => {
    expect(ask({}, entry('a', 'event.exchanged'))).toBe(true);
    expect(ask({}, entry('b', 'event.took', 'event.laid'), entry('a', 'event.sold'))).toBe(true);
    expect(ask({ takeback: { asked: null, declined: false } }, entry('a', 'event.sold'))).toBe(true);
  });

  it('not about what turned something up or was answered, not twice, not in a rated match, not by who watches', () => {
    expect(ask({}, entry('a', 'event.took', 'event.laid'))).toBe(false);
    expect(ask({}, entry('a', 'event.sold', 'event.bonus_value'))).toBe(false);
    expect(ask({ view: { ...view, turn: 'a' } }, entry('a', 'event.sold'), entry('b', 'event.sold'))).toBe(false);
    expect(ask({}, entry('a', 'takeback.agreed'))).toBe(false);
    expect(ask({ takeback: { asked: 'a', declined: false } }, entry('a', 'event.sold'))).toBe(false);
    expect(ask({ takeback: { asked: null, declined: true } }, entry('a', 'event.sold'))).toBe(false);
    expect(ask({ rated: true }, entry('a', 'event.sold'))).toBe(false);
    expect(ask({ mine: [] }, entry('a', 'event.sold'))).toBe(false);
    expect(ask({ online: false }, entry('a', 'event.sold'))).toBe(false);
    expect(ask({ phase: 'round_over' }, entry('a', 'event.sold'))).toBe(false);
  });

  it('not of a program that plays over the network: there is nobody to answer', () => {
    const against = (name: string) => ({ seats: { ...online.seats, b: { name, player: null } } });
    expect(ask(against('Robo (bot)'), entry('a', 'event.sold'))).toBe(false);
    expect(ask(against('Robo'), entry('a', 'event.sold'))).toBe(true);
  });
});
