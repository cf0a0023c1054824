import { tick } from 'svelte';
import { sleep } from '../api/client';
import type { Hint, Message, Ruleset, State, View } from '../api/types';
import { pause } from '../app/settings.svelte';
import { keepWhatLies, NO_CHOICE, type Choice } from '../table/choice';
import { announce } from '../table/cues';
import { fly, routeOf, snapshot } from '../table/flight';
import { NOTHING_PLACED, settle, type Layout } from '../table/layout';
import type { Notice, Sitting } from '../table/sitting';
import type { Seat } from '../rules/whyNot';

export interface Step {
  readonly seat: Seat;
  readonly messages: Message[];
  readonly view: View;
}

export interface Lesson {
  readonly name: string;
  readonly tactic: boolean;
  readonly view: View;
  /** One entry per task: what is accepted, and what then happens. */
  readonly stages: readonly Readonly<Record<string, readonly Step[]>>[];
}

export interface Lessons {
  readonly ruleset: Ruleset;
  readonly lessons: readonly Lesson[];
}

export type Progress = 'asked' | 'other' | 'done';

/** A lesson on the real table: a position, tasks in it, and what happens after each by the rules. */
export class LessonSession implements Sitting {
  state: State;
  layout = $state.raw<Layout>(NOTHING_PLACED);
  choice = $state.raw<Choice>(NO_CHOICE);
  fresh = $state.raw<ReadonlySet<string>>(new Set());
  sending = $state(false);
  stage = $state(0);
  progress = $state<Progress>('asked');
  readonly notice: Notice | null = null;
  readonly lineLost = false;
  readonly shared = false;
  readonly canShowAgain = false;
  readonly canTakeBack = false;

  constructor(
    readonly lesson: Lesson,
    ruleset: Ruleset,
    names: Record<Seat, string>,
  ) {
    const state: State = {
      id: `lesson-${lesson.name}`,
      ply: 1,
      audience: 'a',
      mine: ['a'],
      phase: 'play',
      seats: { a: { name: names.a, player: null }, b: { name: names.b, player: 'lesson' } },
      ruleset,
      match: { seals_to_win: 2, seals: { a: 0, b: 0 }, round: 1, first: 'a', winner: null, resigned: null },
      view: lesson.view,
      log: [],
      rounds: [],
    };
    this.state = $state.raw(state);
    this.layout = settle(NOTHING_PLACED, state.view.market, state.view.hands.a.cards ?? '', ruleset.market_size);
  }

  private get ways() {
    return this.lesson.stages[this.stage];
  }

  get canHint(): boolean {
    return this.progress !== 'done' && this.state.view.turn === 'a';
  }

  hint(): Promise<Hint | null> {
    const action = Object.keys(this.ways ?? {})[0];
    return Promise.resolve(action ? { action, ranking: [], reasons: [{ key: 'tutorial.hint', params: {} }] } : null);
  }

  showAgain = () => Promise.resolve();
  present = () => undefined;

  async command(order: 'act' | 'next-round' | 'resign' | 'takeback', action?: string): Promise<void> {
    if (order !== 'act' || !action || this.sending) return;
    const steps = this.ways?.[action];
    if (!steps) {
      this.progress = 'other';
      return;
    }
    this.sending = true;
    this.choice = NO_CHOICE;
    for (const [i, step] of steps.entries()) {
      if (i) await sleep(pause() || 250);
      await this.adopt(step);
    }
    this.stage += 1;
    this.progress = this.stage < this.lesson.stages.length ? 'asked' : 'done';
    this.sending = false;
  }

  private async adopt({ seat, messages, view }: Step) {
    const last = this.state;
    const before = snapshot();
    const known = new Set(this.layout.market.map((placed) => placed?.id));
    this.layout = settle(this.layout, view.market, view.hands.a.cards ?? '', last.ruleset.market_size);
    this.choice = keepWhatLies(this.choice, this.layout, view.herds.a);
    this.fresh = new Set(this.layout.market.flatMap((placed) => (placed && !known.has(placed.id) ? [placed.id] : [])));
    const ply = last.ply + 1;
    this.state = { ...last, ply, view, log: [...last.log, { ply, round: 1, seat, messages }] };
    await tick();
    fly(before, routeOf(this.state, this.layout));
    announce(last, this.state);
  }
}
