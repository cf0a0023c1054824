import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { Draft } from './draft';
import type { Entry } from './entry';

interface Schema extends DBSchema {
  entries: { key: string; value: Entry };
  drafts: { key: string; value: Draft };
  meta: { key: string; value: unknown };
}

type Db = IDBPDatabase<Schema>;

/** What each version of the stored form added; an upgrade runs those it lacks, in one transaction. */
const MIGRATIONS: ((db: Db) => void)[] = [
  (db) => void db.createObjectStore('entries', { keyPath: 'id' }),
  (db) => void db.createObjectStore('drafts', { keyPath: 'match' }),
  (db) => void db.createObjectStore('meta'),
];
export const VERSION = MIGRATIONS.length;
export const DATABASE = 'saudagar-score';
/** Milliseconds after which a tab that blocks the upgrade is told of. */
export const PATIENCE = 3000;

/** What is still being entered for a match when one of its drafts is done with. */
export interface DraftsLeft {
  readonly match: string;
  readonly left: Draft | undefined;
}

/** Why the store cannot be used; `kind` names a text. */
export class StoreTrouble extends Error {
  constructor(
    readonly kind: 'blocked' | 'newer' | 'forbidden' | 'full' | 'closed',
    cause?: unknown,
  ) {
    super(kind, { cause });
  }
}

/** Turns what a browser throws into a kind of trouble we have words for. */
export function troubleOf(error: unknown): StoreTrouble {
  if (error instanceof StoreTrouble) return error;
  const name = error instanceof DOMException || error instanceof Error ? error.name : '';
  if (name === 'QuotaExceededError') return new StoreTrouble('full', error);
  if (name === 'VersionError') return new StoreTrouble('newer', error);
  if (name === 'InvalidStateError' || name === 'AbortError') return new StoreTrouble('closed', error);
  return new StoreTrouble('forbidden', error);
}

/** The ledger in the browser: an append-only log of entries, drafts by match, and what is known of the last import. */
export class Store {
  private constructor(private readonly db: Db) {}

  /** Opens it. `onclosed` is called when a newer page wants to upgrade it and this one had to let go. */
  static async open(onclosed: () => void, version = VERSION): Promise<Store> {
    let patience: ReturnType<typeof setTimeout> | undefined;
    try {
      const opening = openDB<Schema>(DATABASE, version, {
        upgrade: (db, old) => MIGRATIONS.slice(old, version).forEach((step) => step(db)),
        blocking: (_old, _new, event) => {
          (event.target as IDBDatabase).close();
          onclosed();
        },
        terminated: onclosed,
      });
      let late = false;
      const tooLong = new Promise<never>((_, refuse) => {
        patience = setTimeout(() => {
          late = true;
          refuse(new StoreTrouble('blocked'));
        }, PATIENCE);
      });
      // Whoever was told "blocked" tries again later; an opening that comes late must not stay and block others.
      opening.then((db) => late && db.close()).catch(() => undefined);
      return new Store(await Promise.race([opening, tooLong]));
    } catch (error) {
      throw troubleOf(error);
    } finally {
      clearTimeout(patience);
    }
  }

  async load(): Promise<{ entries: Entry[]; drafts: Draft[] }> {
    return { entries: await this.db.getAll('entries'), drafts: await this.db.getAll('drafts') };
  }

  /** Adds entries and drops the draft they came from: both or neither, on disk when it returns. */
  async add(entries: readonly Entry[], drafts?: DraftsLeft): Promise<void> {
    await this.write(['entries', 'drafts'], async (transaction) => {
      for (const entry of entries) await transaction.objectStore('entries').put(entry);
      if (drafts?.left) await transaction.objectStore('drafts').put(drafts.left);
      else if (drafts) await transaction.objectStore('drafts').delete(drafts.match);
    });
  }

  async remove(ids: readonly string[]): Promise<void> {
    await this.write(['entries'], async (transaction) => {
      for (const id of ids) await transaction.objectStore('entries').delete(id);
    });
  }

  async keepDraft(draft: Draft): Promise<void> {
    await this.write(['drafts'], async (transaction) => void (await transaction.objectStore('drafts').put(draft)));
  }

  async dropDraft(match: string): Promise<void> {
    await this.write(['drafts'], async (transaction) => transaction.objectStore('drafts').delete(match));
  }

  async remember(key: string, value: unknown): Promise<void> {
    await this.write(['meta'], async (transaction) => void (await transaction.objectStore('meta').put(value, key)));
  }

  async recall(key: string): Promise<unknown> {
    return this.db.get('meta', key);
  }

  close(): void {
    this.db.close();
  }

  private async write(
    names: ('entries' | 'drafts' | 'meta')[],
    go: (transaction: ReturnType<typeof this.begin>) => Promise<void>,
  ): Promise<void> {
    try {
      const transaction = this.begin(names);
      await Promise.all([go(transaction), transaction.done]);
    } catch (error) {
      throw troubleOf(error);
    }
  }

  private begin(names: ('entries' | 'drafts' | 'meta')[]) {
    return this.db.transaction(names, 'readwrite', { durability: 'strict' });
  }
}
