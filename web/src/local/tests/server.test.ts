import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../api/failure';
import type { State } from '../../api/types';
import { worldOf } from '../../thinker/world';
import { choose } from '../../thinker/players';
import { seeded } from '../../thinker/random';
import { STANDARD } from '../../twin/rules';
import type { KeptEvent, KeptMatch, Trouble } from '../shelf';

/** A shelf in memory with the promises of the real one, and what may go wrong with it. The browser tests use the real one. */
const kept = vi.hoisted(() => ({
  matches: new Map<string, unknown>(),
  events: new Map<string, unknown[]>(),
  trouble: null as string | null,
  thoughts: 0,
}));

vi.mock('../shelf', () => {
  class ShelfError extends Error {
    constructor(readonly trouble: string) {
      super(trouble);
    }
  }
  const writing = () => {
    if (kept.trouble) throw new ShelfError(kept.trouble);
  };
  return {
    ShelfError,
    shelf: {
      matches: async () => [...kept.matches.values()],
      match: async (id: string) => kept.matches.get(id),
      events: async (id: string) => [...(kept.events.get(id) ?? [])],
      create: async (match: KeptMatch, event: KeptEvent) => {
        writing();
        kept.matches.set(match.id, match);
        kept.events.set(match.id, [event]);
      },
      append: async (match: KeptMatch, event: KeptEvent) => {
        writing();
        const events = kept.events.get(match.id) as KeptEvent[];
        if (events.some(({ ply }) => ply === event.ply)) throw new ShelfError('taken');
        events.push(event);
        kept.matches.set(match.id, match);
      },
      note: async (match: KeptMatch) => void kept.matches.set(match.id, match),
      remove: async (id: string) => void (kept.matches.delete(id), kept.events.delete(id)),
    },
    summary: (match: KeptMatch) => ({ id: match.id, updated: match.standing.updated, phase: match.standing.phase }),
  };
});

vi.mock('../thinking', () => ({
  think: async (player: string, line: string) => {
    kept.thoughts += 1;
    const below = seeded(kept.thoughts);
    return choose(player, worldOf(line, STANDARD, below), null, below);
  },
  advise: async () => ({ ranking: [{ action: '+K', chance: 0.5 }] }),
}));

vi.stubGlobal('navigator', {});
const { local } = await import('../server');

const wish = { opponent: null, names: { a: ' Anna\n', b: '' }, seals: 1, ruleset: 'standard', first: 'a' as const };
const against = { ...wish, opponent: 'greedy-1' };
const fail = (trouble: Trouble | null) => (kept.trouble = trouble);
const refused = async (promise: Promise<unknown>): Promise<Refusal> => {
  const error: unknown = await promise.then(() => null, (wrong: unknown) => wrong);
  expect(error).toBeInstanceOf(Refusal);
  return error as Refusal;
};

/** Sales first, then takes: a round ends soon. */
const hasty = ({ view }: State): string =>
  [...view.legal].sort((one, two) => (two[0] === '-' ? 100 + two.length : -two.length) - (one[0] === '-' ? 100 + one.length : -one.length))[0]!;

async function finish(state: State): Promise<State> {
  let now = state;
  while (now.phase !== 'match_over') {
    const seat = now.view.turn;
    if (now.phase === 'round_over') now = await local.command(now.id, 'next-round', now.audience, now.ply);
    else if (seat && now.mine.includes(seat)) {
      now = await local.state(now.id, seat);
      now = await local.command(now.id, 'act', seat, now.ply, hasty(now));
    } else now = await local.state(now.id, now.audience, now.ply);
  }
  return now;
}

beforeEach(() => fail(null));

describe('a match of this device', () => {
  it('is made, named as people wrote it, and listed', async () => {
    const state = await local.create(wish);
    expect(state.id).toMatch(/^device-[0-9a-f]{24}$/);
    expect(state.seats).toEqual({ a: { name: 'Anna', player: null }, b: { name: 'B', player: null } });
    expect([state.ply, state.mine, state.audience, state.match.first]).toEqual([1, ['a', 'b'], 'a', 'a']);
    expect((await local.matches()).map(({ id }) => id)).toContain(state.id);
  });

  it('shows a seat its own hand alone', async () => {
    const { id } = await local.create(wish);
    for (const seat of ['a', 'b'] as const) {
      const { view } = await local.state(id, seat);
      expect(view.hands[seat].cards).not.toBeNull();
      expect(view.hands[seat === 'a' ? 'b' : 'a'].cards).toBeNull();
    }
    const computer = await local.create(against);
    expect((await refused(local.state(computer.id, 'b'))).code).toBe('not_yours');
  });

  it('shows an earlier moment as a seat saw it then, across the end of a round', async () => {
    const first = await local.create({ ...wish, seals: 2 });
    const then: Record<'a' | 'b', State['view']>[] = [];
    const look = async () => ({ a: (await local.state(first.id, 'a')).view, b: (await local.state(first.id, 'b')).view });
    let now = first;
    for (;;) {
      then.push(await look());
      if (now.match.round === 2) break;
      const seat = now.view.turn ?? 'a';
      const { legal } = (await local.state(first.id, seat)).view;
      const wanted = legal.find((text) => text.startsWith('-')) ?? legal[0];
      now = await (now.phase === 'round_over' ? local.command(now.id, 'next-round', seat, now.ply) : local.command(now.id, 'act', seat, now.ply, wanted));
    }
    expect(then.length).toBeGreaterThan(10);
    for (const [i, views] of then.entries()) {
      for (const seat of ['a', 'b'] as const) {
        const { ply, view } = await local.moment(first.id, seat, i + 1);
        expect([ply, view]).toEqual([i + 1, { ...views[seat], turn: null, legal: [] }]);
        expect(view.hands[seat === 'a' ? 'b' : 'a'].cards).toBeNull();
      }
    }
    expect((await refused(local.moment(first.id, 'a', then.length + 1))).code).toBe('bad_request');
    expect((await refused(local.moment((await local.create(against)).id, 'b', 1))).code).toBe('not_yours');
  });

  it('is played to its end by two people, told, replayed and recorded', async () => {
    const state = await finish(await local.create(wish));
    expect(state.rounds.length).toBeGreaterThanOrEqual(1);
    const { moments, rounds } = await local.replay(state.id);
    expect(rounds).toEqual(state.rounds);
    expect(moments.length).toBeGreaterThan(10);
    expect(moments.at(-1)!.view.hands.a.cards).not.toBeNull();
    const { name, text } = await local.record(state.id);
    expect(name).toMatch(/^saudagar-\d{4}-\d\d-\d\d-[0-9a-f]{6}\.tgn$/);
    expect(text).toContain(`result = "${state.match.winner} `);
  });

  it('has a computer that answers every move once', async () => {
    const before = kept.thoughts;
    const state = await finish(await local.create(against));
    const acted = state.log.filter(({ seat }) => seat === 'b').length;
    expect(kept.thoughts - before).toBe(acted);
    expect((await local.hint(state.id, 'a', state.ply).catch((error: Refusal) => error.code))).toBe('stale');
  });

  it('has one rematch, which the other seat starts', async () => {
    const state = await local.create(wish);
    expect((await refused(local.command(state.id, 'rematch', 'a', state.ply))).code).toBe('over');
    const over = await local.command(state.id, 'resign', 'a', state.ply);
    expect([over.phase, over.match.winner, over.match.resigned]).toEqual(['match_over', 'b', 'a']);
    const one = await local.command(state.id, 'rematch', 'a', over.ply);
    const two = await local.command(state.id, 'rematch', 'b', over.ply);
    expect([one.id, one.match.first]).toEqual([two.id, 'b']);
  });

  it('is gone when it was removed', async () => {
    const { id } = await local.create(wish);
    await local.remove(id);
    expect((await refused(local.state(id, 'a'))).status).toBe(404);
  });
});

describe('what may go wrong', () => {
  it('an old ply, a move that is not allowed, a text that is none: the table stands, and the State is told', async () => {
    const state = await local.create(wish);
    const stale = await refused(local.command(state.id, 'act', 'a', 0, hasty(state)));
    expect([stale.code, stale.state?.ply]).toEqual(['stale', 1]);
    const illegal = await refused(local.command(state.id, 'act', 'b', 1, '+K'));
    expect([illegal.code, illegal.reason]).toEqual(['illegal_action', 'NOT_YOUR_TURN']);
    expect((await refused(local.command(state.id, 'act', 'a', 1, 'nonsense'))).code).toBe('bad_request');
    expect((await refused(local.command(state.id, 'next-round', 'a', 1))).code).toBe('over');
    expect((await local.state(state.id, 'a')).ply).toBe(1);
  });

  it('a full device: the move has not happened, and can be made again', async () => {
    const state = await local.create(wish);
    fail('full');
    const full = await refused(local.command(state.id, 'act', 'a', 1, hasty(state)));
    expect([full.status, full.reason]).toEqual([507, 'storage_full']);
    expect((await local.state(state.id, 'a')).ply).toBe(1);
    expect((await refused(local.create(wish))).reason).toBe('storage_full');
    fail(null);
    expect((await local.command(state.id, 'act', 'a', 1, hasty(state))).ply).toBe(2);
  });

  it('another tab that was first: what it did is told', async () => {
    const state = await local.create(wish);
    const action = hasty(state);
    const moved = await local.command(state.id, 'act', 'a', 1, action);
    // The shelf has an event more than this page knows of.
    const events = kept.events.get(state.id) as KeptEvent[];
    const seen = await local.state(state.id, 'b');
    events.push({ match: state.id, ply: 3, kind: 'resign', seat: 'b', cause: null, chance: null, at: 0 });
    const late = await refused(local.command(state.id, 'act', 'b', moved.ply, hasty(seen)));
    expect([late.code, late.state?.ply, late.state?.match.resigned]).toEqual(['stale', 3, 'b']);
  });

  it('a log that does not follow the rules is not shown', async () => {
    const { id } = await local.create({ ...wish, first: null });
    const broken = { ...(kept.matches.get(id) as KeptMatch), id: 'device-broken' };
    kept.matches.set('device-broken', broken);
    kept.events.set('device-broken', [{ match: 'device-broken', ply: 1, kind: 'act', seat: 'a', cause: '+K', chance: null, at: 0 }]);
    expect((await refused(local.state('device-broken', 'a'))).status).toBe(500);
  });

  it('takebacks are for matches against the computer', async () => {
    const state = await local.create(wish);
    expect((await refused(local.command(state.id, 'takeback', 'a', state.ply))).code).toBe('over');
  });
});

it('news arrive at once, to whoever waits for them', async () => {
  const state = await local.create(wish);
  const waiting = local.state(state.id, 'b', state.ply);
  await local.command(state.id, 'act', 'a', state.ply, hasty(state));
  expect((await waiting).ply).toBe(2);
  const given = new AbortController();
  const given_up = local.state(state.id, 'b', 2, given.signal);
  setTimeout(() => given.abort(), 10);
  await expect(given_up).rejects.toThrow();
});
