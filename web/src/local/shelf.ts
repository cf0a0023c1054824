import type { BySeat, MatchSummary, Phase } from '../api/types';
import type { Seat } from '../rules/whyNot';

/** The matches of this device, kept by the browser: their facts, and their append-only events. */

export interface KeptMatch {
  readonly id: string;
  readonly created: number;
  readonly ruleset: string;
  readonly seals: number;
  /** Who starts the first round. */
  readonly first: Seat;
  readonly names: BySeat<string>;
  readonly players: BySeat<string | null>;
  readonly standing: Standing;
  readonly rematch: string | null;
  /** The id that the match has on the server, once it was sent there. */
  readonly sent: string | null;
}

/** How a match stands after its last event, for lists. */
export interface Standing {
  readonly ply: number;
  readonly round: number;
  readonly phase: Phase;
  readonly sealsWon: BySeat<number>;
  readonly winner: Seat | null;
  readonly updated: number;
}

export interface KeptEvent {
  readonly match: string;
  readonly ply: number;
  readonly kind: 'deal' | 'act' | 'resign' | 'takeback';
  readonly seat: Seat | null;
  readonly cause: string | null;
  readonly chance: string | null;
  readonly at: number;
}

export type Trouble = 'full' | 'closed' | 'taken';

/** What the shelf could not do: no room is left, the browser keeps nothing here, or another tab was first. */
export class ShelfError extends Error {
  constructor(
    readonly trouble: Trouble,
    cause?: unknown,
  ) {
    super(`the device's storage: ${trouble}`, { cause });
    this.name = 'ShelfError';
  }
}

const NAME = 'saudagar';
let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((done, failed) => {
    if (!globalThis.indexedDB) return failed(new ShelfError('closed'));
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('matches', { keyPath: 'id' });
      request.result.createObjectStore('events', { keyPath: ['match', 'ply'] });
    };
    request.onerror = () => failed(new ShelfError('closed', request.error));
    request.onsuccess = () => {
      const db = request.result;
      // A later version of this program in another tab wants to change the shelf.
      db.onversionchange = () => (db.close(), (opened = null));
      db.onclose = () => (opened = null);
      done(db);
    };
  });
  opened.catch(() => (opened = null));
  return opened;
}

function troubleOf(error: DOMException | null): ShelfError {
  if (error?.name === 'QuotaExceededError') return new ShelfError('full', error);
  if (error?.name === 'ConstraintError') return new ShelfError('taken', error);
  return new ShelfError('closed', error);
}

/** One transaction: it has happened whole when the promise is kept, and not at all when it is broken. */
async function transact<T>(mode: IDBTransactionMode, work: (matches: IDBObjectStore, events: IDBObjectStore) => IDBRequest<T> | void): Promise<T> {
  const db = await open();
  return new Promise<T>((done, failed) => {
    let transaction: IDBTransaction;
    try {
      // What is answered has been written to the disk: as on the server.
      transaction = db.transaction(['matches', 'events'], mode, { durability: 'strict' });
    } catch (error) {
      opened = null;
      return failed(new ShelfError('closed', error));
    }
    let asked: IDBRequest<T> | void;
    transaction.oncomplete = () => done((asked ? asked.result : undefined) as T);
    transaction.onabort = () => failed(troubleOf(transaction.error));
    try {
      asked = work(transaction.objectStore('matches'), transaction.objectStore('events'));
    } catch (error) {
      failed(troubleOf(error as DOMException));
    }
  });
}

const whole = (id: string) => IDBKeyRange.bound([id, 0], [id, Infinity]);

export const shelf = {
  matches: () => transact<KeptMatch[]>('readonly', (matches) => matches.getAll() as IDBRequest<KeptMatch[]>),
  match: (id: string) => transact<KeptMatch | undefined>('readonly', (matches) => matches.get(id) as IDBRequest<KeptMatch | undefined>),
  events: (id: string) => transact<KeptEvent[]>('readonly', (_, events) => events.getAll(whole(id)) as IDBRequest<KeptEvent[]>),
  create: (match: KeptMatch, event: KeptEvent) =>
    transact<void>('readwrite', (matches, events) => void (matches.add(match), events.add(event))),
  /** Writes the next event; `taken` when another tab has written one of this ply before. */
  append: (match: KeptMatch, event: KeptEvent) =>
    transact<void>('readwrite', (matches, events) => void (events.add(event), matches.put(match))),
  /** Changes a match's facts without an event. */
  note: (match: KeptMatch) => transact<void>('readwrite', (matches) => void matches.put(match)),
  remove: (id: string) => transact<void>('readwrite', (matches, events) => void (matches.delete(id), events.delete(whole(id)))),
};

/** A match of this device as lists show it. */
export const summary = ({ id, names, players, seals, standing, sent }: KeptMatch): MatchSummary & { sent: string | null } => ({
  id,
  seats: { a: { name: names.a, player: players.a }, b: { name: names.b, player: players.b } },
  seals: standing.sealsWon,
  seals_to_win: seals,
  round: standing.round,
  phase: standing.phase,
  winner: standing.winner,
  updated: standing.updated,
  sent,
});
