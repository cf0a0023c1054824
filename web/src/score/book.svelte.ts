import { onTop, without, type Draft } from './draft';
import type { Entry, EntryValue, MatchEntry, What } from './entry';
import { fromText, toText } from './file';
import { Ledger } from './ledger';
import { mark, marked, readMirror, writeMirror } from './mirror';
import type { RoundEntry } from './settle';
import { Store, StoreTrouble, troubleOf, type DraftsLeft } from './store';
import { tally, tallyMatch, type MatchTally } from './tally';

export type Trouble = StoreTrouble['kind'] | 'wiped';
export type Saved = 'saved' | 'saving' | 'unsaved';

/** Milliseconds until a store that another tab blocks is asked for again. */
const AGAIN = 1500;

interface Told {
  readonly entries?: readonly Entry[];
  readonly draft?: Draft;
  readonly dropped?: string;
  readonly removed?: readonly string[];
}

/** Everything that was ever written down on this device, and the ways to write more. */
class Book {
  ledger = $state.raw(new Ledger());
  drafts = $state.raw<Readonly<Record<string, Draft>>>({});
  ready = $state(false);
  trouble = $state<Trouble | null>(null);
  saved = $state<Saved>('saved');
  /** The ids that the last import brought, while it can be taken back. */
  imported = $state.raw<readonly string[]>([]);
  readonly matches: readonly MatchTally[] = $derived(tally(this.ledger));

  private store: Store | null = null;
  private channel: BroadcastChannel | null = null;
  /** What is in memory and mirror but not in the store yet: it is tried again with every write. */
  private waiting: Entry[] = [];
  private pending = 0;
  private queue: Promise<void> = Promise.resolve();

  async open(): Promise<void> {
    const mirror = readMirror();
    try {
      this.store = await Store.open(() => this.closed());
      const { entries, drafts } = await this.store.load();
      const known = new Set(entries.map((entry) => entry.id));
      this.waiting = mirror.entries.filter((entry) => !known.has(entry.id));
      this.ledger = new Ledger([...entries, ...this.waiting]);
      this.drafts = Object.fromEntries(drafts.map((draft) => [draft.match, draft]));
      const lost = entries.length === 0 && marked() > 0;
      if (this.waiting.length) await this.persist();
      this.imported = ((await this.store.recall('import')) as string[] | undefined) ?? [];
      if (lost) this.trouble = 'wiped';
    } catch (error) {
      this.trouble = troubleOf(error).kind;
      this.waiting = [...mirror.entries];
      this.ledger = new Ledger(mirror.entries);
    }
    const { draft } = mirror;
    // The mirror is written first: after a kill it knows one tap more.
    if (draft && tallyMatch(this.ledger, draft.match)) this.drafts = { ...this.drafts, [draft.match]: draft };
    this.listen();
    this.ready = true;
    if (this.trouble === 'blocked') setTimeout(() => void this.again(), AGAIN);
  }

  match(id: string): MatchTally | null {
    return this.matches.find((match) => match.id === id) ?? null;
  }

  async start(value: MatchEntry): Promise<string> {
    const entry = this.ledger.start(value);
    await this.add([entry]);
    return entry.match;
  }

  async write(match: string, what: What, value: EntryValue, round?: string): Promise<void> {
    await this.add([this.ledger.write(match, what, value, round ? { round } : {})]);
  }

  /** Enters a round, new or corrected, and drops its draft. */
  async settle(draft: Draft, entry: RoundEntry, round: string): Promise<void> {
    await this.add([this.ledger.write(draft.match, 'round', entry, { round })], draft);
  }

  async undo(match: string): Promise<void> {
    await this.add([this.ledger.undo(match)]);
  }

  /** Saves what is being entered; in the mirror before this returns, in the store soon after. */
  keepDraft(changed: Draft): void {
    const draft = onTop(changed, this.drafts[changed.match]);
    this.drafts = { ...this.drafts, [draft.match]: draft };
    this.mirror(draft.match);
    this.tell({ draft });
    void this.later(async () => this.store?.keepDraft(draft));
  }

  dropDraft(match: string, round: string | null): void {
    const left = this.forgetDraft(match, round);
    this.mirror(match);
    this.tell(left ? { draft: left } : { dropped: match });
    void this.later(async () => (left ? this.store?.keepDraft(left) : this.store?.dropDraft(match)));
  }

  /** Takes a file over: what is new in it is added, what is known stays. LedgerError or FileRefused, nothing changed. */
  async import(text: string): Promise<number> {
    return this.take(fromText(text).all());
  }

  async take(entries: readonly Entry[]): Promise<number> {
    const merged = this.ledger.merge(entries);
    const fresh = merged.all().filter((entry) => !this.ledger.has(entry.id));
    if (fresh.length) {
      await this.add(fresh);
      this.imported = fresh.map((entry) => entry.id);
      await this.later(async () => this.store?.remember('import', [...this.imported]));
    }
    if (this.trouble === 'wiped') this.trouble = null;
    return fresh.length;
  }

  /** Takes the last import back; what was written since then on top of it stays where it can be understood. */
  async undoImport(): Promise<void> {
    const gone = new Set(this.imported);
    this.ledger = new Ledger(this.ledger.all().filter((entry) => !gone.has(entry.id)));
    this.waiting = this.waiting.filter((entry) => !gone.has(entry.id));
    this.mirror();
    this.tell({ removed: [...gone] });
    mark(this.ledger.size);
    this.imported = [];
    await this.later(async () => {
      await this.store?.remove([...gone]);
      await this.store?.remember('import', []);
    });
  }

  exported(match?: string): string {
    return toText(match ? this.ledger.of(match) : this.ledger.all());
  }

  /** Tries again to reach the store: another tab may have closed, or room may have been made. */
  async again(): Promise<void> {
    this.store?.close();
    this.store = null;
    try {
      this.store = await Store.open(() => this.closed());
      const { entries } = await this.store.load();
      const known = new Set(entries.map((entry) => entry.id));
      this.waiting = this.ledger.all().filter((entry) => !known.has(entry.id));
      this.ledger = this.ledger.merge(entries);
      // The store can be reached; whether there is room the write will tell.
      if (this.trouble !== 'full') this.trouble = null;
      await this.persist();
    } catch (error) {
      this.trouble = troubleOf(error).kind;
      if (this.trouble === 'blocked') setTimeout(() => void this.again(), AGAIN);
    }
  }

  /** The user has read that the storage was emptied. */
  understood(): void {
    mark(this.ledger.size);
    this.trouble = null;
  }

  private async add(entries: readonly Entry[], done?: Draft): Promise<void> {
    this.ledger = this.ledger.merge(entries);
    this.waiting.push(...entries);
    const left = done && this.forgetDraft(done.match, done.round);
    this.mirror(entries.at(-1)?.match);
    await this.persist(done && { match: done.match, left });
    mark(this.ledger.size);
    this.tell({ entries, ...(left ? { draft: left } : done ? { dropped: done.match } : {}) });
  }

  private async persist(drafts?: DraftsLeft): Promise<void> {
    await this.later(async () => {
      if (!this.store) throw new StoreTrouble(this.trouble === 'newer' ? 'newer' : 'closed');
      const batch = [...this.waiting];
      await this.store.add(batch, drafts);
      const done = new Set(batch.map((entry) => entry.id));
      this.waiting = this.waiting.filter((entry) => !done.has(entry.id));
    });
  }

  /** One write after the other; what fails is said, and kept in memory and mirror. */
  private later(go: () => Promise<unknown>): Promise<void> {
    this.pending += 1;
    this.saved = 'saving';
    this.queue = this.queue.then(go).then(
      () => {
        if (this.trouble === 'full') this.trouble = null;
      },
      (error: unknown) => {
        this.trouble = this.trouble ?? troubleOf(error).kind;
      },
    ).finally(() => {
      this.pending -= 1;
      if (!this.pending) this.saved = this.trouble && this.trouble !== 'wiped' ? 'unsaved' : 'saved';
    });
    return this.queue;
  }

  private mirror(match?: string): void {
    const running = match ?? this.matches[0]?.id;
    const entries = running ? this.ledger.of(running) : [];
    const waiting = this.waiting.filter((entry) => entry.match !== running);
    writeMirror([...entries, ...waiting], (running && this.drafts[running]) || null);
  }

  /** Drops a round's draft; returns what else is being entered for the match. */
  private forgetDraft(match: string, round: string | null): Draft | undefined {
    const { [match]: draft, ...rest } = this.drafts;
    const left = without(draft, round);
    this.drafts = left ? { ...rest, [match]: left } : rest;
    return left;
  }

  private closed(): void {
    this.store = null;
    this.trouble = 'newer';
    this.saved = 'unsaved';
  }

  private tell(told: Told): void {
    this.channel?.postMessage(JSON.stringify(told));
  }

  private listen(): void {
    if (!('BroadcastChannel' in globalThis)) return;
    this.channel = new BroadcastChannel('saudagar-score');
    this.channel.onmessage = ({ data }: MessageEvent<string>) => {
      const told = JSON.parse(data) as Told;
      if (told.entries) this.ledger = this.ledger.merge(told.entries);
      if (told.removed) this.ledger = new Ledger(this.ledger.all().filter((entry) => !told.removed!.includes(entry.id)));
      if (told.draft) this.drafts = { ...this.drafts, [told.draft.match]: told.draft };
      if (told.dropped) {
        const { [told.dropped]: _, ...rest } = this.drafts;
        this.drafts = rest;
      }
    };
  }
}

export const book = new Book();
