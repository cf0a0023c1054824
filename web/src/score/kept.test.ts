import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { readFileSync } from 'node:fs';
import { openDB } from 'idb';
import { afterEach, describe, expect, it } from 'vitest';
import { changeToken, elapsed, entryOf, newDraft, typeDigit } from './draft';
import { ofTotal } from './count';
import type { Entry } from './entry';
import { FileRefused, fromText, toText } from './file';
import { Ledger } from './ledger';
import { DATABASE, Store, VERSION } from './store';
import { tally } from './tally';

const MATCH = { names: ['Anna', 'Bő'] as const, seals: 2, first: 'a', drawn: false, full_tie: 'replay', ruleset: 'standard' } as const;

function played(rounds: readonly [number, number][] = [[68, 71], [70, 60]]): Ledger {
  let ledger = new Ledger();
  const begun = ledger.start(MATCH);
  ledger = ledger.merge([begun]);
  rounds.forEach(([a, b], i) => {
    const value = { a: ofTotal(a), b: ofTotal(b), ending: null, first: null, seconds: null };
    ledger = ledger.merge([ledger.write(begun.match, 'round', value, { round: `round000${i}` })]);
  });
  return ledger;
}

const wipe = () => void (globalThis.indexedDB = new IDBFactory());
afterEach(wipe);

/** A small random generator of our own, so that a failure names its seed. */
const chance = (seed: number) => () => ((seed = (seed * 1103515245 + 12345) & 0x7fffffff) >>> 8) / 0x800000;

describe('OFF-3', () => {
  const many = JSON.parse(readFileSync(new URL('../../../conformance/ledger-many.json', import.meta.url), 'utf8')) as {
    ledgers: [[string, number, Entry['what'], string | null, unknown, string[]][], string][];
  };

  it('merges any parts of any history in any order, any number of times, to the same', { timeout: 120_000 }, () => {
    many.ledgers.slice(0, 20).forEach(([entries], seed) => {
      const random = chance(seed + 1);
      const whole = new Ledger(
        entries
          .filter(([, , what]) => what !== 'round' && what !== 'match')
          .map(([id, n, what, , value, replaces]) => ({
            ...played().all()[0]!, id, n, what, round: null, value: value as boolean, replaces, undoes: null,
          }))
          .concat(played().all() as never[]),
      );
      const all = whole.all();
      let merged = new Ledger();
      for (let i = 0; i < 6; i++) {
        const part = all.filter(() => random() < 0.5).sort(() => random() - 0.5);
        merged = merged.merge(fromText(toText(part)).all());
      }
      merged = merged.merge(all).merge(all);
      expect(merged.all()).toEqual(all);
      expect(tally(merged)).toEqual(tally(whole));
    });
  });

  it('refuses two different entries with one id', () => {
    const ledger = played();
    expect(() => ledger.merge([{ ...ledger.all()[1]!, n: 9 }])).toThrow('two different entries');
  });
});

describe('OFF-4', () => {
  it('takes the data of every earlier version over', async () => {
    const entries = played().all();
    for (let version = 1; version < VERSION; version++) {
      const old = await Store.open(() => undefined, version);
      const db = await openDB(DATABASE, version);
      await db.put('entries', entries[0]);
      db.close();
      old.close();
      const store = await Store.open(() => undefined);
      expect((await store.load()).entries).toEqual([entries[0]]);
      await store.add(entries);
      expect((await store.load()).entries).toHaveLength(entries.length);
      store.close();
      wipe();
    }
  });

  it('survives an upgrade that is stopped half-way: the old version and its data stay', async () => {
    const entries = played().all();
    const old = await Store.open(() => undefined, 1);
    const db = await openDB(DATABASE, 1);
    for (const entry of entries) await db.put('entries', entry);
    db.close();
    old.close();
    const stopped = openDB(DATABASE, VERSION, {
      upgrade: (half, _old, _new, transaction) => {
        transaction.done.catch(() => undefined);
        half.createObjectStore('drafts', { keyPath: 'match' });
        throw new Error('the battery is empty');
      },
    });
    await expect(stopped).rejects.toThrow();
    const store = await Store.open(() => undefined);
    expect((await store.load()).entries).toHaveLength(entries.length);
    store.close();
  });
});

describe('OFF-5', () => {
  it('refuses a file with any byte changed, or finds the same in it', () => {
    const ledger = played();
    const bytes = new TextEncoder().encode(toText(ledger.all()));
    let refused = 0;
    for (let place = 0; place < bytes.length; place += 3) {
      const changed = bytes.slice();
      changed[place]! ^= 1 << (place % 7);
      try {
        expect(fromText(new TextDecoder().decode(changed)).all()).toEqual(ledger.all());
      } catch (error) {
        expect(error).toBeInstanceOf(FileRefused);
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan((bytes.length / 3) * 0.98);
  });
});

describe('OFF-6', () => {
  it('orders by number, not by clock, and keeps the day that was shown', () => {
    let ledger = new Ledger();
    const begun = ledger.start(MATCH, new Date(2026, 11, 31, 23, 59));
    ledger = ledger.merge([begun]);
    expect(begun.day).toBe('2026-12-31');
    [[2020, 50], [2031, 51], [2026, 52]].forEach(([year, a], i) => {
      const value = { a: ofTotal(a!), b: ofTotal(60), ending: null, first: null, seconds: null };
      const now = new Date(year!, 2, 29, 2, 30);
      ledger = ledger.merge([ledger.write(begun.match, 'round', value, { round: `round000${i}`, now })]);
    });
    const [match] = tally(ledger);
    expect(match!.rounds.map((round) => round.settled.totals[0])).toEqual([50, 51, 52]);
    expect(match!.day).toBe('2026-12-31');
  });

  it('counts no time where the clock went back or nobody was playing', () => {
    expect(elapsed(1_000_000, 1_600_000)).toBe(600);
    expect(elapsed(1_000_000, 900_000)).toBeNull();
    expect(elapsed(0, 24 * 3_600_000)).toBeNull();
    expect(elapsed(null, 5)).toBeNull();
  });
});

it('undoes entry by entry, also a correction', () => {
  let ledger = played();
  const match = ledger.ids()[0]!;
  const value = { a: ofTotal(80), b: ofTotal(71), ending: null, first: null, seconds: null };
  ledger = ledger.merge([ledger.write(match, 'round', value, { round: 'round0000' })]);
  expect(tally(ledger)[0]!.seals).toEqual([2, 0]);
  const seals = [];
  while (ledger.undoable(match)) {
    ledger = ledger.merge([ledger.undo(match)]);
    seals.push(tally(ledger)[0]?.seals ?? null);
  }
  expect(seals).toEqual([[1, 1], [0, 1], [0, 0], null]);
});

it('types digits and taps tokens as a thumb does', () => {
  let draft = newDraft('m0000001', null, 'totals', false);
  for (const digit of ['0', '7', '1', '2', '9', 'back']) draft = typeDigit(draft, digit);
  expect(draft.digits.count.a).toBe('71');
  expect(entryOf(draft, 0)).toBeNull();
  draft = changeToken({ ...draft, mode: 'tokens' }, 'a', 'D', 5, 1);
  draft = changeToken(draft, 'a', 'D', 7, 1);
  draft = changeToken(draft, 'a', 'D', 5, -1);
  draft = changeToken(draft, 'a', 'D', 5, -1);
  expect(draft.tokens.a.tokens.D).toEqual([7]);
});
