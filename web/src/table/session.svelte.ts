import { tick } from 'svelte';
import { firstState } from '../api/first';
import { api, sleep, sleepOrLine, type Order } from '../api/client';
import { Refusal, Unreachable } from '../api/failure';
import { otherSeat, type Hint, type Message, type State } from '../api/types';
import { markAssisted, markTakenBack } from './assisted';
import { flightTime, pause } from '../app/settings.svelte';
import { Fair } from '../online/deal/fair.svelte';
import { Line } from '../online/line';
import type { Seat } from '../rules/whyNot';
import { headline, publicly, seatName } from '../text/narration';
import { chosenSince, keepWhatLies, NO_CHOICE, type Choice } from './choice';
import { announce } from './cues';
import { fly, routeOf, snapshot } from './flight';
import { stateThen } from './past';
import { mayAskBack, mayTakeBack } from './takeback';
import { NOTHING_PLACED, settle, type Layout } from './layout';
import type { Notice, Sitting } from './sitting';

/** After so many milliseconds a move is sent without the tutor's word. */
const TUTOR_PATIENCE = 1000;

export type Failure = 'missing' | 'offline' | 'internal';

/** What may be shown while the device changes hands: nothing but this. */
export interface Handover {
  readonly seat: Seat;
  readonly names: Record<Seat, string>;
  readonly ply: number;
  readonly said: readonly Message[];
}

/** One match as this screen follows it: the server's state, where its cards lie, and what is chosen. */
export class Session implements Sitting {
  state = $state.raw<State | null>(null);
  layout = $state.raw<Layout>(NOTHING_PLACED);
  choice = $state.raw<Choice>(NO_CHOICE);
  fresh = $state.raw<ReadonlySet<string>>(new Set());
  handover = $state.raw<Handover | null>(null);
  notice = $state.raw<Notice | null>(null);
  failure = $state<Failure | null>(null);
  lineLost = $state(false);
  sending = $state(false);
  /** The round has ended but the last move is still being looked at. */
  lingering = $state(false);
  /** The rounds whose account this person has read: between two browsers each goes on in their own time. */
  readUpTo = $state(Infinity);
  /** When the State came, on the page's own clock: what a clock says is counted from here. */
  cameAt = $state(0);
  /** Only between two browsers: this one's part in the deal, and its checks. */
  readonly fair = new Fair((state) => void this.receive(state));

  /** How the table stood before the last move, to show that move once more. */
  private earlier = $state.raw<{ readonly state: State; readonly layout: Layout } | null>(null);
  /** The present, while the last move or an earlier moment is shown in its place. */
  private later = $state.raw<{ readonly state: State; readonly layout: Layout } | null>(null);
  /** The ply of the log that is looked at; null in the present. */
  at = $state<number | null>(null);

  private considered: { ply: number; action: string; told: Promise<Hint | null> } | null = null;
  private readonly closing = new AbortController();
  private ownMoveAt = 0;
  /** The choice whose command is on its way, until the table has moved: by its answer, or by what the line tells first. */
  private sent: Choice | null = null;
  /** Counts commands: the answer to one that the line has told of already says nothing of the next. */
  private commands = 0;
  private following = false;

  constructor(readonly id: string) {}

  close() {
    this.closing.abort();
    this.fair.close();
  }

  /** The State that is true now, whatever is shown. */
  get now(): State | null {
    return this.later?.state ?? this.state;
  }

  /** A spectator holds no seat. */
  get watching(): boolean {
    return this.state?.mine.length === 0;
  }

  /** The account of a round lies open, whatever the other does meanwhile. */
  get reading(): boolean {
    return Boolean(this.state?.online) && !this.lingering && this.state!.rounds.length > this.readUpTo;
  }

  get shared(): boolean {
    return (this.state?.mine.length ?? 0) > 1;
  }

  async open(): Promise<void> {
    this.failure = null;
    try {
      const state = await firstState(this.id);
      if (this.closing.signal.aborted) return;
      if (state.mine.length > 1 && state.phase === 'play' && state.view.turn) this.hide(state, state.view.turn);
      else await this.adopt(state);
      this.follow();
    } catch (error) {
      if (!this.closing.signal.aborted) this.failure = failureOf(error);
    }
  }

  /** Between two people at one device nothing private stays in memory or on the page. */
  private hide(state: State, seat: Seat) {
    this.handover = {
      seat,
      names: { a: seatName(state, 'a'), b: seatName(state, 'b') },
      ply: state.ply,
      said: headline(state.log.at(-1)).map(publicly),
    };
    this.state = null;
    this.earlier = null;
    this.later = null;
    this.at = null;
    this.layout = NOTHING_PLACED;
    this.choice = NO_CHOICE;
  }

  async takeOver(): Promise<void> {
    const asked = this.handover;
    if (!asked || this.sending) return;
    this.sending = true;
    try {
      const state = await api.state(this.id, asked.seat);
      // A late answer must not open a hand when the device is already going on to the other.
      if (this.handover !== asked) return;
      const turn = state.view.turn;
      if (state.phase === 'play' && turn && turn !== asked.seat) return this.hide(state, turn);
      this.handover = null;
      await this.adopt(state);
    } catch (error) {
      this.failure = failureOf(error);
    } finally {
      this.sending = false;
    }
  }

  /** Takes over a State that a command of another kind was answered with. */
  take(next: State): void {
    void this.receive(next);
  }

  private async adopt(next: State, cameAt = performance.now()): Promise<void> {
    // What changes but the table (somebody comes, speaks) lets an earlier moment be.
    if (this.at !== null && this.later && next.ply === this.later.state.ply && next.phase === this.later.state.phase) {
      if (next.step >= this.later.state.step) this.later = { ...this.later, state: next };
      return;
    }
    this.present();
    const last = this.state;
    if (last && last.audience === next.audience && last.step > next.step) return;
    this.cameAt = cameAt;
    const between = next.phase === 'round_over' || next.phase === 'match_over';
    if (!last) this.readUpTo = next.rounds.length - (between ? 1 : 0);
    void this.fair.look(next);
    // Before the first deal there is no table to lay.
    if (!next.view) {
      this.state = next;
      return;
    }
    // A table that was left and is opened again was not dealt anew; where nobody has acted yet the deal is seen.
    const before = last || !next.log.at(-1)?.seat ? snapshot() : null;
    const { view, ruleset, audience } = next;
    const sameRound = last?.view && last.match.round === next.match.round;
    const known = new Set(this.layout.market.map((placed) => placed?.id));
    const layout = settle(
      sameRound ? this.layout : NOTHING_PLACED, view.market, view.hands[audience].cards ?? '', ruleset.market_size,
    );
    const moved = last !== null && last.ply !== next.ply && last.audience === audience;
    if (moved) this.earlier = sameRound && next.log.at(-1)?.seat ? { state: last, layout: this.layout } : null;
    this.layout = layout;
    if (moved && this.sent) {
      this.choice = chosenSince(this.choice, this.sent);
      this.settled();
    }
    this.choice = keepWhatLies(this.choice, layout, view.herds[audience]);
    if (last?.ply !== next.ply) {
      this.fresh = new Set(sameRound ? layout.market.flatMap((p) => (p && !known.has(p.id) ? [p.id] : [])) : []);
    }
    this.state = next;
    if (last?.phase === 'play' && next.phase !== 'play' && !next.match.resigned && next.phase !== 'aborted') this.linger();
    if (last && last.match.round !== next.match.round) this.lingering = false;
    await tick();
    // The first table is measured when its first frame is laid out anyway.
    if (!last) requestAnimationFrame(() => this.state === next && fly(before, routeOf(next, layout)));
    else fly(before, routeOf(next, layout));
    if (moved) announce(last, next);
  }

  get canShowAgain(): boolean {
    return this.earlier !== null && this.at === null && this.state?.phase === 'play';
  }

  /** Lays the table as it was before the last move, and lets that move happen again. */
  async showAgain(): Promise<void> {
    const { earlier, state, layout } = this;
    if (!earlier || !state || this.later) return;
    this.later = { state, layout };
    this.state = earlier.state;
    this.layout = earlier.layout;
    await sleep(Math.max(500, pause() / 2), this.closing.signal);
    if (this.later?.state !== state) return;
    const before = snapshot();
    this.present();
    await tick();
    fly(before, routeOf(state, layout));
    announce(earlier.state, state);
  }

  /**
   * Shows the table after an earlier ply, as this seat saw it then, and how it came to be; nothing can be done there.
   * What happens meanwhile brings the present back.
   */
  async look(ply: number): Promise<void> {
    const { now } = this;
    if (!now || this.sending || ply === this.at) return;
    const { audience } = now;
    const seat = this.watching ? null : audience;
    const line = now.log.findIndex((entry) => entry.ply === ply);
    const before = now.log[line - 1]?.round === now.log[line]?.round ? now.log[line - 1]!.ply : null;
    try {
      const follows = before !== null && before === this.at;
      const [then, earlier] = await Promise.all([
        api.moment(this.id, seat, ply),
        before === null || follows || !flightTime() ? null : api.moment(this.id, seat, before),
      ]);
      // Meanwhile somebody may have moved, or the device may have changed hands.
      if (this.now?.ply !== now.ply || this.now.audience !== audience || this.closing.signal.aborted) return;
      this.later ??= { state: now, layout: this.layout };
      this.at = ply;
      this.choice = NO_CHOICE;
      this.fresh = new Set();
      const shown = stateThen(now, then);
      if (earlier) {
        this.lay({ ...shown, view: earlier.view }, false);
        await sleep(Math.max(300, pause() / 3), this.closing.signal);
        if (this.at !== ply) return;
      }
      const seen = earlier || follows ? snapshot() : null;
      const known = new Set(this.layout.market.map((placed) => placed?.id));
      this.lay(shown, true);
      if (!seen) return;
      this.fresh = new Set(this.layout.market.flatMap((p) => (p && !known.has(p.id) ? [p.id] : [])));
      await tick();
      fly(seen, routeOf(shown, this.layout));
    } catch (error) {
      this.lineLost = error instanceof Unreachable;
      this.notice = { kind: 'failed' };
    }
  }

  private lay(state: State, along: boolean): void {
    const { view, ruleset, audience } = state;
    this.layout = settle(along ? this.layout : NOTHING_PLACED, view.market, view.hands[audience].cards ?? '', ruleset.market_size);
    this.state = state;
  }

  present(): void {
    this.at = null;
    if (!this.later) return;
    this.state = this.later.state;
    this.layout = this.later.layout;
    this.later = null;
  }

  get canTakeBack(): boolean {
    return this.state !== null && (mayTakeBack(this.state) || mayAskBack(this.state));
  }

  /** Hints are for matches against the computer, on one's own turn. */
  get canHint(): boolean {
    const { state } = this;
    return Boolean(state && state.phase === 'play' && state.view.turn === state.audience && state.seats[otherSeat(state.audience)].player);
  }

  /** What the adviser would do now; null when there is no answer. The match is marked as played with hints. */
  async hint(): Promise<Hint | null> {
    const { state } = this;
    if (!state || !this.canHint) return null;
    try {
      const told = await api.hint(this.id, state.audience, state.ply);
      markAssisted(this.id);
      return this.state?.ply === state.ply ? told : null;
    } catch (error) {
      this.lineLost = error instanceof Unreachable;
      return null;
    }
  }

  /** The tutor: only against the computer, and never in the way of a move for long. */
  async doubt(action: string, mark: number): Promise<Hint | null> {
    const { state } = this;
    if (!state || !this.canHint || state.online) return null;
    this.consider(action);
    const told = await Promise.race([this.considered!.told, sleep(TUTOR_PATIENCE).then(() => null)]);
    const chosen = told?.chosen;
    if (!chosen || this.state?.ply !== state.ply) return null;
    return chosen.loss >= mark && chosen.loss > 2 * chosen.error ? told : null;
  }

  /** Asks about an action that was only chosen yet, so that the answer is there when it is to be sent. */
  consider(action: string): void {
    const { state } = this;
    if (!state || !this.canHint || state.online) return;
    const { ply, audience } = state;
    if (this.considered?.ply === ply && this.considered.action === action) return;
    markAssisted(this.id);
    this.considered = { ply, action, told: api.hint(this.id, audience, ply, action).catch(() => null) };
  }

  private linger() {
    const time = pause() * 1.5;
    if (!time) return;
    this.lingering = true;
    setTimeout(() => (this.lingering = false), time);
  }

  /** Waits for what others do: the answer comes when the table has moved, or after a while. */
  private async follow(): Promise<void> {
    if (this.following || this.shared || this.handover) return;
    this.following = true;
    const { signal } = this.closing;
    if (this.state?.online) return this.followLive(this.state, signal);
    let failures = 0;
    while (!signal.aborted && this.now && this.now.phase !== 'match_over') {
      const { ply, step, audience } = this.now;
      const asked = Date.now();
      try {
        // After a gap the first question is answered at once, so that the sign of it goes as soon as it may.
        const next = await api.state(this.id, audience, failures ? undefined : step, signal);
        const back = failures > 0;
        failures = 0;
        this.lineLost = false;
        if (next.ply > ply) await this.receive(next);
        else if (!back && Date.now() - asked < 1000) await sleep(1000, signal);
      } catch (error) {
        if (signal.aborted) break;
        // Asked too often is no reason to leave the table: wait, and ask again.
        if (error instanceof Refusal && error.status < 500 && error.status !== 429) {
          this.failure = failureOf(error);
          break;
        }
        failures += 1;
        // A short gap is nobody's business; after two seconds it is said.
        if (failures === 1) setTimeout(() => (this.lineLost = failures > 0 && !signal.aborted), 2000);
        await sleepOrLine(Math.min(4000, 250 * 2 ** failures), signal);
      }
    }
    this.following = false;
  }

  /** Between two browsers: over the best line there is, after the match too (a rematch may be offered). */
  private async followLive(state: State, signal: AbortSignal): Promise<void> {
    let quiet: ReturnType<typeof setTimeout> | undefined;
    const line = new Line(this.id, state.mine[0] ?? null, {
      state: (next) => void this.receive(next),
      heard: (alive) => {
        if (alive) {
          clearTimeout(quiet);
          quiet = undefined;
          this.lineLost = false;
        }
        // A short gap is nobody's business; after two seconds it is said.
        else quiet ??= setTimeout(() => (this.lineLost = !signal.aborted), 2000);
      },
      refused: (reason) => (this.failure = failureOf(reason)),
    });
    const fresh = () => line.fresh();
    const wake = () => !document.hidden && line.wake();
    addEventListener('online', fresh);
    document.addEventListener('visibilitychange', wake);
    await line.follow(state.step, signal);
    removeEventListener('online', fresh);
    document.removeEventListener('visibilitychange', wake);
    clearTimeout(quiet);
    this.following = false;
  }

  private async receive(next: State): Promise<void> {
    const cameAt = performance.now();
    const byOther = next.log.at(-1)?.seat === otherSeat(next.audience) && next.ply > (this.now?.ply ?? 0);
    const wait = byOther ? this.ownMoveAt + pause() - Date.now() : 0;
    if (wait > 0) await sleep(wait, this.closing.signal);
    if (!this.closing.signal.aborted) await this.adopt(next, cameAt);
  }

  /** What was sent has come to be, or was refused: the next may be sent, whenever the answer comes. */
  private settled() {
    this.sending = false;
    this.sent = null;
  }

  async command(order: Exclude<Order, 'rematch'>, action?: string): Promise<void> {
    this.present();
    const state = this.state;
    if (!state || this.sending) return;
    this.sending = true;
    this.notice = null;
    this.sent = this.choice;
    const number = (this.commands += 1);
    const latest = () => number === this.commands;
    try {
      const next = await api.command(this.id, order, state.audience, state.ply, action, () => (this.lineLost = true));
      this.lineLost = false;
      if (latest()) this.ownMoveAt = Date.now();
      if (order === 'takeback' && !next.online) markTakenBack(this.id);
      const turn = next.view.turn;
      const passes = next.mine.length > 1 && next.phase === 'play' && turn;
      if (passes && (turn !== next.audience || order === 'next-round')) this.hide(next, turn);
      else await this.adopt(next);
      this.follow();
    } catch (error) {
      if (!latest()) return;
      this.sent = null;
      await this.recover(error);
    } finally {
      if (latest()) this.settled();
    }
  }

  private async recover(error: unknown): Promise<void> {
    this.lineLost = error instanceof Unreachable;
    if (!(error instanceof Refusal)) this.notice = { kind: 'failed' };
    else if (error.code === 'stale' || error.code === 'over') this.notice = { kind: 'stale' };
    else this.notice = { kind: 'refused', reason: error.reason ?? error.message };
    if (!(error instanceof Refusal) || !error.state) return;
    const { mine, phase, view, audience } = error.state;
    // At a shared device another tab may have moved: then it is the other person's turn to look.
    if (mine.length > 1 && phase === 'play' && view?.turn && view.turn !== audience) this.hide(error.state, view.turn);
    else await this.adopt(error.state);
  }

  /** The id of the new match, or null when it could not be made, or the other has yet to agree. */
  async rematch(): Promise<string | null> {
    const state = this.state;
    if (!state || this.sending) return null;
    this.sending = true;
    try {
      const next = await api.command(this.id, 'rematch', state.audience, state.ply);
      if (next.id !== this.id) return next.id;
      await this.adopt(next);
      return next.rematch.id;
    } catch (error) {
      await this.recover(error);
      return null;
    } finally {
      this.sending = false;
    }
  }
}

export function failureOf(error: unknown): Failure {
  if (error instanceof Unreachable) return 'offline';
  if (error instanceof Refusal && (error.status === 404 || error.status === 403)) return 'missing';
  return 'internal';
}
