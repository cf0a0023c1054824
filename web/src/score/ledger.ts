import { LedgerError } from './count';
import { readEntry, type Entry, type EntryValue, type MatchEntry, type What } from './entry';
import { canonical } from './canonical';

const SIGNS = '0123456789abcdefghijklmnopqrstuvwxyz';

/** A new id: 16 random signs, 82 bits; bytes that would favour some signs are drawn again. */
export function newId(): string {
  let id = '';
  while (id.length < 16)
    for (const byte of crypto.getRandomValues(new Uint8Array(24)))
      if (byte < 252 && id.length < 16) id += SIGNS[byte % 36];
  return id;
}

const two = (n: number) => String(n).padStart(2, '0');

/** The instant in UTC, and the zone and date that the clock on the wall shows now. */
export function stamp(now: Date): Pick<Entry, 'at' | 'zone' | 'day'> {
  const day = `${String(now.getFullYear()).padStart(4, '0')}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return { at: now.toISOString(), zone: Intl.DateTimeFormat().resolvedOptions().timeZone ?? '', day };
}

export const register = (entry: Pick<Entry, 'what' | 'round'>): string => `${entry.what} ${entry.round ?? ''}`;

const inOrder = (one: Entry, two_: Entry) => one.n - two_.n || (one.id < two_.id ? -1 : 1);

/** A set of immutable entries that only grows. Every way to write returns the entry to be added. */
export class Ledger {
  private readonly entries = new Map<string, Entry>();
  private readonly matches = new Map<string, Entry[]>();

  constructor(entries: Iterable<Entry> = []) {
    for (const entry of entries) {
      const known = this.entries.get(entry.id);
      if (!known) {
        this.entries.set(entry.id, entry);
        const same = this.matches.get(entry.match);
        if (same) same.push(entry);
        else this.matches.set(entry.match, [entry]);
      } else if (canonical(known) !== canonical(entry))
        throw new LedgerError(`two different entries call themselves ${entry.id}`);
    }
    for (const each of this.matches.values()) each.sort(inOrder);
  }

  get size(): number {
    return this.entries.size;
  }

  has(id: string): boolean {
    return this.entries.has(id);
  }

  all(): Entry[] {
    return this.ids().flatMap((match) => this.of(match));
  }

  ids(): string[] {
    return [...this.matches.keys()].sort();
  }

  /** The entries of a match in the order of writing. */
  of(match: string): readonly Entry[] {
    return this.matches.get(match) ?? [];
  }

  /** The union: in any order, any number of times, the same. */
  merge(more: Iterable<Entry>): Ledger {
    return new Ledger([...this.entries.values(), ...more]);
  }

  /** For each register of a match the entries that nothing replaces, the one that counts last. */
  heads(match: string): Map<string, Entry[]> {
    const entries = this.of(match);
    const replaced = new Set(entries.flatMap((entry) => entry.replaces.map((old) => `${register(entry)} ${old}`)));
    const found = new Map<string, Entry[]>();
    for (const entry of entries) {
      const key = register(entry);
      if (replaced.has(`${key} ${entry.id}`)) continue;
      const same = found.get(key);
      if (same) same.push(entry);
      else found.set(key, [entry]);
    }
    return found;
  }

  /** A new entry in place of what counted before. */
  write(match: string, what: What, value: EntryValue, more: { round?: string; undoes?: string; now?: Date } = {}): Entry {
    const round = more.round ?? null;
    const heads = this.heads(match).get(register({ what, round })) ?? [];
    const n = this.of(match).reduce((most, entry) => Math.max(most, entry.n), 0) + 1;
    const replaces = heads.map((entry) => entry.id);
    const told = { id: newId(), match, n, ...stamp(more.now ?? new Date()), what, round, value, replaces };
    return readEntry({ ...told, undoes: more.undoes ?? null });
  }

  start(value: MatchEntry, now?: Date): Entry {
    return this.write(newId(), 'match', value, now ? { now } : {});
  }

  /** The last entry of a match that may be taken back: neither taken back yet nor itself a taking back. */
  undoable(match: string): Entry | undefined {
    const undone = new Set(this.of(match).map((entry) => entry.undoes));
    return this.of(match).findLast((entry) => !entry.undoes && !undone.has(entry.id));
  }

  /** The entry that takes the last one back. */
  undo(match: string, now?: Date): Entry {
    const entry = this.undoable(match);
    if (!entry) throw new LedgerError('there is nothing to take back');
    const before = entry.replaces.map((old) => this.entries.get(old)).filter((old) => old !== undefined).sort(inOrder).at(-1);
    const more = { undoes: entry.id, ...(entry.round ? { round: entry.round } : {}), ...(now ? { now } : {}) };
    if (before) return this.write(match, entry.what, before.value, more);
    if (entry.what === 'match') return this.write(match, 'delete', true, more);
    return this.write(match, entry.what, entry.what === 'round' ? null : false, more);
  }
}
