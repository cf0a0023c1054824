import { bundle } from '../rules/bundle';
import type { Card } from '../rules/card';
import { propose } from '../rules/propose';
import type { Reason } from '../rules/reason';
import { whyNot } from '../rules/whyNot';
import type { Hint, State } from '../api/types';
import { changeHerd, choiceOf, isEmpty, NO_CHOICE, Prospects, sidesOf, tapHand, tapMarket, type Choice } from './choice';
import type { Placed } from './layout';
import { saleOf } from './sale';
import { settings } from '../app/settings.svelte';
import type { Zone } from './drag';
import type { Sitting } from './sitting';
import { shake, speaker } from './sound';

export type Mood = 'plain' | 'partner' | 'receding';

/** What the choice so far means: the action it makes, why that is not allowed, and what could still join it. */
export class Play {
  constructor(
    private readonly session: Sitting,
    private readonly current: () => State,
  ) {}

  get state() {
    return this.current();
  }

  get layout() {
    return this.session.layout;
  }

  get choice() {
    return this.session.choice;
  }

  get canHint() {
    return this.session.canHint;
  }

  get fresh() {
    return this.session.fresh;
  }

  /** The action that waits for a second yes. */
  asked = $state<string | null>(null);
  /** What the adviser said of the choice that lies there. */
  advice = $state.raw<Hint | null>(null);
  advising = $state(false);
  /** What the tutor says against the action that is about to be sent; the person decides. */
  doubt = $state.raw<Hint | null>(null);
  /** The tutor looks at it. */
  weighing = $state(false);

  readonly sides = $derived.by(() => sidesOf(this.session.choice, this.session.layout));
  readonly prospects = $derived.by(() => new Prospects(this.current().view.legal));
  readonly chosen = $derived.by(() => !isEmpty(this.session.choice));
  readonly proposal = $derived.by(() => propose(this.sides.take, this.sides.give));
  readonly myTurn = $derived.by(() => {
    const { view, audience, mine } = this.current();
    return view.turn === audience && mine.includes(audience);
  });

  readonly reason = $derived.by((): Reason | null => {
    const { action, reason } = this.proposal;
    if (action === null) return reason;
    const { view, audience, ruleset } = this.current();
    const standing = {
      market: bundle(view.market),
      hand: bundle(view.hands[audience].cards ?? ''),
      herd: view.herds[audience],
      turn: view.turn,
      exchanges: view.exchanges,
    };
    return whyNot(action, standing, audience, ruleset);
  });

  /** The action the button will send: the server's list has the last word on what is allowed. */
  readonly ready = $derived.by(() => {
    const { action } = this.proposal;
    return action !== null && this.reason === null && this.current().view.legal.includes(action) ? action : null;
  });

  readonly sale = $derived.by(() => {
    const { view, ruleset } = this.current();
    return this.reason === null || this.reason === 'NOT_YOUR_TURN'
      ? saleOf(this.proposal.action, view, ruleset)
      : null;
  });

  private mood(chosen: boolean, possible: () => boolean): Mood {
    if (!this.chosen || chosen || !this.myTurn) return 'plain';
    return possible() ? 'partner' : 'receding';
  }

  marketMood(placed: Placed): Mood {
    const { take, give } = this.sides;
    return this.mood(this.choice.market.has(placed.id), () => this.prospects.canTake(take, give, placed.card));
  }

  handMood(placed: Placed): Mood {
    return this.mood(this.choice.hand.has(placed.id), () => this.canGive(placed.card));
  }

  canGive(card: Card): boolean {
    return this.prospects.canGive(this.sides.take, this.sides.give, card);
  }

  /** A spectator chooses nothing, and nobody chooses in the past. */
  private get mayChoose() {
    return this.state.mine.length > 0 && (this.session.at ?? null) === null;
  }

  tapMarket(placed: Placed) {
    if (this.mayChoose) this.choose(tapMarket(this.choice, this.layout, placed));
  }

  tapHand(placed: Placed) {
    if (this.mayChoose) this.choose(tapHand(this.choice, this.layout, placed));
  }

  herd(by: 1 | -1) {
    if (!this.mayChoose) return;
    const { view, audience } = this.state;
    this.choose(changeHerd(this.choice, this.layout, by, view.herds[audience]));
  }

  clear() {
    this.doubt = null;
    this.session.choice = NO_CHOICE;
    this.advice = null;
    this.asked = null;
  }

  /** Asks the adviser, lays its choice out, and keeps its reasons until something else is chosen. */
  async advise() {
    if (this.advising) return;
    this.advising = true;
    const hint = await this.session.hint();
    this.advising = false;
    if (hint) this.show(hint);
  }

  /** Lays what is advised out on the table, with its reasons. */
  show(hint: Hint) {
    this.doubt = null;
    const choice = choiceOf(hint.action, this.layout);
    if (!choice) return;
    this.choose(choice);
    this.advice = hint;
  }

  private choose(choice: Choice) {
    this.advice = null;
    this.session.choice = choice;
    this.asked = null;
    speaker.play('choose');
    shake(8);
  }

  /**
   * A card let go over another part of the table is chosen for what that part means. It is done at once only where
   * nothing is left to say: the choice was made before and its card dragged, or one take needs no other card.
   */
  async drop(placed: Placed, from: 'market' | 'hand', zone: Zone | null) {
    if (!zone || zone === from || (from === 'market' && zone === 'tokens')) return;
    const chosen = from === 'market' ? this.choice.market.has(placed.id) : this.choice.hand.has(placed.id);
    if (!chosen && from === 'market') this.tapMarket(placed);
    if (!chosen && from === 'hand') this.tapHand(placed);
    const action = this.ready;
    const take = from === 'market' && action !== null && !action.includes('-');
    if (chosen || take) await this.act();
  }

  /** Does what the button says; where moves are to be confirmed, only the second time. */
  async act() {
    const action = this.ready;
    if (!action) {
      if (this.chosen && this.myTurn) speaker.play('refused');
      return;
    }
    if (settings.confirm && this.asked !== action) {
      this.asked = action;
      return;
    }
    this.asked = null;
    if (this.weighing || this.doubt || (await this.isDoubtful(action))) return;
    await this.send(action);
  }

  /** Lets the tutor look at what lies chosen; returns what ends that, for something else may be chosen soon. */
  consider(): (() => void) | undefined {
    const action = this.ready;
    if (!action || settings.tutor === 'off') return undefined;
    const timer = setTimeout(() => this.session.consider?.(action), 200);
    return () => clearTimeout(timer);
  }

  /** Sends what the tutor has doubted all the same. */
  async anyway() {
    this.doubt = null;
    const action = this.ready;
    if (action) await this.send(action);
  }

  private async isDoubtful(action: string): Promise<boolean> {
    if (settings.tutor === 'off' || !this.canHint || !this.session.doubt || this.session.sending) return false;
    this.weighing = true;
    const said = await this.session.doubt(action, Number(settings.tutor) / 100);
    // A page that cannot ask does not stand in the way either.
    const doubt = said && (await import('./parts/Tutor.svelte').then(() => said, () => null));
    this.weighing = false;
    // Meanwhile something else may have been chosen: then there is nothing to send any more.
    if (this.ready !== action) return true;
    this.doubt = doubt;
    return doubt !== null;
  }

  private async send(action: string) {
    this.advice = null;
    shake(15);
    await this.session.command('act', action);
  }
}
