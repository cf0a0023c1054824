import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Good } from '../rules/card';
import { checks } from './checks';
import { noTokens, ofTotal, type Count } from './count';
import { readEntry, type Entry } from './entry';
import { toBgStats, toBgStatsLink, toCsv } from './export';
import { fromText, toText } from './file';
import { Ledger } from './ledger';
import { RULESETS, type RulesetName } from './numbers';
import { settle, type RoundEntry } from './settle';
import { sha256 } from './sha256';
import { statistics } from './statistics';
import { tally, tallyMatch, type MatchTally } from './tally';

/** What the ledger is held to, together with Python's (conformance/README.md); without the files these tests fail. */
const read = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../../../conformance/${name}.json`, import.meta.url), 'utf8')) as T;

type Short = [string, number, Entry['what'], string | null, unknown, string[]];
interface RoundCase {
  id: string; ruleset?: RulesetName; round: string; totals: number[]; winner: string | null;
  decided_by: string | null; needs: string | null; doubts: unknown[];
}
interface ExportCase { id: string; entries: unknown[][]; csv: string; plays: unknown[]; players: unknown[] }
interface LedgerFile { rounds: RoundCase[]; ledgers: { id: string; entries: Short[]; standing: unknown }[]; exports: ExportCase[] }
const file = read<LedgerFile>('ledger');
const many = read<{ count: number; rounds: [string, string][]; ledgers: [Short[], string][] }>('ledger-many');

function count(text: string): Count {
  if (/^\d/.test(text)) {
    const [total, bonus = null, goods = null] = text.split('/').map(Number);
    return ofTotal(total!, bonus, goods);
  }
  const found = noTokens() as { tokens: Record<Good, number[]>; bonuses: number[]; camel: boolean };
  const [goods, ...bonuses] = text.replace(/K$/, '').split('+');
  for (const pile of goods!.split('.')) if (pile && pile !== '-') found.tokens[pile[0] as Good] = [...pile.slice(1)].map(Number);
  found.bonuses = bonuses.map(Number);
  found.camel = text.endsWith('K');
  return found;
}

function round(text: string): RoundEntry {
  const [a, b, ...more] = text.split(' ');
  const first = more.find((word) => word.startsWith('first='))?.slice(6);
  const seconds = more.find((word) => /^\d+s$/.test(word))?.slice(0, -1);
  return {
    a: count(a!),
    b: count(b!),
    ending: (more.find((word) => word.endsWith('out') || word.endsWith('empty')) as RoundEntry['ending']) ?? null,
    first: (first as RoundEntry['first']) ?? null,
    seconds: seconds ? Number(seconds) : null,
  };
}

function entry([id, n, what, name, value, replaces]: Short): Entry {
  if (what === 'match') {
    const [seals, first, full_tie] = (value as string).split(' ');
    value = { names: ['Anna', 'Bo'], seals: Number(seals), first, drawn: false, full_tie, ruleset: 'standard' };
  } else if (what === 'round' && value !== null) value = round(value as string);
  const stamped = { at: '2026-11-30T18:00:00.000Z', zone: 'Europe/Budapest', day: '2026-11-30' };
  return readEntry({ id, match: 'm0000001', n, ...stamped, what, round: name, value, replaces, undoes: null });
}

function standing(told: MatchTally | null) {
  return told && {
    seals_to_win: told.sealsToWin,
    rounds: told.rounds.map((each) => ({
      round: each.id, starter: each.starter, totals: each.settled.totals, winner: each.settled.winner,
      decided_by: each.settled.decidedBy, needs: each.settled.needs, seal: each.seal, seals: each.seals,
      surplus: each.surplus, conflict: each.conflict.length, doubts: each.doubts,
    })),
    seals: told.seals, next_starter: told.nextStarter, over: told.over, finished_early: told.finishedEarly,
    winner: told.winner, conflict: told.conflict,
  };
}

function outcome(told: MatchTally | null): string {
  if (!told) return 'none';
  const rounds = told.rounds.map((each) => {
    const { totals, winner, decidedBy, needs } = each.settled;
    const marks = (each.surplus ? '!' : '') + '?'.repeat(each.conflict.length);
    const why = decidedBy ?? `needs_${needs}`;
    const names = each.doubts.map((doubt) => doubt.name).join(',');
    return `${each.starter} ${totals.join(':')} ${winner ?? '-'} ${why} ${each.seal ?? '-'} ${each.seals.join('-')}${marks} ${names}`.trimEnd();
  });
  const ended = told.finishedEarly ? 'early' : told.over ? 'over' : `next ${told.nextStarter ?? '-'}`;
  return [...rounds, `${told.seals.join('-')} ${ended} ${told.winner ?? '-'}${told.conflict ? ' conflict' : ''}`].join('; ');
}

it.each(file.rounds)('$id: a round adds up', (given) => {
  const numbers = RULESETS[given.ruleset ?? 'standard'];
  const found = settle(round(given.round), numbers);
  expect({ ...found, doubts: checks(round(given.round), numbers) }).toEqual({
    totals: given.totals, winner: given.winner, decidedBy: given.decided_by, needs: given.needs, doubts: given.doubts,
  });
});

it.each(file.ledgers)('$id: a ledger adds up, in any order', (given) => {
  const entries = given.entries.map(entry);
  for (const ledger of [new Ledger(entries), new Ledger([...entries].reverse()).merge(entries)])
    expect(standing(tallyMatch(ledger, 'm0000001'))).toEqual(given.standing);
});

it.each(file.exports)('$id: other programs are told', (given) => {
  const entries = given.entries.map(([id, match, n, at, day, what, name, value]) =>
    readEntry({
      id, match, n, at, zone: 'Europe/Budapest', day, what, round: name,
      value: what === 'round' ? round(value as string) : value, replaces: [], undoes: null,
    }),
  );
  const matches = tally(new Ledger(entries));
  expect(toCsv(matches)).toBe(given.csv);
  expect(matches.map(toBgStats)).toEqual(given.plays);
  expect(statistics(matches).players).toEqual(given.players);
  const data = new URL(toBgStatsLink(matches[0]!)).searchParams.get('data');
  expect(JSON.parse(data!)).toEqual(given.plays[0]);
  expect(fromText(toText(entries)).all()).toEqual(new Ledger(entries).all());
});

it('agrees in every one of the thousands of cases', { timeout: 120_000 }, () => {
  let done = 0;
  for (const [text, expected] of many.rounds) {
    const { totals, winner, decidedBy, needs } = settle(round(text), RULESETS.standard);
    const names = checks(round(text), RULESETS.standard).map((doubt) => doubt.name).join(',');
    const told = `${totals.join(':')} ${winner ?? '-'} ${decidedBy ?? `needs_${needs}`} ${names}`.trimEnd();
    if (told !== expected) expect([text, told]).toEqual([text, expected]);
    done += 1;
  }
  for (const [entries, expected] of many.ledgers) {
    const told = outcome(tallyMatch(new Ledger(entries.map(entry)), 'm0000001'));
    if (told !== expected) expect([entries, told]).toEqual([entries, expected]);
    done += 1;
  }
  expect(done).toBe(many.count);
  expect(done).toBeGreaterThanOrEqual(2000);
});

it('has the checksum that others have', () => {
  expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(sha256('ő'.repeat(1000))).toBe('23dbe492308a41c6c10d669885ce74fca698ea7c226172dc6a7429989e5b42ac');
});
