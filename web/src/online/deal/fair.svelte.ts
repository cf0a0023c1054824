import { checkLeaf, type Leaf } from '../../../verify/jd1.mjs';
import { Refusal } from '../../api/failure';
import type { State } from '../../api/types';
import type { Seat } from '../../rules/whyNot';
import { onlineApi } from '../api';
import { Alarm, forgetNumbers, holdToPromise, partOf, type Promised } from './part';
import { compare, expectedOf, rulesOf } from './places';
import { seenOf, type Seen } from './seen';
import { judge, type Verdict } from './verdict';

/** How many rounds can be proved by now: a round that was broken off too, once the match is over. */
export function roundsToProve({ rounds, phase, dealing }: State): number {
  return phase === 'match_over' && dealing?.phase === 'revealed' ? Math.max(rounds.length, dealing.round) : rounds.length;
}

/** The deal of a match as this browser takes part in it and checks it: see docs/fair-dealing.md. */
export class Fair {
  /** Cards and tokens of this round that are proved to be those of the deal. */
  agreeing = $state(0);
  /** Something is not as promised: this is said loudly, and stays. */
  alarm = $state<string | null>(null);
  /** The number of this seat was drawn elsewhere. */
  elsewhere = $state(false);
  verdicts = $state.raw<ReadonlyMap<number, Verdict>>(new Map());

  private newest: State | null = null;
  private busy = false;
  private failures = 0;
  private again: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  private root = '';
  private readonly leaves = new Map<number, Leaf>();
  private told = 0;
  private seen: Seen | null = null;
  private readonly seenBefore = new Map<number, Seen>();

  constructor(
    private readonly onstate: (state: State) => void,
    private readonly api: Pick<typeof onlineApi, 'deal' | 'proofs' | 'deals'> = onlineApi,
  ) {}

  /** Looks at each State of the match; while one is looked at, only the newest waits. */
  async look(state: State): Promise<void> {
    if (!state.online) return;
    this.newest = state;
    clearTimeout(this.again);
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.newest) {
        const next: State = this.newest;
        this.newest = null;
        await this.work(next);
      }
    } finally {
      this.busy = false;
    }
  }

  private async work(state: State): Promise<void> {
    const seat = state.mine.length === 1 ? state.mine[0]! : null;
    try {
      const promised = await holdToPromise(state);
      if (seat) await this.takePart(state, seat);
      if (promised && state.view) await this.checkSeen(state, promised, seat);
      for (let round = 1; round <= roundsToProve(state); round += 1) await this.checkRound(state, round, seat);
      this.failures = 0;
    } catch (error) {
      if (error instanceof Alarm) this.alarm = error.message;
      else this.later(state);
    }
  }

  /** The line failed, or the server was busy: the same again after a while, unless a newer State comes first. */
  private later(state: State) {
    clearTimeout(this.again);
    if (this.closed) return;
    this.failures += 1;
    this.again = setTimeout(() => void this.look(this.newest ?? state), Math.min(30_000, 1000 * 2 ** this.failures));
  }

  close() {
    this.closed = true;
    clearTimeout(this.again);
  }

  private async takePart(state: State, seat: Seat): Promise<void> {
    const step = await partOf(state, seat);
    this.elsewhere = step === 'elsewhere';
    if (step === null || step === 'elsewhere' || !state.dealing) return;
    const { round, attempt } = state.dealing;
    try {
      this.onstate(await this.api.deal(state.id, seat, round, attempt, step));
    } catch (error) {
      // Another tab or device was quicker, or this attempt is over: the State that comes along says how it stands.
      if (error instanceof Refusal && error.state) this.onstate(error.state);
      else throw error;
    }
  }

  /** Each card on the table must be the one that was fixed at its place when the root was published. */
  private async checkSeen(state: State, promised: Promised, seat: Seat | null): Promise<void> {
    const rules = rulesOf(state.ruleset.id);
    // Between two rounds the table still shows the last one, while the root may be the next one's.
    if (!rules || state.dealing?.round !== state.match.round) return;
    const seen = seenOf(state);
    if (!seen) throw new Alarm('the table and the log contradict each other');
    if (this.seen && this.seen.round !== seen.round) this.seenBefore.set(this.seen.round, this.seen);
    this.seen = seen;
    if (promised.root !== this.root) {
      this.root = promised.root;
      this.leaves.clear();
      this.told = 0;
    }
    const { root, things } = await this.api.proofs(state.id, seat, this.told);
    if (root !== promised.root) return;
    for (const { place, thing, salt, path, count } of things) {
      const leaf: Leaf = { place, thing, salt, path, count };
      if (!(await checkLeaf(leaf, root))) throw new Alarm(`the proof of the card or token at place ${place} is wrong`);
      this.leaves.set(place, leaf);
    }
    this.told += things.length;
    const { agreeing, wrong } = compare(expectedOf(seen, rules), this.leaves);
    const first = wrong[0];
    if (first) throw new Alarm(`at place ${first.places.join(', ')} lay ${first.proved}, shown was ${first.shown}`);
    this.agreeing = agreeing;
  }

  private async checkRound(state: State, round: number, seat: Seat | null): Promise<void> {
    if (this.verdicts.has(round)) return;
    const text = await this.api.deals(state.id);
    const seen = this.seen?.round === round ? this.seen : (this.seenBefore.get(round) ?? null);
    const verdict = await judge(state, round, text, seat, seen);
    if (verdict.kind === 'failed') this.alarm = verdict.problem;
    else forgetNumbers(state.id, round);
    this.verdicts = new Map(this.verdicts).set(round, verdict);
  }
}
